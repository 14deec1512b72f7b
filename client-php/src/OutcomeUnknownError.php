<?php

declare(strict_types=1);

namespace FacturaEdge;

/**
 * No conclusive answer to a creation came within its time limit: the document may or may not exist. Call again with the very
 * same key and body; a new key could issue it twice.
 */
final class OutcomeUnknownError extends NoAnswerError
{
    public function __construct(public readonly string $key, ?\Throwable $cause = null)
    {
        $why = $cause === null ? '' : " ({$cause->getMessage()})";
        $what = "no conclusive answer for key $key$why: repeat with the same key and the same body, never with another";
        parent::__construct($what, 0, $cause);
    }
}
