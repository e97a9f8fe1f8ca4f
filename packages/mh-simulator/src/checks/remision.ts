/** 04: goods on their way. Title, tributes and summary; no debit arises, so nothing is paid. */
import { ITEM_BIEN, ITEM_SERVICIO, TITULO_BIENES } from '../catalogues/codigos.ts'
import { IVA, IVA_EXPORTACION } from '../catalogues/tributos.ts'
import { type Message, refusal } from '../codes.ts'
import type { Linea } from '../documento.ts'
import { divide, round2, SCALE } from '../json/decimal.ts'
import type { Remision } from '../structure/remision-v4.ts'
import { type Check, firstOf, toInteger } from './case.ts'
import { type Suma, total, tributosAdded } from './suma.ts'

const FACTURA_EXPORTACION = '11'

export function sumasRemision({ resumen: r, cuerpoDocumento }: Remision): readonly Suma[] {
  const lineas: readonly Linea[] = cuerpoDocumento
  const globales = r.descuNoSuj + r.descuExenta + r.descuGravada
  return [
    ['totalNoSuj', r.totalNoSuj, total(lineas, 'ventaNoSuj')],
    ['totalExenta', r.totalExenta, total(lineas, 'ventaExenta')],
    ['totalGravada', r.totalGravada, total(lineas, 'ventaGravada')],
    ['subTotalVentas', r.subTotalVentas, r.totalNoSuj + r.totalExenta + r.totalGravada],
    ['porcentajeDescuento', r.porcentajeDescuento, percent(globales, r.subTotalVentas)],
    ['totalDescu', r.totalDescu, total(lineas, 'montoDescu') + globales],
    ['subTotal', r.subTotal, r.subTotalVentas - globales],
    ['montoTotalOperacion', r.montoTotalOperacion, r.subTotal + tributosAdded(r)],
  ]
}

function percent(part: bigint, whole: bigint): bigint {
  return whole === 0n ? 0n : round2(divide(part * 100n * SCALE, whole))
}

/**
 * Taxed goods list IVA, and the summary has its row (023 has been seen without); what an export sold lists C3 and no
 * other tribute of the first section.
 */
export const checkRemision: Check = ({ documento }) => {
  const { receptor, resumen, documentoRelacionado, cuerpoDocumento } = documento
  const { bienTitulo } = receptor as unknown as Remision['receptor']
  if (!TITULO_BIENES.has(bienTitulo)) return refusal('003', 'receptor.bienTitulo')
  const exports = documentoRelacionado?.[0]?.tipoDocumento === FACTURA_EXPORTACION
  const { totalGravada = 0n } = resumen
  if (!exports && totalGravada > 0n && !resumen.tributos?.some(({ codigo }) => codigo === IVA)) {
    return refusal('023', 'resumen.tributos')
  }
  return firstOf(cuerpoDocumento, (linea, i) =>
    exports
      ? checkExportada(linea, `cuerpoDocumento[${i}]`)
      : checkInterna(linea, `cuerpoDocumento[${i}]`),
  )
}

function checkInterna(linea: Linea, at: string): Message | null {
  const listed = linea.tributos ?? []
  if (listed.includes(IVA_EXPORTACION)) return refusal('007', `${at}.tributos`)
  const isTaxed = (linea.ventaGravada ?? 0n) > 0n
  if (isTaxed && !listed.includes(IVA)) return refusal('005', `${at}.tributos`)
  const isUntaxed = (linea.ventaNoSuj ?? 0n) > 0n || (linea.ventaExenta ?? 0n) > 0n
  return isUntaxed && listed.includes(IVA) ? refusal('024', `${at}.tributos`) : null
}

const DE_EXPORTACION: readonly number[] = [ITEM_BIEN, ITEM_SERVICIO]
/** Of the first section, but for the 0 %. */
const INTERNOS: readonly string[] = [IVA, '59', '71', 'D1', 'C8', 'D5', 'D4']

function checkExportada(linea: Linea, at: string): Message | null {
  const listed = linea.tributos ?? []
  if (!DE_EXPORTACION.includes(toInteger(linea.tipoItem ?? 0n))) {
    return refusal('007', `${at}.tipoItem`)
  }
  if (!listed.includes(IVA_EXPORTACION)) return refusal('005', `${at}.tributos`)
  return listed.some((code) => INTERNOS.includes(code)) ? refusal('007', `${at}.tributos`) : null
}
