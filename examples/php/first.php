<?php
declare(strict_types=1);

spl_autoload_register(fn (string $name) => require __DIR__ . '/../../client-php/src/' . substr($name, 12) . '.php');

try {
    $client = new FacturaEdge\Client(getenv('BASE_URL') ?: '', (int) getenv('COMPANY_ID'), getenv('TOKEN') ?: '', patienceS: 30);
    $sale = $client->createInvoice([
        'draft_key' => 'venta-4713', // your sale's id: a retry never sells twice
        'receptor' => ['tipo_doc' => '13', 'numero_doc' => '1020304050', 'nombre' => 'Luis Rojas', 'email' => 'luis@example.com'],
        'items' => [['desc' => 'Café molido', 'cant' => 2, 'unit' => 25000, 'iva' => 19]],
        'payment' => ['form' => 'contado', 'means_code' => '10'], // cash
    ]);
    echo match ($sale->type) {
        'accepted' => "{$sale->body['prefijo']} {$sale->body['consecutivo']} {$sale->body['cufe']}\n",
        'rejected' => "{$sale->body['error']}\n",
        'pending' => "no verdict yet: read it later, $sale->id\n",
    };
} catch (FacturaEdge\ApiError | FacturaEdge\NoAnswerError | FacturaEdge\NotSentError $error) {
    fwrite(STDERR, $error->getMessage() . "\n");
    exit(1);
}
