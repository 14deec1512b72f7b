<?php

declare(strict_types=1);

namespace FacturaEdge;

/**
 * A client of one company, of version 2 of the API: creations that never issue twice, reads that retry, lists that iterate.
 * Bodies and answers are arrays with the names of the reference; amounts may be text, which keeps every digit.
 */
final class Client
{
    private const READ_TRIES = 4;
    private const PAGE_SIZE = 100;
    /** @var callable(Request): Answer */
    private $send;
    private readonly Pace $pace;

    /**
     * @param string $baseUrl ends in `/api/ext/v2`
     * @param string $token a server-side secret
     * @param float $timeoutS of a request; the service answers a creation within 25 s
     * @param list<int|float> $delaysS waits between tries, the last one from then on
     * @param float $patienceS the longest time of any call, all its tries included; a creation is then handed back as pending
     * @param string $language of the service's sentences: `es` or `en`
     * @param (callable(int, float, string): mixed)|null $onRetry called before each wait for the same request again: attempt, seconds, cause
     * @param (callable(Request): Answer)|null $send instead of curl
     * @throws NotSentError when an option cannot be right.
     */
    public function __construct(
        string $baseUrl,
        int $companyId,
        #[\SensitiveParameter] string $token,
        float $timeoutS = 60,
        array $delaysS = [5, 15, 30, 60],
        float $patienceS = 600,
        string $language = 'es',
        ?callable $onRetry = null,
        ?callable $send = null,
    ) {
        $this->pace = new Pace($delaysS, $patienceS, $onRetry);
        $this->send = $send ?? new Transport($baseUrl, $companyId, $token, $timeoutS, $language);
    }

    /**
     * Issues an invoice and waits for its final state; safe to repeat with the same `draft_key` and body.
     * @param array<string, mixed> $body
     */
    public function createInvoice(array $body, ?float $patienceS = null, ?callable $onPending = null): Outcome
    {
        $key = $body['draft_key'] ?? null;
        return $this->create('/fe/facturas', is_string($key) ? $key : '', $body, self::invoice(...), $patienceS, $onPending);
    }

    /**
     * Issues a credit note on an invoice.
     * @param string $key stable id of the operation in your system, at most 120 characters
     * @param array<string, mixed> $body `['factura_id' => 812]` annuls the whole invoice
     */
    public function createCreditNote(string $key, array $body, ?float $patienceS = null, ?callable $onPending = null): Outcome
    {
        return $this->create('/fe/notas-credito', $key, $body, self::invoice(...), $patienceS, $onPending);
    }

    /** @param array<string, mixed> $body */
    public function createDebitNote(string $key, array $body, ?float $patienceS = null, ?callable $onPending = null): Outcome
    {
        return $this->create('/fe/notas-debito', $key, $body, self::invoice(...), $patienceS, $onPending);
    }

    /** @param array<string, mixed> $body */
    public function createSupportDocument(string $key, array $body, ?float $patienceS = null, ?callable $onPending = null): Outcome
    {
        return $this->create('/dse/documentos', $key, $body, self::supportDocument(...), $patienceS, $onPending);
    }

    /** @param array<string, mixed> $body */
    public function createAdjustmentNote(string $key, array $body, ?float $patienceS = null, ?callable $onPending = null): Outcome
    {
        return $this->create('/dse/notas-ajuste', $key, $body, self::supportDocument(...), $patienceS, $onPending);
    }

    /**
     * Sells with a ticket.
     * @param array<string, mixed> $body
     */
    public function createTicket(string $key, array $body, ?float $patienceS = null, ?callable $onPending = null): Outcome
    {
        return $this->create('/dee/documentos', $key, $body, self::ticket(...), $patienceS, $onPending);
    }

    /** @param array<string, mixed> $body `['documento_id' => 812]` annuls the whole ticket */
    public function createTicketCreditNote(string $key, array $body, ?float $patienceS = null, ?callable $onPending = null): Outcome
    {
        return $this->create('/dee/notas-credito', $key, $body, self::ticket(...), $patienceS, $onPending);
    }

    /** @param array<string, mixed> $body */
    public function createTicketDebitNote(string $key, array $body, ?float $patienceS = null, ?callable $onPending = null): Outcome
    {
        return $this->create('/dee/notas-debito', $key, $body, self::ticket(...), $patienceS, $onPending);
    }

    /**
     * Everything up to numbering; nothing is kept.
     * @param string $path of the creation: `/fe/facturas`, `/fe/notas-credito`, `/dse/documentos`, …
     * @param array<string, mixed> $body
     * @return array<string, mixed>
     */
    public function dryRun(string $path, array $body): array
    {
        return $this->read(new Request('POST', $path, ['dry_run' => true], body: Body::write((object) $body)));
    }

