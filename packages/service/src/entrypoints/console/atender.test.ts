/** Everything that the page Inicio tells people to attend to, letter by letter, and from when. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS } from '../../base/time/durations.ts'
import { esperaDe } from '../../flows/contingency/periods.ts'
import { queHacer } from '../../flows/contingency/que-hacer.ts'
import { ROLES } from '../../ledger/people/memberships.ts'
import { asuntosDe, type Known } from './atender.ts'

const NOW = new Date('2026-11-28T18:00:00Z')
const after = (ms: number) => new Date(NOW.getTime() + ms)
const inDays = (days: number) => after(days * DAY_MS)

const DESTINO = { id: 'd-1', kind: 'managed_folder', verificadoEl: NOW, rechaza: null }
const DEADLINES = { abierta: false, limiteEvento: null, limiteFirma: null, limiteDocumentos: null }
/** A company that has nothing to attend to. */
const NOTHING = {
  ...{ ambiente: '00', rol: 'dueno', rejected: [], sinSello: 0, proposed: 0, keys: [], gaps: 0 },
  ...{ requests: [], certificado: { validTo: inDays(365) }, destinos: [DESTINO] },
  ...{ loginRefused: null, deadlines: DEADLINES },
}
const told = (more: object) => asuntosDe({ ...NOTHING, ...more } as unknown as Known, NOW)
const ASUNTO = { nota: null, limite: null, sobre: null, tipoDte: null }

const REJECTED = {
  ...{ tipoDte: '03', codigoGeneracion: 'ABCD', numeroControl: 'DTE-03-M001P001-000000000123456' },
  ...{ receptor: { nombre: 'Ana' }, motivo: 'FALTA ALGO', corregirHasta: after(HOUR_MS) },
}
const rejected = (more: object) => ({ rejected: [{ ...REJECTED, ...more }] })
const KEY = { ambiente: '00', label: 'Caja 1', keyId: 'k-1', personId: null, state: 'active' }
const locked = (more: object) => ({ keys: [{ ...KEY, signingLocked: true, ...more }] })
const request = (ambiente: string) => ({
  requests: [{ ambiente, nombre: 'Ana', requestId: 'p-1' }],
})
const certificado = (validTo: Date) => ({ certificado: { validTo } })
const destinos = (...all: readonly object[]) => ({
  destinos: all.map((one) => ({ ...DESTINO, ...one })),
})
const waiting = (deadlines: object) => ({ sinSello: 1, deadlines: { ...DEADLINES, ...deadlines } })
const noteOf = (deadlines: object, loginRefused = false) =>
  queHacer(esperaDe({ ...DEADLINES, ...deadlines } as Known['deadlines'], loginRefused), NOW)

const REFUSED = { why: 'refused' }
const ONE_WAITS = 'Un documento firmado espera su sello'
const UNVERIFIED = 'Ningún almacenamiento está verificado'
const GAPS = 'números sin documento en la numeración de este año'

