"""Fails when a folder of thigmo/ includes a folder that its row of the table does not allow."""
import pathlib
import re
import sys

ALLOWED = {
    "base": "",
    "mesh": "base",
    "mechanics": "base mesh",
    "air": "base mesh mechanics",
    "plant": "base mesh",
    "growth": "base mesh plant",
    "materials": "base mesh mechanics plant",
    "authoring": "base mesh plant",
    "sim": "base mesh mechanics plant materials",
    "scene": "base mesh mechanics air plant growth materials sim io render",
    "io": "base mesh plant",
    "render": "base mesh plant",
}
INCLUDE = re.compile(r'^\s*#\s*include\s*["<](thigmo|samples|apps|tests|bench)/([^/">]+)', re.M)


def violations(root):
    for path in sorted(root.glob("thigmo/**/*")):
        if path.suffix not in (".h", ".cpp") or path.parent == root / "thigmo":
            continue
        folder = path.relative_to(root / "thigmo").parts[0]
        if folder not in ALLOWED:
            yield f"{path}: folder thigmo/{folder} is not in the table of tools/check_layers.py"
            continue
        allowed = set(ALLOWED[folder].split()) | {folder}
        text = path.read_text()
        for match in INCLUDE.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            if match[1] != "thigmo" or match[2] not in allowed:
                yield (f"{path}:{line}: thigmo/{folder} includes {match[1]}/{match[2]}, "
                       f"may use: {ALLOWED[folder] or 'nothing'}")


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    found = list(violations(root))
    print("\n".join(found) if found else "layers: clean")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
