<?php

declare(strict_types=1);

namespace Sello;

/**
 * Issues electronic tax documents (DTE) of El Salvador through a Sello service. PHP 8.1 with its curl extension alone.
 *
 *     $sello = new Sello('https://sello.example.com', $apiKey, $signKey);
 *     $answer = $sello->issue(['tipoDte' => '01', 'referencia' => 'ticket-4711', 'items' => [...]]);
 *
 * Requests and answers are arrays with the names of the wire. What a call may repeat, and with which key, is the
 * wire's: nothing is issued twice.
 */
final class Sello
{
    /** One exchange with the ministry may take 40. */
    private const DEADLINE_SECONDS = 60.0;
    private const DELAYS_SECONDS = [0.5, 2.0, 8.0];
    private const RETRY_AFTER_SECONDS_MAX = 60;
    private const CONNECT_SECONDS = 10.0;
    /**
     * Refusals after which the same call is repeated: the contract's `retry: safe`. Where the ministry did not answer
     * an invalidation or a return, the same key settles it.
     */
    private const SAFE = [
        'idempotency_in_flight', 'mh_unreachable', 'service_unavailable', 'correlative_unavailable',
    ];
    /** Refusals that come after the look at the Idempotency-Key: no earlier attempt was done either. */
    private const AFTER_KEY = [
        'reference_in_use', 'has_return_events', 'validation_failed', 'mh_rejected', 'idempotency_key_reuse',
        'return_exceeds_available', 'return_window_closed', 'return_type_not_allowed', 'amount_limit',
    ];

    private readonly string $base;

    public function __construct(
        string $baseUrl,
        #[\SensitiveParameter] private readonly string $apiKey,
        #[\SensitiveParameter] private readonly ?string $signKey = null,
        private readonly float $deadlineSeconds = self::DEADLINE_SECONDS,
        private readonly int $maxRetries = 3,
        /** @var array<int, mixed> Options of curl that this does not set, such as CURLOPT_CAINFO or CURLOPT_PROXY. */
        private readonly array $curlOptions = [],
    ) {
        if (preg_match('~^https?://[^/@]+~', $baseUrl) !== 1) {
            throw new \InvalidArgumentException('baseUrl es una dirección http o https, como https://sello.example.com');
        }
        $this->base = rtrim($baseUrl, '/');
    }

    /** Keys are no part of what a debugger or a log prints. */
    public function __debugInfo(): array
    {
        return ['base' => $this->base];
    }

    /**
     * Issues one document. `estado` of the answer is `sellado`, or `contingencia`: signed, and transmitted later by
     * the service; it must not be issued again. Without `$idempotencyKey` the key follows from `referencia` and the
     * request: a program that was killed makes the same call again and gets what the first one did. Without
     * `referencia` either, the key ends with this call.
     */
    public function issue(array $request, ?string $idempotencyKey = null): array
    {
        return $this->call('POST', '/v1/dte', $request, sign: true, key: $idempotencyKey ?? self::keyOf('issue', $request));
    }

    /** Reserves the number for fifteen minutes and makes the document, unsigned. */
    public function prepare(array $request, ?string $idempotencyKey = null): array
    {
        return $this->call('POST', '/v1/dte/prepare', $request, key: $idempotencyKey ?? self::keyOf('prepare', $request));
    }

    /** Signs and transmits what `prepare` answered. The key follows from the reservation. */
    public function sign(array $prepared): array
    {
        $body = ['prepareToken' => $prepared['prepareToken'], 'documento' => $prepared['documento']];
        return $this->call('POST', '/v1/dte/sign', $body, sign: true, key: self::hashed('sign', $body['prepareToken']));
    }

    /** The document as it is now. */
    public function query(string $codigoGeneracion): array
    {
        return $this->call('GET', '/v1/dte/' . rawurlencode($codigoGeneracion));
    }

    /**
     * Every row of the list, page after page. The filters are the wire's: `desde`, `hasta`, `estado`…
     *
     * @return \Generator<int, array>
     */
    public function documents(array $filters = []): \Generator
    {
        $cursor = null;
        do {
            $page = $this->call('GET', '/v1/dte', query: [...$filters, 'cursor' => $cursor]);
            foreach ($page['documentos'] as $row) {
                yield $row;
            }
            $cursor = $page['siguiente'];
        } while ($cursor !== null);
    }

