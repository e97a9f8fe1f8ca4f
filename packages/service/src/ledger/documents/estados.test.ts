import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ESTADOS, type Estado } from '@sello/contract'
import { createWorld, type World } from '../../../test/world.ts'
import { transaction } from '../../base/db/tx.ts'
import { recordVerdicts } from '../../flows/issuing/record-verdicts.ts'
import { insertEvento } from '../events/insert-event.ts'
import { settleEvento } from '../events/settle-event.ts'
import type { Answer } from '../transmission/answer.ts'
import { toOutcome } from '../transmission/outcome.ts'
import { moveRejected } from './corrected.ts'
import { BEGINNINGS, type Beginning, firstEstado, stepOf, TRANSITIONS } from './estados.ts'
import { insertNumerados, type NewNumerado } from './firmado.ts'
import { historialOf, type StoredHistorial } from './historial.ts'
import { releaseReservados, signReservado } from './reservado.ts'

const ANSWERS = {
  sealed: {
    kind: 'sealed',
    selloRecibido: 'S'.repeat(40),
    fhProcesamiento: null,
    observaciones: [],
  },
  rejected: {
    kind: 'rejected',
    codigoMsg: '020',
    clasificaMsg: '16',
    descripcionMsg: 'CALCULO INCORRECTO',
    fhProcesamiento: null,
    observaciones: [],
  },
  unanswered: { kind: 'unanswered', why: 'timeout' },
} as const satisfies { readonly [K in Answer['kind']]: Answer }
type Trigger = (typeof TRANSITIONS)[number][1]

const CORRECTIONS = BEGINNINGS.map(([, beginning]) => beginning)
const isCorrection = (trigger: Trigger): trigger is Beginning =>
  CORRECTIONS.some((one) => one === trigger)
const TRIGGERS = [
  ...Object.keys(ANSWERS),
  ...['signed', 'expired', 'invalidated'],
  ...CORRECTIONS,
] as Trigger[]
const UNSIGNED: readonly Estado[] = ['reservado', 'liberado']
const WITH_SEAL: readonly Estado[] = ['sellado', 'invalidado']

let world: World
let which: { companyId: string; codigoGeneracion: string; signature: Buffer }
before(async () => {
  world = await createWorld()
  const { body } = await world.issue()
  const { companyId } = await world.deps.pool.one<{ companyId: string }>(
    'select company_id as "companyId" from documents',
  )
  which = { companyId, codigoGeneracion: body.codigoGeneracion, signature: Buffer.alloc(256) }
})
after(() => world.close())

async function put(estado: Estado): Promise<object> {
  await world.deps.pool.many(
    `update documents set estado = $1, sello_recibido = $2, signature = $3, vence_en = 'epoch',
            lease_until = null, rechazo = '{}'`,
    [
      estado,
      WITH_SEAL.includes(estado) ? 'A'.repeat(40) : null,
      UNSIGNED.includes(estado) ? null : Buffer.alloc(256),
    ],
  )
  return row()
}

const row = () => world.deps.pool.one<object>('select * from documents')

/** The state after the trigger; null: it moved nothing. */
async function pull(trigger: Trigger): Promise<Estado | null> {
  if (trigger === 'signed') return (await pullSigned()) ? estadoNow() : null
  if (trigger === 'expired') return (await pullExpired()) ? estadoNow() : null
  if (trigger === 'invalidated') return (await pullInvalidated()) ? estadoNow() : null
  if (isCorrection(trigger)) return (await pullCorrection(trigger)) ? estadoNow() : null
  const move = {
    trigger,
    outcome: toOutcome(ANSWERS[trigger]),
    now: world.deps.clock.now(),
    leaseUntil: null,
    unlessTaken: false,
  }
  const [moved] = await recordVerdicts([{ pool: world.deps.pool, which, move }])
  return moved?.estado ?? null
}

const estadoNow = async () =>
  (await world.deps.pool.one<{ estado: Estado }>('select estado from documents')).estado

async function pullSigned(): Promise<boolean> {
  const { pool, clock, random } = world.deps
  const { keyId } = await pool.one<{ keyId: string }>('select key_id as "keyId" from documents')
  const now = clock.now()
  const claim = { keyId, idempotencyKey: random.uuid(), bodyHash: Buffer.alloc(32) }
  const signing = { ...which, ...claim, signature: Buffer.alloc(256), now, leaseUntil: now }
  const rolledBack = new Error('not moved')
  return transaction(pool, async (tx) => {
    const { moved } = await signReservado(tx, signing)
    if (!moved) throw rolledBack
    return true
  }).catch((error: unknown) => {
    if (error !== rolledBack) throw error
    return false
  })
}

async function pullExpired(): Promise<boolean> {
  const { pool, clock } = world.deps
  const { companyId, codigoGeneracion } = which
  const released = await transaction(pool, (tx) =>
    releaseReservados(tx, companyId, [codigoGeneracion], clock.now()),
  )
  return released.length > 0
}

