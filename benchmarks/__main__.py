"""Every benchmark, one after another: `make bench`."""

from importlib import import_module

for name in ("engines", "simulator", "fairness", "clocks", "store", "wire", "wire_views", "wire_fanout", "wire_drain"):
    print(f"\n== {name} ==", flush=True)
    import_module(f"benchmarks.{name}").main()
