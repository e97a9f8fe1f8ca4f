/** A numbered document: stored at commit 1, then transmitted and returned once signed. */
import type { Estado, TipoDte, Totales } from '@sello/contract'
import type { PoolOptions } from '../../base/db/pool.ts'
import type { Statement, Statements } from '../../base/db/tx.ts'
import { dropAddressesSql, encryptAddress, storeAddressesSql } from '../addresses/addresses.ts'
import { nameClaimsSql } from '../claims/claims.ts'
import { tellSql } from '../outbox/tell.ts'
import { DICTIONARY_OF } from '../transmission/dictionaries.ts'
import type { Filing } from '../transmission/filing.ts'
import { type Encryption, encryptPayload } from '../transmission/payload.ts'
import { type Beginning, firstEstado, stepOf } from './estados.ts'
import { type Paso, type StoredHistorial, storedHistorial } from './historial.ts'
import { storedAmounts } from './totales.ts'

/** Signed, or prepared and not signed yet. */
export interface Numerado extends Omit<Filing, 'signature'> {
  readonly kind: 'documento'
  readonly tipoDte: TipoDte
  readonly numeroControl: string
  readonly fecEmi: string
  readonly horEmi: string
  readonly totales: Totales
  /** Null: not signed. */
  readonly signature: Buffer | null
}

export interface Firmado extends Numerado {
  readonly signature: Buffer
}

/** The issuer, and the buyer's data in lists. */
export interface Provenance {
  readonly beginning: Beginning
  readonly keyId: string
  readonly idempotencyKey: string
  readonly year: number
  readonly receptorNombre: string | null
  readonly receptorDocumento: string | null
  /** For whom it was sold; empty: nobody. */
  readonly tercero: string
  readonly now: Date
  /** End of its request's lease, after which the job takes over. Null: not signed. */
  readonly leaseUntil: Date | null
  /** Until when a reserved number waits for the signature; null: signed. */
  readonly venceEn: Date | null
  /** The caller's own reference for the sale. */
  readonly referencia: string | null
  /** The doubtful attempt of the same sale that it replaces. Usually null. */
  readonly sustituye: string | null
  /** The outage in which it is signed under the deferred model; null: the normal model. */
  readonly outageId: string | null
  /** The history of rejected attempts with the same code. Usually empty. */
  readonly before: readonly Paso[]
  /** Whom it is sent to by mail. Usually nobody. */
  readonly addresses: readonly string[]
}

/** A document ready to be stored. */
export interface NewNumerado {
  readonly numerado: Numerado
  readonly provenance: Provenance
}

/**
 * How a document's row is written (`companies.row_format`). 0: as the release before reads it. 1: its bytes with the
 * dictionary of its type, its totals as a list,
 * its history as texts. Readers see from the row itself which it is.
 */
export type RowFormat = 0 | 1

export interface Storing extends Encryption {
  readonly rowFormat: RowFormat
}

/** Returns the same document, asserting that it is signed. */
export function firmadoOf<N extends Numerado>(numerado: N): N & Firmado {
  if (numerado.signature === null) throw new Error('bug: a document without its signature')
  return numerado as N & Firmado
}

type Column = readonly [
  name: string,
  type: string,
  value: (of: NewNumerado, storing: Storing) => unknown,
]

// biome-ignore format: a table
const COLUMNS: readonly Column[] = [
  ['key_id',             'text',        ({ provenance }) => provenance.keyId],
  ['idempotency_key',    'text',        ({ provenance }) => provenance.idempotencyKey],
  ['codigo_generacion',  'uuid',        ({ numerado }) => numerado.codigoGeneracion],
  ['estado',             'text',        ({ provenance }) => estadoOf(provenance)],
  ['numero_control',     'text',        ({ numerado }) => numerado.numeroControl],
  ['year',               'smallint',    ({ provenance }) => provenance.year],
  ['fec_emi',            'date',        ({ numerado }) => numerado.fecEmi],
  ['hor_emi',            'time',        ({ numerado }) => numerado.horEmi],
  ['version',            'smallint',    ({ numerado }) => numerado.version],
  ['payload',            'bytea',       ({ numerado }, storing) => encryptPayload(numerado, storing, dictionaryOf(numerado, storing))],
  ['signature',          'bytea',       ({ numerado }) => numerado.signature],
  ['totales',            'json',        ({ numerado }, storing) => JSON.stringify(totalesOf(numerado, storing))],
  ['receptor_nombre',    'text',        ({ provenance }) => provenance.receptorNombre],
  ['receptor_documento', 'text',        ({ provenance }) => provenance.receptorDocumento],
  ['tercero',            'text',        ({ provenance }) => provenance.tercero],
  ['historial',          'jsonb',       ({ provenance }, storing) => JSON.stringify(historialOf(provenance, storing))],
  ['lease_until',        'timestamptz', ({ provenance }) => provenance.leaseUntil],
  ['vence_en',           'timestamptz', ({ provenance }) => provenance.venceEn],
  ['created_at',         'timestamptz', ({ provenance }) => provenance.now],
  ['referencia',         'text',        ({ provenance }) => provenance.referencia],
  ['sustituye',          'uuid',        ({ provenance }) => provenance.sustituye],
  ['outage_id',          'uuid',        ({ provenance }) => provenance.outageId],
]

