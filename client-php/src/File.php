<?php

declare(strict_types=1);

namespace FacturaEdge;

/** A file of a document; keep its etag: it says later whether the file is still this one. */
final class File
{
    public function __construct(
        public readonly string $name,
        public readonly string $mediaType,
        public readonly string $etag,
        public readonly string $content,
    ) {
    }
}
