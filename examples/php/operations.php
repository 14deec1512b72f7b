<?php
// Calls every operation once, as a day has them: the reference shows each call, and the tests run them all.
declare(strict_types=1);

use FacturaEdge\Client;

spl_autoload_register(fn (string $name) => require __DIR__ . '/../../client-php/src/' . substr($name, 12) . '.php');

// #region createClient
$client = new Client(getenv('BASE_URL') ?: '', (int) getenv('COMPANY_ID'), getenv('TOKEN') ?: '');
// #endregion
$today = (new DateTimeImmutable('now', new DateTimeZone('-05:00')))->format('Y-m-d');

// #region createInvoice
$sale = $client->createInvoice([
    'draft_key' => 'venta-php-1',
    'receptor' => ['tipo_doc' => '13', 'numero_doc' => '1020304050', 'nombre' => 'Luis Rojas', 'email' => 'luis@example.com'],
    'items' => [['desc' => 'Café molido', 'cant' => 2, 'unit' => 25000, 'iva' => 19]],
    'payment' => ['form' => 'contado', 'means_code' => '10'],
]);
if ($sale->type === 'accepted') {
    echo $sale->body['cufe'], ' ', $sale->body['total'], "\n";
}
// #endregion

// #region getInvoice
$doc = $client->getInvoice($sale->id)['doc'];
echo $doc['estado_authority'], ' ', $doc['total'], "\n";
// #endregion

// #region getInvoiceFile
$pdf = $client->getInvoiceFile($sale->id, 'carta.pdf');
echo $pdf->name, ' ', strlen($pdf->content), "\n";
// #endregion

// #region createDebitNote
$charge = $client->createDebitNote('cargo-php-1', [
    'factura_id' => $sale->id,
    'concepto' => '3',
    'items' => [['desc' => 'Domicilio', 'cant' => 1, 'unit' => 8000, 'iva' => 19]],
]);
echo $charge->type, ' ', $charge->body['cude'] ?? '', "\n";
// #endregion

// #region createCreditNote
$annulled = $client->createCreditNote('anular-php-1', ['factura_id' => $sale->id]);
echo $annulled->type, ' ', $annulled->body['cude'] ?? '', "\n";
// #endregion

// #region createSupportDocument
$purchase = $client->createSupportDocument("compra-php-$today", [
    'fecha_documento' => $today,
    'proveedor' => [
        'tipo_documento' => '13',
        'nit' => '1098765432',
        'nombre' => 'Finca El Carmen',
        'direccion' => 'Vereda El Carmen',
        'municipio' => 'Arbeláez',
        'codigo_municipio' => '25053',
    ],
    'items' => [['codigo' => '50201706', 'descripcion' => 'Café pergamino', 'cantidad' => 10, 'precio_unitario' => 12000]],
]);
echo $purchase->type, ' ', $purchase->body['documento']['cuds'] ?? '', "\n";
// #endregion

// #region getSupportDocument
$documento = $client->getSupportDocument($purchase->id)['documento'];
echo $documento['estado_authority'], ' ', $documento['total'], "\n";
// #endregion

// #region getSupportDocumentFile
$signed = $client->getSupportDocumentFile($purchase->id, 'xml');
echo $signed->name, ' ', strlen($signed->content), "\n";
// #endregion

// #region createAdjustmentNote
$adjusted = $client->createAdjustmentNote("ajuste-php-$today", ['documento_id' => $purchase->id]);
echo $adjusted->type, ' ', $adjusted->body['documento']['cuds'] ?? '', "\n";
// #endregion

// #region createTicket
$ticket = $client->createTicket('tiquete-php-1', [
    'items' => [['desc' => 'Café molido', 'cant' => 2, 'unit' => 25000, 'iva' => 19]],
    'payment' => ['form' => 'contado', 'means_code' => '10'],
    'caja' => ['placa' => 'CAJA-01', 'cajero' => 'Pedro Ruiz'],
]);
echo $ticket->type, ' ', $ticket->body['documento']['cude'] ?? '', "\n";
// #endregion

// #region getTicket
$sold = $client->getTicket($ticket->id)['documento'];
echo $sold['estado_authority'], ' ', $sold['total'], "\n";
// #endregion

// #region getTicketFile
$strip = $client->getTicketFile($ticket->id, 'tirilla-80.pdf');
echo $strip->name, ' ', strlen($strip->content), "\n";
// #endregion

// #region createTicketDebitNote
$surcharge = $client->createTicketDebitNote('cargo-tiquete-php-1', [
    'documento_id' => $ticket->id,
    'concepto' => '3',
    'items' => [['desc' => 'Domicilio', 'cant' => 1, 'unit' => 8000, 'iva' => 19]],
]);
echo $surcharge->type, ' ', $surcharge->body['documento']['cude'] ?? '', "\n";
// #endregion

