<?php
// Issues an invoice, repeats it and meets three errors; the answers are read by the classes that quicktype wrote.
declare(strict_types=1);
require __DIR__ . '/answers.php';

[, $base, $company, $token] = $argv;

function post(array $body): array
{
    global $base, $company, $token;
    $context = stream_context_create(['http' => [
        'method' => 'POST',
        'header' => "Authorization: Bearer $token\r\nContent-Type: application/json\r\nConnection: close\r\n",
        'content' => json_encode($body),
        'ignore_errors' => true,
        'timeout' => 60,
    ]]);
    $text = file_get_contents("$base/companies/$company/fe/facturas", false, $context);
    preg_match('/ (\d{3}) /', $http_response_header[0], $found);
    return [(int) $found[1], json_decode($text)];
}

function sale(string $key, string $name, float $quantity = 1): array
{
    $receiver = ['tipo_doc' => '13', 'numero_doc' => '1098765432', 'nombre' => $name];
    $item = ['desc' => 'Café', 'cant' => $quantity, 'unit' => 1000, 'iva' => 19];
    return ['draft_key' => $key, 'receptor' => $receiver, 'items' => [$item]];
}

function expect(bool $isSo, string $what): void
{
    if (!$isSo) throw new Exception("$what is not what its type says");
    echo "$what\n";
}

$key = bin2hex(random_bytes(8));
[$status, $body] = post(sale($key, 'Ana'));
$created = InvoiceCreation::from($body);
expect($status === 201 && $created->getEstado() === DocumentState::$ACEPTADO && !$created->getIdempotent(), '201');
[$status, $body] = post(sale($key, 'Ana'));
$replayed = InvoiceCreation::from($body);
expect($status === 200 && $replayed->getFacturaID() === $created->getFacturaID() && $replayed->getIdempotent(), '200');
[$status, $body] = post(sale($key, 'Luis'));
$conflict = ErrorBody::from($body);
expect($status === 409 && $conflict->getDocumento()->getID() === $created->getFacturaID(), '409');
[$status, $body] = post(sale(bin2hex(random_bytes(8)), 'Ana', -1));
expect($status === 400 && count(ErrorBody::from($body)->getDetails()) > 0, '400');
[$status, $body] = post(sale(bin2hex(random_bytes(8)), 'Ana #rechazo'));
$rejected = InvoiceRejected::from($body);
expect($status === 422 && count($rejected->getAuthority()->getRules()) > 0, '422');