    /** @return array<string, mixed> an invoice, or a note on one, whole: `doc`, and beside it what is printed */
    public function getInvoice(int $id): array
    {
        return $this->read(new Request('GET', self::invoice($id)));
    }

    /** @return array<string, mixed> a support document, or an adjustment note */
    public function getSupportDocument(int $id): array
    {
        return $this->read(new Request('GET', self::supportDocument($id)));
    }

    /** @return array<string, mixed> a ticket, or a note on one */
    public function getTicket(int $id): array
    {
        return $this->read(new Request('GET', self::ticket($id)));
    }

    /**
     * A file of an invoice or of its note; null when it is still the one whose etag is `known`.
     * @param string $name xml, respuesta, contenedor, carta.pdf, tirilla-80.pdf, tirilla-58.pdf, qr.svg, qr.png, tirilla-80.escpos or tirilla-58.escpos (the code page behind it: `?tabla=cp858`)
     */
    public function getInvoiceFile(int $id, string $name, ?string $known = null): ?File
    {
        return $this->readFile(self::invoice($id), $name, $known);
    }

    /** A file of a support document or of an adjustment note; they have no `contenedor`. */
    public function getSupportDocumentFile(int $id, string $name, ?string $known = null): ?File
    {
        return $this->readFile(self::supportDocument($id), $name, $known);
    }

    /** A file of a ticket or of its note. */
    public function getTicketFile(int $id, string $name, ?string $known = null): ?File
    {
        return $this->readFile(self::ticket($id), $name, $known);
    }

    /**
     * Invoices and their notes, page after page as they are asked for.
     * @param array<string, string|int|null> $filter tipo, estado, q, desde, hasta, orden, establecimiento, caja, factura_id
     * @return \Generator<array<string, mixed>>
     */
    public function listInvoices(array $filter = []): \Generator
    {
        return $this->walk('/fe/docs', $filter);
    }

    /**
     * Support documents and adjustment notes.
     * @param array<string, string|int|null> $filter
     * @return \Generator<array<string, mixed>>
     */
    public function listSupportDocuments(array $filter = []): \Generator
    {
        return $this->walk('/dse/documentos', $filter);
    }

    /**
     * Tickets and their notes; `caja` is the plate of the till.
     * @param array<string, string|int|null> $filter
     * @return \Generator<array<string, mixed>>
     */
    public function listTickets(array $filter = []): \Generator
    {
        return $this->walk('/dee/documentos', $filter);
    }

    /** @return array<string, mixed> what was invoiced on some days (at most 31, inclusive), notes counted against */
    public function closeInvoices(string $desde, string $hasta, ?string $agrupar = null): array
    {
        return $this->read(new Request('GET', '/fe/resumen', compact('desde', 'hasta', 'agrupar')));
    }

    /** @return array<string, mixed> */
    public function closeSupportDocuments(string $desde, string $hasta, ?string $agrupar = null): array
    {
        return $this->read(new Request('GET', '/dse/resumen', compact('desde', 'hasta', 'agrupar')));
    }

    /** @return array<string, mixed> */
    public function closeTickets(string $desde, string $hasta, ?string $agrupar = null): array
    {
        return $this->read(new Request('GET', '/dee/resumen', compact('desde', 'hasta', 'agrupar')));
    }

    /**
     * The link that opens an invoice for its buyer, without a token.
     * @param array<string, mixed> $body `dias`; `renovar` ends all earlier ones
     * @return array<string, mixed> `enlace`, `vence`
     */
    public function giveInvoiceLink(int $id, array $body = []): array
    {
        return $this->read(new Request('POST', self::invoice($id) . '/enlace', body: Body::write((object) $body)));
    }

    /** @return array<string, mixed> ends all links of an invoice, until another is asked for */
    public function endInvoiceLinks(int $id): array
    {
        return $this->read(new Request('DELETE', self::invoice($id) . '/enlace'));
    }

    /**
     * Sends an accepted invoice by e-mail once more; with the same key and body it is sent once.
     * @param string $key stable id of the sending in your system: ASCII, at most 120 characters
     * @param array<string, mixed> $body `correo`, `mensaje`
     * @return array<string, mixed>
     * @throws ApiError such as `mail_disabled`; `envio_limit` is not waited for
     */
    public function sendInvoiceMail(int $id, string $key, array $body): array
    {
        return $this->orderMail(self::invoice($id), $key, $body);
    }

    /** @return list<array<string, mixed>> the e-mails of an invoice, the newest first */
    public function listInvoiceMail(int $id): array
    {
        return $this->read(new Request('GET', self::invoice($id) . '/envios'))['envios'];
    }

