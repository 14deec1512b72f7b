<?php

declare(strict_types=1);

namespace FacturaEdge;

/** Verifies webhooks in the form of Standard Webhooks. */
final class Webhook
{
    /** The clocks of both sides may be this far apart, in seconds; an older message may be a repeated one. */
    private const TOLERANCE_S = 300;

    /**
     * Reads a webhook and checks its signature and age.
     * @param array<string, string|list<string>> $headers as `getallheaders()` gives them
     * @param string $body what came, byte by byte: `file_get_contents('php://input')`
     * @param string|list<string> $secret `whsec_…`, or several while one is rotated
     * @return array{id: string, type: string, timestamp: string, data: array<string, mixed>}
     * @throws WebhookError
     */
    public static function verify(array $headers, string $body, string|array $secret, ?int $nowS = null): array
    {
        $lower = array_change_key_case($headers);
        [$id, $timestamp, $signatures] = array_map(
            fn (string $name) => implode(' ', (array) ($lower["webhook-$name"] ?? [])),
            ['id', 'timestamp', 'signature'],
        );
        if ($id === '' || $timestamp === '' || $signatures === '') {
            throw new WebhookError('a header of the signature is missing');
        }
        $isTime = preg_match('/\A\d{1,12}\z/', $timestamp) === 1;
        if (!$isTime || abs(($nowS ?? time()) - (int) $timestamp) > self::TOLERANCE_S) {
            throw new WebhookError('the message is too old, or the clocks differ');
        }
        foreach ((array) $secret as $one) {
            $key = base64_decode(preg_replace('/\Awhsec_/', '', $one) ?? '', true);
            if ($key === false) {
                throw new WebhookError('the secret is not base64');
            }
            $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
            foreach (explode(' ', $signatures) as $given) {
                if (hash_equals($expected, $given)) {
                    return ['id' => $id] + json_decode($body, true, 512, JSON_THROW_ON_ERROR) + ['type' => '', 'timestamp' => '', 'data' => []];
                }
            }
        }
        throw new WebhookError('no signature is right');
    }
}