/** A correction takes over the code and the number. A document that is not rejected is left unchanged. */
async function pullCorrection(beginning: Beginning): Promise<boolean> {
  const { pool, clock } = world.deps
  const now = clock.now()
  const { keyId, idempotencyKey, historial, ...stored } = await pool.one<{
    numeroControl: string
    fecEmi: string
    horEmi: string
    totales: NewNumerado['numerado']['totales']
    keyId: string
    idempotencyKey: string
    historial: StoredHistorial
  }>(
    `select numero_control as "numeroControl", fec_emi as "fecEmi", hor_emi as "horEmi", totales,
            key_id as "keyId", idempotency_key as "idempotencyKey", historial from documents`,
  )
  const isSigned = beginning !== 'prepare'
  const numerado: NewNumerado['numerado'] = {
    ...which,
    ...stored,
    kind: 'documento',
    ambiente: '00',
    tipoDte: '01',
    version: 2,
    payload: '{}',
    nit: world.company.nit,
    signature: isSigned ? which.signature : null,
  }
  const provenance = {
    ...{ beginning, keyId, idempotencyKey, year: 2026, now, before: historialOf(historial) },
    ...{
      receptorNombre: null,
      receptorDocumento: null,
      tercero: '',
      referencia: null,
      sustituye: null,
    },
    addresses: [],
    ...{ outageId: null, leaseUntil: null, venceEn: isSigned ? null : now },
  }
  const moved = await transaction(pool, async (tx) => {
    if (!(await moveRejected(tx, which, { beginning, now }))) return false
    const storing = { dataKey: Buffer.alloc(32), random: world.deps.random, rowFormat: 1 } as const
    const numerados = [{ numerado, provenance }]
    await tx.commitWith(...insertNumerados(numerados, storing, pool.options))
    return true
  })
  await pool.many('delete from rejected_documents returning 1')
  return moved
}

/** The ministry seals an invalidation of the document. If the document is not sealed, everything is rolled back. */
async function pullInvalidated(): Promise<boolean> {
  const { pool, clock, random } = world.deps
  const { companyId, codigoGeneracion: documento } = which
  const evento = {
    kind: 'invalidacion',
    companyId,
    ambiente: '00',
    nit: world.company.nit,
    codigoGeneracion: random.uuid().toUpperCase(),
    tipoDte: '01',
    version: 3,
    payload: '{}',
    signature: Buffer.alloc(256),
    documento,
    evento: null,
    reemplazo: null,
    fecEmi: '2026-11-22',
    horEmi: '12:00:00',
    totales: null,
    keyId: 'nobody',
    idempotencyKey: random.uuid(),
    intencion: Buffer.alloc(32),
    createdAt: clock.now(),
  } as const
  const storing = { dataKey: Buffer.alloc(32), random, leaseUntil: clock.now() }
  await transaction(pool, (tx) => insertEvento(tx, evento, storing))
  const settling = { verdict: ANSWERS.sealed, now: clock.now(), retryAt: null }
  try {
    await settleEvento(pool, evento, settling)
    return true
  } catch (error) {
    assert.match(String(error), /not sealed/)
    return false
  } finally {
    await pool.many('delete from events returning 1')
  }
}

test('every state and trigger of the table leads where the table says', async () => {
  for (const [from, trigger, to] of TRANSITIONS) {
    await put(from)
    assert.equal(await pull(trigger), to, `${from} ${trigger}`)
  }
})

test('every state and trigger that is not in the table moves nothing and changes no column', async () => {
  let pairs = 0
  for (const from of ESTADOS) {
    for (const trigger of TRIGGERS) {
      if (TRANSITIONS.some(([f, t]) => f === from && t === trigger)) continue
      const before = await put(from)
      assert.equal(await pull(trigger), null, `${from} ${trigger}`)
      assert.deepEqual(await row(), before, `${from} ${trigger}`)
      pairs += 1
    }
  }
  assert.equal(pairs, ESTADOS.length * TRIGGERS.length - TRANSITIONS.length)
})

test('the database itself refuses a seal on an unsealed document, a signature on a reservation, and a state that does not exist', async () => {
  await put('firmado')
  const set = (assignment: string) => world.deps.pool.many(`update documents set ${assignment}`)

  await assert.rejects(set(`sello_recibido = 'x'`), /documents_sealed/)
  await assert.rejects(set(`estado = 'sellado'`), /documents_sealed/)
  await assert.rejects(set(`estado = 'perdido'`), /documents_estado/)
  await assert.rejects(set(`estado = 'reservado'`), /documents_signed/)
  await assert.rejects(set('signature = null'), /documents_signed/)
})

test('a document of another company is not moved by its code', async () => {
  const before = await put('firmado')
  const elsewhere = { ...which, companyId: '00000000-0000-4000-8000-000000000000' }
  const move = {
    trigger: 'sealed',
    outcome: toOutcome(ANSWERS.sealed),
    now: world.deps.clock.now(),
    leaseUntil: null,
    unlessTaken: false,
  } as const

  assert.deepEqual(await recordVerdicts([{ pool: world.deps.pool, which: elsewhere, move }]), [
    null,
  ])
  assert.deepEqual(await row(), before)
})

test('only what moves from one state, or begins a document, is asked for it', () => {
  assert.throws(() => stepOf('sealed'), /bug: sealed has no one state/)
  assert.throws(() => stepOf('none' as Trigger), /bug: none has no one state/)
  assert.throws(() => firstEstado('sealed' as Beginning), /bug: no document begins by sealed/)
})
