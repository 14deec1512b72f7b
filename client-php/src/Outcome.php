<?php

declare(strict_types=1);

namespace FacturaEdge;

/** The end of a creation: `accepted`, `rejected`, or `pending` when the patience is over and the authority has not decided. */
final class Outcome
{
    /**
     * @param 'accepted'|'rejected'|'pending' $type
     * @param array<string, mixed> $body the service's last answer to the POST, whole; empty while pending
     */
    public function __construct(
        public readonly string $type,
        public readonly int $id,
        public readonly bool $isReplay = false,
        public readonly array $body = [],
    ) {
    }
}
