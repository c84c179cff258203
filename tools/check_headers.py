"""Fails when a heavy header is included by more than one source of the program."""
import pathlib
import re
import sys

HEAVY = {
    "CLI11": r"CLI/", "nlohmann-json": r"nlohmann/json\.hpp", "tinygltf": r"tiny_gltf\.h",
    "toml++": r"toml\+\+/", "Embree": r"embree3/", "Spectra": r"Spectra/", "Beast": r"boost/beast",
    "httplib": r"httplib\.h",
}


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    sources = [p for folder in ("thigmo", "apps", "samples") for p in sorted((root / folder).glob("**/*"))
               if p.suffix in (".h", ".cpp")]
    failed = False
    for name, pattern in HEAVY.items():
        users = [p for p in sources if re.search(rf"#\s*include\s*[<\"]{pattern}", p.read_text())]
        if len(users) > 1 or any(p.suffix == ".h" for p in users):
            failed = True
            print(f"{name} belongs in one .cpp, found in: {', '.join(map(str, users))}")
    if not failed:
        print("heavy headers: clean")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
