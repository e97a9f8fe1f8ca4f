"""Makes the calls that a test writes, one JSON line each, and answers with one JSON line each."""

import base64
import json
import sys
from decimal import Decimal
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from sello import Sello, SelloError, verify_webhook  # noqa: E402


def plain(value):
    """What a test reads: amounts with their digits, bytes in base64."""
    if isinstance(value, Decimal):
        return {"decimal": str(value)}
    return {"base64": base64.b64encode(value).decode()}


def run(line):
    options = {name: float(value) for name, value in line.get("options", {}).items()}
    if line["method"] == "verify_webhook":
        return verify_webhook(line["args"][0].encode(), *line["args"][1:], now=line["now"])
    sello = Sello(line["url"], line["apiKey"], line["signKey"], **options)
    if line["method"] == "repr":
        return {"text": repr(sello)}
    given = getattr(sello, line["method"])(*line["args"], **line.get("named", {}))
    return list(given) if line["method"] == "documents" else given


for text in sys.stdin:
    try:
        said = {"answer": run(json.loads(text, parse_float=Decimal))}
    except SelloError as error:
        members = ("code", "message", "status", "details", "outcome", "idempotency_key", "retry_after_seconds")
        said = {"error": {name: getattr(error, name) for name in members}}
    print(json.dumps(said, default=plain), flush=True)