const NAMES = COLUMNS.map(([name]) => name).join(', ')

const into = (rows: string) => `
  insert into documents (company_id, ambiente, tipo_dte, ${NAMES})
  ${rows}`

const INSERT = into(`
  select $1, $2, $3, d.*
    from unnest(${COLUMNS.map(([, type], at) => `$${at + 4}::${type}[]`).join(', ')}) as d (${NAMES})`)

/**
 * A cluster sends a row of values to its company's machine. Rows of a select it would copy there through the coordinator,
 * which numbers their positions, and commit in two phases.
 */
const INSERT_ONE = into(
  `values ($1, $2, $3, ${COLUMNS.map(([, type], at) => `$${at + 4}::${type}`).join(', ')})`,
)

const NAME_CLAIMS = nameClaimsSql(
  'unnest($2::text[], $3::text[], $4::uuid[]) as d (key_id, idempotency_key, codigo_generacion)',
  '$2',
  '$3',
)

const TELL_DEFERRED = tellSql(
  `(select $1::uuid as company_id, $2::text as ambiente, d.*
      from unnest($3::uuid[], $4::timestamptz[]) as d (codigo_generacion, created_at)) as deferred`,
  { tipo: `'dte.contingencia'`, at: 'created_at' },
)

/**
 * Stores at least one document of one series, encrypted, and names each in its claim. A statement for each table: on a
 * cluster one that writes several is done over all machines.
 */
export function insertNumerados(
  numbered: readonly NewNumerado[],
  storing: Storing,
  { isCluster }: Pick<PoolOptions, 'isCluster'>,
): Statements {
  const [first] = numbered
  if (!first) throw new Error('bug: no documents to store')
  const { companyId, ambiente, tipoDte } = first.numerado
  const rows = numbered.map((one) => COLUMNS.map(([, , value]) => value(one, storing)))
  const columns = COLUMNS.map((_, at) => rows.map((row) => row[at]))
  const [keyIds, keys] = columns
  const series = [companyId, ambiente, tipoDte]
  const codes = numbered.map(({ numerado }) => numerado.codigoGeneracion)
  // A document of the deferred model is in contingency from the start.
  const deferred = numbered.filter(({ provenance }) => estadoOf(provenance) === 'contingencia')
  const mailed = numbered.filter(({ provenance }) => provenance.addresses.length > 0)
  const [insert, ...others]: Statement[] = isCluster
    ? rows.map((row) => ({ sql: INSERT_ONE, values: [...series, ...row] }))
    : [{ sql: INSERT, values: [...series, ...columns] }]
  if (!insert) throw new Error('bug: no documents to store')
  return [
    insert,
    ...others,
    { sql: NAME_CLAIMS, values: [companyId, keyIds, keys, codes] },
    ...(deferred.length > 0 ? [tellDeferred(deferred, first.numerado)] : []),
    ...(mailed.length > 0 ? storeAddresses(companyId, mailed, storing) : []),
  ]
}

const tellDeferred = (
  deferred: readonly NewNumerado[],
  { companyId, ambiente }: Numerado,
): Statement => ({
  sql: TELL_DEFERRED,
  values: [
    ...[companyId, ambiente],
    deferred.map(({ numerado }) => numerado.codigoGeneracion),
    deferred.map(({ provenance }) => provenance.now),
  ],
})

/** A correction's addresses replace the attempt's. */
function storeAddresses(
  companyId: string,
  mailed: readonly NewNumerado[],
  storing: Storing,
): readonly Statement[] {
  const corrections = mailed.filter(({ provenance }) => provenance.before.length > 0)
  const rows = mailed.flatMap(({ numerado, provenance }) =>
    provenance.addresses.map((address) => ({ numerado, address })),
  )
  const corrected = corrections.map(({ numerado }) => numerado.codigoGeneracion)
  const codes = rows.map(({ numerado }) => numerado.codigoGeneracion)
  const addresses = rows.map(({ numerado, address }) => encryptAddress(numerado, address, storing))
  return [
    ...(corrected.length > 0
      ? [{ sql: dropAddressesSql('$2'), values: [companyId, corrected] }]
      : []),
    { sql: storeAddressesSql('$2', '$3'), values: [companyId, codes, addresses] },
  ]
}

const dictionaryOf = ({ tipoDte }: Numerado, { rowFormat }: Storing) =>
  rowFormat === 0 ? null : DICTIONARY_OF[tipoDte]

const totalesOf = ({ totales }: Numerado, { rowFormat }: Storing) =>
  rowFormat === 0 ? totales : storedAmounts(totales)

function historialOf(provenance: Provenance, { rowFormat }: Storing): StoredHistorial {
  const { before, now } = provenance
  const first = { estado: estadoOf(provenance), fecha: now.toISOString(), motivo: null }
  const pasos = [...before, first]
  return rowFormat === 0 ? pasos : storedHistorial(pasos)
}

/** A correction's first state follows from the rejected one (corrected.ts). */
const estadoOf = ({ beginning, before }: Provenance): Estado =>
  before.length === 0 ? firstEstado(beginning) : stepOf(beginning).to
