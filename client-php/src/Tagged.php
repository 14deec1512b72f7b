<?php

declare(strict_types=1);

namespace FacturaEdge;

/** An answer that is kept until it changes; its etag says later whether it is still this one. */
final class Tagged
{
    /** @param array<string, mixed> $body */
    public function __construct(
        public readonly string $etag,
        public readonly array $body,
    ) {
    }
}
