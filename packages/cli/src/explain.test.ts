/** What a person and a program are told of each error, and the exit code that a script acts on. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SelloError, type SelloErrorCode } from '@sello/client'
import { errorJson } from './error-json.ts'
import { CliError, EXIT } from './exit.ts'
import { explain } from './explain.ts'
import { explainListen } from './ports.ts'

const codeOf = (error: unknown) => EXIT[explain(error).ending]
const sello = (code: SelloErrorCode, facts: object = {}, details: object = {}) =>
  new SelloError(code, 'Lo que pasó.', { details: details as never, facts })

// biome-ignore format: a table
const CALLS: readonly (readonly [code: SelloErrorCode, status: number | null, exit: number])[] = [
  ['network', null, 3], ['timeout', null, 3], ['unreadable_answer', 404, 3], ['service_unavailable', 503, 3],
  ['correlative_unavailable', 409, 3], ['idempotency_in_flight', 409, 3], ['rate_limited', 429, 3],
  ['seal_pending', null, 3], ['mh_unreachable', 502, 3], ['local_store', null, 3], ['internal_error', 500, 3],
  ['aborted', null, 130], ['invalid_option', null, 2],
  ['validation_failed', 422, 1], ['not_found', 404, 1], ['mh_rejected', 499, 1],
]

for (const [code, status, exit] of CALLS) {
  test(`${code} ends a command with ${exit}`, () => {
    const details = code === 'mh_rejected' ? { observaciones: [], codigoGeneracion: 'A' } : {}
    assert.equal(codeOf(sello(code, { status }, details)), exit)
  })
}

test('a call’s error has a line for each field, each remark, and what to repeat', () => {
  const issues = [
    { field: 'receptor', message: 'Falta.' },
    { field: 'items', message: 'Sobran.' },
  ]
  const refused = explain(sello('validation_failed', { status: 422 }, { issues }))
  const doubtful = explain(sello('network', { outcome: 'unknown', idempotencyKey: 'k' }))
  const unnamed = explain(sello('network', { outcome: 'unknown', idempotencyKey: null }))
  const said = { observaciones: ['#/a MAL', '#/b MAL'], codigoGeneracion: 'C', numeroControl: 'N' }
  const rejected = explain(sello('mh_rejected', { status: 422 }, said))
  const event = explain(sello('mh_rejected', { status: 422 }, { ...said, numeroControl: null }))

  assert.equal(refused.message, 'Lo que pasó.\nreceptor: Falta.\nitems: Sobran.')
  assert.deepEqual(refused.issues[0], { field: 'receptor', option: 'receptor', message: 'Falta.' })
  assert.equal(doubtful.message, 'Lo que pasó.\nRepita el mismo comando, o con --idempotency-key k')
  assert.equal(unnamed.message, 'Lo que pasó.')
  assert.equal(rejected.message, 'Lo que pasó.\n#/a MAL\n#/b MAL\nPara corregirlo: "corrige": "C"')
  assert.equal(event.message, 'Lo que pasó.\n#/a MAL\n#/b MAL')
})

test('a refusal of the administration names the option of each field', () => {
  // biome-ignore format: a table
  const problems = [
    ['certificado', '--file'], ['contrasena', '--password-file'], ['password', '--password-file'],
    ['passphrase', '--passphrase-file'], ['persona.numDocumento', '--document'],
    ['direccion.departamento', '--department'], ['nrc', '--nrc'],
  ] as const
  const thrown = Object.assign(new Error('refused'), {
    name: 'AdminRefused',
    problems: problems.map(([field]) => ({ field, message: 'No vale.' })),
  })
  const { message, issues, ending } = explain(thrown)

  assert.equal(message, problems.map(([, option]) => `${option}: No vale.`).join('\n'))
  assert.deepEqual(
    issues.map(({ field, option }) => [field, option]),
    problems.map((row) => [...row]),
  )
  assert.equal(ending, 'refused')
})

// biome-ignore format: a table
const SYSTEM: readonly (readonly [code: string, says: RegExp])[] = [
  ['EACCES',  /^\/x: no hay permiso\. Dé permiso a este usuario o elija otra ruta\.$/],
  ['EPERM',   /^\/x: no hay permiso\. Dé permiso a este usuario o elija otra ruta\.$/],
  ['EROFS',   /^\/x: el disco es de solo lectura\. Elija otra ruta\.$/],
  ['ENOSPC',  /^\/x: no queda espacio en el disco\.$/],
  ['ENOENT',  /^\/x: no existe\.$/],
  ['ENOTDIR', /^\/x: una parte de la ruta no es una carpeta\.$/],
  ['EISDIR',  /^\/x: es una carpeta, y se espera un archivo\.$/],
  ['ELOOP',   /^\/x: el enlace lleva a sí mismo\.$/],
  ['EEXIST',  /^\/x: ya hay un archivo con ese nombre, y se espera una carpeta\.$/],
]

test('an error of the disk names its path and what to do, with 3', () => {
  for (const [code, says] of SYSTEM) {
    const error = Object.assign(new Error(code), { code, path: '/x' })
    assert.match(explain(error).message, says)
    assert.equal(codeOf(error), 3)
  }
})

test('an installation without its program for passwords says what to install', () => {
  const { message, ending } = explain(new Error('Cannot find native binding. npm has a bug …'))
  assert.match(message, /Falta el paquete .*@node-rs\/argon2-.* sin --omit=optional\.$/)
  assert.equal(EXIT[ending], 3)
})

test('any other error is internal, with its message and how to see more', () => {
  const unknown = [
    new Error('boom'),
    'boom',
    Object.assign(new Error('boom'), { code: 'EMFILE', path: '/x' }),
    Object.assign(new Error('boom'), { code: 'ENOENT' }),
    Object.assign(new Error('boom'), { code: 'EACCES', path: '/x', syscall: 'listen' }),
  ]
  for (const error of unknown) {
    const { message, ending } = explain(error)
    assert.equal(message, 'Falla interna: boom (SELLO_DEBUG=1 muestra el detalle)')
    assert.equal(EXIT[ending], 70)
  }
  for (const name of ['OtherSecrets', 'StoreFailed']) {
    const { message, ending } = explain(Object.assign(new Error('Su disco.'), { name }))
    assert.deepEqual([message, EXIT[ending]], ['Su disco.', 1])
  }
  const own = new CliError('interrupted', 'Interrumpido.')
  assert.equal(explain(own), own)
})

// biome-ignore format: a table
const PORTS: readonly (readonly [code: string, says: string])[] = [
  ['EADDRINUSE',    'El puerto 80 está ocupado. Elija otro con --port.'],
  ['EACCES',        'No hay permiso para escuchar en el puerto 80. Elija uno desde 1024.'],
  ['EADDRNOTAVAIL', 'Esta máquina no tiene la dirección 10.0.0.1. Elija otra con --host.'],
  ['ENOTFOUND',     'No existe la dirección 10.0.0.1. Elija otra con --host.'],
]

test('a port that cannot be had says why and which option selects another', () => {
  const address = { host: '10.0.0.1', port: 80 }
  for (const [code, says] of PORTS) {
    for (const syscall of ['listen', 'getaddrinfo']) {
      const explained = explainListen(Object.assign(new Error(code), { code, syscall }), address)
      assert.ok(explained instanceof CliError)
      assert.deepEqual([explained.message, EXIT[explained.ending]], [says, 3])
    }
    const other = Object.assign(new Error(code), { code, syscall: 'open' })
    assert.equal(explainListen(other, address), other)
  }
  const busy = Object.assign(new Error(), { code: 'EADDRINUSE', syscall: 'listen' })
  assert.match(String(explainListen(busy, address, 'SELLO_CLOCK_PORT')), /con SELLO_CLOCK_PORT\.$/)
  const odd = Object.assign(new Error(), { code: 'EMFILE', syscall: 'listen' })
  assert.equal(explainListen(odd, address), odd)
})

const REPETIR = 'Repita el mismo comando: con la misma clave nunca se hace dos veces.'

test('a program is told everything about a call, and what to do', () => {
  const facts = {
    ...{ status: 422, requestId: 'r', outcome: 'unknown', idempotencyKey: 'k' },
    retryAfterSeconds: 7,
  } as const
  const details = { issues: [{ field: 'items[0].cantidad', message: 'Falta.' }] }
  const { help, ...told } = errorJson(explain(sello('validation_failed', facts, details)))
  const message =
    'Lo que pasó.\nitems[0].cantidad: Falta.\nRepita el mismo comando, o con --idempotency-key k'

  assert.deepEqual(told, {
    ...{ code: 'validation_failed', message, field: 'items[0].cantidad', ...facts, details },
  })
  assert.match(help ?? '', /details\.issues/)
})

test('the help is the ministry’s, the answer’s or the code’s', () => {
  const helpOf = (code: SelloErrorCode, details: object = {}) =>
    errorJson(explain(sello(code, {}, { observaciones: [], ...details }))).help

  assert.equal(helpOf('mh_rejected', { ayuda: { queHacer: 'A' }, queHacer: 'B' }), 'A')
  assert.equal(helpOf('seal_pending', { queHacer: 'B' }), 'B')
  for (const code of ['network', 'timeout', 'aborted'] as const) assert.equal(helpOf(code), REPETIR)
  assert.match(helpOf('unreadable_answer') ?? '', /--url sea la dirección de un servicio Sello/)
  assert.match(helpOf('local_store') ?? '', /escribir en la carpeta de estado/)
  assert.equal(helpOf('seal_pending'), null)
  const field = errorJson(explain(sello('invalid_option', {}, { field: 'deadlineMs' }))).field
  assert.equal(field, 'deadlineMs')
})
