/** Reads between the sales: queries, files, pages of lists while others issue, the holding area, the status. */
import assert from 'node:assert/strict'
import type { Reply } from '../world.ts'
import { beside, call } from './calls.ts'
import type { History } from './history.ts'
import type { Company } from './machine.ts'
import type { Process } from './process.ts'
import type { Owner } from './schedule.ts'
import { assertFile, assertQuery } from './told.ts'

/** A document or an event of a company. */
interface Known {
  readonly company: Company
  readonly code: string
}

/** Starts a read, in this process. */
export function read(history: History, process: Process): void {
  beside(history, history.dice.pick(READS)(history, process))
}

type Read = (history: History, process: Process) => Promise<void>

// biome-ignore format: a list
const READS: readonly Read[] = [
  readOne, readOne, readFile, readFile, readPages, readPages, readHolding, readForeign, readState,
]

async function readOne(history: History, process: Process): Promise<void> {
  const known = pickKnown(history)
  if (known) await queryOne(history, process, known)
}

/** The document or event as it is stored now. */
export async function queryOne(history: History, process: Process, { company, code }: Known) {
  const reply = await get(history, process, company, `/v1/dte/${code}`)
  if (reply.status === 200) assertQuery(code, reply, history.held())
}

async function readFile(history: History, process: Process): Promise<void> {
  const known = pickKnown(history)
  if (known) await fileOf(history, process, known, history.dice.pick(['json', 'raw'] as const))
}

/** The stored file. One that is not sealed has no `json`, and one that was never signed no file at all. */
export async function fileOf(
  history: History,
  process: Process,
  { company, code }: Known,
  kind: 'json' | 'raw',
): Promise<void> {
  const url = `/v1/dte/${code}/file?${kind === 'raw' ? 'raw=true' : 'kind=json'}`
  const reply = await get(history, process, company, url, [404, 409])
  if (reply.status === 200) assertFile(code, reply, kind, history.held())
}

/** Every document that was sealed before the first page is on exactly one. */
export async function readPages(history: History, process: Process): Promise<void> {
  const { dice, machine } = history
  const company = dice.pick(machine.companies)
  const limit = dice.between(1, 6)
  const before = await sealedOf(history, company)
  const listed: string[] = []
  for (let cursor = ''; ; ) {
    const page = await get(history, process, company, `/v1/dte?limit=${limit}${cursor}`)
    if (page.status !== 200) return
    const rows: readonly { codigoGeneracion: string; selloRecibido: string | null }[] =
      page.body.documentos
    const held = history.held()
    for (const { codigoGeneracion: code, selloRecibido } of rows) {
      listed.push(code)
      if (selloRecibido === null) continue
      assert.equal(selloRecibido, held.byCode.get(code)?.selloRecibido, `${code}: another seal`)
    }
    if (page.body.siguiente === null) break
    cursor = `&cursor=${encodeURIComponent(page.body.siguiente)}`
  }
  assert.equal(new Set(listed).size, listed.length, 'a document is on two pages')
  const skipped = before.filter((code) => !listed.includes(code))
  assert.deepEqual(skipped, [], 'the pages skip documents')
}

const WATCHER: Owner = { name: 'watcher', alive: true }
const SEALED = `
  select upper(d.codigo_generacion::text) as code from documents d join companies c using (company_id)
   where c.nit = $1 and d.estado in ('sellado', 'invalidado')`

/** A step of its own, as everything that takes the machine's time. */
async function sealedOf({ machine, schedule }: History, { nit }: Company) {
  const rows = await schedule.act({
    owner: WATCHER,
    label: 'looks',
    run: () => machine.watcher.many<{ code: string }>(SEALED, [nit]),
  })
  return rows.map(({ code }) => code)
}

async function readHolding(history: History, process: Process): Promise<void> {
  const company = history.dice.pick(history.machine.companies)
  const { status, body } = await get(history, process, company, '/v1/dte/holding?limit=100')
  if (status !== 200) return
  const codes: string[] = body.documentos.map((row: { codigoGeneracion: string }) => {
    return row.codigoGeneracion
  })
  assert.equal(new Set(codes).size, codes.length, 'a file is held twice')
  for (const code of codes) {
    assert.equal(history.held().byCode.get(code)?.nit, company.nit, `${code} is held unsealed`)
  }
}

/** Another company's document does not exist. */
async function readForeign(history: History, process: Process): Promise<void> {
  const known = pickKnown(history)
  if (!known) return
  const other = history.machine.companies.find((company) => company !== known.company)
  const url = `/v1/dte/${known.code}`
  const { status, text } = await get(history, process, other ?? known.company, url, [404])
  assert.ok(status === 404 || status === 503, `a foreign document is shown: ${text}`)
}

async function readState(history: History, process: Process): Promise<void> {
  const company = history.dice.pick(history.machine.companies)
  await get(history, process, company, history.dice.pick(['/v1/status', '/v1/contingencia']))
}

async function get(
  history: History,
  process: Process,
  company: Company,
  url: string,
  also: readonly number[] = [],
): Promise<Reply> {
  const key = history.dice.pick(company.keys)
  const reply = await call(history, process, { method: 'GET', url, key })
  assert.ok([200, 503, ...also].includes(reply.status), `${url}: ${reply.text}`)
  return reply
}

/** Of what answers named. */
function pickKnown({ intents, dice }: History): Known | null {
  const known = intents.flatMap(({ company, answers }) =>
    answers.flatMap(({ body }) => {
      const codes = [body.codigoGeneracion, body.evento?.codigoGeneracion]
      return codes.filter((code) => typeof code === 'string').map((code) => ({ company, code }))
    }),
  )
  return known.length === 0 ? null : dice.pick(known)
}
