/** Every warning of a status, letter by letter, from when it is told, and whether it stops the key. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../base/time/durations.ts'
import { queHacer } from '../../../flows/contingency/que-hacer.ts'
import { RESTORED } from '../../../ledger/marks/fence.ts'
import { type Facts, warningsOf } from './warnings.ts'

const NOW = new Date('2026-11-28T18:00:00Z')
const after = (ms: number) => new Date(NOW.getTime() + ms)
const inDays = (days: number) => after(days * DAY_MS)

const KEY = {
  ...{ ambiente: '00', keyId: 'abcdefghijkl', storageVerifiedAt: NOW },
  vault: { failures: 4 },
}
const CERTIFICADO = { fingerprint: 'x', validFrom: NOW, validTo: inDays(365), nit: 'x' }
const DESTINO = { id: 'd-1', kind: 'managed_folder', verificadoEl: NOW, rechaza: null }
const STANDING = {
  ...{ certificado: CERTIFICADO, destinos: [DESTINO], lateSeals: [], loginRefused: null },
}
const DEADLINES = {
  ...{ abierta: false, limiteEvento: null, limiteFirma: null, limiteDocumentos: null },
}
const TIME = { ownDifferenceMs: () => 0, ministryDifferenceMs: () => 0 }

interface More {
  readonly key?: object
  readonly standing?: object
  readonly deadlines?: object
  readonly time?: object
  readonly isFenced?: boolean
}

/** What is told of a company without any fault but these. */
function told({ key, standing, deadlines, time, isFenced = false }: More) {
  const facts = {
    ...{ key: { ...KEY, ...key }, standing: { ...STANDING, ...standing } },
    ...{ deadlines: { ...DEADLINES, ...deadlines }, time: { ...TIME, ...time } },
    ...{ keyPrefix: 'sello', isFenced },
  }
  return warningsOf(facts as unknown as Facts, NOW).map(({ codigo, mensaje, stops }) => [
    codigo,
    stops ?? false,
    mensaje,
  ])
}

const certificado = (validTo: Date, key: object = {}) => ({
  ...{ standing: { certificado: { ...CERTIFICADO, validTo } }, key },
})
const destino = (more: object, key: object = {}) => ({
  ...{ standing: { destinos: [{ ...DESTINO, ...more }] }, key },
})
const refused = (more: object, key: object = {}) => ({
  ...{ standing: { loginRefused: { why: 'refused', since: null, until: null, ...more } }, key },
})
const late = (...otros: readonly string[]) => ({
  standing: { lateSeals: [{ codigoGeneracion: 'ABCD', otros }] },
})
const apart = (own: number, ministry: number) => ({
  time: { ownDifferenceMs: () => own, ministryDifferenceMs: () => ministry },
})

const SIGNS_NOT = { vault: null }
const NOWHERE = { storageVerifiedAt: null }
const MEANWHILE =
  'Mientras tanto los documentos se firman y se responden 202, y se transmiten solos después.'
const NEXT =
  'La próxima llamada vuelve a intentarlo; si se rechaza, las del minuto siguiente se responden sin intentarlo.'
const STORE = 'guárdela: sello company password --environment 00'
const DISK = { desde: NOW, por: 'Está lleno.' }

