// What the page says about a file that it cannot use: one line, "where: found X, expected Y".

export class FileError extends Error {}

/** The one line for whatever went wrong. */
export function lineOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0].slice(0, 300);
}
