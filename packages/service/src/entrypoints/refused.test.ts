/** Any error of a call as what its caller reads, and whether the log has its cause. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refused } from '@sello/contract'
import pg from 'pg'
import { TurnsTaken } from '../base/db/turns.ts'
import { AdminRefused } from '../flows/admin/admin.ts'
import { PassphraseLimited } from '../flows/admin/passphrase.ts'
import { retryAfterOf, statusOf } from './http/errors.ts'
import { toRefused } from './refused.ts'

const KIB = 1024
const coded = (code: string) => Object.assign(new Error(`secret of ${code}`), { code })
const ofDatabase = (code: string) =>
  Object.assign(new pg.DatabaseError('a secret', 1, 'error'), { code })
const BODY = { field: 'body' }
const TYPE = 'El cuerpo va como Content-Type: application/json.'
const NOT_READY = 'El servicio no está listo. Repita con la misma Idempotency-Key en unos segundos.'
const BUSY = 'El servicio está ocupado. No se hizo nada; repita en 3 segundos.'
const FAULT = 'Ocurrió una falla del servicio.'

// biome-ignore format: a table
const ERRORS: readonly (readonly [error: unknown, status: number, message: string, details: object, retryAfter: number | null])[] = [
  [coded('FST_ERR_CTP_INVALID_MEDIA_TYPE'),     400, TYPE,                                            BODY, null],
  [coded('FST_ERR_CTP_INVALID_CONTENT_LENGTH'), 400, 'El cuerpo no mide lo que dice Content-Length.', BODY, null],
  [coded('ECONNRESET'),                         400, 'El cuerpo llegó incompleto.',                   BODY, null],
  [coded('FST_ERR_BAD_URL'),                    400, 'La dirección no es válida.',                    { field: 'path' }, null],
  [new TurnsTaken(),                            503, BUSY,                                            { segundos: 3 }, 3],
  [ofDatabase('40001'),                         503, NOT_READY,                                       {}, 2],
  [ofDatabase('23505'),                         500, FAULT,                                           {}, null],
  [coded('FST_ERR_OTHER'),                      500, FAULT,                                           {}, null],
  ['a text',                                    500, FAULT,                                           {}, null],
  [null,                                        500, FAULT,                                           {}, null],
]

test('an error of the framework or of the database is told in our words, and its cause is for the log alone', () => {
  for (const [error, status, message, details, retryAfter] of ERRORS) {
    const refused = toRefused(error)
    assert.deepEqual(
      [statusOf(refused.code), refused.message, refused.details, retryAfterOf(refused)],
      [status, message, details, retryAfter],
    )
    const isForLog = message === NOT_READY || message === FAULT
    assert.equal(refused.cause, isForLog ? error : undefined, message)
  }
})

test('what the administration refuses is told by its first problem, and what is limited with its minutes', () => {
  const issues = [
    { field: 'nit', message: 'Falta.' },
    { field: 'nrc', message: 'Falta también.' },
  ]
  const { code, message, details } = toRefused(new AdminRefused(issues))
  assert.deepEqual(
    { code, message, details },
    { code: 'refused', message: 'Falta.', details: { issues } },
  )

  const limited = toRefused(new PassphraseLimited(7))
  assert.deepEqual([limited.code, limited.details], ['too_many_attempts', { minutos: 7 }])
  assert.match(
    limited.message,
    /^Demasiadas frases de contraseña equivocadas\. Espere 7 min\. Es la que/,
  )
})

test('a refusal is itself', () => {
  const refused = new Refused('not_found', 'No hay.', {})
  assert.equal(toRefused(refused), refused)
})

// biome-ignore format: a table
const SIZES = [
  [undefined,            '1 MB'],
  [1_024 * KIB,          '1 MB'],
  [2 * 1_024 * KIB,      '2 MB'],
  [64 * KIB,             '64 KB'],
  [65 * KIB - 1,         '64 KB'],
] as const

test('a body that is too long is told the limit of its route', () => {
  for (const [bytes, words] of SIZES) {
    const refused = toRefused(coded('FST_ERR_CTP_BODY_TOO_LARGE'), bytes)
    assert.deepEqual(
      [refused.code, refused.message, refused.details],
      ['invalid_request', `El cuerpo pasa de ${words}.`, BODY],
    )
  }
})
