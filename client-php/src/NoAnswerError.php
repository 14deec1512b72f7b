<?php

declare(strict_types=1);

namespace FacturaEdge;

/** No answer came, although the request was repeated. */
class NoAnswerError extends \RuntimeException
{
}
