/** 400: an operation that cannot be undone needs an Idempotency-Key. */
import { Refused } from '@sello/contract'
import { type Call, header } from '../gate.ts'

const LENGTH_MAX = 200
const PRINTABLE = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/

/** The caller's valid key, else null: then the database is not queried for it. */
export function readIdempotencyKey(call: Call): string | null {
  const value = header(call, 'idempotency-key')
  return value !== undefined && isWellFormed(value) ? value : null
}

export function idempotencyKey(call: Call): undefined {
  const value = call.headers['idempotency-key']
  const field = 'Idempotency-Key'
  if (value === undefined || value === '') {
    throw new Refused(
      'idempotency_key_required',
      'Envíe el encabezado Idempotency-Key con un texto propio de esta operación; repítalo al reintentar.',
      { field },
    )
  }
  if (typeof value !== 'string' || !isWellFormed(value)) {
    throw new Refused(
      'invalid_request',
      `Idempotency-Key lleva de 1 a ${LENGTH_MAX} caracteres ASCII visibles.`,
      { field },
    )
  }
  return undefined
}

function isWellFormed(value: string): boolean {
  return value.length <= LENGTH_MAX && PRINTABLE.test(value)
}
