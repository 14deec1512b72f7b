<?php

declare(strict_types=1);

namespace FacturaEdge;

/** Nothing left this program, so nothing was issued: the configuration, the key or the body has to be corrected first. */
final class NotSentError extends \RuntimeException
{
    public function __construct(string $problem, ?\Throwable $cause = null)
    {
        parent::__construct("nothing was sent: $problem", 0, $cause);
    }
}
