import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMonthReads, MONTH_READS, monthReadsOf } from './month-reads.ts'

/** A read that ends when the test says so. */
function held() {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { end, ended }
}

/** Resolves once everything that can run has run. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

const LIMITS = { atOnce: 2, waiting: 1, waitingInAll: 2 }

test('reads take turns: one month at a time per company, a few per process', async () => {
  const reads = createMonthReads(LIMITS)
  const begun: string[] = []
  const begin = (company: string, name: string) => {
    const one = held()
    const done = reads.run(company, async () => {
      begun.push(name)
      await one.ended
      return name
    })
    return { ...one, done }
  }
  const a1 = begin('a', 'a1')
  const a2 = begin('a', 'a2')
  const b1 = begin('b', 'b1')
  const c1 = begin('c', 'c1')
  await settled()
  assert.deepEqual(begun, ['a1', 'b1'], 'one of a company, two in the process')
  a1.end()
  await settled()
  assert.deepEqual(begun, ['a1', 'b1', 'a2'], 'whoever waits longest is next')
  b1.end()
  a2.end()
  c1.end()
  assert.deepEqual(await Promise.all([a1, a2, b1, c1].map(({ done }) => done)), [
    ...['a1', 'a2', 'b1', 'c1'],
  ])
  assert.deepEqual(begun, ['a1', 'b1', 'a2', 'c1'])
})

test('reads beyond the queue limit are refused before anything is read, and a failed read frees its slot', async () => {
  const reads = createMonthReads(LIMITS)
  const first = held()
  const running = reads.run('a', () => first.ended)
  const failing = reads.run('a', async () => {
    throw new Error('the database went away')
  })
  let isRead = false
  const refused = reads.run('a', async () => {
    isRead = true
  })
  await assert.rejects(refused, {
    code: 'service_unavailable',
    message:
      'Ya se leen otros meses y varios esperan su turno: no se leyó nada. Pida este otra vez en unos segundos.',
  })
  assert.equal(isRead, false)

  // Other companies' calls too, once the process-wide queue is full.
  const other = held()
  const [b, c] = [reads.run('b', () => other.ended), reads.run('c', async () => 'c')]
  await assert.rejects(
    reads.run('d', async () => 'd'),
    { code: 'service_unavailable' },
  )
  first.end()
  other.end()
  await running
  await assert.rejects(failing, /went away/)
  await Promise.all([b, c])
  assert.equal(await reads.run('a', async () => 'again'), 'again')
})

test('a person may open four files of a month at once, and seven companies leave one slot of the queue', async () => {
  const reads = createMonthReads(MONTH_READS)
  const gate = held()
  const refusedOf = async (company: string, calls: number) => {
    const asked = Array.from({ length: calls }, () => reads.run(company, () => gate.ended))
    const outcomes = Promise.allSettled(asked)
    await settled()
    return { outcomes, refused: async () => (await outcomes).filter(isRefused).length }
  }
  const companies = await Promise.all(
    ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((one) => refusedOf(one, 5)),
  )
  gate.end()
  const refused = await Promise.all(companies.map((one) => one.refused()))
  // Two run with three behind each; fourteen slots are left for five companies without a running one.
  assert.deepEqual(refused, [1, 1, 2, 2, 2, 2, 3])
})

const isRefused = ({ status }: PromiseSettledResult<void>) => status === 'rejected'

test('processes share what all of them read at once, and each has a company’s whole queue', () => {
  assert.deepEqual(monthReadsOf(1), MONTH_READS)
  assert.deepEqual(monthReadsOf(1), { atOnce: 2, waiting: 3, waitingInAll: 20 })
  assert.deepEqual(monthReadsOf(3), { atOnce: 1, waiting: 3, waitingInAll: 7 })
})
