/** The secret addresses of documents' pages. */
import { createHash } from 'node:crypto'
import type { Ambiente } from '@sello/contract'
import type { Random } from '../../base/clock.ts'
import type { Pool } from '../../base/db/pool.ts'
import { type Db, statement } from '../../base/db/tx.ts'
import { decryptColumn, encryptColumn } from '../../base/secrets/secrets.ts'

/** A token begins with its company: on a cluster its machine alone is asked, whichever other is away. */
const COMPANY_BYTES = 16
/**
 * 128 random bits: nothing to guess, and nothing that follows from the document. More would make the address longer
 * than a line of a mail.
 */
const RANDOM_BYTES = 16
/** The shorter ones, of earlier releases, are random as a whole. */
export const TOKEN = /^(?:[A-Za-z0-9_-]{43}|[A-Za-z0-9_-]{32})$/
const LENGTH = 43

export interface PageOf {
  readonly companyId: string
  readonly codigoGeneracion: string
  readonly ambiente: Ambiente
}

function newToken(companyId: string, random: Random): string {
  const company = Buffer.from(companyId.replaceAll('-', ''), 'hex')
  return Buffer.concat([company, random.bytes(RANDOM_BYTES)]).toString('base64url')
}

/** Null for a token of an earlier release. */
function companyOf(token: string): string | null {
  if (token.length !== LENGTH) return null
  return Buffer.from(token, 'base64url').toString('hex', 0, COMPANY_BYTES)
}

const hashOf = (token: string) => createHash('sha256').update(token).digest()
const tokenId = ({ companyId, codigoGeneracion }: PageOf) =>
  `pages/${companyId}/${codigoGeneracion.toUpperCase()}/token`

/**
 * The token of the document's page, made where there is none: of two that make it at once one is kept. Null where the
 * company has no pages.
 */
export async function pageToken(
  pool: Pool,
  of: PageOf,
  { dataKey, random, now }: { dataKey: Buffer; random: Random; now: Date },
): Promise<string | null> {
  const token = newToken(of.companyId, random)
  const sealed = encryptColumn(Buffer.from(token), dataKey, tokenId(of), random)
  await statement(
    pool,
    `insert into pages (company_id, codigo_generacion, ambiente, token_hash, token, created_at)
     select company_id, $2, $3, $4, $5, $6 from companies where company_id = $1 and pagina
     on conflict (company_id, codigo_generacion) do nothing`,
    [of.companyId, of.codigoGeneracion, of.ambiente, hashOf(token), sealed, now],
  )
  const row = await pool.maybeOne<{ token: Buffer }>(
    `select p.token from pages p
      where p.company_id = $1 and p.codigo_generacion = $2
        and exists (select from companies c where c.company_id = $1 and c.pagina)`,
    [of.companyId, of.codigoGeneracion],
  )
  return row && decryptColumn(row.token, dataKey, tokenId(of)).toString()
}

export interface FoundPage extends PageOf {
  readonly nit: string
  /** Encrypted under the master key. */
  readonly dataKey: Buffer
}

/** Null for an unknown or revoked token, and where the company has switched its pages off: all alike. */
export function findPage(db: Db, token: string): Promise<FoundPage | null> {
  const company = companyOf(token)
  return db.maybeOne<FoundPage>(
    `select p.company_id as "companyId", upper(p.codigo_generacion::text) as "codigoGeneracion", p.ambiente,
            c.nit, c.data_key as "dataKey"
       from pages p join companies c on c.company_id = p.company_id and c.pagina
      where p.token_hash = $1 ${company === null ? '' : 'and p.company_id = $2'}`,
    company === null ? [hashOf(token)] : [hashOf(token), company],
  )
}

/** Afterwards the address leads nowhere. False: there was none. */
export async function revokePage(
  pool: Pool,
  { companyId, codigoGeneracion, ambiente }: PageOf,
): Promise<boolean> {
  const gone = await statement(
    pool,
    `delete from pages where company_id = $1 and codigo_generacion = $2 and ambiente = $3 returning 1`,
    [companyId, codigoGeneracion, ambiente],
  )
  return gone.length > 0
}
