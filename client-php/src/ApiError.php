<?php

declare(strict_types=1);

namespace FacturaEdge;

/**
 * The service refused: nothing was issued, and sending the same again would change nothing. Its message has the code and each
 * problem with its place and rule, or the sentence (`body['error']`) where that says more.
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
        // What is not of this form is not of this service: a proxy may answer for it.
        $isProblem = fn (mixed $one) => is_array($one) && is_string($one['message'] ?? null);
        $this->details = is_array($body['details'] ?? null) ? array_values(array_filter($body['details'], $isProblem)) : [];
        parent::__construct(is_string($body['error'] ?? null) ? $this->describe($body['error']) : "HTTP $status");
        $this->requestId = is_string($body['request_id'] ?? null) ? $body['request_id'] : null;
    }

    private function describe(string $sentence): string
    {
        // The sentence of many a refusal is that of its first problem.
        $isSaid = $this->details !== [] && str_starts_with($sentence, $this->details[0]['message']);
        $lines = [$isSaid ? $this->errorCode : "$this->errorCode: $sentence"];
        foreach ($this->details as $problem) {
            $place = trim(($problem['path'] ?? '') . (isset($problem['rule']) ? " ({$problem['rule']})" : ''));
            $lines[] = '  ' . ($place === '' ? '' : "$place: ") . $problem['message'];
        }
        return implode("\n", $lines);
    }
}
