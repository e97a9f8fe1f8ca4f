/** A numbered document: stored at commit 1, then transmitted and returned once signed. */
import type { Estado, TipoDte, Totales } from '@sello/contract'
import type { Statement } from '../../base/db/tx.ts'
import { nameClaimsSql } from '../claims/claims.ts'
import type { Filing } from '../transmission/filing.ts'
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
  readonly encryptedPayload: Buffer
}

/** Returns the same document, asserting that it is signed. */
export function firmadoOf<N extends Numerado>(numerado: N): N & Firmado {
  if (numerado.signature === null) throw new Error('bug: a document without its signature')
  return numerado as N & Firmado
}

/** Stores at least one document of one series, and names each in its claim. */
export function insertNumerados(numbered: readonly NewNumerado[]): Statement {
  const [first] = numbered
  if (!first) throw new Error('bug: no documents to store')
  const { companyId, ambiente, tipoDte } = first.numerado
  const of = <T>(pick: (numerado: Numerado, provenance: Provenance) => T) =>
    numbered.map(({ numerado, provenance }) => pick(numerado, provenance))
  const sql = `with d as (
       select * from unnest($4::uuid[], $5::text[], $6::text[], $7::smallint[], $8::date[], $9::time[],
                   $10::text[], $11::text[], $12::smallint[], $13::bytea[], $14::bytea[], $15::json[],
                   $16::text[], $17::text[], $18::jsonb[], $19::timestamptz[], $20::timestamptz[],
                   $21::timestamptz[], $22::text[], $23::uuid[], $24::uuid[])
           as d (codigo_generacion, estado, numero_control, year, fec_emi, hor_emi, key_id,
                 idempotency_key, version, payload, signature, totales, receptor_nombre,
                 receptor_documento, historial, lease_until, vence_en, created_at, referencia, sustituye,
                 outage_id)
     ), named as (
       ${nameClaimsSql('d', '$10', '$11')}
     )
     insert into documents
       (company_id, ambiente, tipo_dte, codigo_generacion, estado, numero_control, year, fec_emi,
        hor_emi, key_id, idempotency_key, version, payload, signature, totales, receptor_nombre,
        receptor_documento, historial, lease_until, vence_en, created_at, referencia, sustituye,
        outage_id)
     select $1, $2, $3, d.* from d`
  const values = [
    companyId,
    ambiente,
    tipoDte,
    of((n) => n.codigoGeneracion),
    of((_, p) => estadoOf(p)),
    of((n) => n.numeroControl),
    of((_, p) => p.year),
    of((n) => n.fecEmi),
    of((n) => n.horEmi),
    of((_, p) => p.keyId),
    of((_, p) => p.idempotencyKey),
    of((n) => n.version),
    numbered.map(({ encryptedPayload }) => encryptedPayload),
    of((n) => n.signature),
    of((n) => JSON.stringify(n.totales)),
    of((_, p) => p.receptorNombre),
    of((_, p) => p.receptorDocumento),
    of((_, p) =>
      JSON.stringify([...p.before, { estado: estadoOf(p), fecha: p.now, motivo: null }]),
    ),
    of((_, p) => p.leaseUntil),
    of((_, p) => p.venceEn),
    of((_, p) => p.now),
    of((_, p) => p.referencia),
    of((_, p) => p.sustituye),
    of((_, p) => p.outageId),
  ]
  return { sql, values }
}

/** A correction's first state follows from the rejected one (corrected.ts). */
const estadoOf = ({ beginning, before }: Provenance): Estado =>
  before.length === 0 ? firstEstado(beginning) : stepOf(beginning).to
