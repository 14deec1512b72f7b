<?php

declare(strict_types=1);

namespace FacturaEdge;

/** How long to wait between tries, and in all. */
final class Pace
{
    private readonly ?\Closure $onRetry;

    /**
     * @param list<int|float> $delaysS seconds; the last one from then on
     * @param (callable(int, float, string): mixed)|null $onRetry called before each wait for the same request again
     * @throws NotSentError when one cannot be right.
     */
    public function __construct(
        public readonly array $delaysS = [5, 15, 30, 60],
        public readonly float $patienceS = 600,
        ?callable $onRetry = null,
    ) {
        $this->onRetry = $onRetry === null ? null : $onRetry(...);
        if (!($patienceS > 0)) {
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

    /** The same with a patience of its own. */
    public function with(float $patienceS): self
    {
        return new self($this->delaysS, $patienceS, $this->onRetry);
    }

    /** When the patience that begins now is over. */
    public function end(): float
    {
        return self::now() + $this->patienceS;
    }

    /** The request, whose answer is waited for no longer than the patience lasts. */
    public static function limit(Request $request, float $until): Request
    {
        return $request->within(max(0.001, $until - self::now()));
    }

    /**
     * Waits before the next try, and says so when it is for want of an answer.
     * @return bool false at once when the patience would be over by then
     */
    public function pause(float $until, int $tries, Answer $answer): bool
    {
        $verdict = Creation::judge($answer);
        $delayS = max($this->pick($tries), $verdict['waitS'] ?? 0.0);
        if (self::isOver($until - $delayS)) {
            return false;
        }
        if ($verdict['type'] === 'again' && $this->onRetry !== null) {
            ($this->onRetry)($tries + 1, $delayS, $answer->status === 0 ? $answer->problem : "HTTP $answer->status");
        }
        usleep((int) ($delayS * 1e6));
        return true;
    }

    public static function isOver(float $until): bool
    {
        return self::now() >= $until;
    }

    private static function now(): float
    {
        return hrtime(true) / 1e9;
    }
}
