/** An example in the shell. */
import type { Sent } from './request.ts'

export function curl({ method, address, signs, hasKey, idempotency, body }: Sent): string {
  const lines = [
    `curl -sS ${method === 'GET' || (method === 'POST' && body !== null) ? '' : `-X ${method} `}"$SELLO_URL${address}"`,
    ...(hasKey ? ['-H "X-Service-Key: $SELLO_API_KEY"'] : []),
    ...(signs ? ['-H "X-Service-Sign-Key: $SELLO_SIGN_KEY"'] : []),
    ...(idempotency ? [`-H "Idempotency-Key: $(node -p 'crypto.randomUUID()')"`] : []),
    ...(body === null
      ? []
      : [
          "-H 'Content-Type: application/json'",
          `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`,
        ]),
  ]
  return lines.join(' \\\n  ')
}