/** [what is so, what is told of it: class, text, and what else]. */
// biome-ignore format: a table
const TOLD: readonly (readonly [string, object, ...(readonly (readonly [clase: string, texto: string, more?: object])[])])[] = [
  ['nothing is wrong', {}],
  ['a rejected document can be corrected', rejected({}),
    ['rechazado', 'Ana', { nota: 'FALTA ALGO', limite: after(HOUR_MS), sobre: 'ABCD', tipoDte: '03' }]],
  ['one of nobody can be corrected, for a moment', rejected({ receptor: null, motivo: null, corregirHasta: after(1) }),
    ['rechazado', '…123456', { limite: after(1), sobre: 'ABCD', tipoDte: '03' }]],
  ['one can be corrected no more', rejected({ corregirHasta: NOW })],
  ['one cannot be corrected at all', rejected({ corregirHasta: null })],
  ['a document waits', waiting({}),
    ['contingencia', ONE_WAITS, { nota: noteOf({}) }]],
  ['a document waits for an event', waiting({ limiteEvento: inDays(1), limiteDocumentos: inDays(3) }),
    ['contingencia', ONE_WAITS, { nota: noteOf({ limiteEvento: inDays(1), limiteDocumentos: inDays(3) }), limite: inDays(1) }]],
  ['a document waits while the password is refused', { ...waiting({ limiteEvento: inDays(1) }), loginRefused: REFUSED },
    ['contingencia', ONE_WAITS, { nota: noteOf({ limiteEvento: inDays(1) }, true), limite: inDays(1) }],
    ['contrasena', 'Hacienda no acepta la contraseña de su API']],
  ['a document is on its way', waiting({ limiteDocumentos: inDays(3) }),
    ['contingencia', ONE_WAITS, { nota: noteOf({ limiteDocumentos: inDays(3) }), limite: inDays(3) }]],
  ['two documents wait', { sinSello: 2 },
    ['contingencia', '2 documentos firmados esperan su sello', { nota: noteOf({}) }]],
  ['999 documents wait', { sinSello: 999 },
    ['contingencia', '999 documentos firmados esperan su sello', { nota: noteOf({}) }]],
  ['as many documents wait as are counted', { sinSello: 1_000 },
    ['contingencia', 'Más de 999 documentos firmados esperan su sello', { nota: noteOf({}) }]],
  ['a sale is proposed', { proposed: 1 },
    ['propuesta', 'Una venta propuesta espera una firma']],
  ['two sales are proposed', { proposed: 2 },
    ['propuesta', '2 ventas propuestas esperan una firma']],
  ['the signing of a program is locked', locked({}),
    ['llave_bloqueada', 'Firma bloqueada: Caja 1', { sobre: 'k-1' }]],
  ['the signing of a person is locked', locked({ personId: 'a-1' }),
    ['firma_bloqueada', 'Firma bloqueada: Caja 1', { sobre: 'k-1' }]],
  ['a key is revoked besides', locked({ state: 'revoked' })],
  ['a key signs', locked({ signingLocked: false })],
  ['it is locked in the other environment', locked({ ambiente: '01' })],
  ['a person asks for a sign key', request('00'),
    ['pedido_de_firma', 'Ana pide su firma', { sobre: 'p-1' }]],
  ['a person asks in the other environment', request('01')],
  ['no certificate is stored', { certificado: null }],
  ['a certificate lasts for 60 days and a moment', certificado(after(60 * DAY_MS + 1))],
  ['a certificate lasts for 60 days', certificado(inDays(60)),
    ['certificado', 'El certificado de firma vence en 60 días', { limite: inDays(60) }]],
  ['a certificate lasts for a day and a moment', certificado(after(DAY_MS + 1)),
    ['certificado', 'El certificado de firma vence en 2 días', { limite: after(DAY_MS + 1) }]],
  ['a certificate lasts for a day', certificado(inDays(1)),
    ['certificado', 'El certificado de firma vence en un día', { limite: inDays(1) }]],
  ['a certificate ends now', certificado(NOW),
    ['certificado', 'El certificado de firma venció', { nota: 'Sin un certificado vigente no se puede emitir.', limite: NOW }]],
  ['the password has expired', { loginRefused: { why: 'expired' } },
    ['contrasena', 'La contraseña de la API de Hacienda venció']],
  ['there is no destination', destinos(),
    ['almacenamiento', UNVERIFIED]],
  ['no destination was ever verified', destinos({ verificadoEl: null }),
    ['almacenamiento', UNVERIFIED]],
  ['a destination counts no more', destinos({ verificadoEl: inDays(-30) }),
    ['almacenamiento', UNVERIFIED]],
  ['a destination counts for seven days', destinos({ verificadoEl: inDays(-23) }),
    ['almacenamiento', 'Verifique el almacenamiento', { limite: inDays(7) }]],
  ['a destination counts for seven days and a moment', destinos({ verificadoEl: after(-23 * DAY_MS + 1) })],
  ['of several destinations one counts', destinos({ verificadoEl: inDays(-40) }, {}, { verificadoEl: null })],
  ['a destination takes no files', destinos({ rechaza: { desde: NOW, por: 'Está lleno.' } }),
    ['almacenamiento', 'Un almacenamiento no recibe archivos', { nota: 'Está lleno.', sobre: 'd-1' }]],
  ['a number has no document', { gaps: 1 },
    ['huecos', 'Un número sin documento en la numeración de este año']],
  ['two numbers have none', { gaps: 2 }, ['huecos', `2 ${GAPS}`]],
  ['999 numbers have none', { gaps: 999 }, ['huecos', `999 ${GAPS}`]],
  ['as many have none as are counted', { gaps: 1_000 }, ['huecos', `Más de 999 ${GAPS}`]],
]

for (const [what, more, ...expected] of TOLD) {
  test(`where ${what}, ${expected.length === 0 ? 'there is nothing to do' : 'it is told'}`, () => {
    const asuntos = expected.map(([clase, texto, of]) => ({ clase, texto, ...ASUNTO, ...of }))
    assert.deepEqual(told(more), asuntos)
  })
}

test('who may issue is told of proposed sales, and nobody else', () => {
  assert.deepEqual(
    ROLES.filter((rol) => told({ rol, proposed: 1 }).length > 0),
    ['dueno', 'administrador', 'emisor'],
  )
})

test('of rejected documents the one with the least time left is first, and all is told in one order', () => {
  const in3h = { ...REJECTED, codigoGeneracion: 'EF', corregirHasta: after(3 * HOUR_MS) }
  const all = told({
    ...{ rejected: [in3h, REJECTED], sinSello: 1, proposed: 1, ...locked({}), ...request('00') },
    ...{ ...certificado(NOW), loginRefused: REFUSED, gaps: 1 },
    ...destinos({ verificadoEl: null, rechaza: { desde: NOW, por: 'Está lleno.' } }),
  })
  assert.deepEqual(
    all.map(({ clase, sobre }) => [clase, sobre].join(' ').trim()),
    [
      ...['rechazado ABCD', 'rechazado EF', 'contingencia', 'propuesta', 'llave_bloqueada k-1'],
      ...['pedido_de_firma p-1', 'certificado', 'contrasena', 'almacenamiento'],
      ...['almacenamiento d-1', 'huecos'],
    ],
  )
})
