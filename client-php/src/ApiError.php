<?php

declare(strict_types=1);

namespace FacturaEdge;

/** The service refused: nothing was issued, and sending the same again would change nothing. */
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
        parent::__construct((string) ($body['error'] ?? "HTTP $status"));
        $this->errorCode = (string) ($body['code'] ?? 'unknown');
        $this->details = is_array($body['details'] ?? null) ? array_values($body['details']) : [];
        $this->requestId = is_string($body['request_id'] ?? null) ? $body['request_id'] : null;
    }
}
