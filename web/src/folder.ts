// A folder of files by name: dropped ones, or those under an address.
import { FileError } from './errors';

export interface Folder {
  readonly name: string;
  read(file: string): Promise<ArrayBuffer>;
}

export async function fetchBytes(address: URL): Promise<ArrayBuffer> {
  // Plants come from where the page comes from, never from elsewhere.
  if (address.origin !== location.origin && address.protocol !== 'blob:')
    throw new FileError(`${address.href}: found another origin, expected ${location.origin}`);
  const answer = await fetch(address);
  if (!answer.ok)
    throw new FileError(`${address.pathname}: found "${answer.status} ${answer.statusText}", expected a file`);
  return answer.arrayBuffer();
}

export function folderAt(address: URL): Folder {
  const base = new URL(address);
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  const name = decodeURIComponent(base.pathname.split('/').at(-2) ?? '');
  return { name, read: (file) => fetchBytes(new URL(encodeURIComponent(file), base)) };
}

export function folderOf(files: readonly File[], name: string): Folder {
  const byName = new Map(files.map((file) => [file.name, file]));
  return {
    name,
    read: (wanted) => {
      const file = byName.get(wanted);
      if (!file) throw new FileError(`${name}: found no ${wanted}, expected it beside pack.json`);
      return file.arrayBuffer();
    },
  };
}

/** The files that were dropped, those of dropped folders with them (one level deep). */
export async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  // Entries must be taken before the first wait: the list is empty afterwards.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter((e) => e !== null);
  const loose = [...transfer.files];
  const files: File[] = [];
  for (const entry of entries)
    if (entry.isDirectory) files.push(...(await filesIn(entry as FileSystemDirectoryEntry)));
  return files.length > 0 ? files : loose;
}

async function filesIn(folder: FileSystemDirectoryEntry): Promise<File[]> {
  const reader = folder.createReader();
  const files: File[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((yes, no) => reader.readEntries(yes, no));
    if (part.length === 0) return files;
    for (const entry of part)
      if (entry.isFile)
        files.push(await new Promise<File>((yes, no) => (entry as FileSystemFileEntry).file(yes, no)));
  }
}
