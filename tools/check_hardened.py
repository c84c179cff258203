"""Fails when one of the programs named was built without stack protector, or can change where its functions lie, or
the first one without checked calls of the C library: what else is named may be too small to have any."""
import re
import struct
import sys

DYNAMIC = 6  # type of a section
FLAGS, FLAGS_1 = 30, 0x6FFFFFFB  # tags of a dynamic section
RELRO = 0x6474E552  # type of a segment


def dynamic_tags(elf):
    sections, = struct.unpack_from("<Q", elf, 0x28)
    size, count = struct.unpack_from("<HH", elf, 0x3A)
    for i in range(count):
        kind, _, _, offset, length = struct.unpack_from("<IQQQQ", elf, sections + i * size + 4)
        if kind == DYNAMIC:
            return dict(struct.iter_unpack("<QQ", elf[offset:offset + length]))
    return {}


def segment_types(elf):
    segments, = struct.unpack_from("<Q", elf, 0x20)
    size, count = struct.unpack_from("<HH", elf, 0x36)
    return {struct.unpack_from("<I", elf, segments + i * size)[0] for i in range(count)}


def faults(elf):
    tags = dynamic_tags(elf)
    if not tags.get(FLAGS, 0) & 8 and not tags.get(FLAGS_1, 0) & 1:
        yield "found functions bound when first called, expected all at the start (-z now)"
    if RELRO not in segment_types(elf):
        yield "found no segment that becomes read-only, expected one (-z relro)"
    if b"\0__stack_chk_fail\0" not in elf:
        yield "found no call of __stack_chk_fail, expected some (-fstack-protector-strong)"


def is_fortified(elf):
    """The stack protector's own call ends otherwise."""
    return re.search(rb"\0__\w+_chk\0", elf) is not None


def main():
    found = []
    for program in sys.argv[1:]:
        with open(program, "rb") as file:
            elf = file.read()
        found += [f"{program}: {fault}" for fault in faults(elf)]
        if program == sys.argv[1] and not is_fortified(elf):
            found.append(f"{program}: found no checked call such as __memcpy_chk, expected some (-D_FORTIFY_SOURCE)")
    print("\n".join(found) or "hardened: clean")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
