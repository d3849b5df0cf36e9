"""The script behind every published figure: ``python -m benchmarks`` prints the table of ``docs/performance.md``.

``rows`` says what is measured and what is asked, ``measures`` how one thing is measured, ``worker`` runs the measures in
a process of its own (compiled or interpreted), ``yardstick`` compiles and runs the C reference beside it, and
``report`` writes the table.
"""