    /**
     * The link that opens a ticket for its buyer, without a token.
     * @param array<string, mixed> $body `dias`; `renovar` ends all earlier ones
     * @return array<string, mixed> `enlace`, `vence`
     */
    public function giveTicketLink(int $id, array $body = []): array
    {
        return $this->read(new Request('POST', self::ticket($id) . '/enlace', body: Body::write((object) $body)));
    }

    /** @return array<string, mixed> ends all links of a ticket, until another is asked for */
    public function endTicketLinks(int $id): array
    {
        return $this->read(new Request('DELETE', self::ticket($id) . '/enlace'));
    }

    /**
     * Sends an accepted ticket by e-mail once more; with the same key and body it is sent once.
     * @param string $key stable id of the sending in your system: ASCII, at most 120 characters
     * @param array<string, mixed> $body `correo`, `mensaje`
     * @return array<string, mixed>
     * @throws ApiError such as `mail_disabled`; `envio_limit` is not waited for
     */
    public function sendTicketMail(int $id, string $key, array $body): array
    {
        return $this->orderMail(self::ticket($id), $key, $body);
    }

    /** @return list<array<string, mixed>> the e-mails of a ticket, the newest first */
    public function listTicketMail(int $id): array
    {
        return $this->read(new Request('GET', self::ticket($id) . '/envios'))['envios'];
    }

    /**
     * The e-mails of all documents, the newest first.
     * @param array<string, string|null> $filter estado, desde, hasta
     * @return \Generator<array<string, mixed>>
     */
    public function listMail(array $filter = []): \Generator
    {
        $after = null;
        do {
            $page = $this->read(new Request('GET', '/envios', [...$filter, 'after' => $after]));
            yield from $page['envios'];
            $after = $page['cursor'];
        } while ($after !== null);
    }

    /** @return list<array<string, mixed>> */
    public function listPaymentMethods(): array
    {
        return $this->read(new Request('GET', '/fe/payment-methods'))['payment_methods'];
    }

    /** @return \Generator<array<string, mixed>> */
    public function listThirdParties(?string $q = null): \Generator
    {
        for ($page = 1; ; $page++) {
            $answer = $this->read(new Request('GET', '/fe/terceros', ['q' => $q, 'page' => $page, 'per_page' => self::PAGE_SIZE]));
            yield from $answer['terceros'];
            if ($page >= ($answer['pages'] ?? 1)) {
                return;
            }
        }
    }

    /** @return list<array<string, mixed>> */
    public function listBranches(): array
    {
        return $this->read(new Request('GET', '/establecimientos'))['establecimientos'];
    }

    /** @return array<string, mixed> name and e-mail that the authority has of a buyer */
    public function getAcquirer(string $type, string $number, bool $isForced = false): array
    {
        $body = ['identification_type' => $type, 'identification_number' => $number, 'force_refresh' => $isForced];
        return $this->read(new Request('POST', '/authority/get-acquirer', body: Body::write($body)))['acquirer'];
    }

    /** @return array<string, mixed> one page of changes; keep its `cursor` once the page is processed */
    public function readChanges(?string $after = null, ?int $limit = null, ?int $wait = null): array
    {
        return $this->read(new Request('GET', '/cambios', compact('after', 'limit', 'wait')));
    }

    /**
     * Every change from the stored cursor on to the present one. A program that stops within a page gets that page again, so
     * process a change by its `id`.
     * @param string|null $after the cursor that was kept
     * @param callable(string): mixed $save called once every change of a page is processed
     * @return \Generator<array<string, mixed>>
     */
    public function followChanges(?string $after, callable $save): \Generator
    {
        do {
            $page = $this->readChanges($after, self::PAGE_SIZE);
            yield from $page['cambios'];
            $page['cursor'] === $after || $save($page['cursor']);
            $after = $page['cursor'];
        } while ($page['hay_mas']);
    }

    /** What the company issues with, and the warnings to show before something ends; null when it is still the state whose etag is `known`. */
    public function getCompany(?string $known = null): ?Tagged
    {
        $request = new Request('GET', '/empresa', headers: $known === null ? [] : ['If-None-Match' => $known]);
        $answer = $this->fetch($request, fn (Answer $one) => $one->status === 304 || ($one->status === 200 && $one->body !== null));
        return $answer->status === 304 ? null : new Tagged($answer->headers['etag'] ?? '', $answer->body ?? []);
    }

    /** @return list<array<string, mixed>> */
    public function listWebhooks(): array
    {
        return $this->read(new Request('GET', '/webhooks'))['webhooks'];
    }

    /** @return \Generator<array<string, mixed>> */
    public function listWebhookDeliveries(string $webhookId): \Generator
    {
        $after = null;
        do {
            $page = $this->read(new Request('GET', '/webhooks/' . rawurlencode($webhookId) . '/entregas', ['after' => $after]));
            yield from $page['entregas'];
            $after = $page['cursor'];
        } while ($page['hay_mas']);
    }

