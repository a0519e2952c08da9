"""Every benchmark, one after another: `make bench`."""

from importlib import import_module

from benchmarks.helping import offer_help

WIRE = ("wire.calls", "wire.views", "wire.fanout", "wire.drain")

IN_PROCESS = ("rules.engines", "service.simulator", "rules.fairness")

offer_help(__doc__)
for name in (*IN_PROCESS, "service.clocks", "store.__main__", *WIRE):
    print(f"\n== {name} ==", flush=True)
    import_module(f"benchmarks.{name}").main()
