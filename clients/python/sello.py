"""Issues electronic tax documents (DTE) of El Salvador through a Sello service. Python's own library alone.

    sello = Sello("https://sello.example.com", api_key, sign_key)
    answer = sello.issue({"tipoDte": "01", "referencia": "ticket-4711", "items": [...]})

Requests and answers are dictionaries with the names of the wire; amounts come as ``Decimal`` and are sent as they are.
What a call may repeat, and with which key, is the wire's: nothing is issued twice.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
import json
import re
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from decimal import Decimal
from typing import Any, Iterator, Mapping, Optional, Union

__all__ = ["Sello", "SelloError", "verify_webhook"]
__version__ = "0.1.0"

Json = dict[str, Any]

DEADLINE_SECONDS = 60.0  # one exchange with the ministry may take 40
DELAYS_SECONDS = (0.5, 2.0, 8.0)
RETRY_AFTER_SECONDS_MAX = 60
ANSWER_BYTES_MAX = 64 * 1024 * 1024
# A refusal after which the same call is repeated: the contract's `retry: safe`. Where the ministry did not answer an
# invalidation or a return, the same key settles it.
SAFE = frozenset(
    {"idempotency_in_flight", "mh_unreachable", "service_unavailable", "correlative_unavailable"}
)
# A refusal that comes after the look at the Idempotency-Key says that no earlier attempt was done either.
AFTER_KEY = frozenset(
    {
        "reference_in_use", "has_return_events", "validation_failed", "mh_rejected", "idempotency_key_reuse",
        "return_exceeds_available", "return_window_closed", "return_type_not_allowed", "amount_limit",
    }
)  # fmt: skip


class SelloError(Exception):
    """A call without an answer to return.

    ``code``: the service's, or ``network``, ``timeout``, ``unreadable_answer``. ``outcome``: ``refused`` where
    nothing was done; ``unknown`` where the operation may have been done: the same call settles it.
    ``idempotency_key`` is the one to repeat it with.
    """

    def __init__(
        self, code: str, message: str, *, status: Optional[int] = None, details: Optional[Json] = None,
        outcome: str = "refused", idempotency_key: Optional[str] = None,
        retry_after_seconds: Optional[int] = None, request_id: Optional[str] = None,
    ) -> None:  # fmt: skip
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        self.details = details or {}
        self.outcome = outcome
        self.idempotency_key = idempotency_key
        self.retry_after_seconds = retry_after_seconds
        self.request_id = request_id


class _Unanswered(Exception):
    """An attempt that no readable answer of the service ended. ``is_foreign``: something else refused it unread."""

    def __init__(self, code: str, message: str, status: Optional[int] = None, is_foreign: bool = False) -> None:
        super().__init__(message)
        self.code, self.status, self.is_foreign = code, status, is_foreign


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirected POST would become a GET, and the keys would be sent elsewhere."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Sello:
    """A caller of one service with one key. Threads may share it."""

    def __init__(
        self, base_url: str, api_key: str, sign_key: Optional[str] = None, *,
        deadline_seconds: float = DEADLINE_SECONDS, max_retries: int = 3,
        ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:  # fmt: skip
        parts = urllib.parse.urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.username:
            raise ValueError("base_url es una dirección http o https, como https://sello.example.com")
        self._base = base_url.rstrip("/")
        self._api_key, self._sign_key = api_key, sign_key
        self._deadline, self._max_retries = deadline_seconds, max_retries
        handlers: list[Any] = [_NoRedirect()]
        if ssl_context is not None:
            handlers.append(urllib.request.HTTPSHandler(context=ssl_context))
        self._opener = urllib.request.build_opener(*handlers)

    # Documents

    def issue(self, request: Mapping[str, Any], *, idempotency_key: Optional[str] = None) -> Json:
        """Issues one document. ``estado`` of the answer is ``sellado``, or ``contingencia``: signed, and transmitted
        later by the service; it must not be issued again.

        Without ``idempotency_key`` the key follows from ``referencia`` and the request: a program that was killed
        makes the same call again and gets what the first one did. Without ``referencia`` either, the key ends with
        this call.
        """
        return self.call("POST", "/v1/dte", request, sign=True, key=idempotency_key or _key_of("issue", request))

    def prepare(self, request: Mapping[str, Any], *, idempotency_key: Optional[str] = None) -> Json:
        """Reserves the number for fifteen minutes and makes the document, unsigned."""
        return self.call("POST", "/v1/dte/prepare", request, key=idempotency_key or _key_of("prepare", request))

    def sign(self, prepared: Mapping[str, Any]) -> Json:
        """Signs and transmits what ``prepare`` answered. The key follows from the reservation."""
        body = {name: prepared[name] for name in ("prepareToken", "documento")}
        return self.call("POST", "/v1/dte/sign", body, sign=True, key=_hashed("sign", body["prepareToken"]))

    def query(self, codigo_generacion: str) -> Json:
        """The document as it is now."""
        return self.call("GET", f"/v1/dte/{_quoted(codigo_generacion)}")

    def documents(self, **filters: Any) -> Iterator[Json]:
        """Every row of the list, page after page. The filters are the wire's: ``desde``, ``hasta``, ``estado``…"""
        cursor: Optional[str] = None
        while True:
            page = self.call("GET", "/v1/dte", query={**filters, "cursor": cursor})
            yield from page["documentos"]
            cursor = page["siguiente"]
            if cursor is None:
                return

    def file(self, codigo_generacion: str, kind: str = "pdf", **options: Any) -> bytes:
        """The stored bytes: ``pdf``, ``json`` or ``ticket`` (``paperWidthMm=80``)."""
        path = f"/v1/dte/{_quoted(codigo_generacion)}/file"
        return self.call("GET", path, query={"kind": kind, **options}, takes="bytes")

    def invalidate(
        self, codigo_generacion: str, event: Mapping[str, Any], *, idempotency_key: Optional[str] = None
    ) -> Json:
        """Cancels a sealed document. After ``mh_unreachable`` the same call settles it."""
        path = f"/v1/dte/{_quoted(codigo_generacion)}/invalidate"
        return self.call("POST", path, event, sign=True, key=idempotency_key or _hashed(path, _written(event)))

    def register_return(self, codigo_generacion: str, event: Mapping[str, Any], *, idempotency_key: str) -> Json:
        """Registers a return of goods or money. Two equal returns are two: the caller's key tells them apart."""
        path = f"/v1/dte/{_quoted(codigo_generacion)}/return"
        return self.call("POST", path, event, sign=True, key=idempotency_key)

    def status(self) -> Json:
        """Whether this company can issue now, and why not."""
        return self.call("GET", "/v1/status")

    def events(self, after: Optional[str] = None, wait_seconds: int = 0, **filters: Any) -> Json:
        """A page of what happens to the company's documents, oldest first: ``{novedades, siguiente}``. Take what it
        tells, store ``siguiente``, and give it as ``after`` of the next call, also after an empty page."""
        return self.call("GET", "/v1/events", query={**filters, "despues": after, "espera": wait_seconds})

    # Everything else

    def call(
        self, method: str, path: str, body: Optional[Mapping[str, Any]] = None, *,
        query: Optional[Mapping[str, Any]] = None, sign: bool = False, key: Optional[str] = None,
        takes: str = "json",
    ) -> Any:  # fmt: skip
        """Any call of the wire, repeated as the wire allows within the deadline. Raises ``SelloError``."""
        given = {name: value for name, value in (query or {}).items() if value is not None}
        url = self._base + path + (f"?{urllib.parse.urlencode(given)}" if given else "")
        headers = {"X-Service-Key": self._api_key, "Accept": "application/json"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        if sign:
            if not self._sign_key:
                raise ValueError("esta llamada firma: dé sign_key al crear Sello")
            headers["X-Service-Sign-Key"] = self._sign_key
        if key is not None:
            headers["Idempotency-Key"] = key
        data = None if body is None else _written(body).encode()
        request = urllib.request.Request(url, data, headers, method=method)
        return self._until_answered(request, key, takes)

    def _until_answered(self, request: urllib.request.Request, key: Optional[str], takes: str) -> Any:
        until = time.monotonic() + self._deadline
        # A repeated POST without a key could be done twice.
        is_repeatable = request.method == "GET" or key is not None
        may_be_done, tried = False, 0
        while True:
            error = self._attempt(request, key, takes, until)
            if not isinstance(error, SelloError):
                return error[0]
            in_flight = error.code == "idempotency_in_flight"
            tried += 0 if in_flight else 1
            delay = self._delay(error, tried, in_flight) if is_repeatable else None
            if request.method != "GET":
                may_be_done = (may_be_done and error.code not in AFTER_KEY) or error.outcome == "unknown"
                error.outcome = "unknown" if may_be_done else "refused"
            if delay is None or time.monotonic() + delay >= until:
                raise error
            time.sleep(delay)

    def _delay(self, error: SelloError, tried: int, in_flight: bool) -> Optional[float]:
        is_lost = error.code in ("network", "timeout") or (
            error.code == "unreadable_answer" and not 300 <= (error.status or 0) < 500
        )
        if self._max_retries == 0 or not (is_lost or error.code in SAFE):
            return None
        asked = error.retry_after_seconds or 0
        if asked > RETRY_AFTER_SECONDS_MAX:
            return None
        if in_flight:
            return max(asked, 1.0)
        if tried > self._max_retries:
            return None
        return max(asked, DELAYS_SECONDS[min(tried, len(DELAYS_SECONDS)) - 1])

    def _attempt(
        self, request: urllib.request.Request, key: Optional[str], takes: str, until: float
    ) -> Union[tuple[Any], SelloError]:
        """The answer in a tuple, or the error."""
        try:
            status, headers, data = self._exchange(request, key, until)
            if 200 <= status < 300:
                return (data if takes == "bytes" else _read(data, status),)
            error = _read(data, status).get("error")
            if not isinstance(error, dict) or not isinstance(error.get("code"), str):
                raise _Unanswered("unreadable_answer", "no tiene la forma de un error", status, 400 <= status < 500)
        except _Unanswered as lost:
            message = {
                "timeout": "El servicio no respondió a tiempo.",
                "network": f"No hubo conexión con el servicio: {lost}.",
            }.get(lost.code, f"Lo que respondió (HTTP {lost.status}) {lost}: revise que la dirección sea la de un servicio Sello.")
            outcome = "refused" if lost.is_foreign or request.method == "GET" else "unknown"
            return SelloError(lost.code, message, status=lost.status, outcome=outcome, idempotency_key=key)
        retry_after = headers.get("retry-after", "")
        return SelloError(
            error["code"], str(error.get("message")), status=status, details=error.get("details"),
            outcome="unknown" if status >= 500 or error["code"] == "idempotency_in_flight" else "refused",
            idempotency_key=key, request_id=headers.get("x-request-id"),
            retry_after_seconds=int(retry_after) if re.fullmatch(r"\d{1,9}", retry_after) else None,
        )  # fmt: skip

    def _exchange(self, request: urllib.request.Request, key: Optional[str], until: float) -> tuple[int, Any, bytes]:
        """Status, headers and body of one exchange, whole and of this call."""
        try:
            try:
                answer = self._opener.open(request, timeout=_left(until))
            except urllib.error.HTTPError as refused:
                answer = refused
            with answer:
                data = _bounded(answer, until)
        except TimeoutError as late:
            raise _Unanswered("timeout", str(late)) from late
        except (OSError, http.client.HTTPException) as broken:
            reason = getattr(broken, "reason", broken)
            if isinstance(reason, TimeoutError):
                raise _Unanswered("timeout", str(reason)) from broken
            raise _Unanswered("network", str(reason)) from broken
        if 300 <= answer.status < 400:
            raise _Unanswered("unreadable_answer", "redirige a otra dirección", answer.status, True)
        echoed = answer.headers.get("idempotency-key")
        if key is not None and echoed is not None and echoed != key:
            raise _Unanswered("unreadable_answer", "es la respuesta de otra llamada", answer.status)
        return answer.status, answer.headers, data


def verify_webhook(
    body: bytes, headers: Mapping[str, str], *secrets: str, now: Optional[float] = None
) -> Json:
    """What was sent, once one of its signatures is by one of the secrets and it is at most five minutes old.

    ``body`` is the body as it came, before anything parsed it. Raises ``SelloError`` ``webhook_invalid``.
    """
    named = {name.lower(): value for name, value in headers.items()}
    given = [named.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature")]
    if not all(given):
        raise SelloError("webhook_invalid", "Falta webhook-id, webhook-timestamp o webhook-signature.")
    message_id, timestamp, signatures = given
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise SelloError("webhook_invalid", "webhook-timestamp no es un número.")
    if abs((time.time() if now is None else now) - int(timestamp)) > 300:
        raise SelloError("webhook_invalid", "webhook-timestamp está a más de cinco minutos de esta hora.")
    signed = f"{message_id}.{timestamp}.".encode() + body
    for secret in secrets:
        if not re.fullmatch(r"whsec_[A-Za-z0-9+/]+={0,2}", secret):
            raise ValueError("el secreto es el que se mostró al crear el webhook: whsec_…")
        mac = hmac.new(base64.b64decode(secret[6:]), signed, hashlib.sha256).digest()
        wanted = "v1," + base64.b64encode(mac).decode()
        for signature in signatures.split(" ")[:10]:
            if hmac.compare_digest(signature.encode(), wanted.encode()):
                return json.loads(body, parse_float=Decimal)
    raise SelloError("webhook_invalid", "Ninguna firma es de ese secreto, o el cuerpo no es el que se firmó.")


def _left(until: float) -> float:
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError("se acabó el tiempo de la llamada")
    return left


def _bounded(answer: Any, until: float) -> bytes:
    """The whole body, within the deadline and the size of any answer."""
    pieces, size = [], 0
    while piece := answer.read1(65_536):
        _left(until)
        pieces.append(piece)
        size += len(piece)
        if size > ANSWER_BYTES_MAX:
            raise OSError("la respuesta es demasiado grande")
    length = answer.headers.get("content-length")
    if length is not None and length.isdigit() and int(length) != size:
        raise OSError("la respuesta llegó cortada")
    return b"".join(pieces)


def _read(data: bytes, status: int) -> Json:
    try:
        value = json.loads(data, parse_float=Decimal)
    except ValueError as wrong:
        raise _Unanswered("unreadable_answer", "no es JSON", status, 400 <= status < 500) from wrong
    if not isinstance(value, dict):
        raise _Unanswered("unreadable_answer", "no es un objeto JSON", status, 400 <= status < 500)
    return value


def _written(value: Any) -> str:
    """JSON in which a ``Decimal`` keeps its digits, which ``json`` cannot do."""
    if isinstance(value, Mapping):
        members = (f"{json.dumps(str(name))}:{_written(one)}" for name, one in value.items())
        return "{" + ",".join(members) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(map(_written, value)) + "]"
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise ValueError(f"{value} no es un importe")
        return format(value, "f")
    return json.dumps(value, allow_nan=False)


def _hashed(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


def _key_of(operation: str, request: Mapping[str, Any]) -> str:
    if request.get("referencia") is None:
        return str(uuid.uuid4())
    return _hashed(operation, _written(request))


def _quoted(text: str) -> str:
    return urllib.parse.quote(text, safe="")
