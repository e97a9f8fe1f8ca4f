/** The first invoice in five languages, with the keys filled in, ready to paste and run. */

interface Given {
  readonly url: string
  readonly apiKey: string
  readonly signKey: string | null
}

const BODY =
  '{"tipoDte":"01","items":[{"descripcion":"Café de altura, 1 lb","cantidad":2,"precioUni":5.65}]}'

export const EJEMPLOS: Readonly<Record<string, (given: Given) => string>> = {
  curl: ({ url, apiKey, signKey }) => `curl -sS ${url}/v1/dte \\
  -H 'Content-Type: application/json' \\
  -H 'X-Service-Key: ${apiKey}' \\
  -H 'X-Service-Sign-Key: ${signKey ?? '…'}' \\
  -H "Idempotency-Key: venta-$(date +%s)" \\
  -d '${BODY}'`,
  JavaScript: ({ url, apiKey, signKey }) => `const respuesta = await fetch('${url}/v1/dte', {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    'X-Service-Key': '${apiKey}',
    'X-Service-Sign-Key': '${signKey ?? '…'}',
    'Idempotency-Key': crypto.randomUUID(),
  },
  body: JSON.stringify(${BODY}),
})
console.log(respuesta.status, await respuesta.json())`,
  Python: ({ url, apiKey, signKey }) => `import json, urllib.request, uuid

peticion = urllib.request.Request(
    "${url}/v1/dte",
    data='${BODY}'.encode(),
    headers={
        "Content-Type": "application/json",
        "X-Service-Key": "${apiKey}",
        "X-Service-Sign-Key": "${signKey ?? '…'}",
        "Idempotency-Key": str(uuid.uuid4()),
    },
)
with urllib.request.urlopen(peticion, timeout=60) as respuesta:
    print(respuesta.status, json.load(respuesta)["numeroControl"])`,
  PHP: ({ url, apiKey, signKey }) => `<?php
$curl = curl_init('${url}/v1/dte');
curl_setopt_array($curl, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 60,
    CURLOPT_POSTFIELDS => '${BODY}',
    CURLOPT_HTTPHEADER => [
        'Content-Type: application/json',
        'X-Service-Key: ${apiKey}',
        'X-Service-Sign-Key: ${signKey ?? '…'}',
        'Idempotency-Key: ' . bin2hex(random_bytes(16)),
    ],
]);
echo curl_exec($curl);`,
  'C#': ({ url, apiKey, signKey }) => `using System.Text;

using var cliente = new HttpClient { Timeout = TimeSpan.FromSeconds(60) };
var peticion = new HttpRequestMessage(HttpMethod.Post, "${url}/v1/dte")
{
    Content = new StringContent("""${BODY}""", Encoding.UTF8, "application/json"),
};
peticion.Headers.Add("X-Service-Key", "${apiKey}");
peticion.Headers.Add("X-Service-Sign-Key", "${signKey ?? '…'}");
peticion.Headers.Add("Idempotency-Key", Guid.NewGuid().ToString());
var respuesta = await cliente.SendAsync(peticion);
Console.WriteLine(await respuesta.Content.ReadAsStringAsync());`,
}
