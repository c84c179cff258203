"""Runs every command that README.md and the help of each verb show, as written; none may give a
warning that is not listed here.

    tools/check_commands.py ROOT THIGMO [--no-page]

The lines of one text run in their order in one new folder, which has links to samples/ and species/.
--no-page leaves out `thigmo view`: the program was built without the page.
"""
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request


def readme_lines(root):
    """Commands in README.md, without their comments."""
    found = re.findall(r"^    (thigmo .*)$", (root / "README.md").read_text(), re.MULTILINE)
    return [re.sub(r"\s+# .*", "", line).strip() for line in found]


def help_text(thigmo, *words):
    return subprocess.run([thigmo, *words, "--help"], check=True, capture_output=True, text=True).stdout


def verbs(thigmo):
    return re.findall(r"^  (\w+) ", help_text(thigmo).partition("Subcommands:")[2], re.MULTILINE)


def help_lines(thigmo, verb):
    shown = help_text(thigmo, verb).partition("\nExamples:\n")[2]
    return re.findall(r"^  (thigmo .*)$", shown, re.MULTILINE)


def texts(root, thigmo):
    """Where commands are shown, and which."""
    yield "README.md", readme_lines(root)
    for verb in verbs(thigmo):
        yield f"thigmo {verb} --help", help_lines(thigmo, verb)


def serves(line):
    """Whether the command serves a page until it is interrupted."""
    last = line.rpartition("&& ")[2]
    return last.startswith("thigmo view") and "--write" not in last


def output_names(line):
    words = shlex.split(line)
    return [words[k + 1] for k, word in enumerate(words[:-1]) if word in ("-o", "--output")]


def look_at_page(line, folder, environment):
    """Starts the server, asks for its page, interrupts it."""
    server = subprocess.Popen(f"exec {line}" if "&&" not in line else line.replace("&& ", "&& exec "),
                              shell=True, cwd=folder, env=environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    address = ""
    for said in server.stdout:  # ends when the server does
        if said.startswith("http://"):
            address = said.strip()
            break
    if address:
        urllib.request.urlopen(address, timeout=60).read()
        server.send_signal(signal.SIGINT)
    faults = server.communicate(timeout=60)[1]
    if not address:
        return f"found no address, expected http://…: {faults.strip()}"
    if server.returncode != 0:
        return f"found exit status {server.returncode}, expected 0 after Ctrl-C"
    return ""


# What a command says of its result, not of a fault in how it is shown: grown twigs that were made
# stiffer, events of a scene that a shorter --for leaves out, and that a grown oak's 70,000 leaves,
# which flutter one by one, share the joints of their twigs (docs/motion_files.md).
EXPECTED_WARNINGS = ("too soft to stand under their weight, made stiffer", "never sees",
                     "2048 joints")


def is_expected(warning):
    return any(words in warning for words in EXPECTED_WARNINGS)


def run_line(line, folder, environment):
    """What is wrong with the command; empty if nothing."""
    if serves(line):
        return look_at_page(line, folder, environment)
    done = subprocess.run(line, shell=True, cwd=folder, env=environment, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode != 0:
        return f"found exit status {done.returncode}, expected 0: {done.stderr.strip()[-300:]}"
    warnings = [said for said in done.stderr.splitlines()
                if said.startswith("warning:") and not is_expected(said)]
    if warnings:
        return f"found {warnings[0]}, expected no warning"
    absent = [name for name in output_names(line) if not (folder / name).exists()]
    return f"found no {absent[0]}, expected it written" if absent else ""


def run_text(where, lines, root, environment):
    """Lines that failed, each with its place and fault."""
    if not lines:
        yield f"{where}: found no command, expected at least one"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for shared in ("samples", "species"):
            (folder / shared).symlink_to(root / shared)
        for line in lines:
            begin = time.monotonic()
            fault = run_line(line, folder, environment)
            print(f"{time.monotonic() - begin:6.1f} s  {line}", flush=True)
            if fault:
                yield f"{where}: {line}: {fault}"


def main():
    root, thigmo = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    has_page = "--no-page" not in sys.argv
    environment = dict(os.environ, PATH=f"{thigmo.parent}:{os.environ['PATH']}")
    faults = []
    for where, lines in texts(root, thigmo):
        used = [line for line in lines if has_page or "thigmo view" not in line]
        if used or not lines:
            faults += run_text(where, used, root, environment)
    print("\n".join(faults) if faults else "commands: all run as written")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