    /** The stored bytes: `pdf`, `json` or `ticket` (`['paperWidthMm' => 80]`). */
    public function file(string $codigoGeneracion, string $kind = 'pdf', array $options = []): string
    {
        $path = '/v1/dte/' . rawurlencode($codigoGeneracion) . '/file';
        return $this->call('GET', $path, query: ['kind' => $kind, ...$options], takes: 'bytes');
    }

    /** Cancels a sealed document. After `mh_unreachable` the same call settles it. */
    public function invalidate(string $codigoGeneracion, array $event, ?string $idempotencyKey = null): array
    {
        $path = '/v1/dte/' . rawurlencode($codigoGeneracion) . '/invalidate';
        return $this->call('POST', $path, $event, sign: true, key: $idempotencyKey ?? self::hashed($path, self::written($event)));
    }

    /** Registers a return of goods or money. Two equal returns are two: the caller's key tells them apart. */
    public function registerReturn(string $codigoGeneracion, array $event, string $idempotencyKey): array
    {
        $path = '/v1/dte/' . rawurlencode($codigoGeneracion) . '/return';
        return $this->call('POST', $path, $event, sign: true, key: $idempotencyKey);
    }

    /** Whether this company can issue now, and why not. */
    public function status(): array
    {
        return $this->call('GET', '/v1/status');
    }

    /**
     * A page of what happens to the company's documents, oldest first: `novedades` and `siguiente`. Take what it
     * tells, store `siguiente`, and give it as `$after` of the next call, also after an empty page.
     */
    public function events(?string $after = null, int $waitSeconds = 0, array $filters = []): array
    {
        return $this->call('GET', '/v1/events', query: [...$filters, 'despues' => $after, 'espera' => $waitSeconds]);
    }

    /**
     * Any call of the wire, repeated as the wire allows within the deadline.
     *
     * @return array|string the answer, or its bytes where `$takes` is `bytes`
     * @throws SelloError
     */
    public function call(
        string $method,
        string $path,
        ?array $body = null,
        array $query = [],
        bool $sign = false,
        ?string $key = null,
        string $takes = 'json',
    ): array|string {
        $headers = ['X-Service-Key: ' . $this->apiKey, 'Accept: application/json', 'Expect:'];
        if ($sign) {
            $signKey = $this->signKey ?? throw new \LogicException('Esta llamada firma: dé signKey al crear Sello.');
            $headers[] = 'X-Service-Sign-Key: ' . $signKey;
        }
        if ($key !== null) {
            $headers[] = 'Idempotency-Key: ' . $key;
        }
        if ($body !== null) {
            $headers[] = 'Content-Type: application/json';
        }
        $given = http_build_query(array_filter($query, static fn ($value) => $value !== null));
        $options = [
            CURLOPT_URL => $this->base . $path . ($given === '' ? '' : "?$given"),
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => $headers,
        ];
        if ($body !== null) {
            $options[CURLOPT_POSTFIELDS] = self::written($body);
        }
        return $this->untilAnswered($options, $method, $key, $takes);
    }

    private function untilAnswered(array $options, string $method, ?string $key, string $takes): array|string
    {
        $until = self::now() + $this->deadlineSeconds;
        // A repeated POST without a key could be done twice.
        $isRepeatable = $method === 'GET' || $key !== null;
        $mayBeDone = false;
        $tried = 0;
        while (true) {
            try {
                return $this->attempt($options, $method, $key, $takes, $until);
            } catch (SelloError $error) {
                $isInFlight = $error->errorCode === 'idempotency_in_flight';
                $tried += $isInFlight ? 0 : 1;
                if ($method !== 'GET') {
                    $isCleared = in_array($error->errorCode, self::AFTER_KEY, true);
                    $mayBeDone = ($mayBeDone && !$isCleared) || $error->outcome === 'unknown';
                    $error = $error->withOutcome($mayBeDone ? 'unknown' : 'refused');
                }
                $delay = $isRepeatable ? $this->delay($error, $tried, $isInFlight) : null;
                if ($delay === null || self::now() + $delay >= $until) {
                    throw $error;
                }
                usleep((int) ($delay * 1_000_000));
            }
        }
    }

