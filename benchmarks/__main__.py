"""Every benchmark, one after another: `make bench`."""

from importlib import import_module

WIRE = ("wire.calls", "wire.views", "wire.fanout", "wire.drain")

for name in ("engines", "simulator", "fairness", "clocks", "store", *WIRE):
    print(f"\n== {name} ==", flush=True)
    import_module(f"benchmarks.{name}").main()
