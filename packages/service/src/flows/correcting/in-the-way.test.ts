/** What stands against a correction, in the words and details that its caller gets. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refused } from '@sello/contract'
import type { Admitted } from '../../ledger/keys/admit.ts'
import type { Caller } from '../context.ts'
import { assertNothingInTheWay, type Obstacles } from './obstacles.ts'
import { assertFree, assertTypeAllowed, notSealed, sealedOn, type Target } from './target.ts'

const CODIGO = '7A1B9C3D-1234-4ABC-9DEF-0123456789AB'
const FREE: Obstacles = { invalidacion: null, retornos: [], notas: [], anulaciones: [] }

/** Null: nothing is refused. */
function told(act: () => void) {
  try {
    act()
  } catch (error) {
    assert.ok(error instanceof Refused)
    return [error.code, error.message, error.details]
  }
  return null
}

test('return events, notes and voidings are named as what is invalidated before, in this order', () => {
  const said = (tipo: string, seen: Partial<Obstacles>) => {
    const target = { tipo, codigoGeneracion: CODIGO } as Target
    return told(() => assertNothingInTheWay(target, { ...FREE, ...seen }))
  }
  const returned = [
    'has_return_events',
    `El documento ${CODIGO} tiene eventos de retorno (R-1, R-2): invalídelos antes, o corríjalo con otro retorno. No se envió nada.`,
    { eventos: ['R-1', 'R-2'] },
  ]
  const invalid = (rule: string, message: string) => [
    'validation_failed',
    `${message} No se firmó nada.`,
    { issues: [{ field: 'codigoGeneracion', rule, message }] },
  ]
  const noted = invalid(
    'MF-13',
    `El documento ${CODIGO} tiene notas vigentes (N-1, N-2): invalídelas antes.`,
  )
  const voided = invalid(
    'MF-17-anulado',
    `Otros eventos anulan comprobantes que reportó ${CODIGO} (A-1, A-2): invalídelos antes; si alguno aún no tiene respuesta de Hacienda, espérela.`,
  )
  const [retornos, notas, anulaciones] = [
    ['R-1', 'R-2'],
    ['N-1', 'N-2'],
    ['A-1', 'A-2'],
  ]
  assert.equal(said('01', {}), null)
  assert.deepEqual(said('01', { retornos, notas, anulaciones }), returned)
  assert.deepEqual(said('03', { notas, anulaciones }), noted)
  assert.deepEqual(said('17', { anulaciones }), voided)
  assert.equal(said('18', { retornos, notas, anulaciones }), null, 'a return event stands alone')
})

test('what is not sealed says its state, and what is cancelled that there is nothing left', () => {
  for (const [estado, message] of [
    ['invalidado', `El documento ${CODIGO} está invalidado.`],
    [
      'rechazado',
      `El documento ${CODIGO} está en estado "rechazado" y no tiene sello de Hacienda: no hay nada que corregir.`,
    ],
  ] as const) {
    const { code, message: said, details } = notSealed(CODIGO, estado)
    assert.deepEqual([code, said], ['validation_failed', `${message} No se firmó nada.`])
    assert.deepEqual(details, { issues: [{ field: 'codigoGeneracion', rule: 'MF-10', message }] })
  }
})

test('a key corrects the types that it issues, and a refusal lists them', () => {
  const key = { tiposDte: ['01', '03'] } as unknown as Admitted
  assert.equal(
    told(() => assertTypeAllowed(key, '03')),
    null,
  )
  assert.deepEqual(
    told(() => assertTypeAllowed(key, '05')),
    [
      'dte_type_not_allowed',
      'Esta llave no emite documentos de tipo 05 ni los corrige. Use una llave que lo permita.',
      { allowed: ['01', '03'] },
    ],
  )
})

test('an event is free from the instant at which its lease ends, and is told of in seconds since its signature', () => {
  const now = new Date('2026-11-20T16:00:00Z')
  const after = (ms: number) => new Date(now.getTime() + ms)
  const said = (leaseUntil: Date | null, createdAt: Date) => {
    const evento = { leaseUntil, createdAt } as Parameters<typeof assertFree>[1]
    return told(() => assertFree({ now } as Caller, evento, CODIGO))
  }
  const busy = (enVueloSegundos: number) => [
    'idempotency_in_flight',
    `Otra petición tiene en curso un evento de ${CODIGO}. Espere y repita, o consúltelo.`,
    { enVueloSegundos, codigoGeneracion: CODIGO },
  ]
  assert.equal(said(null, now), null)
  assert.equal(said(now, after(-9_000)), null)
  assert.deepEqual(said(after(1), after(-1_999)), busy(1))
  assert.deepEqual(said(after(1), after(-60_000)), busy(60))
  assert.deepEqual(said(after(1), after(5_000)), busy(0), 'another clock may be ahead')
})

test('the day of a seal is that of El Salvador', () => {
  const historial = [
    { estado: 'firmado', fecha: '2026-11-18T16:00:00Z' },
    { estado: 'sellado', fecha: '2026-11-20T05:59:59Z' },
    { estado: 'invalidado', fecha: '2026-11-25T16:00:00Z' },
  ]
  assert.equal(sealedOn({ historial } as unknown as Parameters<typeof sealedOn>[0]), '2026-11-19')
})