    private static function invoice(int $id): string
    {
        return self::document('/fe/docs', $id);
    }

    private static function supportDocument(int $id): string
    {
        return self::document('/dse/documentos', $id);
    }

    private static function ticket(int $id): string
    {
        return self::document('/dee/documentos', $id);
    }

    private static function document(string $list, int $id): string
    {
        if ($id < 1) {
            throw new NotSentError("the id of a document is a number from 1 on: not $id");
        }
        return "$list/$id";
    }

    /** @param array<string, mixed> $body */
    private function create(string $path, string $key, array $body, callable $pathOf, ?float $patienceS, ?callable $onPending): Outcome
    {
        if (trim($key) === '') {
            throw new NotSentError('a creation needs a key, as text, which makes its retries safe: that of an invoice is its draft_key');
        }
        // The service takes null and an empty text for no key.
        $own = ($body['draft_key'] ?? '') === '' ? null : $body['draft_key'];
        if ($own !== null && $own !== $key) {
            throw new NotSentError("draft_key is not the key $key");
        }
        // A header holds ASCII alone on its way; any other key goes in the body, where every creation reads `draft_key`.
        $isHeader = $own === null && preg_match('/\A[ -~]+\z/', $key) === 1;
        $whole = $own === null && !$isHeader ? ['draft_key' => $key] + $body : $body;
        if (!$isHeader) {
            $whole['draft_key'] = $key;
        }
        $headers = $isHeader ? ['Idempotency-Key' => $key] : [];
        $request = new Request('POST', $path, headers: $headers, body: Body::write((object) $whole));
        $pace = $patienceS === null ? $this->pace : $this->pace->with($patienceS);
        return Creation::pursue($this->send, $key, $request, $pathOf, $pace, $onPending);
    }

    /**
     * @param array<string, mixed> $body
     * @return array<string, mixed>
     */
    private function orderMail(string $path, string $key, array $body): array
    {
        if (trim($key) === '' || preg_match('/\A[ -~]+\z/', $key) !== 1) {
            throw new NotSentError('a sending needs a key in ASCII, which makes its retries safe');
        }
        return $this->read(new Request('POST', "$path/envios", headers: ['Idempotency-Key' => $key], body: Body::write((object) $body)))['envio'];
    }

    /** @return array<string, mixed> */
    private function read(Request $request): array
    {
        return $this->fetch($request, fn (Answer $answer) => in_array($answer->status, [200, 202], true) && $answer->body !== null)->body ?? [];
    }

    private function readFile(string $path, string $name, ?string $known): ?File
    {
        $headers = ['Accept' => '*/*'] + ($known === null ? [] : ['If-None-Match' => $known]);
        [$file, $search] = [...explode('?', $name, 2), ''];
        parse_str($search, $query);
        $request = new Request('GET', "$path/archivos/" . rawurlencode($file), $query, $headers);
        $isFile = fn (Answer $one) => in_array($one->status, [200, 304], true) && isset($one->headers['etag']);
        $answer = $this->fetch($request, $isFile);
        if ($answer->status === 304) {
            return null;
        }
        $isNamed = preg_match('/filename="([^"]*)"/', $answer->headers['content-disposition'] ?? '', $found) === 1;
        return new File($isNamed ? $found[1] : $name, $answer->headers['content-type'] ?? '', $answer->headers['etag'], $answer->content);
    }

    /**
     * @param array<string, string|int|null> $filter
     * @return \Generator<array<string, mixed>>
     */
    private function walk(string $path, array $filter): \Generator
    {
        $after = null;
        do {
            $page = $this->read(new Request('GET', $path, [...$filter, 'per_page' => self::PAGE_SIZE, 'after' => $after]));
            yield from $page['docs'];
            $after = $page['cursor'];
        } while ($after !== null);
    }

    /**
     * A request that issues nothing, repeated while repeating can help.
     * @param callable(Answer): bool $isRight
     * @throws ApiError when the service refuses or keeps failing; NoAnswerError when it never answers.
     */
    private function fetch(Request $request, callable $isRight): Answer
    {
        $until = $this->pace->end();
        for ($tries = 0; ; $tries++) {
            $answer = ($this->send)(Pace::limit($request, $until));
            if ($isRight($answer)) {
                return $answer;
            }
            $verdict = Creation::judge($answer);
            $isFinal = ($answer->body['code'] ?? null) === 'envio_limit';
            $isUseful = $verdict['type'] === 'again' && !$isFinal && $tries + 1 < self::READ_TRIES;
            if (!$isUseful || !$this->pace->pause($until, $tries, $answer)) {
                throw $answer->status === 0
                    ? new NoAnswerError("no answer to $request->method $request->path: $answer->problem")
                    : new ApiError($answer->status, $answer->body);
            }
        }
    }
}
