/** A signed document: what is stored at commit 1, transmitted, and drawn into every answer. */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Ambiente, TipoDte, Totales } from '@sello/contract'
import { compactJws } from '@sello/vault'
import type { Random } from '../context.ts'
import type { Tx } from '../db/tx.ts'
import { openColumn, sealColumn } from '../secrets.ts'

export interface Firmado {
  readonly companyId: string
  /** In capitals, as the wire writes it. */
  readonly codigoGeneracion: string
  readonly numeroControl: string
  readonly tipoDte: TipoDte
  /** Of the ministry's structure. */
  readonly version: number
  readonly ambiente: Ambiente
  readonly nit: string
  readonly fecEmi: string
  readonly horEmi: string
  readonly totales: Totales
  /** The signed bytes, as text. Never re-serialised. */
  readonly payload: string
  readonly signature: Buffer
}

/** Who issued it, and what lists show of the buyer. */
export interface Provenance {
  readonly keyId: string
  readonly idempotencyKey: string
  readonly year: number
  readonly receptorNombre: string | null
  readonly receptorDocumento: string | null
  readonly now: Date
  /** Until when the request that made it is at it; then the transmission job goes on. */
  readonly leaseUntil: Date
}

/** A signed document, ready to be stored. */
export interface NewFirmado {
  readonly firmado: Firmado
  readonly provenance: Provenance
  readonly sealedPayload: Buffer
}

/** What a stored payload is sealed with: the company's data key, and fresh randomness. */
export interface Sealing {
  readonly dataKey: Buffer
  readonly random: Random
}

export const jwsOf = (f: Pick<Firmado, 'payload' | 'signature'>) =>
  compactJws(f.payload, f.signature)

/** Afterwards the signed bytes are safe with the transaction's commit, in the state `firmado`. */
export async function insertFirmados(tx: Tx, signed: readonly NewFirmado[]): Promise<void> {
  const [first] = signed
  if (!first) return
  const { companyId, ambiente, tipoDte } = first.firmado
  const of = <T>(pick: (firmado: Firmado, provenance: Provenance) => T) =>
    signed.map(({ firmado, provenance }) => pick(firmado, provenance))
  await tx.run(
    `insert into documents
       (company_id, ambiente, tipo_dte, estado, codigo_generacion, numero_control, year, fec_emi,
        hor_emi, key_id, idempotency_key, version, payload, signature, totales, receptor_nombre,
        receptor_documento, historial, lease_until, created_at)
     select $1, $2, $3, 'firmado', d.*
       from unnest($4::uuid[], $5::text[], $6::smallint[], $7::date[], $8::time[], $9::text[],
                   $10::text[], $11::smallint[], $12::bytea[], $13::bytea[], $14::json[], $15::text[],
                   $16::text[], $17::jsonb[], $18::timestamptz[], $19::timestamptz[]) as d`,
    [
      companyId,
      ambiente,
      tipoDte,
      of((f) => f.codigoGeneracion),
      of((f) => f.numeroControl),
      of((_, p) => p.year),
      of((f) => f.fecEmi),
      of((f) => f.horEmi),
      of((_, p) => p.keyId),
      of((_, p) => p.idempotencyKey),
      of((f) => f.version),
      signed.map(({ sealedPayload }) => sealedPayload),
      of((f) => f.signature),
      of((f) => JSON.stringify(f.totales)),
      of((_, p) => p.receptorNombre),
      of((_, p) => p.receptorDocumento),
      of((_, p) =>
        JSON.stringify([{ estado: 'firmado', fecha: p.now.toISOString(), motivo: null }]),
      ),
      of((_, p) => p.leaseUntil),
      of((_, p) => p.now),
    ],
  )
}

/** Deflated, then sealed under the company's data key and bound to its row. */
export function sealPayload(firmado: Firmado, { dataKey, random }: Sealing): Buffer {
  const deflated = deflateRawSync(firmado.payload, { level: 1 }) // 3 KB: a higher level buys 5 % for twice the time
  return sealColumn(
    deflated,
    dataKey,
    payloadId(firmado.companyId, firmado.codigoGeneracion),
    random,
  )
}

/** The signed bytes again, the very same. */
export function openPayload(
  companyId: string,
  codigoGeneracion: string,
  column: Buffer,
  dataKey: Buffer,
): string {
  return inflateRawSync(
    openColumn(column, dataKey, payloadId(companyId, codigoGeneracion)),
  ).toString()
}

const payloadId = (companyId: string, codigoGeneracion: string) =>
  `documents/${companyId}/${codigoGeneracion}/payload`
