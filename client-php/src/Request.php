<?php

declare(strict_types=1);

namespace FacturaEdge;

/** One request; its path begins below the company: `/dse/documentos`. */
final class Request
{
    /**
     * @param array<string, string|int|bool|null> $query
     * @param array<string, string> $headers
     * @param string|null $body JSON, as `Body::write` gives it
     */
    public function __construct(
        public readonly string $method,
        public readonly string $path,
        public readonly array $query = [],
        public readonly array $headers = [],
        public readonly ?string $body = null,
    ) {
    }
}
