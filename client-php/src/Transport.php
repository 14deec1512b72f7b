<?php

declare(strict_types=1);

namespace FacturaEdge;

/** Sends one request with curl and returns its answer, or status 0 when none came. */
final class Transport
{
    private readonly string $root;

    /** @throws NotSentError when an option cannot be right. */
    public function __construct(
        string $baseUrl,
        int $companyId,
        #[\SensitiveParameter] private readonly string $token,
        private readonly float $timeoutS,
        private readonly string $language = 'es',
    ) {
        $root = rtrim($baseUrl, '/');
        $parts = parse_url($root);
        $isAddress = preg_match('#\Ahttps?://(?!/)[^\s\x00-\x1f\x7f-\xff@?\#\\\\]+\z#i', $root) === 1 && isset($parts['host']);
        if (!$isAddress || str_contains($baseUrl, "\n")) {
            $given = json_encode($baseUrl, JSON_INVALID_UTF8_SUBSTITUTE);
            throw new NotSentError("the address $given is not one of http or https without user, query or blanks");
        }
        if (!str_ends_with($root, '/api/ext/v2')) {
            throw new NotSentError("the address of this client ends in /api/ext/v2: not $root");
        }
        if ($companyId < 1) {
            throw new NotSentError("companyId is $companyId");
        }
        if (preg_match('/\A[!-~]+\z/', $token) !== 1) {
            throw new NotSentError('the token is empty, or has a blank, a line break or other signs');
        }
        if (!($timeoutS > 0 && is_finite($timeoutS))) {
            throw new NotSentError("timeoutS is $timeoutS");
        }
        if (!in_array($language, ['es', 'en'], true)) {
            throw new NotSentError("language is $language, neither es nor en");
        }
        $this->root = "$root/companies/$companyId";
    }

    /** @throws NotSentError for a header that cannot be sent; nothing else. */
    public function __invoke(Request $request): Answer
    {
        $query = array_filter($request->query, fn ($value) => $value !== null);
        $text = http_build_query(array_map(fn ($value) => is_bool($value) ? ($value ? 'true' : 'false') : $value, $query));
        $own = ['Accept-Language' => $this->language, 'Authorization' => "Bearer $this->token"];
        $headers = ['Accept' => 'application/json', ...$request->headers, ...$own];
        if ($request->body !== null) {
            $headers['Content-Type'] = 'application/json';
        }
        $received = [];
        $handle = curl_init($this->root . $request->path . ($text === '' ? '' : "?$text"));
        curl_setopt_array($handle, [
            CURLOPT_CUSTOMREQUEST => $request->method,
            CURLOPT_HTTPHEADER => self::writeHeaders($headers),
            CURLOPT_RETURNTRANSFER => true,
            // A redirect would carry the token elsewhere.
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_TIMEOUT_MS => (int) ceil(min($this->timeoutS, $request->leftS) * 1000),
            CURLOPT_HEADERFUNCTION => function ($_, string $line) use (&$received): int {
                [$name, $value] = [...explode(':', $line, 2), ''];
                if (str_contains($line, ':')) {
                    $received[strtolower(trim($name))] = trim($value);
                }
                return strlen($line);
            },
        ]);
        if ($request->body !== null) {
            curl_setopt($handle, CURLOPT_POSTFIELDS, $request->body);
        }
        $content = curl_exec($handle);
        if (!is_string($content)) {
            return new Answer(0, problem: curl_error($handle));
        }
        return self::read((int) curl_getinfo($handle, CURLINFO_RESPONSE_CODE), $content, $received);
    }

    /**
     * @param array<string, string> $headers
     * @return list<string>
     */
    private static function writeHeaders(array $headers): array
    {
        $lines = [];
        foreach ($headers as $name => $value) {
            if (preg_match('/\A[ -~]*\z/', $value) !== 1) {
                throw new NotSentError("the header $name holds ASCII alone");
            }
            $lines[] = "$name: $value";
        }
        return $lines;
    }

    /** @param array<string, string> $headers */
    private static function read(int $status, string $content, array $headers): Answer
    {
        $body = json_decode($content, true, 512, JSON_BIGINT_AS_STRING);
        return new Answer(
            $status,
            str_starts_with(ltrim($content), '{') && is_array($body) ? $body : null,
            self::readWait($headers['retry-after'] ?? ''),
            ($headers['idempotent-replayed'] ?? '') === 'true',
            $content,
            $headers,
        );
    }

    /** Seconds, or until a moment, as a proxy may write it. */
    private static function readWait(string $text): float
    {
        if (ctype_digit($text)) {
            return (float) $text;
        }
        $moment = \DateTimeImmutable::createFromFormat('D, d M Y H:i:s \G\M\T', $text, new \DateTimeZone('UTC'));
        return $moment === false ? 0.0 : max(0.0, $moment->getTimestamp() - microtime(true));
    }
}
