<?php
function verify(array $headers, string $body, string $secret, ?int $now = null): bool {
    [$id, $timestamp, $signatures] = array_map(
        fn ($name) => $headers["webhook-$name"] ?? '', ['id', 'timestamp', 'signature']
    );
    if (!ctype_digit($timestamp) || abs(($now ?? time()) - (int) $timestamp) > 300) return false;
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $signatures) as $given) {
        if (hash_equals($expected, $given)) return true;
    }
    return false;
}
