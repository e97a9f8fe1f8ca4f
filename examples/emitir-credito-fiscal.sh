#!/bin/sh
# Issues a fiscal credit with curl.
#
#   sh examples/emitir-credito-fiscal.sh demo.json
set -eu

demo=${1:-demo.json}
here=$(dirname "$0")

# Reads a member of the demonstration's line: member '.baseUrl'
member() {
  node -p "JSON.parse(fs.readFileSync(process.argv[1]))$1" "$demo"
}

base=$(member .baseUrl)
api_key=$(member .companies[0].keys[0].apiKey)
sign_key=$(member .companies[0].keys[0].signKey)

# The keys go in a header file, and not where the process list would show them.
headers=$(mktemp)
answer=$(mktemp)
trap 'rm -f "$headers" "$answer"' EXIT
printf 'X-Service-Key: %s\nX-Service-Sign-Key: %s\n' "$api_key" "$sign_key" > "$headers"

status=$(curl -sS "$base/v1/dte" \
  -H 'Content-Type: application/json' \
  -H "@$headers" \
  -H "Idempotency-Key: $(node -p 'crypto.randomUUID()')" \
  --data-binary "@$here/credito-fiscal.json" \
  --max-time 60 -o "$answer" -w '%{http_code}')

echo "HTTP $status"
# What is long (the files, the printed copy) stays off the screen.
node -p 'JSON.stringify(JSON.parse(fs.readFileSync(process.argv[1])), (k, v) => v?.length > 200 ? "…" : v, 2)' "$answer"
test "$status" = 200
