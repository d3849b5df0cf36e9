"""``python -m bastida.cli`` is the ``bastida`` command too."""

from bastida.cli import main

if __name__ == "__main__":
    main()
