"""Fails when a source or document cites a [Key2009] that docs/references.bib does not define."""
import pathlib
import re
import sys

CITATION = re.compile(r"\[([A-Z][A-Za-z]+(?:19|20)\d\d[a-z]?)\]")
ENTRY = re.compile(r"^@\w+\{(\w+),", re.M)
FOLDERS = ("thigmo", "apps", "samples", "tests", "bench", "docs", "species", "README.md")
SUFFIXES = {".h", ".cpp", ".md", ".l", ".toml", ".fbs", ".ts"}


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    known = set(ENTRY.findall((root / "docs/references.bib").read_text()))
    unknown = []
    for folder in FOLDERS:
        start = root / folder
        paths = [start] if start.is_file() else sorted(start.glob("**/*"))
        for path in (p for p in paths if p.suffix in SUFFIXES):
            for number, line in enumerate(path.read_text(errors="replace").split("\n"), 1):
                unknown += [f"{path}:{number}: [{key}] is not in docs/references.bib"
                            for key in CITATION.findall(line) if key not in known]
    print("\n".join(unknown) if unknown else f"citations: clean, {len(known)} keys")
    return 1 if unknown else 0


if __name__ == "__main__":
    sys.exit(main())
