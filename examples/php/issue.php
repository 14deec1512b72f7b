<?php
// Issues a support document and an invoice, repeats with the same key after a timeout, and annuls the invoice. PHP 8 with curl.
declare(strict_types=1);

const DELAYS_S = [5, 15, 30, 60];
const TIMEOUT_S = 60.0;

/** BASE_URL, COMPANY_ID and TOKEN, or the local stand. */
function readConfiguration(): array
{
    if (getenv('TOKEN') !== false) {
        return [getenv('BASE_URL'), getenv('COMPANY_ID'), getenv('TOKEN')];
    }
    $demo = json_decode(file_get_contents(__DIR__ . '/../../.demo/demo.json'), true, flags: JSON_THROW_ON_ERROR);
    $company = $demo['companies'][0];
    return [$demo['base_url'], $company['id'], $company['tokens']['all']];
}

[$baseUrl, $companyId, $token] = readConfiguration();
$company = "$baseUrl/companies/$companyId";

/** One request: [status, body, seconds of Retry-After]; status 0 when nothing came back, which proves nothing. */
function call(string $method, string $url, float $timeoutS, ?string $key = null, ?array $body = null): array
{
    global $token;
    $retryAfterS = 0;
    $headers = ["Authorization: Bearer $token", 'Accept: application/json'];
    $handle = curl_init($url);
    if ($body !== null) {
        $headers[] = 'Content-Type: application/json';
        curl_setopt($handle, CURLOPT_POSTFIELDS, json_encode($body, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE));
    }
    if ($key !== null) {
        $headers[] = "Idempotency-Key: $key";
    }
    curl_setopt_array($handle, [
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_HTTPHEADER => $headers,
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT_MS => (int) ($timeoutS * 1000),
        CURLOPT_HEADERFUNCTION => function ($_, string $line) use (&$retryAfterS): int {
            if (stripos($line, 'retry-after:') === 0) {
                $retryAfterS = (int) trim(substr($line, 12));
            }
            return strlen($line);
        },
    ]);
    $text = curl_exec($handle);
    if ($text === false) {
        return [0, [], 0];
    }
    return [curl_getinfo($handle, CURLINFO_RESPONSE_CODE), json_decode($text, true) ?? [], $retryAfterS];
}

function wait(int $tries, int $retryAfterS = 0): void
{
    $scale = (float) (getenv('WAIT_SCALE') ?: 1);
    usleep((int) (max(DELAYS_S[min($tries, count(DELAYS_S) - 1)], $retryAfterS) * $scale * 1e6));
}

/** The id of what was issued; the answer about a note names its invoice too, so the note's own comes first. */
function findId(array $body): ?int
{
    return $body['nota_id'] ?? $body['factura_id'] ?? $body['documento']['id'] ?? null;
}

/** Posts until the service knows the outcome of the document: one key from beginning to end. */
function issue(string $url, string $key, array $document): int
{
    $firstTimeoutS = (float) (getenv('FIRST_TIMEOUT_S') ?: 0.15);
    for ($tries = 0; ; $tries++) {
        [$status, $body, $retryAfterS] = call('POST', $url, $tries === 0 ? $firstTimeoutS : TIMEOUT_S, $key, $document);
        printf("POST, try %d: %s\n", $tries + 1, $status ?: 'no answer in time');
        $id = findId($body);
        if ($id !== null && (in_array($status, [200, 201, 422], true) || ($body['pending'] ?? false))) {
            return $id;
        }
        if ($status >= 400 && $status < 500 && !in_array($status, [408, 429], true)) {
            fwrite(STDERR, 'refused: ' . json_encode($body, JSON_UNESCAPED_UNICODE | JSON_PRETTY_PRINT) . "\n");
            exit(1);
        }
        // Silence, 202 without a document, 429, 500, 503: the same again, never another key.
        wait($tries, $retryAfterS);
    }
}

function readUntilFinal(string $url): array
{
    for ($tries = 0; ; $tries++) {
        [$status, $body] = call('GET', $url, TIMEOUT_S);
        $document = $body['documento'] ?? $body['doc'] ?? [];
        if ($status === 200 && in_array($document['estado_authority'] ?? '', ['aceptado', 'rechazado'], true)) {
            return $document;
        }
        wait($tries);
    }
}

function show(array $document, string $fiscalId): void
{
    $number = $document['prefijo'] . $document['consecutivo'];
    echo "{$document['estado_authority']} $number {$document['total']} $fiscalId\n";
}

// In earnest: the id of the purchase in your own system, stored before the first try.
$key = 'purchase-' . bin2hex(random_bytes(8));
$document = [
    'fecha_documento' => (new DateTimeImmutable('now', new DateTimeZone('-05:00')))->format('Y-m-d'),
    'proveedor' => [
        'tipo_documento' => '13',
        'nit' => '1098765432',
        'nombre' => 'Finca El Carmen',
        'direccion' => 'Vereda El Carmen, lote 4',
        'municipio' => 'Arbeláez',
        'codigo_municipio' => '25053',
        'departamento' => 'Cundinamarca',
        'codigo_departamento' => '25',
    ],
    'items' => [
        [
            'codigo' => '50201706',
            'descripcion' => 'Café pergamino',
            'cantidad' => 10,
            'precio_unitario' => 12000,
            'porcentaje_iva' => 19,
        ],
    ],
];
$documents = "$company/dse/documentos";
$documento = readUntilFinal("$documents/" . issue($documents, $key, $document));
show($documento, $documento['cuds']);

$sale = 'sale-' . bin2hex(random_bytes(8));
$invoiceId = issue("$company/fe/facturas", $sale, [
    'draft_key' => $sale,
    'receptor' => [
        'tipo_doc' => '13',
        'numero_doc' => '1020304050',
        'nombre' => 'Luis Rojas',
        'email' => 'luis@example.com',
        'direccion' => 'Carrera 15 # 88-21',
    ],
    'items' => [['desc' => 'Café molido', 'cant' => 2, 'unit' => 25000, 'iva' => 19]],
    'payment' => ['form' => 'contado', 'means_code' => '10', 'due_date' => ''],
    'withholdings' => [],
]);
// An invoice in process takes no note: its end comes first.
$invoice = readUntilFinal("$company/fe/docs/$invoiceId");
show($invoice, $invoice['cufe']);
// Its id alone annuls the whole invoice. The key follows from the sale's: a retry is the same note, never a second one.
$noteId = issue("$company/fe/notas-credito", "annul-$sale", ['factura_id' => $invoiceId]);
$note = readUntilFinal("$company/fe/docs/$noteId");
show($note, $note['cude']);
