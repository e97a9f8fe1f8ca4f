/** An example in PHP, with curl. */
import type { Json } from '../../../packages/contract/src/openapi/example.ts'
import type { Sent } from './request.ts'

export function php({ method, address, signs, hasKey, idempotency, body }: Sent): string {
  const headers = [
    ...(hasKey ? ["'X-Service-Key: ' . getenv('SELLO_API_KEY')"] : []),
    ...(signs ? ["'X-Service-Sign-Key: ' . getenv('SELLO_SIGN_KEY')"] : []),
    ...(idempotency ? ["'Idempotency-Key: ' . bin2hex(random_bytes(16))"] : []),
    ...(body === null ? [] : ["'Content-Type: application/json'"]),
  ]
  return [
    '<?php',
    ...(body === null ? [] : [`$body = ${literal(body, '')};`]),
    `$curl = curl_init(getenv('SELLO_URL') . ${quoted(address)});`,
    'curl_setopt_array($curl, [',
    `    CURLOPT_CUSTOMREQUEST => '${method}',`,
    ...(body === null
      ? []
      : [
          '    CURLOPT_POSTFIELDS => json_encode($body, JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION),',
        ]),
    ...(headers.length === 0
      ? []
      : ['    CURLOPT_HTTPHEADER => [', ...headers.map((one) => `        ${one},`), '    ],']),
    '    CURLOPT_RETURNTRANSFER => true,',
    '    CURLOPT_TIMEOUT => 60,',
    ']);',
    '$answer = curl_exec($curl);',
    "echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), ' ', $answer, PHP_EOL;",
  ].join('\n')
}

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

function literal(value: Json, indent: string): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return String(value)
  const inner = `${indent}    `
  const isList = Array.isArray(value)
  const parts = isList
    ? (value as readonly Json[]).map((one) => literal(one, inner))
    : Object.entries(value).map(
        ([name, one]) => `${quoted(name)} => ${literal(one as Json, inner)}`,
      )
  if (parts.length === 0) return isList ? '[]' : '(object) []'
  return `[\n${parts.map((one) => `${inner}${one},`).join('\n')}\n${indent}]`
}
