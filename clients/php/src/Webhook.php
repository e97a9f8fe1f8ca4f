<?php

declare(strict_types=1);

namespace Sello;

/** Verifies what a webhook received: Standard Webhooks. */
final class Webhook
{
    private const TOLERANCE_SECONDS = 300;
    /** More signatures than any sender makes are not compared. */
    private const SIGNATURES_MAX = 10;

    /**
     * What was sent, once one of its signatures is by one of the secrets and it is at most five minutes old. `$body` is
     * the body as it came (`php://input`), before anything parsed it; `$headers` as `getallheaders()` gives them.
     *
     * @param array<string, string> $headers
     * @param string|list<string> $secrets
     * @throws SelloError `webhook_invalid`
     */
    public static function verify(string $body, array $headers, #[\SensitiveParameter] string|array $secrets, ?int $now = null): array
    {
        $named = array_change_key_case($headers, CASE_LOWER);
        [$id, $timestamp, $signatures] = array_map(
            static fn (string $name): string => $named["webhook-$name"] ?? throw self::invalid("falta webhook-$name."),
            ['id', 'timestamp', 'signature'],
        );
        if (preg_match('/^\d{1,12}$/D', $timestamp) !== 1) {
            throw self::invalid('webhook-timestamp no es un número.');
        }
        if (abs(($now ?? time()) - (int) $timestamp) > self::TOLERANCE_SECONDS) {
            throw self::invalid('webhook-timestamp está a más de cinco minutos de esta hora.');
        }
        foreach ((array) $secrets as $secret) {
            if (preg_match('~^whsec_[A-Za-z0-9+/]+={0,2}$~D', $secret) !== 1) {
                throw new \InvalidArgumentException('El secreto es el que se mostró al crear el webhook: whsec_…');
            }
            $mac = hash_hmac('sha256', "$id.$timestamp.$body", base64_decode(substr($secret, 6)), true);
            $wanted = 'v1,' . base64_encode($mac);
            foreach (array_slice(explode(' ', $signatures), 0, self::SIGNATURES_MAX) as $signature) {
                if (hash_equals($wanted, $signature)) {
                    return json_decode($body, true, 512, JSON_THROW_ON_ERROR);
                }
            }
        }
        throw self::invalid('ninguna firma es de ese secreto, o el cuerpo no es el que se firmó.');
    }

    private static function invalid(string $why): SelloError
    {
        return new SelloError('webhook_invalid', ucfirst($why));
    }
}
