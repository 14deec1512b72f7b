<?php

declare(strict_types=1);

namespace FacturaEdge;

/** Writes the body of a request as JSON, and refuses what JSON would lose: what is issued is what was given. */
final class Body
{
    private const DEPTH_MOST = 100;
    private const TEXT = JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES;
    /** A float holds every integer below. */
    private const EXACT_MOST = 9_007_199_254_740_991;

    /** @throws NotSentError naming the member. */
    public static function write(mixed $value, string $path = '', int $depth = 0): string
    {
        if ($depth > self::DEPTH_MOST) {
            throw self::refuse($path, 'nested too deeply, or contains itself');
        }
        return match (true) {
            $value === null => 'null',
            is_bool($value) => $value ? 'true' : 'false',
            is_int($value) => (string) $value,
            is_float($value) => self::writeFloat($value, $path),
            is_string($value) => self::writeText($value, $path),
            is_array($value) => self::writeArray($value, $path, $depth),
            $value instanceof \DateTimeInterface => throw self::refuse($path, 'an instant: write the day as text, AAAA-MM-DD'),
            $value instanceof \BackedEnum => self::write($value->value, $path, $depth + 1),
            $value instanceof \JsonSerializable => self::write($value->jsonSerialize(), $path, $depth + 1),
            $value instanceof \stdClass => self::writeMembers(get_object_vars($value), $path, $depth),
            default => throw self::refuse($path, get_debug_type($value) . ', which JSON loses'),
        };
    }

    private static function writeFloat(float $value, string $path): string
    {
        if (!is_finite($value)) {
            throw self::refuse($path, "$value, which JSON does not have");
        }
        if (floor($value) === $value && abs($value) > self::EXACT_MOST) {
            throw self::refuse($path, "$value, an integer that a float does not hold exactly");
        }
        // As short as reads back to the same number, whatever php.ini says.
        $text = var_export($value == 0.0 ? 0.0 : $value, true);
        return str_ends_with($text, '.0') ? substr($text, 0, -2) : $text;
    }

    private static function writeText(string $value, string $path): string
    {
        try {
            return json_encode($value, self::TEXT);
        } catch (\JsonException) {
            throw self::refuse($path, 'a text that is not UTF-8');
        }
    }

    /** @param array<mixed> $value */
    private static function writeArray(array $value, string $path, int $depth): string
    {
        if (!array_is_list($value)) {
            // What array_filter leaves; names of the client's own may be numbers.
            if ($path !== 'metadatos' && array_filter(array_keys($value), 'is_int') === array_keys($value)) {
                throw self::refuse($path, 'a list with a hole: give array_values of it');
            }
            return self::writeMembers($value, $path, $depth);
        }
        $items = array_map(fn ($one, $at) => self::write($one, "{$path}[$at]", $depth + 1), $value, array_keys($value));
        return '[' . implode(',', $items) . ']';
    }

    /** @param array<mixed> $members */
    private static function writeMembers(array $members, string $path, int $depth): string
    {
        $written = [];
        foreach ($members as $name => $member) {
            $place = $path === '' ? (string) $name : "$path.$name";
            $written[] = self::writeText((string) $name, $place) . ':' . self::write($member, $place, $depth + 1);
        }
        return '{' . implode(',', $written) . '}';
    }

    private static function refuse(string $path, string $what): NotSentError
    {
        return new NotSentError(($path === '' ? 'the body' : $path) . " is $what");
    }
}
