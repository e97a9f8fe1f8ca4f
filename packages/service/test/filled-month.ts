/** A month of many documents: copies of a sale to a consumer and of one to a taxpayer, encrypted as the service does it. */
import { randomUUID } from 'node:crypto'
import type { Admin } from '../src/admin.ts'
import { systemRandom } from '../src/base/clock.ts'
import { companyDataKey } from '../src/ledger/companies/data-key.ts'
import { encryptPayload, openPayload } from '../src/ledger/transmission/payload.ts'
import { columnsOf } from './columns.ts'

const CHUNK = 2_000

interface Template {
  readonly tipo: string
  readonly companyId: string
  readonly code: string
  readonly numero: string
  readonly payload: Buffer
}

/** All of the month so far, each with a code and a number of its own. */
export async function fillMonth(
  { pool, secrets }: Pick<Admin, 'pool' | 'secrets'>,
  count: number,
): Promise<void> {
  const templates = await pool.many<Template>(
    `select distinct on (tipo_dte) tipo_dte as tipo, company_id as "companyId", numero_control as numero,
            upper(codigo_generacion::text) as code, payload from documents order by tipo_dte`,
  )
  const [consumer, taxpayer] = templates
  if (!consumer || !taxpayer) throw new Error('bug: a sale of each type was issued')
  const dataKey = await companyDataKey(pool, secrets, consumer.companyId)
  const texts = new Map(
    templates.map((one) => [one, openPayload(whichOf(one, one.code), one.payload, dataKey)]),
  )
  const sql = await statementOf(pool)
  for (let from = 1; from <= count; from += CHUNK) {
    const rows = Array.from({ length: Math.min(CHUNK, count - from + 1) }, (_, i) => {
      const n = from + i
      const template = n % 5 === 0 ? taxpayer : consumer
      const code = randomUUID().toUpperCase()
      const numero = template.numero.slice(0, -15) + String(1_000_000 + n).padStart(15, '0')
      const payload = (texts.get(template) ?? '')
        .replaceAll(template.code, code)
        .replaceAll(template.numero, numero)
      const filing = { ...whichOf(template, code), payload }
      return {
        tipo: template.tipo,
        code,
        numero,
        payload: encryptPayload(filing, { dataKey, random: systemRandom }),
      }
    })
    const columns = (['tipo', 'code', 'numero', 'payload'] as const).map((name) =>
      rows.map((row) => row[name]),
    )
    await pool.many(sql, [...columns, consumer.companyId, templates.map(({ code }) => code)])
  }
}

const whichOf = ({ companyId }: Template, codigoGeneracion: string) =>
  ({ kind: 'documento', companyId, codigoGeneracion }) as const

const OWN: Readonly<Record<string, string>> = {
  codigo_generacion: 'n.code',
  numero_control: 'n.numero',
  payload: 'n.payload',
  key_id: `'copy'`,
  idempotency_key: 'n.numero',
}

async function statementOf(pool: Admin['pool']): Promise<string> {
  const names = await columnsOf(pool, 'documents')
  return `
    with templates as materialized (
      select * from documents where company_id = $5 and codigo_generacion = any($6::uuid[]))
    insert into documents (${names.join(', ')})
    select ${names.map((name) => OWN[name] ?? `t.${name}`).join(', ')}
      from unnest($1::text[], $2::uuid[], $3::text[], $4::bytea[]) as n (tipo, code, numero, payload)
      join templates t on t.tipo_dte = n.tipo`
}
