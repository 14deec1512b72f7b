<?php

declare(strict_types=1);

namespace FacturaEdge;

/** The message is not from this service, was altered, or is too old: answer 401. */
final class WebhookError extends \RuntimeException
{
}
