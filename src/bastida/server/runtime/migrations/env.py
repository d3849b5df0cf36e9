"""What Alembic runs: the migrations on the connection it was given, inside the caller's transaction."""

from alembic import context

from bastida.server.club.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
