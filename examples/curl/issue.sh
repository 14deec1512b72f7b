#!/bin/sh
# Issues a support document, repeats with the same key after a timeout, and reads it.
set -eu
demo="$(dirname "$0")/../../.demo/demo.json"
find_in_demo() { sed -n "s/.*\"$1\": *\"\{0,1\}\([^\",]*\)\"\{0,1\}.*/\1/p" "$demo" | head -n 1; }
BASE_URL=${BASE_URL:-$(find_in_demo base_url)}
COMPANY_ID=${COMPANY_ID:-$(find_in_demo id)}
TOKEN=${TOKEN:-$(find_in_demo all)}
documents="$BASE_URL/companies/$COMPANY_ID/dse/documentos"
answer=$(mktemp) && trap 'rm -f "$answer"' EXIT

# One request with a deadline in seconds: prints the status, 000 when nothing came back, which proves nothing.
call() {
  deadline=$1 && shift
  # The token stays out of the process list: curl reads it from its standard input.
  printf 'header = "Authorization: Bearer %s"\n' "$TOKEN" |
    curl -sS -K - -o "$answer" -w '%{http_code}' --max-time "$deadline" "$@" 2>/dev/null || true
}
find_in_answer() { sed -n "s/.*\"$1\":\"\{0,1\}\([^\",}]*\).*/\1/p" "$answer" | head -n 1; }
# Waits before the next try: 5, 15, 30, 60 s, the last one from then on.
wait_for() { case $1 in 1) s=5 ;; 2) s=15 ;; 3) s=30 ;; *) s=60 ;; esac; sleep "$(awk "BEGIN{print $s*${WAIT_SCALE:-1}}")"; }

# In earnest: the id of the purchase in your own system, stored before the first try.
key="purchase-$(date +%s)-$$"
body=$(cat <<JSON
{
  "fecha_documento": "$(TZ=COT5 date +%F)",
  "proveedor": {
    "tipo_documento": "13", "nit": "1098765432", "nombre": "Finca El Carmen", "direccion": "Vereda El Carmen, lote 4",
    "municipio": "Arbeláez", "codigo_municipio": "25053", "departamento": "Cundinamarca", "codigo_departamento": "25"
  },
  "items": [
    { "codigo": "50201706", "descripcion": "Café pergamino", "cantidad": 10, "precio_unitario": 12000, "porcentaje_iva": 19 }
  ]
}
JSON
)

tries=1
deadline=${FIRST_TIMEOUT_S:-0.15}
while :; do
  : >"$answer"
  status=$(call "$deadline" -X POST "$documents" -H "Idempotency-Key: $key" -H 'Content-Type: application/json' -d "$body")
  echo "POST, try $tries: $status"
  id=$(sed -n 's/.*"documento":{"id":\([0-9]*\).*/\1/p' "$answer")
  [ -n "$id" ] && break
  case $status in
    408 | 429 | 202) ;;
    4??) cat "$answer" && exit 1 ;;
  esac
  # Silence, 202 without a document, 429, 500, 503: the same again, never another key.
  wait_for "$tries"
  tries=$((tries + 1))
  deadline=60
done

tries=1
while :; do
  status=$(call 60 "$documents/$id")
  [ "$status" = 200 ] && [ "$(find_in_answer pending)" = false ] && break
  wait_for "$tries"
  tries=$((tries + 1))
done
echo "$(find_in_answer estado_authority) $(find_in_answer prefijo)$(find_in_answer consecutivo) $(find_in_answer total) $(find_in_answer cuds)"
