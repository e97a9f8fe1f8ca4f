#!/bin/sh
# Issues an invoice, corrects it when the ministry rejects it, and cancels it. sh, curl, and node to read JSON.
#
#   sh examples/venta.sh demo.json
set -eu

demo=${1:-demo.json}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# member FILE '.path': a member of a JSON file
member() { node -p "JSON.parse(fs.readFileSync(process.argv[1]))$2" "$1"; }
new_key() { node -p 'crypto.randomUUID()'; }

base=$(member "$demo" .baseUrl)
# The keys go in a header file, and not where the process list would show them.
printf 'X-Service-Key: %s\nX-Service-Sign-Key: %s\nContent-Type: application/json\n' \
  "$(member "$demo" .companies[0].keys[0].apiKey)" \
  "$(member "$demo" .companies[0].keys[0].signKey)" > "$work/headers"

# call PATH BODY KEY: prints the status, the answer is in $work/answer. Repeats only what is safe to
# repeat, always with the same key: it never issues twice.
call() {
  for delay in 1 2 8 stop; do
    status=$(curl -sS "$base$1" -H "@$work/headers" -H "Idempotency-Key: $3" --data-binary "@$2" \
      --max-time 60 -o "$work/answer" -w '%{http_code}') || status=000
    case $status in 000 | 502 | 503) ;;
      409) [ "$(member "$work/answer" .error.code)" = idempotency_in_flight ] || break ;;
      *) break ;;
    esac
    [ "$delay" = stop ] || sleep "$delay"
  done
  echo "$status"
}

referencia="sh-$(new_key)"
printf '{"tipoDte":"01","referencia":"%s","items":[{"descripcion":"Café de altura, 1 lb","cantidad":2,"precioUni":5.65}]}' \
  "$referencia" > "$work/sale.json"
# A program keeps the key with the sale before it calls, so that it can repeat the call after a crash.
status=$(call /v1/dte "$work/sale.json" "$(new_key)")
if [ "$status" = 422 ] && [ "$(member "$work/answer" .error.code)" = mh_rejected ]; then
  echo "rechazado: $(member "$work/answer" .error.details.ayuda.queHacer)"
  # Corrected, it takes over the number that the rejection spent. It is another attempt: another key.
  printf '{"tipoDte":"01","referencia":"%s","corrige":"%s","items":[{"descripcion":"Café de altura, tostado, 1 lb","cantidad":2,"precioUni":5.65}]}' \
    "$referencia" "$(member "$work/answer" .error.details.codigoGeneracion)" > "$work/sale.json"
  status=$(call /v1/dte "$work/sale.json" "$(new_key)")
fi

if [ "$status" = 202 ]; then
  # Signed and stored: the service goes on transmitting. It must not be issued again.
  echo "contingencia: $(member "$work/answer" .numeroControl)"
  exit 0
fi
if [ "$status" != 200 ]; then
  member "$work/answer" .error.message >&2
  exit 1
fi
echo "sellado: $(member "$work/answer" .numeroControl) $(member "$work/answer" .selloRecibido)"

printf '{"tipoAnulacion":2,"motivo":"El cliente desistió","responsable":%s,"solicita":%s}' \
  '{"nombre":"Ana Ficticia","tipoDocumento":"13","numDocumento":"000162975"}' \
  '{"nombre":"Ana Ficticia","tipoDocumento":"13","numDocumento":"000162975"}' > "$work/event.json"
code=$(member "$work/answer" .codigoGeneracion)
if [ "$(call "/v1/dte/$code/invalidate" "$work/event.json" "$(new_key)")" = 200 ]; then
  echo "invalidado: $(member "$work/answer" .evento.selloRecibido)"
else
  echo "sin invalidar: $(member "$work/answer" .error.message)"
fi
