/**
 * The end of a history: another copy of its database issues too, under the same codes and numbers, and the ministry
 * gets its documents first (ADR 0094).
 */
import assert from 'node:assert/strict'
import { type KeyObject, sign } from 'node:crypto'
import type { Post } from '../../src/outside/ministry/exchange.ts'
import { send } from './calls.ts'
import { textOf } from './held.ts'
import type { History } from './history.ts'
import { type Intent, lastSale } from './intents.ts'
import { startJob } from './jobs.ts'
import type { Company } from './machine.ts'

const SALES_MAX = 3
const FENCED = 'select reason from database_marks where fenced_since is not null'
const STORED = `
  select d.estado, d.sello_recibido as sello from documents d where upper(d.codigo_generacion::text) = $1`

/** Nobody is told or keeps the copy's seals, and nothing is issued from then on. */
export async function meetCopy(history: History): Promise<void> {
  const { dice, machine, network, processes, schedule } = history
  const company = dice.pick(machine.companies)
  schedule.note('another copy of the database issues too')
  network.overtaking = (post) => otherDocument(post, company.privateKey)
  const refused = await sell(history, Array(dice.between(1, SALES_MAX)).fill(company))
  const codes = refused.flatMap(({ body }) => body.error?.details?.codigoGeneracion ?? [])
  assert.ok(codes.length > 0, 'the sales of a copy are refused without a code')
  for (const code of codes) {
    assert.ok(history.held().byCode.has(code), `${code} is refused, and no copy has it`)
  }
  const { reason } = (await machine.watcher.maybeOne<{ reason: string }>(FENCED)) ?? {}
  assert.ok(reason, 'a copy issues too, and the fence is open')
  assert.ok(
    codes.some((code) => reason.includes(code)),
    reason,
  )

  network.overtaking = null
  for (const process of processes) startJob(history, process, 'transmitDue')
  await rest(history)
  for (const { status, text } of await sell(history, machine.companies)) {
    assert.equal(status, 503, text)
  }
  for (const code of codes) {
    const stored = await machine.watcher.one<{ estado: string; sello: string | null }>(STORED, [
      code,
    ])
    assert.deepEqual(stored, { estado: 'rechazado', sello: null }, `${code} is another copy's`)
  }
}

/** One sale of each company at once; none is sealed. */
async function sell(history: History, companies: readonly Company[]) {
  const sales: Intent[] = []
  for (const company of companies) {
    const sale = lastSale({ ...history, company })
    const one = { ...sale, body: { ...sale.body, referencia: undefined } } // none is in use
    history.intents.push(one)
    sales.push(one)
    send(history, one, history.dice.pick(history.processes))
  }
  await rest(history)
  const replies = sales.map(({ answers }) => answers.at(-1) ?? assert.fail('no answer'))
  for (const { status, text, body } of replies) {
    const isRefused = status === 503 || body.error?.code === 'mh_rejected'
    assert.ok(isRefused, `a copy has this document, and it is answered ${text}`)
  }
  return replies
}

async function rest({ schedule, broken }: History): Promise<void> {
  await schedule.rest()
  do {
    if (broken.length > 0) throw broken[0]
  } while (await schedule.step())
}

/** What the copy sold under the code and number of this sending; null: it is none. */
function otherDocument(post: Post, privateKey: KeyObject): Post | null {
  if (post.path !== '/fesv/recepciondte' || post.body === null) return null
  const envelope = JSON.parse(post.body)
  const payload = JSON.parse(textOf(envelope.documento))
  payload.cuerpoDocumento[0].descripcion = 'Vendido por la copia'
  const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url')
  const input = `${envelope.documento.split('.')[0]}.${encoded}`
  const signature = sign('sha512', Buffer.from(input), privateKey).toString('base64url')
  return { ...post, body: JSON.stringify({ ...envelope, documento: `${input}.${signature}` }) }
}
