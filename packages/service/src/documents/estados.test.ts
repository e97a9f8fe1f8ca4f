import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ESTADOS, type Estado } from '@sello/contract'
import { createWorld, type World } from '../../test/world.ts'
import type { Answer } from '../mh/answer.ts'
import { advance } from './advance.ts'
import { TRANSITIONS, type Trigger } from './estados.ts'
import { toOutcome } from './outcome.ts'

const ANSWERS: Readonly<Record<Trigger, Answer>> = {
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
}
const TRIGGERS = Object.keys(ANSWERS) as Trigger[]
const WITH_SEAL: readonly Estado[] = ['sellado', 'invalidado']

let world: World
let which: { companyId: string; codigoGeneracion: string }
before(async () => {
  world = await createWorld()
  const { body } = await world.issue()
  const { companyId } = await world.deps.pool.one<{ companyId: string }>(
    'select company_id as "companyId" from documents',
  )
  which = { companyId, codigoGeneracion: body.codigoGeneracion }
})
after(() => world.close())

async function put(estado: Estado): Promise<object> {
  await world.deps.pool.many('update documents set estado = $1, sello_recibido = $2', [
    estado,
    WITH_SEAL.includes(estado) ? 'A'.repeat(40) : null,
  ])
  return row()
}

const row = () => world.deps.pool.one<object>('select * from documents')

function pull(trigger: Trigger) {
  const move = {
    trigger,
    outcome: toOutcome(ANSWERS[trigger]),
    now: world.deps.clock.now(),
    leaseUntil: null,
  }
  return advance(world.deps.pool, which, move)
}

test('every state and trigger of the table leads where the table says', async () => {
  for (const [from, trigger, to] of TRANSITIONS) {
    await put(from)
    assert.equal((await pull(trigger))?.estado, to, `${from} ${trigger}`)
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

test('the database itself refuses a seal on an unsealed document, and a state that does not exist', async () => {
  await put('firmado')
  const set = (assignment: string) => world.deps.pool.many(`update documents set ${assignment}`)

  await assert.rejects(set(`sello_recibido = 'x'`), /documents_sealed/)
  await assert.rejects(set(`estado = 'sellado'`), /documents_sealed/)
  await assert.rejects(set(`estado = 'perdido'`), /documents_estado/)
})

test('a document of another company is not moved by its code', async () => {
  const before = await put('firmado')
  const elsewhere = { ...which, companyId: '00000000-0000-4000-8000-000000000000' }
  const move = {
    trigger: 'sealed',
    outcome: toOutcome(ANSWERS.sealed),
    now: world.deps.clock.now(),
    leaseUntil: null,
  } as const

  assert.equal(await advance(world.deps.pool, elsewhere, move), null)
  assert.deepEqual(await row(), before)
})
