<?php

declare(strict_types=1);

namespace FacturaEdge;

/**
 * The service refused: nothing was issued, and sending the same again would change nothing. Its message has the code, the sentence
 * (alone in `body['error']`) and each problem with its place and rule.
 */
final class ApiError extends \RuntimeException
{
    /** Stable; decide by it. Each has its place on the reference page. */
    public readonly string $errorCode;
    /** @var list<array<string, mixed>> every problem, field by field */
    public readonly array $details;
    public readonly ?string $requestId;

    /** @param array<string, mixed>|null $body the answer, whole; null when it was not JSON */
    public function __construct(public readonly int $status, public readonly ?array $body)
    {
        $this->errorCode = (string) ($body['code'] ?? 'unknown');
        $this->details = is_array($body['details'] ?? null) ? array_values($body['details']) : [];
        $head = isset($body['error']) ? "$this->errorCode: {$body['error']}" : "HTTP $status";
        parent::__construct(implode("\n", [$head, ...array_map(self::describe(...), $this->details)]));
        $this->requestId = is_string($body['request_id'] ?? null) ? $body['request_id'] : null;
    }

    /** @param array<string, mixed> $problem */
    private static function describe(array $problem): string
    {
        $place = trim(($problem['path'] ?? '') . (isset($problem['rule']) ? " ({$problem['rule']})" : ''));
        return '  ' . ($place === '' ? '' : "$place: ") . ($problem['message'] ?? '');
    }
}
