"""Changes of the database from version to version, applied by Alembic when a server starts."""

from __future__ import annotations

import logging
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, text

logging.getLogger("alembic").setLevel(logging.WARNING)
LOCK = 0x6261737469  # of PostgreSQL: servers that start together migrate one after the other


class NewerDatabase(Exception):
    """The database is of a version that this program does not know; ``revision`` is its."""

    def __init__(self, revision: str) -> None:
        super().__init__(revision)
        self.revision = revision


NEWEST = "head"


def newest() -> str:
    """The revision that this program makes."""
    return str(ScriptDirectory.from_config(_config()).get_current_head())


def migrate(engine: Engine, revision: str = NEWEST) -> None:
    """Bring a database up to date, or as far as an older copy of one is."""
    config = _config()
    with engine.connect() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_lock(:lock)"), {"lock": LOCK})
            connection.commit()
        try:
            with connection.begin():
                known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
                heads = MigrationContext.configure(connection).get_current_heads()
                for one in (*heads, revision):
                    if one not in known and one != NEWEST:
                        raise NewerDatabase(one)
                config.attributes["connection"] = connection
                command.upgrade(config, revision)
        finally:
            if connection.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_unlock(:lock)"), {"lock": LOCK})
                connection.commit()


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    return config
