/** A line of 08 lists a document that was issued for the principal, with what its summary says. */
import { CERO, type Monto, minus } from './monto.ts'
import { type DocumentoRelacionado, relacionado } from './relacionado.ts'
import type { DocumentoLiquidadoRequest } from './request.ts'

/** Every amount has its sign: a credit note, a return and an invalidation take back. */
export interface Liquidado extends DocumentoRelacionado {
  readonly ventaNoSuj: Monto
  readonly ventaExenta: Monto
  /** Without IVA, after global discounts. */
  readonly ventaGravada: Monto
  /** All that an export charges. */
  readonly exportaciones: Monto
  /** Of the first section of CAT-015, besides IVA. */
  readonly tributos: readonly { readonly codigo: string; readonly valor: Monto }[]
  /** The 1 % that the document perceived. */
  readonly ivaPercibido: Monto
  readonly observaciones: string | null
}

/** 05 and the return event (18). */
const QUE_RESTAN: ReadonlySet<string> = new Set(['05', '18'])

type ReadAmount = (n: number | null | undefined, field: string) => Monto

/** `amount` reads an amount of the line, `ofSummary` one that only the summary states. */
export function readLiquidado(
  documento: DocumentoLiquidadoRequest,
  { amount, ofSummary }: { readonly amount: ReadAmount; readonly ofSummary: ReadAmount },
): Liquidado {
  const { tipoDocumento = '', invalidado = false } = documento
  const takesBack = QUE_RESTAN.has(tipoDocumento) !== (invalidado ?? false)
  const signed = (m: Monto) => (takesBack ? minus(CERO, m) : m)
  return {
    ...relacionado(documento),
    ventaNoSuj: signed(amount(documento.ventaNoSuj, 'ventaNoSuj')),
    ventaExenta: signed(amount(documento.ventaExenta, 'ventaExenta')),
    ventaGravada: signed(amount(documento.ventaGravada, 'ventaGravada')),
    exportaciones: signed(amount(documento.exportaciones, 'exportaciones')),
    tributos: (documento.tributos ?? []).map(({ codigo, valor }) => ({
      codigo,
      valor: signed(ofSummary(valor, 'tributos')),
    })),
    ivaPercibido: signed(ofSummary(documento.ivaPercibido, 'ivaPerci')),
    observaciones: documento.observaciones ?? null,
  }
}

/** What a line's steps read. */
export type ImporteLiquidado = Pick<
  Liquidado,
  'ventaNoSuj' | 'ventaExenta' | 'ventaGravada' | 'exportaciones'
>

/** What the lines of 08 do not state, and its summary adds up. */
export interface ImportesLiquidados {
  readonly ivaPercibido: Monto
  readonly tributos: Readonly<Record<string, Monto>>
}

export function importesLiquidados(liquidados: readonly Liquidado[]): ImportesLiquidados {
  const tributos: Record<string, Monto> = {}
  for (const { codigo, valor } of liquidados.flatMap((one) => one.tributos)) {
    tributos[codigo] = ((tributos[codigo] ?? CERO) + valor) as Monto
  }
  const ivaPercibido = liquidados.reduce((sum, one) => sum + one.ivaPercibido, 0n) as Monto
  return { ivaPercibido, tributos }
}