/** [what is so, what is told: code, whether it stops the key, words]. */
// biome-ignore format: a table
const TOLD: readonly (readonly [string, More, ...(readonly (readonly [string, boolean, string])[])])[] = [
  ['nothing is wrong', {}],
  ['no certificate is stored', { standing: { certificado: null } }],
  ['a certificate lasts for 60 days and a moment', certificado(after(60 * DAY_MS + 1))],
  ['a certificate lasts for 60 days', certificado(inDays(60)),
    ['certificado_por_vencer', false, 'El certificado de firma vence el 2027-01-27. Renuévelo ante Hacienda e impórtelo antes.']],
  ['a certificate ends in a moment', certificado(after(1)),
    ['certificado_por_vencer', false, 'El certificado de firma vence el 2026-11-28. Renuévelo ante Hacienda e impórtelo antes.']],
  ['a certificate ends now', certificado(NOW),
    ['certificado_vencido', true, 'El certificado de firma venció el 2026-11-28: nada se puede firmar. Renuévelo ante Hacienda e impórtelo.']],
  ['a certificate has ended, and the key does not sign', certificado(NOW, SIGNS_NOT),
    ['certificado_vencido', false, 'El certificado de firma venció el 2026-11-28: nada se puede firmar. Renuévelo ante Hacienda e impórtelo.']],
  ['five sign keys were wrong', { key: { vault: { failures: 5 } } },
    ['firma_bloqueada', true, 'La firma de la llave sello_test_abcdefghijkl está suspendida por llaves de firma equivocadas: nada se puede firmar con ella. Esperar no la libera. Averigüe quién las probó y reactívela: sello key reactivate --key-id abcdefghijkl']],
  ['the password is refused', refused({}),
    ['contrasena_rechazada', true, `Hacienda no acepta la contraseña de su API. Revísela y ${STORE}. ${MEANWHILE} ${NEXT}`]],
  ['the password is refused since and until a time', refused({ since: NOW, until: after(MINUTE_MS) }),
    ['contrasena_rechazada', true, `Hacienda no acepta la contraseña de su API desde el 2026-11-28 a las 12:00:00. Revísela y ${STORE}. ${MEANWHILE} Hasta el 2026-11-28 a las 12:01:00 se responde sin intentarlo; con otra contraseña se intenta de una vez.`]],
  ['the password has expired, and the key does not sign', refused({ why: 'expired', since: NOW }, SIGNS_NOT),
    ['contrasena_vencida', false, `La contraseña de la API de Hacienda venció (103); la rechaza desde el 2026-11-28 a las 12:00:00. Póngale una nueva en el sitio de Hacienda y ${STORE}. ${MEANWHILE} ${NEXT}`]],
  ['a destination counts for seven days and a moment', destino({ verificadoEl: after(-23 * DAY_MS + 1) })],
  ['a destination counts for seven days', destino({ verificadoEl: inDays(-23) }),
    ['destino_por_verificar', false, 'La verificación del destino d-1 (managed_folder) vence el 2026-12-05. Verifíquelo de nuevo antes.']],
  ['a destination counts no more, and another does', destino({ verificadoEl: inDays(-30) }),
    ['destino_por_verificar', false, 'La verificación del destino d-1 (managed_folder) venció el 2026-11-28. Verifíquelo de nuevo.']],
  ['a destination counts no more, and no other does', destino({ verificadoEl: inDays(-30) }, NOWHERE),
    ['destino_por_verificar', true, 'La verificación del destino d-1 (managed_folder) venció el 2026-11-28. Verifíquelo de nuevo.']],
  ['a destination was never verified', destino({ verificadoEl: null }),
    ['destino_por_verificar', false, 'El destino d-1 (managed_folder) no está verificado. Verifíquelo.']],
  ['there is no destination', { standing: { destinos: [] }, key: NOWHERE },
    ['destino_por_verificar', true, 'La empresa no tiene un destino de almacenamiento verificado: nada se emite. Conecte uno.']],
  ['a destination takes no files', destino({ rechaza: DISK }),
    ['destino_rechaza', true, 'El destino d-1 (managed_folder) no recibe archivos desde el 2026-11-28 a las 12:00:00: Está lleno. Corríjalo: las copias esperan y se guardan solas después.']],
  ['a seal came late', late(),
    ['sellado_tarde', false, 'Hacienda selló el documento ABCD después de rechazarlo: la venta está sellada, no emita otro.']],
  ['a seal came late beside another', late('EF'),
    ['sellado_tarde', false, 'Hacienda selló el documento ABCD después de rechazarlo, y de la misma venta ya está EF: invalide uno de los dos.']],
  ['a seal came late beside two others', late('EF', 'GH'),
    ['sellado_tarde', false, 'Hacienda selló el documento ABCD después de rechazarlo, y de la misma venta ya están EF, GH: deje uno e invalide los demás.']],
  ['an event must be signed', { deadlines: { limiteEvento: inDays(1), limiteFirma: inDays(1) } },
    ['contingencia_por_vencer', false, queHacer({ kind: 'firma', limite: inDays(1) }, NOW)]],
  ['an event waits for its seal', { deadlines: { limiteEvento: inDays(1) } },
    ['contingencia_por_vencer', false, queHacer({ kind: 'evento', limite: inDays(1), loginRefused: false }, NOW)]],
  ['documents are on their way', { deadlines: { limiteDocumentos: inDays(3) } },
    ['contingencia_por_vencer', false, 'Hay documentos de una contingencia en camino a Hacienda; su plazo vence el 2026-12-01 a las 12:00:00.']],
  ['the clocks differ by less than three seconds', apart(2_999, -2_999)],
  ['the clocks differ', apart(5 * SECOND_MS, 61 * SECOND_MS),
    ['reloj_desviado', false, 'El reloj de la máquina del servicio y el de la base de datos difieren en 5 segundos: desde un minuto no se emite. Ponga en hora la máquina.'],
    ['reloj_desviado', false, 'El reloj de la base de datos y el de Hacienda difieren en 61 segundos: así no se emite. Ponga en hora la máquina.']],
]

for (const [what, more, ...expected] of TOLD) {
  test(`where ${what}, ${expected.length === 0 ? 'there is no warning' : 'a status says so'}`, () => {
    assert.deepEqual(told(more), expected)
  })
}

test('a status tells everything at once: what stops the key first, else in one order', () => {
  const all = told({
    isFenced: true,
    key: { vault: { failures: 5 } },
    standing: {
      certificado: { ...CERTIFICADO, validTo: inDays(1) },
      destinos: [
        { ...DESTINO, verificadoEl: null },
        { ...DESTINO, rechaza: { desde: NOW, por: 'Está lleno.' } },
      ],
      lateSeals: [{ codigoGeneracion: 'ABCD', otros: [] }],
      loginRefused: { why: 'refused', since: null, until: null },
    },
    deadlines: { limiteEvento: inDays(1), limiteDocumentos: inDays(3) },
    ...apart(0, 3_000),
  })
  const fenced = `${RESTORED}: no se emite nada. Un administrador debe ejecutar "sello reconcile".`
  const waits = { kind: 'evento', limite: inDays(1), loginRefused: true } as const
  assert.deepEqual(all[0], ['restauracion', true, fenced])
  assert.deepEqual(all[6]?.[2], queHacer(waits, NOW))
  assert.deepEqual(
    all.map(([codigo, stops]) => `${codigo} ${stops}`),
    [
      ...['restauracion true', 'firma_bloqueada true', 'contrasena_rechazada true'],
      ...['destino_rechaza true', 'certificado_por_vencer false', 'destino_por_verificar false'],
      ...['contingencia_por_vencer false', 'contingencia_por_vencer false'],
      ...['sellado_tarde false', 'reloj_desviado false'],
    ],
  )
})
