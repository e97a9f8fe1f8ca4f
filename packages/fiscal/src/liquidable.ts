/** What a liquidation (08) says of a document that was issued for its principal. Source: docs/sources.md#08. */
import { TRIBUTOS } from './catalogos/cat-015-tributo.ts'
import { findRow } from './catalogos/catalogo.ts'
import { resumenDe } from './cuerpo.ts'
import type { Retorno } from './eventos/index.ts'
import { parte, roundExacto } from './exacto.ts'
import { CERO, type Monto, minus, toNumber } from './monto.ts'
import type { DocumentoLiquidadoRequest } from './request.ts'
import { SIN_IVA } from './tasas.ts'
import { type Documento, TIPOS } from './tipos/index.ts'
import { isIva } from './tipos/tributos.ts'

type Importes = Pick<
  DocumentoLiquidadoRequest,
  'ventaNoSuj' | 'ventaExenta' | 'ventaGravada' | 'exportaciones' | 'tributos' | 'ivaPercibido'
>

/** Members of any summary of sales. */
interface Resumen {
  readonly totalNoSuj?: Monto | null
  readonly totalExenta?: Monto | null
  readonly totalGravada?: Monto | null
  readonly descuNoSuj?: Monto
  readonly descuExenta?: Monto
  readonly descuGravada?: Monto
  readonly montoTotalOperacion?: Monto
  readonly tributos?: readonly { readonly codigo: string; readonly valor: Monto }[] | null
  readonly ivaPerci?: Monto
}

const EXPORTACION = '11'

/** Positive: what takes back follows from the type. */
export function importesALiquidar(documento: Documento): Importes {
  const { tipoDte } = documento.identificacion
  return importesDe(resumenDe(documento) as Resumen, tipoDte)
}

/** The same of a return event, whose amounts are of the kind of the document that it takes from. */
export function importesDeRetornoALiquidar({ documentoRelacionado, resumen }: Retorno): Importes {
  const [origen] = documentoRelacionado
  return importesDe(resumen as Resumen, origen?.tipoDocumento ?? '')
}

function importesDe(r: Resumen, tipoDte: string): Importes {
  if (tipoDte === EXPORTACION) return { exportaciones: toNumber(r.montoTotalOperacion ?? CERO) }
  const neto = (total?: Monto | null, descuento?: Monto) => minus(total ?? CERO, descuento ?? CERO)
  const gravada = neto(r.totalGravada, r.descuGravada)
  const conIva = TIPOS[tipoDte as Documento['identificacion']['tipoDte']]?.precios === 'con IVA'
  const tributos = (r.tributos ?? []).filter(({ codigo }) => isOfSection1(codigo))
  return {
    ventaNoSuj: toNumber(neto(r.totalNoSuj, r.descuNoSuj)),
    ventaExenta: toNumber(neto(r.totalExenta, r.descuExenta)),
    ventaGravada: toNumber(conIva ? roundExacto(parte(gravada, SIN_IVA), 8) : gravada),
    ...(tributos.length > 0
      ? { tributos: tributos.map(({ codigo, valor }) => ({ codigo, valor: toNumber(valor) })) }
      : {}),
    ivaPercibido: toNumber(r.ivaPerci ?? CERO),
  }
}

/** Those that add to a total, besides IVA. */
function isOfSection1(codigo: string): boolean {
  const row = findRow<{ secciones: readonly number[] }>(TRIBUTOS, codigo)
  return !isIva(codigo) && (row?.secciones.includes(1) ?? false)
}
