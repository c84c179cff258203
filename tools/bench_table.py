"""Prints ours beside other libraries' as Markdown, from thigmo_bench --benchmark_format=json."""
import json
import sys


def number(value, digits=3):
    return "–" if value is None else f"{value:.{digits}g}"


def per_second(row):
    factor = row.get("realtime_factor")
    return None if not factor else 1 / factor


def main():
    rows = {}
    with open(sys.argv[1]) as file:
        for row in json.load(file)["benchmarks"]:
            if not row.get("error_occurred"):
                rows[row["name"]] = row
    print("| row | dt (s) | ns per body and step | CPU s per simulated s | bytes per body | build (s) |")
    print("|---|---|---|---|---|---|")
    for name, row in rows.items():
        if not any(kind in name for kind in ("/tree/", "/chain/", "/cantilever/")):
            continue
        dt = row.get("dt_s", 1 / 60)
        print(f"| `{name}` | {number(dt)} | {row['ns_per_body']:,.0f} | {number(per_second(row))} | "
              f"{row['bytes_per_body']:,.0f} | {number(row.get('build_s'))} |")
    print("\n| row | damping ratio at 1 ms | at 1/60 s | frequency error at 1/60 s | energy left |")
    print("|---|---|---|---|---|")
    for name, row in rows.items():
        if name.endswith("/damping"):
            print(f"| `{name}` | {number(row['damping_1ms'])} | {number(row['damping_60hz'])} | "
                  f"{100 * row['frequency_error_60hz']:.2f} % | {row['energy_left']:.5f} |")
    print("\n| library | first frequency of a cantilever, from the beam's | a sagging tree, from ours |")
    print("|---|---|---|")
    for name, row in rows.items():
        library, _, check = name.partition("/")
        if check == "same_frequency":
            motion = rows.get(f"{library}/same_motion", {}).get("distance")
            print(f"| `{library}` | {100 * row['frequency_error']:.2f} % | "
                  f"{'–' if motion is None else f'{100 * motion:.2f} %'} |")


if __name__ == "__main__":
    main()
