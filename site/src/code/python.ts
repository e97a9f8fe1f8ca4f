/** An example in Python, with its standard library alone. */
import type { Json } from '../../../packages/contract/src/openapi/example.ts'
import type { Sent } from './request.ts'

export function python({ method, address, signs, hasKey, idempotency, body }: Sent): string {
  const headers = [
    ...(hasKey ? ['"X-Service-Key": os.environ["SELLO_API_KEY"]'] : []),
    ...(signs ? ['"X-Service-Sign-Key": os.environ["SELLO_SIGN_KEY"]'] : []),
    ...(idempotency ? ['"Idempotency-Key": str(uuid.uuid4())'] : []),
    ...(body === null ? [] : ['"Content-Type": "application/json"']),
  ]
  return [
    `import ${[...(body === null ? [] : ['json']), 'os', 'urllib.request', ...(idempotency ? ['uuid'] : [])].join(', ')}`,
    '',
    ...(body === null ? [] : [`body = ${literal(body, '')}`]),
    'request = urllib.request.Request(',
    `    os.environ["SELLO_URL"] + ${JSON.stringify(address)},`,
    `    method="${method}",`,
    ...(body === null ? [] : ['    data=json.dumps(body).encode(),']),
    ...(headers.length === 0
      ? []
      : ['    headers={', ...headers.map((one) => `        ${one},`), '    },']),
    ')',
    'with urllib.request.urlopen(request, timeout=60) as answer:',
    '    print(answer.status, answer.read().decode())',
  ].join('\n')
}

function literal(value: Json, indent: string): string {
  if (value === null) return 'None'
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = `${indent}    `
  const isList = Array.isArray(value)
  const parts = isList
    ? (value as readonly Json[]).map((one) => literal(one, inner))
    : Object.entries(value).map(
        ([name, one]) => `${JSON.stringify(name)}: ${literal(one as Json, inner)}`,
      )
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  if (parts.length === 0) return `${open}${close}`
  return `${open}\n${parts.map((one) => `${inner}${one},`).join('\n')}\n${indent}${close}`
}
