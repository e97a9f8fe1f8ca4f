/** A numbered document: stored at commit 1, then transmitted and returned once signed. */
import type { Estado, TipoDte, Totales } from '@sello/contract'
import type { Statement } from '../../base/db/tx.ts'
import { nameClaimsSql } from '../claims/claims.ts'
import type { Filing } from '../transmission/filing.ts'
import { type Encryption, encryptPayload } from '../transmission/payload.ts'
import { type Beginning, firstEstado, stepOf } from './estados.ts'

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
  readonly before: readonly object[]
}

/** A document ready to be stored. */
export interface NewNumerado {
  readonly numerado: Numerado
  readonly provenance: Provenance
}

/** Returns the same document, asserting that it is signed. */
export function firmadoOf<N extends Numerado>(numerado: N): N & Firmado {
  if (numerado.signature === null) throw new Error('bug: a document without its signature')
  return numerado as N & Firmado
}

type Column = readonly [
  name: string,
  type: string,
  value: (of: NewNumerado, encryption: Encryption) => unknown,
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
  ['payload',            'bytea',       ({ numerado }, encryption) => encryptPayload(numerado, encryption)],
  ['signature',          'bytea',       ({ numerado }) => numerado.signature],
  ['totales',            'json',        ({ numerado }) => JSON.stringify(numerado.totales)],
  ['receptor_nombre',    'text',        ({ provenance }) => provenance.receptorNombre],
  ['receptor_documento', 'text',        ({ provenance }) => provenance.receptorDocumento],
  ['historial',          'jsonb',       ({ provenance }) => JSON.stringify(historialOf(provenance))],
  ['lease_until',        'timestamptz', ({ provenance }) => provenance.leaseUntil],
  ['vence_en',           'timestamptz', ({ provenance }) => provenance.venceEn],
  ['created_at',         'timestamptz', ({ provenance }) => provenance.now],
  ['referencia',         'text',        ({ provenance }) => provenance.referencia],
  ['sustituye',          'uuid',        ({ provenance }) => provenance.sustituye],
  ['outage_id',          'uuid',        ({ provenance }) => provenance.outageId],
]

const NAMES = COLUMNS.map(([name]) => name).join(', ')

const INSERT = `with d as (
       select * from unnest(${COLUMNS.map(([, type], at) => `$${at + 4}::${type}[]`).join(', ')})
           as d (${NAMES})
     ), named as (
       ${nameClaimsSql('d', '$4', '$5')}
     )
     insert into documents (company_id, ambiente, tipo_dte, ${NAMES})
     select $1, $2, $3, d.* from d`

/** Stores at least one document of one series, encrypted, and names each in its claim. */
export function insertNumerados(
  numbered: readonly NewNumerado[],
  encryption: Encryption,
): Statement {
  const [first] = numbered
  if (!first) throw new Error('bug: no documents to store')
  const { companyId, ambiente, tipoDte } = first.numerado
  const columns = COLUMNS.map(([, , value]) => numbered.map((one) => value(one, encryption)))
  return { sql: INSERT, values: [companyId, ambiente, tipoDte, ...columns] }
}

const historialOf = (provenance: Provenance) => [
  ...provenance.before,
  { estado: estadoOf(provenance), fecha: provenance.now, motivo: null },
]

/** A correction's first state follows from the rejected one (corrected.ts). */
const estadoOf = ({ beginning, before }: Provenance): Estado =>
  before.length === 0 ? firstEstado(beginning) : stepOf(beginning).to
