<?php
// Tests the client by the tables that all clients share (ROWS, a file of JSON), and against a stand where BASE_URL names one.
declare(strict_types=1);

use FacturaEdge\{Answer, ApiError, Body, Client, Creation, OutcomeUnknownError, Pace, Request, Transport, Webhook};

spl_autoload_register(fn (string $name) => require __DIR__ . '/../src/' . str_replace('FacturaEdge\\', '', $name) . '.php');

$count = 0;
/** @var list<string> $problems */
$problems = [];

function same(mixed $seen, mixed $expected, string $what): void
{
    global $count, $problems;
    $count++;
    if ($seen !== $expected) {
        $problems[] = "$what: " . json_encode($seen) . ', not ' . json_encode($expected);
    }
}

/** The short name of what is thrown, or `nothing`. */
function thrownBy(callable $work): string
{
    try {
        $work();
        return 'nothing';
    } catch (\Throwable $error) {
        return (new \ReflectionClass($error))->getShortName();
    }
}

/** That name, and what it says. */
function saidBy(callable $work): string
{
    try {
        $work();
        return 'nothing';
    } catch (\Throwable $error) {
        return (new \ReflectionClass($error))->getShortName() . ' ' . $error->getMessage();
    }
}

/** A client that gets these answers in turn, and then none. @param list<mixed> $answers */
function script(array $answers, array &$sent, mixed ...$options): Client
{
    $send = function (Request $request) use ($answers, &$sent): Answer {
        $answer = $answers[count($sent)] ?? 'silence';
        $sent[] = $request;
        return $answer === 'silence' ? new Answer(0, problem: 'lost') : new Answer($answer['status'], $answer['body'] ?? null, (float) ($answer['after'] ?? 0));
    };
    return new Client('', 1, '', ...[...['delaysS' => [0.005], 'patienceS' => 0.4, 'send' => $send], ...$options]);
}

$rows = json_decode(file_get_contents(getenv('ROWS')), true, 512, JSON_THROW_ON_ERROR);

