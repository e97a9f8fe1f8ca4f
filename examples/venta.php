<?php
// Issues an invoice, corrects it when the ministry rejects it, and cancels it. PHP with curl.
//
//   php examples/venta.php demo.json

$demo = json_decode(file_get_contents($argv[1] ?? 'demo.json'), true);
$key = $demo['companies'][0]['keys'][0];

/** Sends once: [status, body]; status 0 where no answer came. */
function call(string $path, array $body, string $idempotencyKey): array
{
    global $demo, $key;
    $curl = curl_init($demo['baseUrl'] . $path);
    curl_setopt_array($curl, [
        CURLOPT_POSTFIELDS => json_encode($body, JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION),
        CURLOPT_HTTPHEADER => [
            'Content-Type: application/json',
            'X-Service-Key: ' . $key['apiKey'],
            'X-Service-Sign-Key: ' . $key['signKey'],
            'Idempotency-Key: ' . $idempotencyKey,
        ],
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 60, // the ministry may take 40 s
    ]);
    $text = curl_exec($curl);
    $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
    return $text === false ? [0, null] : [$status, json_decode($text, true)];
}

/** Repeats only what is safe to repeat, always with the same key: it never issues twice. */
function callUntilAnswered(string $path, array $body, string $idempotencyKey): array
{
    foreach ([0.5, 2, 8, null] as $delay) {
        [$status, $answer] = call($path, $body, $idempotencyKey);
        $inFlight = $status === 409 && $answer['error']['code'] === 'idempotency_in_flight';
        if (!$inFlight && !in_array($status, [0, 502, 503], true)) {
            return [$status, $answer];
        }
        if ($delay !== null) {
            usleep((int) ($delay * 1_000_000));
        }
    }
    return [$status, $answer];
}

$newKey = fn () => bin2hex(random_bytes(16));
$sale = [
    'tipoDte' => '01',
    'referencia' => 'php-' . $newKey(),
    'items' => [['descripcion' => 'Café de altura, 1 lb', 'cantidad' => 2, 'precioUni' => 5.65]],
];
// A program keeps the key with the sale before it calls, so that it can repeat the call after a crash.
[$status, $answer] = callUntilAnswered('/v1/dte', $sale, $newKey());
if ($status === 422 && $answer['error']['code'] === 'mh_rejected') {
    $details = $answer['error']['details'];
    echo "rechazado: {$details['descripcionMsg']} {$details['ayuda']['queHacer']}\n";
    // Corrected, it takes over the number that the rejection spent. It is another attempt: another key.
    $sale['items'][0]['descripcion'] = 'Café de altura, tostado, 1 lb';
    $sale['corrige'] = $details['codigoGeneracion'];
    [$status, $answer] = callUntilAnswered('/v1/dte', $sale, $newKey());
}

if ($status === 202) {
    // Signed and stored: the service goes on transmitting. It must not be issued again.
    echo "contingencia: {$answer['numeroControl']} {$answer['detalle']}\n";
    exit(0);
}
if ($status !== 200) {
    fwrite(STDERR, ($answer['error']['message'] ?? 'sin respuesta') . "\n");
    exit(1);
}
echo "sellado: {$answer['numeroControl']} {$answer['selloRecibido']}\n";

$person = ['nombre' => 'Ana Ficticia', 'tipoDocumento' => '13', 'numDocumento' => '000162975'];
$event = ['tipoAnulacion' => 2, 'motivo' => 'El cliente desistió', 'responsable' => $person, 'solicita' => $person];
[$status, $answer] = callUntilAnswered("/v1/dte/{$answer['codigoGeneracion']}/invalidate", $event, $newKey());
echo $status === 200
    ? "invalidado: {$answer['evento']['selloRecibido']}\n"
    : 'sin invalidar: ' . ($answer['error']['message'] ?? 'sin respuesta') . "\n";
