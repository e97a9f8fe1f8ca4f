/**
 * Notes and our documents that they adjust. Credit notes never exceed the document: a writer locks its row and
 * reads the sum under that lock.
 */
import type { Estado } from '@sello/contract'
import {
  type Acreditado,
  type Fino,
  type Gravado,
  type Monto,
  toText,
  type Ventas,
} from '@sello/fiscal'
import type { Db, Tx } from '../../base/db/tx.ts'
import { ESTADOS_VIVOS } from './estados.ts'

/** What one note takes of one of our documents; a debit note takes nothing. */
export interface Ajuste {
  readonly origen: string
  readonly acreditado: Acreditado
}

/**
 * The documents' states. Locks their rows until the commit, always in one order, so
 * that two callers wait for each other without a deadlock, and nobody invalidates, returns or adjusts them meanwhile.
 */
export async function lockDocuments(
  tx: Tx,
  companyId: string,
  codigos: readonly string[],
): Promise<ReadonlyMap<string, Estado>> {
  const rows = await tx.many<{ codigo_generacion: string; estado: Estado }>(
    `select codigo_generacion, estado from documents
      where company_id = $1 and codigo_generacion = any($2::uuid[])
      order by codigo_generacion for no key update`,
    [companyId, codigos],
  )
  return new Map(rows.map((row) => [row.codigo_generacion.toUpperCase(), row.estado]))
}

/** Those of these documents whose invalidation is signed and has no verdict. Call under their locks. */
export async function findBeingInvalidated(
  tx: Tx,
  companyId: string,
  codigos: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.many<{ documento: string }>(
    `select documento from events
      where company_id = $1 and documento = any($2::uuid[]) and kind = 'invalidacion'
        and evento is null and estado = 'firmado'`,
    [companyId, codigos],
  )
  return new Set(rows.map(({ documento }) => documento.toUpperCase()))
}

interface SumRow {
  readonly origen: string
  readonly no_sujetas: string
  readonly exentas: string
  readonly gravadas: string
}
interface GravadoRow {
  readonly origen: string
  readonly codigo: string
  readonly valor: string
  readonly exceso: string
}

/** What the live notes take from each of these documents; documents without notes are not in the map. */
export async function sumOfNotes(
  db: Db,
  companyId: string,
  codigos: readonly string[],
): Promise<ReadonlyMap<string, Acreditado>> {
  const values = [companyId, codigos, ESTADOS_VIVOS]
  const rows = await db.many<SumRow>(
    `select r.origen, trunc(sum(r.no_sujetas) * 1e8)::text as no_sujetas,
            trunc(sum(r.exentas) * 1e8)::text as exentas,
            trunc(sum(r.gravadas) * 1e8)::text as gravadas
       from related_documents r
       join documents d on d.company_id = r.company_id and d.codigo_generacion = r.nota
      where r.company_id = $1 and r.origen = any($2::uuid[]) and d.estado = any($3::text[])
      group by r.origen`,
    values,
  )
  const gravados = await db.many<GravadoRow>(
    `select r.origen, g.key as codigo, trunc(sum((g.value->>0)::numeric) * 1e10)::text as valor,
            trunc(sum((g.value->>1)::numeric) * 1e10)::text as exceso
       from related_documents r
       join documents d on d.company_id = r.company_id and d.codigo_generacion = r.nota
      cross join lateral jsonb_each(r.gravados) g
      where r.company_id = $1 and r.origen = any($2::uuid[]) and d.estado = any($3::text[])
      group by r.origen, g.key`,
    values,
  )
  return new Map(
    rows.map((row) => [
      row.origen.toUpperCase(),
      { ventas: toVentas(row), gravados: toGravados(gravados, row.origen) },
    ]),
  )
}

/** Records what the note adjusts. Call under the locks of `lockDocuments`. */
export async function insertAjustes(
  tx: Tx,
  { companyId, nota }: { readonly companyId: string; readonly nota: string },
  ajustes: readonly Ajuste[],
): Promise<void> {
  const of = (clase: keyof Ventas) =>
    ajustes.map(({ acreditado }) => toText(acreditado.ventas[clase]))
  await tx.run(
    `insert into related_documents (company_id, nota, origen, no_sujetas, exentas, gravadas, gravados)
     select $1, $2, *
       from unnest($3::uuid[], $4::numeric[], $5::numeric[], $6::numeric[], $7::jsonb[])`,
    [
      companyId,
      nota,
      ajustes.map(({ origen }) => origen),
      of('noSujetas'),
      of('exentas'),
      of('gravadas'),
      ajustes.map(({ acreditado }) => JSON.stringify(toColumn(acreditado))),
    ],
  )
}

function toColumn({ gravados }: Acreditado) {
  return Object.fromEntries(
    Object.entries(gravados).map(([codigo, { valor, exceso }]) => [
      codigo,
      [finoText(valor), finoText(exceso)],
    ]),
  )
}

const FINO_DECIMALS = 10

function finoText(fino: Fino): string {
  const digits = String(fino).padStart(FINO_DECIMALS + 1, '0')
  return `${digits.slice(0, -FINO_DECIMALS)}.${digits.slice(-FINO_DECIMALS)}`
}

function toGravados(rows: readonly GravadoRow[], origen: string): Acreditado['gravados'] {
  return Object.fromEntries(
    rows
      .filter((row) => row.origen === origen)
      .map(({ codigo, valor, exceso }): [string, Gravado] => [
        codigo,
        { valor: BigInt(valor), exceso: BigInt(exceso) },
      ]),
  )
}

/** In hundred-millionths, as digits: a sum may have more than a bigint column holds. */
function toVentas(row: SumRow): Ventas {
  const monto = (text: string) => BigInt(text) as Monto
  return {
    noSujetas: monto(row.no_sujetas),
    exentas: monto(row.exentas),
    gravadas: monto(row.gravadas),
  }
}