// #region createTicketCreditNote
$returned = $client->createTicketCreditNote('anular-tiquete-php-1', ['documento_id' => $ticket->id]);
echo $returned->type, ' ', $returned->body['documento']['cude'] ?? '', "\n";
// #endregion

// #region listTickets
foreach ($client->listTickets(['desde' => $today, 'caja' => 'CAJA-01']) as $row) {
    echo $row['prefijo'], $row['consecutivo'], ' ', $row['total'], "\n";
}
// #endregion

// #region closeTickets
$shift = $client->closeTickets($today, $today, 'caja');
echo $shift['total']['neto'], "\n";
// #endregion

// #region listInvoices
foreach ($client->listInvoices(['desde' => $today, 'estado' => 'aprobado']) as $row) {
    echo $row['prefijo'], $row['consecutivo'], ' ', $row['total'], "\n";
}
// #endregion

// #region listSupportDocuments
foreach ($client->listSupportDocuments(['desde' => $today]) as $row) {
    echo $row['prefijo'], $row['consecutivo'], ' ', $row['total'], "\n";
}
// #endregion

// #region closeInvoices
$closing = $client->closeInvoices($today, $today);
foreach ($closing['total']['medios'] as $means) {
    echo $means['nombre'], ' ', $means['valor'], "\n";
}
// #endregion

// #region closeSupportDocuments
$bought = $client->closeSupportDocuments($today, $today);
echo $bought['total']['neto'], "\n";
// #endregion

// #region listThirdParties
foreach ($client->listThirdParties('rojas') as $party) {
    echo $party['nombre'], "\n";
}
// #endregion

// #region listPaymentMethods
foreach ($client->listPaymentMethods() as $method) {
    print_r($method);
}
// #endregion

// #region listBranches
foreach ($client->listBranches() as $branch) {
    print_r($branch);
}
// #endregion

// #region getAcquirer
$acquirer = $client->getAcquirer('13', '1399995');
echo $acquirer['name'], ' ', $acquirer['email'], "\n";
// #endregion

// #region createLink
$link = $client->giveInvoiceLink($sale->id, ['dias' => 90]);
echo $link['enlace'], ' ', $link['vence'], "\n";
// #endregion

// #region deleteLinks
$client->endInvoiceLinks($sale->id);
// #endregion

// #region orderInvoiceMail
$mail = $client->sendInvoiceMail($sale->id, 'envio-php-1', ['correo' => 'contabilidad@example.com', 'mensaje' => 'Gracias por su compra.']);
echo $mail['id'], ' ', $mail['estado'], "\n";
// #endregion

// #region listInvoiceMail
foreach ($client->listInvoiceMail($sale->id) as $mail) {
    echo $mail['estado'], ' ', $mail['motivo']['texto'] ?? '', "\n";
}
// #endregion

// #region createTicketLink
$link = $client->giveTicketLink($ticket->id, ['dias' => 90]);
echo $link['enlace'], ' ', $link['vence'], "\n";
// #endregion

// #region deleteTicketLinks
$client->endTicketLinks($ticket->id);
// #endregion

// #region orderTicketMail
$mail = $client->sendTicketMail($ticket->id, 'envio-tiquete-php-1', ['correo' => 'contabilidad@example.com', 'mensaje' => 'Gracias por su compra.']);
echo $mail['id'], ' ', $mail['estado'], "\n";
// #endregion

// #region listTicketMail
foreach ($client->listTicketMail($ticket->id) as $mail) {
    echo $mail['estado'], ' ', $mail['motivo']['texto'] ?? '', "\n";
}
// #endregion

// #region listMail
foreach ($client->listMail(['desde' => $today]) as $mail) {
    echo $mail['documento_id'], ' ', $mail['estado'], "\n";
}
// #endregion

// #region listChanges
$page = $client->readChanges(limit: 100);
foreach ($page['cambios'] as $change) {
    echo $change['tipo'], ' ', $change['documento']['id'], "\n";
}
echo $page['cursor'], "\n"; // keep it: the next `after`
// #endregion

// #region getCompany
foreach ($client->getCompany()->body['avisos'] as $warning) {
    echo $warning['mensaje'], "\n";
}
// #endregion

// #region listWebhooks
$webhooks = $client->listWebhooks();
echo count($webhooks), "\n";
// #endregion

// #region listWebhookDeliveries
foreach ($webhooks as $webhook) {
    foreach ($client->listWebhookDeliveries($webhook['id']) as $delivery) {
        print_r($delivery);
    }
}
// #endregion