foreach ($rows['configurations'] as $row) {
    if ($row['version'] === 'v2') {
        $thrown = thrownBy(fn () => new Client($row['baseUrl'], $row['companyId'], $row['token']));
        same(in_array($thrown, ['NotSentError', 'TypeError'], true), !$row['isTaken'], "configuration: {$row['what']}");
    }
}
foreach ([['timeoutS' => 0.0], ['timeoutS' => NAN], ['patienceS' => NAN], ['patienceS' => -1.0], ['patienceS' => 0.0], ['delaysS' => []], ['delaysS' => [NAN]]] as $options) {
    $make = fn () => new Client('https://api.test/api/ext/v2', 1, 'fed_1', ...$options);
    same(thrownBy($make), 'NotSentError', 'an option: ' . key($options));
}
foreach ($rows['keys'] as $row) {
    $sent = [];
    $client = script([['status' => 201, 'body' => ['documento' => ['id' => 1]]]], $sent);
    $body = isset($row['own']) ? ['draft_key' => $row['own']] : [];
    $thrown = thrownBy(fn () => $client->createSupportDocument($row['key'], $body));
    same($thrown, $row['place'] === 'nowhere' ? 'NotSentError' : 'nothing', "key: {$row['what']}");
    if ($row['place'] !== 'nowhere') {
        $header = $sent[0]->headers['Idempotency-Key'] ?? null;
        same($header, $row['place'] === 'header' ? $row['key'] : null, "header of key: {$row['what']}");
        $written = json_decode($sent[0]->body, true)['draft_key'] ?? null;
        same($written, $row['place'] === 'body' ? $row['key'] : ($row['own'] ?? null), "body of key: {$row['what']}");
    }
}
foreach ($rows['retry'] as $row) {
    $verdict = Creation::judge(new Answer($row['status'], $row['body'] ?? null, (float) ($row['after'] ?? 0)));
    $seen = [$verdict['type'], $verdict['isAccepted'] ?? false, $verdict['id'] ?? null, (int) (($verdict['waitS'] ?? 0) * 1000)];
    $expected = $row['verdict'];
    same($seen, [$expected['type'], $expected['isAccepted'] ?? false, $expected['id'] ?? null, $expected['waitMs'] ?? 0], 'answer ' . json_encode($row));
}
same(Creation::judge(new Answer(0))['type'], 'again', 'silence');
same(array_map((new Pace())->pick(...), [0, 1, 2, 3, 4, 9]), [5.0, 15.0, 30.0, 60.0, 60.0, 60.0], 'waits');
foreach ($rows['endings'] as $row) {
    $sent = [];
    $client = script($row['answers'], $sent);
    try {
        $ending = $client->createInvoice(['draft_key' => 'v-1'])->type;
    } catch (ApiError) {
        $ending = 'refused';
    } catch (OutcomeUnknownError $error) {
        $ending = $error->key === 'v-1' ? 'unknown' : 'another key';
    }
    same($ending, $row['ending'], 'ending of ' . json_encode($row['answers']));
    $posts = array_filter($sent, fn ($one) => $one->method === 'POST');
    same(count(array_unique(array_map(fn ($one) => $one->body, $posts))), 1, 'one body from beginning to end');
}
foreach ($rows['files'] as $row) {
    $asked = null;
    $send = function (Request $request) use (&$asked): Answer {
        $asked = [$request->path, $request->query];
        return new Answer(200, content: '%PDF-', headers: ['etag' => '"one"']);
    };
    (new Client('', 1, '', send: $send))->getInvoiceFile(7, $row['name']);
    same($asked, [$row['path'], $row['query']], "file: {$row['name']}");
}
foreach ($rows['ids'] as $row) {
    foreach (['getInvoice', 'getSupportDocument', 'getTicket', 'endInvoiceLinks'] as $call) {
        $sent = [];
        $client = script([['status' => 200, 'body' => []]], $sent);
        $thrown = thrownBy(fn () => $client->$call($row['id']));
        same(in_array($thrown, ['NotSentError', 'TypeError'], true), !$row['isTaken'], "$call by the id of {$row['what']}: $thrown");
        same(count($sent), $row['isTaken'] ? 1 : 0, "what was sent by the id of {$row['what']}");
    }
}
foreach ($rows['causes'] as $row) {
    $client = new Client($row['baseUrl'], 1, 'fed_1', timeoutS: $row['timeoutS'], patienceS: $row['patienceS'], delaysS: [60]);
    $began = hrtime(true);
    $said = saidBy(fn () => $client->createInvoice(['draft_key' => 'v-1']));
    same(preg_match("/^OutcomeUnknownError .*key v-1 \\(.*(?:{$row['says']}).*\\): repeat with/", $said), 1, "cause of {$row['what']}: $said");
    $said = saidBy(fn () => $client->getInvoice(7));
    same(preg_match("/^(?:NoAnswerError|ApiError) .*(?:{$row['says']})/", $said), 1, "cause of a reading, {$row['what']}: $said");
    same((hrtime(true) - $began) / 1e9 < 50, true, "the time of {$row['what']}");
}
foreach ($rows['languages'] as $row) {
    $chosen = $row['language'] === null ? [] : ['language' => $row['language']];
    $said = saidBy(fn () => (new Client($row['baseUrl'], 1, 'fed_1', ...$chosen))->getInvoice(7));
    same($said, $row['says'] === null ? 'NotSentError nothing was sent: language is fr, neither es nor en' : "ApiError {$row['says']}", "language: {$row['language']}");
}
foreach ($rows['retries'] as $row) {
    $sent = $heard = [];
    $hear = function (int $attempt, float $waitS, string $cause) use (&$heard) { $heard[] = [$attempt, $waitS, $cause]; };
    thrownBy(fn () => script($row['answers'], $sent, delaysS: [0.005, 0.01], onRetry: $hear)->createInvoice(['draft_key' => 'v-1']));
    $expected = array_map(fn ($one) => [$one['attempt'], $one['waitSeconds'], $one['cause'] ?? 'lost'], $row['heard']);
    same($heard, $expected, "retries: {$row['what']}");
}
foreach ($rows['waits'] as $row) {
    $sent = $at = [];
    $send = function (Request $request) use ($row, &$sent, &$at): Answer {
        $answer = $row['answers'][count($sent)];
        $sent[] = $request;
        $at[] = hrtime(true) / 1e9;
        return new Answer($answer['status'], $answer['body'], (float) ($answer['after'] ?? 0));
    };
    $ending = script([], $sent, send: $send, patienceS: 20)->createInvoice(['draft_key' => 'v-1'])->type;
    same([$ending, count($sent)], [$row['ending'], count($row['gaps']) + 1], "wait: {$row['what']}");
    foreach ($row['gaps'] as $index => $gap) {
        same($at[$index + 1] - $at[$index] >= $gap * 0.95, true, "a wait of $gap s: {$row['what']}");
    }
}
foreach ($rows['afters'] as $row) {
    $heard = -1;
    $hear = function (int $attempt, float $waitS) use (&$heard) { $heard = $waitS; throw new DomainException(); };
    $client = new Client($row['baseUrl'], 1, 'fed_1', delaysS: [0], onRetry: $hear);
    same(thrownBy(fn () => $client->getInvoice(7)), 'DomainException', "Retry-After of {$row['what']}");
    same($heard >= $row['leastS'] && $heard <= $row['mostS'], true, "Retry-After of {$row['what']}: $heard");
}
foreach ($rows['refusals'] as $row) {
    $sent = [];
    try {
        $refused = script([$row], $sent)->createInvoice(['draft_key' => 'v-1'])->type;
    } catch (ApiError $error) {
        $refused = [$error->getMessage(), $error->requestId];
    }
    same($refused, [$row['says'], $row['body']['request_id'] ?? null], 'what a refusal says');
}
$sent = [];
$tagged = function (Request $request) use (&$sent): Answer {
    $sent[] = $request->headers;
    return new Answer(count($sent) === 1 ? 200 : 304, ['avisos' => []], headers: ['etag' => '"one"']);
};
$company = new Client('', 1, '', send: $tagged);
same([$company->getCompany()->etag, $company->getCompany('"one"')], ['"one"', null], 'a company, and then the same');
same($sent, [[], ['If-None-Match' => '"one"']], 'the tag of a company');
foreach ($rows['bodies'] as $row) {
    $value = eval("return {$row['php']};");
    if (isset($row['written'])) {
        same(Body::write($value), $row['written'], "body: {$row['what']}");
    } else {
        same(thrownBy(fn () => Body::write(['items' => [$value]])), 'NotSentError', "body: {$row['what']}");
    }
}
$vector = ['webhook-id' => 'msg_p5jXN8AQM9LWM0D4loKWxJek', 'webhook-timestamp' => '1614265330', 'webhook-signature' => 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='];
$check = fn (string $body, int $now, array $headers = []) => fn () => Webhook::verify([...$vector, ...$headers], $body, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', $now);
same(thrownBy($check('{"test": 2432232314}', 1_614_265_330)), 'nothing', 'the public vector of webhooks');
same(thrownBy($check('{"test": 2432232315}', 1_614_265_330)), 'WebhookError', 'an altered webhook');
same(thrownBy($check('{"test": 2432232314}', 1_614_265_631)), 'WebhookError', 'an old webhook');
same(thrownBy($check('{"test": 2432232314}', 1_614_265_330, ['webhook-id' => ''])), 'WebhookError', 'a webhook without id');
$sent = [];
$heard = [];
$reader = script([], $sent, onRetry: function (int $attempt) use (&$heard) { $heard[] = $attempt; });
same(thrownBy(fn () => $reader->listPaymentMethods()), 'NoAnswerError', 'a reading without an answer');
same([count($sent), $heard], [4, [1, 2, 3]], 'tries of a reading');

if (getenv('BASE_URL') !== false) {
    $options = [getenv('BASE_URL'), (int) getenv('COMPANY_ID'), getenv('TOKEN')];
    $client = new Client(...$options, delaysS: [0.05, 0.1], patienceS: 20);
    // A buyer of its own: other programmes sell to others of the same company meanwhile.
    $buyer = (string) random_int(100_000_000, 999_999_999);
    $sale = fn (string $tag = '') => [
        'draft_key' => 'php-' . bin2hex(random_bytes(8)),
        'receptor' => ['tipo_doc' => '13', 'numero_doc' => $buyer, 'nombre' => trim("María Gómez $tag"), 'email' => 'm@example.com'],
        'items' => [['desc' => 'Servicio', 'cant' => 1, 'unit' => '100000.00', 'iva' => 19]],
    ];
    $body = $sale();
    $first = $client->createInvoice($body);
    same([$first->type, $first->isReplay, $first->body['total'] ?? null], ['accepted', false, '119000.00'], 'a sale');
    $again = $client->createInvoice($body);
    same([$again->id, $again->isReplay], [$first->id, true], 'the same sale again');
    same(thrownBy(fn () => $client->createInvoice([...$body, 'items' => []])), 'ApiError', 'a sale without items');
    same($client->createInvoice($sale('#rechazo'))->type, 'rejected', 'a rejected sale');
    same($client->createInvoice($sale('#silencio'))->type, 'accepted', 'a sale whose answer is lost');
    $seen = null;
    $open = $client->createInvoice($sale('#perdido'), 10, function (int $id) use (&$seen) { $seen = $id; });
    same([$open->type, $open->id], ['pending', $seen], 'a sale that is not decided');
    $transport = new Transport(...[...$options, 60.0]);
    $keys = [];
    $lossy = function (Request $request) use ($transport, &$keys): Answer {
        $answer = $transport($request);
        $keys[] = $request->headers['Idempotency-Key'] ?? '';
        return count($keys) < 3 ? new Answer(0, problem: 'lost') : $answer;
    };
    $note = (new Client('', 1, '', delaysS: [0.05], patienceS: 20, send: $lossy))->createCreditNote('anular-ñ-' . $first->id, ['factura_id' => $first->id]);
    same([$note->type, $note->isReplay, count($keys)], ['accepted', true, 3], 'a note whose answers are lost');
    same($client->getInvoice($first->id)['doc']['saldo_acreditable'] ?? '0.00', '0.00', 'what is left of an annulled sale');
    same($client->dryRun('/fe/facturas', $sale())['documento']['total'], '119000.00', 'a rehearsal');
    $listed = $client->listInvoices(['factura_id' => $first->id])->current();
    same($listed['id'] ?? null, $note->id, 'the notes of a sale');
    $file = $client->getInvoiceFile($first->id, 'carta.pdf');
    same(substr($file->content, 0, 5), '%PDF-', 'its PDF');
    same($client->getInvoiceFile($first->id, 'carta.pdf', $file->etag), null, 'its PDF, which is known');
    same(strlen($client->getInvoiceFile($first->id, 'tirilla-80.escpos?tabla=cp858')->content) > 0, true, 'its bytes for a printer');
    same($client->getAcquirer('13', '1399995')['identification_number'], '1399995', 'a buyer');
    same(count($client->listPaymentMethods()) > 0, true, 'payment methods');
    same($client->listThirdParties('maria')->valid(), true, 'third parties');
    same(is_array($client->getCompany()->body['avisos']), true, 'the company');
    $cursor = null;
    $ids = array_map(fn ($one) => $one['id'], iterator_to_array($client->followChanges(null, function ($at) use (&$cursor) { $cursor = $at; }), false));
    same(count($ids) === count(array_unique($ids)) && count($ids) > 5, true, 'changes');
    same(is_string($cursor), true, 'the cursor of changes');
    $today = (new DateTimeImmutable('now', new DateTimeZone('-05:00')))->format('Y-m-d');
    same(isset($client->closeInvoices($today, $today)['total']), true, 'the closing of a day');
    same(thrownBy(fn () => $client->getSupportDocument(999_999_999)), 'ApiError', 'a document that is not there');
    $mailing = new Client(getenv('BASE_URL'), (int) getenv('MAILING_COMPANY_ID'), getenv('MAILING_TOKEN'), delaysS: [0.05], patienceS: 20);
    $handed = $mailing->createInvoice([...$sale(), 'envio' => ['enviar' => false]]);
    $link = $mailing->giveInvoiceLink($handed->id, ['dias' => 30])['enlace'];
    same(str_contains((string) file_get_contents($link), '<html'), true, 'a link');
    same($mailing->endInvoiceLinks($handed->id)['enlace'], null, 'the end of links');
    same(@file_get_contents($link), false, 'a link that is ended');
    $to = ['correo' => 'contabilidad@cliente.example.com'];
    $mail = $mailing->sendInvoiceMail($handed->id, 'envio-1', $to);
    same([$mail['tipo'], $mail['correo']], ['manual', 'c***@cliente.example.com'], 'an e-mail');
    same($mailing->sendInvoiceMail($handed->id, 'envio-1', $to)['id'], $mail['id'], 'the same e-mail again');
    same(thrownBy(fn () => $mailing->sendInvoiceMail($handed->id, 'envio-ñ', $to)), 'NotSentError', 'an e-mail whose key no header holds');
    foreach (range(2, 5) as $number) {
        $mailing->sendInvoiceMail($handed->id, "envio-$number", $to);
    }
    same(thrownBy(fn () => $mailing->sendInvoiceMail($handed->id, 'envio-6', $to)), 'ApiError', 'one e-mail too many, which is not waited for');
    $own = array_column($mailing->listInvoiceMail($handed->id), 'id');
    same([count($own), end($own)], [5, $mail['id']], 'the e-mails of a sale');
    $all = array_column(iterator_to_array($mailing->listMail(), false), 'id');
    same(array_diff($own, $all), [], 'the e-mails of a company');
    // It takes the connection, and never answers.
    $silent = stream_socket_server('tcp://127.0.0.1:0');
    $port = explode(':', stream_socket_get_name($silent, false))[1];
    $hasty = new Client("http://127.0.0.1:$port/api/ext/v2", 1, 'fed_1', patienceS: 0.3);
    same(thrownBy(fn () => $hasty->createInvoice($sale())), 'OutcomeUnknownError', 'a service that never answers');
}

foreach ($problems as $problem) {
    fwrite(STDERR, "$problem\n");
}
echo "$count checks, " . count($problems) . " problems\n";
exit($problems === [] ? 0 : 1);
