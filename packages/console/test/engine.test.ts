/** The tax rules in their worker: the newest form is what counts, and a worker that breaks is replaced. */
import './page.ts'
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { EMISOR, RESOLUCION } from '../../fiscal/test/fixtures.ts'
import type { Evaluate, Evaluated } from '../src/fiscal/protocol.ts'

/** The worker's program runs in this process, when `run` says so. */
class WorkerHere {
  onmessage: ((event: { data: unknown }) => void) | null = null
  onerror: (() => void) | null = null
  readonly asked: { id: number; input: Evaluate }[] = []
  isEnded = false
  constructor() {
    workers.push(this)
  }
  postMessage(data: { id: number; input: Evaluate }): void {
    this.asked.push(structuredClone(data))
  }
  terminate(): void {
    this.isEnded = true
  }
  run(at: number): void {
    program.postMessage = (data) => this.onmessage?.({ data: structuredClone(data) })
    program.onmessage({ data: this.asked[at] })
  }
}
let workers: WorkerHere[] = []
const program = { onmessage: (_: { data: unknown }) => {}, postMessage: (_: unknown) => {} }
const location = { href: 'http://localhost/', origin: 'http://localhost' }
const before = ['self', 'Worker', 'location'].map(
  (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
)
for (const [name, value] of Object.entries({ self: program, Worker: WorkerHere, location })) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
}
after(() => {
  for (const [name, was] of before) {
    if (was) Object.defineProperty(globalThis, name, was)
    else Reflect.deleteProperty(globalThis, name)
  }
})
await import('../src/fiscal/worker.ts')
const { createEngine } = await import('../src/fiscal/engine.ts')

const inputOf = (precioUni: number, request: object = {}): Evaluate => ({
  request: {
    tipoDte: '01',
    items: [{ descripcion: 'Café', cantidad: 1, precioUni }],
    ...request,
  } as never,
  ...{ emisor: EMISOR, autorizaciones: [], resolucion: RESOLUCION, ambiente: '00' },
  ...{ fecEmi: '2026-11-22', horEmi: '10:00:00', relacionados: [], saldos: {} },
})

let told: unknown[] = []
const totalOf = ({ totales }: Evaluated) => totales.totalPagar
const started = () => {
  const engine = createEngine<string>(
    (evaluated, of) => told.push([of, totalOf(evaluated)]),
    (message) => told.push(message),
  )
  return { engine, worker: workers.at(-1) ?? assert.fail('no worker') }
}
beforeEach(() => {
  workers = []
  told = []
})

test('one form is computed at a time, and of those that come meanwhile the last one', () => {
  const { engine, worker } = started()
  for (const [n, of] of ['a', 'b', 'c'].entries()) engine.evaluate(inputOf(n + 1), of)
  const asked = () => worker.asked.map(({ id, input }) => [id, input.request.items[0]?.precioUni])
  assert.deepEqual(asked(), [[1, 1]])
  worker.run(0)
  assert.deepEqual(told, [['a', 1]])
  assert.deepEqual(asked(), [
    [1, 1],
    [2, 3],
  ])
  worker.run(1)
  engine.evaluate(inputOf(4), 'd')
  worker.run(2)
  assert.deepEqual(told, [
    ['a', 1],
    ['c', 3],
    ['d', 4],
  ])
  assert.equal(workers.length, 1)
  assert.equal(worker.isEnded, false)
  engine.stop()
  assert.equal(worker.isEnded, true)
})

test('what the rules cannot compute is told by its reason, and the next form is computed', () => {
  const { engine, worker } = started()
  engine.evaluate(inputOf(1, { tipoDte: '99' }), 'a')
  worker.run(0)
  const [reason] = told
  assert.ok(typeof reason === 'string' && reason !== 'No se pudo calcular.', String(reason))
  engine.evaluate(inputOf(2), 'b')
  worker.run(1)
  assert.deepEqual(told.slice(1), [['b', 2]])
  engine.evaluate(inputOf(3), 'c')
  worker.onmessage?.({ data: { id: 3 } })
  assert.deepEqual(told.slice(2), ['No se pudo calcular.'])
})

test('a worker that did not load is said so and replaced, and what waited for it is dropped', () => {
  const { engine, worker } = started()
  engine.evaluate(inputOf(1), 'a')
  engine.evaluate(inputOf(2), 'b')
  worker.onerror?.()
  assert.deepEqual(told, [
    'Las reglas de cálculo no se cargaron. Su borrador está a salvo: revise la conexión y ' +
      'recargue la página.',
  ])
  assert.equal(worker.isEnded, true)
  assert.equal(workers.length, 1, 'another one is loaded when it is needed')
  engine.evaluate(inputOf(3), 'c')
  const [, other] = workers
  assert.deepEqual(
    other?.asked.map(({ id }) => id),
    [2],
  )
  other?.run(0)
  assert.deepEqual([told.slice(1), other?.asked.length], [[['c', 3]], 1])
  engine.stop()
  assert.equal(other?.isEnded, true)
})

test('the page is answered with what it shows of the form', () => {
  const items = Array.from({ length: 61 }, (_, n) => ({
    ...{ descripcion: `Café ${n}`, cantidad: 1, precioUni: 1 },
  }))
  const answers: { id: number; evaluated?: Evaluated }[] = []
  program.postMessage = (data) => answers.push(data as never)
  program.onmessage({ data: { id: 7, input: inputOf(1, { items }) } })
  const [{ id, evaluated } = assert.fail()] = answers
  assert.ok(evaluated)
  const { cuerpoDocumento } = evaluated.documento as { cuerpoDocumento: readonly unknown[] }
  assert.deepEqual([id, evaluated.importes.length, cuerpoDocumento.length], [7, 61, 60])
})
