<?php

declare(strict_types=1);

namespace FacturaEdge;

/** Pursues a creation to its final outcome with one key from beginning to end, by the retry table of the API. */
final class Creation
{
    /** Refusals for which the service has looked at the key or the body: nothing was issued under this key with this body. */
    private const CONCLUSIVE = [400, 409, 413, 415, 422];

    /**
     * Reads an answer: `settled`, `pending` (never another key), `again` (the same key) or `refused`.
     * @return array{type: string, isAccepted?: bool, id?: int|null, waitS?: float}
     */
    public static function judge(Answer $answer): array
    {
        [$status, $body] = [$answer->status, $answer->body];
        if ($status === 0) {
            return ['type' => 'again', 'waitS' => 0.0];
        }
        $again = ['type' => 'again', 'waitS' => $answer->retryAfterS];
        return match (true) {
            $status === 408, $status === 429 => $again,
            $body === null => $status >= 300 && $status < 500 ? ['type' => 'refused'] : $again,
            $status === 200, $status === 201 => ['type' => 'settled', 'isAccepted' => true],
            $status === 422 => ['type' => 'settled', 'isAccepted' => false],
            $status === 202, ($body['pending'] ?? null) === true => ['type' => 'pending', 'id' => self::findId($body), 'waitS' => $answer->retryAfterS],
            $status >= 500 => $again,
            default => ['type' => 'refused'],
        };
    }

    /** @param array<string, mixed> $body the answer about a note names the invoice that it corrects too: its own id comes first */
    private static function findId(array $body): ?int
    {
        $document = $body['documento'] ?? null;
        $id = $body['nota_id'] ?? $body['factura_id'] ?? (is_array($document) ? $document['id'] ?? null : null);
        return is_int($id) && $id > 0 ? $id : null;
    }

    /**
     * Creates and waits for the final state.
     * @param callable(Request): Answer $send
     * @param callable(int): string $pathOf the path that reads the document
     * @param (callable(int): mixed)|null $onPending called once, as soon as the document exists undecided
     * @throws NotSentError|ApiError|OutcomeUnknownError
     */
    public static function pursue(callable $send, string $key, Request $request, callable $pathOf, Pace $pace, ?callable $onPending): Outcome
    {
        $until = $pace->end();
        [$id, $isUncertain] = [null, false];
        for ($tries = 0; ; $tries++) {
            $answer = $send(Pace::limit($request, $until));
            $verdict = self::judge($answer);
            $settled = $verdict['type'] === 'settled' ? self::findId($answer->body ?? []) : null;
            if ($settled !== null) {
                $type = $answer->status === 422 ? 'rejected' : 'accepted';
                return new Outcome($type, $settled, $answer->isReplay, $answer->body ?? []);
            }
            if ($verdict['type'] === 'refused' || $answer->status === 422) {
                $last = new ApiError($answer->status, $answer->body);
                if (!$isUncertain || in_array($answer->status, self::CONCLUSIVE, true)) {
                    throw $last;
                }
                break;
            }
            $last = new NoAnswerError($answer->status === 0 ? $answer->problem : "HTTP $answer->status");
            $isUncertain = $isUncertain || $answer->status !== 429;
            if ($id === null && ($verdict['id'] ?? null) !== null) {
                $id = $verdict['id'];
                $onPending === null || $onPending($id);
            }
            if (!$pace->pause($until, $tries, $answer)) {
                break;
            }
            // Once it is final the POST is repeated a last time: its replay carries what the authority said.
            if ($id !== null) {
                self::waitUntilFinal($send, $pathOf($id), $pace, $until);
            }
            if (Pace::isOver($until)) {
                break;
            }
        }
        return $id === null ? throw new OutcomeUnknownError($key, $last) : new Outcome('pending', $id);
    }

    /** Reads the document until its state is final; a client that may not read leaves it to the replays. */
    private static function waitUntilFinal(callable $send, string $path, Pace $pace, float $until): void
    {
        for ($tries = 1; ; $tries++) {
            $answer = $send(Pace::limit(new Request('GET', $path), $until));
            if ($answer->status >= 400 && $answer->status < 500 && !in_array($answer->status, [408, 429], true)) {
                return;
            }
            if ($answer->status === 200 && !self::isPending($answer->body ?? [])) {
                return;
            }
            if (!$pace->pause($until, $tries, $answer)) {
                return;
            }
        }
    }

    /** @param array<string, mixed> $body support documents say `pending`, invoices their state */
    private static function isPending(array $body): bool
    {
        if (is_bool($body['pending'] ?? null)) {
            return $body['pending'];
        }
        return !in_array($body['doc']['estado_authority'] ?? null, ['aceptado', 'rechazado'], true);
    }
}
