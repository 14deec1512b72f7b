<?php

declare(strict_types=1);

namespace FacturaEdge;

/** How long to wait between tries, and in all. */
final class Pace
{
    /**
     * @param list<int|float> $delaysS seconds; the last one from then on
     * @throws NotSentError when one cannot be right.
     */
    public function __construct(
        public readonly array $delaysS = [5, 15, 30, 60],
        public readonly float $patienceS = 600,
    ) {
        if (!($patienceS >= 0)) {
            throw new NotSentError("patienceS is $patienceS");
        }
        foreach ($delaysS === [] ? [-1] : $delaysS as $delayS) {
            if (!($delayS >= 0)) {
                throw new NotSentError('delaysS is [' . implode(', ', $delaysS) . ']');
            }
        }
    }

    public function pick(int $tries): float
    {
        return (float) $this->delaysS[min($tries, count($this->delaysS) - 1)];
    }

    public static function now(): float
    {
        return hrtime(true) / 1e9;
    }

    public static function wait(float $delayS): void
    {
        usleep((int) ($delayS * 1e6));
    }
}
