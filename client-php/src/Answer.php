<?php

declare(strict_types=1);

namespace FacturaEdge;

/** What came back; status 0 when nothing did, which proves nothing: the request may have been carried out all the same. */
final class Answer
{
    /**
     * @param array<string, mixed>|null $body null when it was not a JSON object (a proxy's page, for instance)
     * @param array<string, string> $headers names in lower case
     */
    public function __construct(
        public readonly int $status,
        public readonly ?array $body = null,
        public readonly float $retryAfterS = 0.0,
        public readonly bool $isReplay = false,
        public readonly string $content = '',
        public readonly array $headers = [],
        public readonly string $problem = '',
    ) {
    }
}
