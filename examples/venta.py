#!/usr/bin/env python3
"""Issues an invoice, corrects it when the ministry rejects it, and cancels it. Python's own library alone.

    python3 examples/venta.py demo.json
"""

import json
import sys
import time
import urllib.error
import urllib.request
import uuid

with open(sys.argv[1] if len(sys.argv) > 1 else "demo.json", encoding="utf-8") as file:
    demo = json.load(file)
KEY = demo["companies"][0]["keys"][0]


def call(path, body, key):
    """Sends once and answers (status, body). Raises OSError where no answer came."""
    request = urllib.request.Request(
        demo["baseUrl"] + path,
        data=json.dumps(body).encode(),
        headers={
            "Content-Type": "application/json",
            "X-Service-Key": KEY["apiKey"],
            "X-Service-Sign-Key": KEY["signKey"],
            "Idempotency-Key": key,
        },
    )
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:  # the ministry may take 40 s
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def call_until_answered(path, body, key):
    """Repeats only what is safe to repeat, always with the same key: it never issues twice."""
    for delay in (0.5, 2, 8, None):
        try:
            status, answer = call(path, body, key)
        except OSError:
            if delay is None:
                raise
        else:
            in_flight = status == 409 and answer["error"]["code"] == "idempotency_in_flight"
            if not (in_flight or status in (502, 503)) or delay is None:
                return status, answer
        time.sleep(delay)


sale = {
    "tipoDte": "01",
    "referencia": f"py-{uuid.uuid4()}",
    "items": [{"descripcion": "Café de altura, 1 lb", "cantidad": 2, "precioUni": 5.65}],
}
# A program keeps the key with the sale before it calls, so that it can repeat the call after a crash.
status, answer = call_until_answered("/v1/dte", sale, str(uuid.uuid4()))
if status == 422 and answer["error"]["code"] == "mh_rejected":
    details = answer["error"]["details"]
    print(f"rechazado: {details['descripcionMsg']} {details['ayuda']['queHacer']}")
    # Corrected, it takes over the number that the rejection spent. It is another attempt: another key.
    sale["items"][0]["descripcion"] = "Café de altura, tostado, 1 lb"
    corrected = {**sale, "corrige": details["codigoGeneracion"]}
    status, answer = call_until_answered("/v1/dte", corrected, str(uuid.uuid4()))

if status == 202:
    # Signed and stored: the service goes on transmitting. It must not be issued again.
    print(f"contingencia: {answer['numeroControl']} {answer['detalle']}")
    sys.exit()
if status != 200:
    print(f"{answer['error']['code']}: {answer['error']['message']}", file=sys.stderr)
    sys.exit(1)
print(f"sellado: {answer['numeroControl']} {answer['selloRecibido']}")

person = {"nombre": "Ana Ficticia", "tipoDocumento": "13", "numDocumento": "000162975"}
event = {"tipoAnulacion": 2, "motivo": "El cliente desistió", "responsable": person, "solicita": person}
path = f"/v1/dte/{answer['codigoGeneracion']}/invalidate"
status, answer = call_until_answered(path, event, str(uuid.uuid4()))
if status == 200:
    print(f"invalidado: {answer['evento']['selloRecibido']}")
else:
    print(f"sin invalidar: {answer['error']['message']}")
