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
  readonly receptor: { readonly nombre: string | null; readonly numDocumento: string | null } | null
  readonly now: Date
  /** Until when the request that made it is at it; then the transmission job goes on. */
  readonly leaseUntil: Date
}

/** What a stored payload is sealed with: the company's data key, and fresh randomness. */
export interface Sealing {
  readonly dataKey: Buffer
  readonly random: Random
}

export const jwsOf = (f: Pick<Firmado, 'payload' | 'signature'>) =>
  compactJws(f.payload, f.signature)

/** Afterwards the signed bytes are safe with the transaction's commit, in the state `firmado`. */
export async function insertFirmado(
  tx: Tx,
  firmado: Firmado,
  provenance: Provenance,
  payload: Buffer,
): Promise<void> {
  await tx.run(
    `insert into documents
       (company_id, codigo_generacion, ambiente, tipo_dte, numero_control, year, fec_emi, hor_emi,
        key_id, idempotency_key, estado, version, payload, signature, totales,
        receptor_nombre, receptor_documento, historial, lease_until, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'firmado', $11, $12, $13, $14, $15, $16, $17, $18, $19)`,
    [
      firmado.companyId,
      firmado.codigoGeneracion,
      firmado.ambiente,
      firmado.tipoDte,
      firmado.numeroControl,
      provenance.year,
      firmado.fecEmi,
      firmado.horEmi,
      provenance.keyId,
      provenance.idempotencyKey,
      firmado.version,
      payload,
      firmado.signature,
      JSON.stringify(firmado.totales),
      provenance.receptor?.nombre ?? null,
      provenance.receptor?.numDocumento ?? null,
      JSON.stringify([{ estado: 'firmado', fecha: provenance.now.toISOString(), motivo: null }]),
      provenance.leaseUntil,
      provenance.now,
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
