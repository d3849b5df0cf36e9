"""Stub."""
def need(extra: str) -> None:
    """Stub."""
