"""Others' servers, as far as a notice meets them: a push service that keeps what it is sent, and a mail server."""

from __future__ import annotations

import contextlib
import queue
import socketserver
import threading
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from bastida.server.club.notices.ways import unpacked

SECRET = "c2l4dGVlbiBieXRlcyEhIQ"[:22]


class PushService:
    """Keeps every notice; answers with a status that a test chooses."""

    def __init__(self, port: int) -> None:
        self.host, self.status = f"127.0.0.1:{port}", 201
        self.url = f"http://{self.host}"
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.received: queue.Queue[tuple[str, dict[str, str], bytes]] = queue.Queue()

    def subscription(self, name: str = "one") -> dict[str, str]:
        import base64

        raw = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        public = base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
        return {"endpoint": f"{self.url}/{name}", "public_key": public, "secret": SECRET}

    def opened(self, timeout: float = 30) -> tuple[str, dict[str, str], str]:
        """The next notice: the address it came to, its headers, and what a browser reads."""
        path, headers, body = self.received.get(timeout=timeout)
        text = http_ece.decrypt(body, private_key=self.key, auth_secret=unpacked(SECRET), version="aes128gcm")
        return path, headers, text.decode()


@contextlib.contextmanager
def push_service() -> Iterator[PushService]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            service.received.put((self.path, dict(self.headers), body))
            self.send_response(service.status)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        service = PushService(server.server_address[1])
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield service
        server.shutdown()
        thread.join(10)


class MailServer:
    """Takes every letter."""

    def __init__(self, port: int) -> None:
        self.url = f"smtp://127.0.0.1:{port}"
        self.letters: queue.Queue[EmailMessage] = queue.Queue()

    def next(self, timeout: float = 30) -> EmailMessage:
        return self.letters.get(timeout=timeout)


@contextlib.contextmanager
def mail_server() -> Iterator[MailServer]:
    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self._say("220 here")
            while line := self.rfile.readline():
                verb = line[:4].upper()
                if verb == b"DATA":
                    self._say("354 go on")
                    text = b""
                    while (part := self.rfile.readline()) not in (b".\r\n", b""):
                        text += part.removeprefix(b".") if part.startswith(b"..") else part
                    mail.letters.put(message_from_bytes(text, policy=policy.default))  # type: ignore[arg-type]
                self._say("221 bye" if verb == b"QUIT" else "250 fine")
                if verb == b"QUIT":
                    return

        def _say(self, text: str) -> None:
            self.wfile.write(f"{text}\r\n".encode())

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True

    with Server(("127.0.0.1", 0), Handler) as server:
        mail = MailServer(server.server_address[1])
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        yield mail
        server.shutdown()
        thread.join(10)
