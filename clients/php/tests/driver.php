<?php

/** Makes the calls that a test writes, one JSON line each, and answers with one JSON line each. */

declare(strict_types=1);

use Sello\Sello;
use Sello\SelloError;
use Sello\Webhook;

foreach (['SelloError', 'Sello', 'Webhook'] as $name) {
    require __DIR__ . "/../src/$name.php";
}

const METHODS = ['register_return' => 'registerReturn'];

function run(array $line): mixed
{
    ['method' => $method, 'args' => $args] = $line;
    if ($method === 'verify_webhook') {
        [$body, $headers] = $args;
        return Webhook::verify($body, $headers, array_slice($args, 2), $line['now']);
    }
    $options = $line['options'] ?? [];
    $sello = new Sello(
        $line['url'], $line['apiKey'], $line['signKey'],
        deadlineSeconds: (float) ($options['deadline_seconds'] ?? 60),
        maxRetries: $options['max_retries'] ?? 3,
    );
    if ($method === 'repr') {
        ob_start();
        var_dump($sello);
        return ['text' => ob_get_clean()];
    }
    $given = $sello->{METHODS[$method] ?? $method}(...$args, ...array_values($line['named'] ?? []));
    return $given instanceof Generator ? iterator_to_array($given, false) : $given;
}

while (($text = fgets(STDIN)) !== false) {
    try {
        $said = ['answer' => run(json_decode($text, true, 512, JSON_THROW_ON_ERROR))];
        if (is_string($said['answer'])) {
            $said['answer'] = ['base64' => base64_encode($said['answer'])];
        }
    } catch (SelloError $error) {
        $said = ['error' => [
            'code' => $error->errorCode,
            'message' => $error->getMessage(),
            'status' => $error->status,
            'details' => $error->details,
            'outcome' => $error->outcome,
            'idempotency_key' => $error->idempotencyKey,
            'retry_after_seconds' => $error->retryAfterSeconds,
        ]];
    }
    echo json_encode($said, JSON_THROW_ON_ERROR), "\n";
}
