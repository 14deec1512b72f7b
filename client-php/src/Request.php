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
     * @param float $leftS what is left of the patience: no answer is waited for any longer
     */
    public function __construct(
        public readonly string $method,
        public readonly string $path,
        public readonly array $query = [],
        public readonly array $headers = [],
        public readonly ?string $body = null,
        public readonly float $leftS = INF,
    ) {
    }

    /** The same, with less time for its answer. */
    public function within(float $leftS): self
    {
        return new self($this->method, $this->path, $this->query, $this->headers, $this->body, $leftS);
    }
}
