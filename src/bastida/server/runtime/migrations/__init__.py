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


def migrate(engine: Engine) -> None:
    """Bring a database up to date."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    with engine.connect() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_lock(:lock)"), {"lock": LOCK})
            connection.commit()
        try:
            with connection.begin():
                known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
                for revision in MigrationContext.configure(connection).get_current_heads():
                    if revision not in known:
                        raise NewerDatabase(revision)
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
        finally:
            if connection.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_unlock(:lock)"), {"lock": LOCK})
                connection.commit()