    private function delay(SelloError $error, int $tried, bool $isInFlight): ?float
    {
        $asked = $error->retryAfterSeconds ?? 0;
        $isLost = in_array($error->errorCode, ['network', 'timeout'], true)
            || ($error->errorCode === 'unreadable_answer' && !self::isForeign($error->status ?? 0));
        $isSafe = $isLost || in_array($error->errorCode, self::SAFE, true);
        if ($this->maxRetries === 0 || !$isSafe || $asked > self::RETRY_AFTER_SECONDS_MAX) {
            return null;
        }
        if ($isInFlight) {
            return max($asked, 1.0);
        }
        $own = self::DELAYS_SECONDS[min($tried, count(self::DELAYS_SECONDS)) - 1];
        return $tried > $this->maxRetries ? null : max($asked, $own);
    }

    private function attempt(array $options, string $method, ?string $key, string $takes, float $until): array|string
    {
        $lost = $method === 'GET' ? 'refused' : 'unknown';
        $answered = [];
        $handle = curl_init();
        curl_setopt_array($handle, $options + [
            CURLOPT_RETURNTRANSFER => true,
            // A redirected POST would become a GET, and the keys would be sent elsewhere.
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_TIMEOUT_MS => max(1, (int) (($until - self::now()) * 1000)),
            CURLOPT_CONNECTTIMEOUT_MS => (int) (self::CONNECT_SECONDS * 1000),
            CURLOPT_HEADERFUNCTION => static function ($_, string $line) use (&$answered): int {
                $parts = explode(':', $line, 2);
                if (count($parts) === 2) {
                    $answered[strtolower(trim($parts[0]))] = trim($parts[1]);
                }
                return strlen($line);
            },
        ] + $this->curlOptions);
        $data = curl_exec($handle);
        $failed = curl_errno($handle);
        $said = curl_error($handle);
        $status = curl_getinfo($handle, CURLINFO_RESPONSE_CODE);
        unset($handle);
        if ($data === false || $failed !== 0) {
            $isLate = $failed === CURLE_OPERATION_TIMEDOUT;
            $text = $isLate ? 'El servicio no respondió a tiempo.' : "No hubo conexión con el servicio: $said.";
            throw new SelloError($isLate ? 'timeout' : 'network', $text, null, [], $lost, $key);
        }
        $unreadable = static fn (string $why, string $outcome): SelloError => new SelloError(
            'unreadable_answer',
            "Lo que respondió (HTTP $status) $why: revise que la dirección sea la de un servicio Sello.",
            $status, [], $outcome, $key,
        );
        $isForeign = self::isForeign($status);
        if ($status >= 300 && $status < 400) {
            throw $unreadable('redirige a otra dirección', 'refused');
        }
        if ($key !== null && ($answered['idempotency-key'] ?? $key) !== $key) {
            throw $unreadable('es la respuesta de otra llamada', $lost);
        }
        if ($status < 300 && $takes === 'bytes') {
            return $data;
        }
        $value = json_decode($data, true);
        if (!is_array($value) || array_is_list($value)) {
            throw $unreadable('no es un objeto JSON', $isForeign ? 'refused' : $lost);
        }
        if ($status < 300) {
            return $value;
        }
        $error = $value['error'] ?? null;
        if (!is_string($error['code'] ?? null)) {
            throw $unreadable('no tiene la forma de un error', $isForeign ? 'refused' : $lost);
        }
        $retryAfter = $answered['retry-after'] ?? '';
        throw new SelloError(
            $error['code'],
            (string) ($error['message'] ?? ''),
            $status,
            is_array($error['details'] ?? null) ? $error['details'] : [],
            $status >= 500 || $error['code'] === 'idempotency_in_flight' ? $lost : 'refused',
            $key,
            preg_match('/^\d{1,9}$/', $retryAfter) === 1 ? (int) $retryAfter : null,
            $answered['x-request-id'] ?? null,
        );
    }

    /** A redirect, or a page of something else that refused the call unread. */
    private static function isForeign(int $status): bool
    {
        return $status >= 300 && $status < 500;
    }

    /** PHP writes the shortest digits that give the same number back. */
    private static function written(array $body): string
    {
        $precision = ini_set('serialize_precision', '-1');
        try {
            return json_encode($body === [] ? new \stdClass() : $body, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
        } finally {
            ini_set('serialize_precision', (string) $precision);
        }
    }

    private static function keyOf(string $operation, array $request): string
    {
        return isset($request['referencia']) ? self::hashed($operation, self::written($request)) : bin2hex(random_bytes(16));
    }

    private static function hashed(string ...$texts): string
    {
        return hash('sha256', implode("\0", $texts));
    }

    /** Seconds of a clock that nobody sets. */
    private static function now(): float
    {
        return hrtime(true) / 1e9;
    }
}
