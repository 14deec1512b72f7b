<?php
// Issues a support document, repeats with the same key after a timeout, and reads it. PHP 8 with the curl extension.
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
$documents = "$baseUrl/companies/$companyId/dse/documentos";

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

/** Posts until the service knows the outcome of the document: one key from beginning to end. */
function issue(string $key, array $document): int
{
    global $documents;
    $firstTimeoutS = (float) (getenv('FIRST_TIMEOUT_S') ?: 0.15);
    for ($tries = 0; ; $tries++) {
        [$status, $body, $retryAfterS] = call('POST', $documents, $tries === 0 ? $firstTimeoutS : TIMEOUT_S, $key, $document);
        printf("POST, try %d: %s\n", $tries + 1, $status ?: 'no answer in time');
        if (isset($body['documento']) && (in_array($status, [200, 201, 422], true) || ($body['pending'] ?? false))) {
            return $body['documento']['id'];
        }
        if ($status >= 400 && $status < 500 && !in_array($status, [408, 429], true)) {
            fwrite(STDERR, 'refused: ' . json_encode($body, JSON_UNESCAPED_UNICODE | JSON_PRETTY_PRINT) . "\n");
            exit(1);
        }
        // Silence, 202 without a document, 429, 500, 503: the same again, never another key.
        wait($tries, $retryAfterS);
    }
}

function readUntilFinal(int $id): array
{
    global $documents;
    for ($tries = 0; ; $tries++) {
        [$status, $body] = call('GET', "$documents/$id", TIMEOUT_S);
        if ($status === 200 && !$body['pending']) {
            return $body['documento'];
        }
        wait($tries);
    }
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
$documento = readUntilFinal(issue($key, $document));
$number = $documento['prefijo'] . $documento['consecutivo'];
echo "{$documento['estado_authority']} $number {$documento['total']} {$documento['cuds']}\n";
