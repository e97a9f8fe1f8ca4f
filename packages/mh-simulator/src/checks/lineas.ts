/** The body: each line of one kind, its amounts computed again, its codes known. */
import { ITEM_TRIBUTO, TIPO_ITEM, UNIDAD_OTRA, UNIDADES } from '../catalogues/codigos.ts'
import { IVA, IVA_EXPORTACION, SECCION_1, SECCION_2, SECCION_3 } from '../catalogues/tributos.ts'
import { type Message, refusal } from '../codes.ts'
import type { Linea, TipoDocumento } from '../documentos.ts'
import { divide, integer, SCALE, textOf, withinTolerance } from '../json/decimal.ts'
import { type Check, firstOf, toInteger } from './case.ts'

const VENTAS = ['ventaNoSuj', 'ventaExenta', 'ventaGravada'] as const
const KINDS = [...VENTAS, 'noGravado'] as const

export const checkCalculoLineas: Check = ({ documento, tipo }) =>
  firstOf<Linea>(documento.cuerpoDocumento, (linea, i) => {
    const at = `cuerpoDocumento[${i}]`
    const kinds = KINDS.filter((kind) => linea[kind] !== 0n)
    if (kinds.length > 1) return refusal('024', `${at}.${kinds[1]}`)
    return linea.noGravado === 0n ? checkVenta(linea, tipo, at) : checkCargo(linea, at)
  })

/** `cantidad * precioUni - montoDescu`, at eight decimals, under whichever kind the line has. */
function checkVenta(linea: Linea, tipo: TipoDocumento, at: string): Message | null {
  const kind = VENTAS.find((venta) => linea[venta] !== 0n) ?? 'ventaGravada'
  const venta = divide(linea.cantidad * linea.precioUni - linea.montoDescu * SCALE, SCALE)
  return (
    checkAmount(`${at}.${kind}`, linea[kind], venta) ??
    ('ivaItem' in linea && tipo.ivaIncluido
      ? checkAmount(`${at}.ivaItem`, linea.ivaItem, ivaInside(linea.ventaGravada))
      : null)
  )
}

/** A charge or credit outside the base is alone on its line, in every member. */
function checkCargo(linea: Linea, at: string): Message | null {
  const wrong =
    (linea.cantidad !== SCALE && 'cantidad') ||
    (linea.uniMedida !== integer(UNIDAD_OTRA) && 'uniMedida') ||
    (linea.precioUni !== 0n && 'precioUni') ||
    (linea.montoDescu !== 0n && 'montoDescu') ||
    (linea.tributos !== null && 'tributos') ||
    (linea.codTributo !== null && 'codTributo') ||
    (linea.psv !== 0n && 'psv') ||
    ('ivaItem' in linea && linea.ivaItem !== 0n && 'ivaItem')
  return wrong ? refusal('024', `${at}.${wrong}`) : null
}

/** The IVA inside a price that includes it: 13 of every 113 parts. */
export function ivaInside(venta: bigint): bigint {
  return divide(venta * 13n, 113n)
}

/** Refuses an amount that none of the accepted results explains within a cent. */
export function checkAmount(
  path: string,
  stated: bigint,
  ...accepted: readonly bigint[]
): Message | null {
  if (accepted.some((one) => withinTolerance(stated, one))) return null
  const expected = [...new Set(accepted)].map(textOf).join(' o ')
  return refusal('020', path, [`Se calculo ${expected} y se recibio ${textOf(stated)}`])
}

export const checkCodigosLineas: Check = ({ documento, tipo }) => {
  const seen = new Set<bigint>()
  const wrong = firstOf<Linea>(documento.cuerpoDocumento, (linea, i) => {
    const at = `cuerpoDocumento[${i}]`
    if (seen.has(linea.numItem)) return refusal('025', `${at}.numItem`)
    seen.add(linea.numItem)
    if (!TIPO_ITEM.has(toInteger(linea.tipoItem))) return refusal('003', `${at}.tipoItem`)
    if (!UNIDADES.has(toInteger(linea.uniMedida))) return refusal('003', `${at}.uniMedida`)
    return checkLineaTributo(linea, at) ?? checkTributos(linea, tipo, at)
  })
  // A document of nothing but charges sells nothing (functional manual, p. 29-31).
  const lineas: readonly Linea[] = documento.cuerpoDocumento
  const onlyCharges = !wrong && lineas.every((linea) => linea.noGravado !== 0n)
  return onlyCharges ? refusal('005', 'cuerpoDocumento') : wrong
}

/** A tribute of section 2 is a line of its own: one unit of the kind made for it. */
function checkLineaTributo(linea: Linea, at: string): Message | null {
  const isTributo = toInteger(linea.tipoItem) === ITEM_TRIBUTO
  if (linea.codTributo === null) return isTributo ? refusal('005', `${at}.codTributo`) : null
  if (!isTributo) return refusal('024', `${at}.codTributo`)
  if (!SECCION_2.has(linea.codTributo)) return refusal('003', `${at}.codTributo`)
  if (linea.cantidad !== SCALE) return refusal('003', `${at}.cantidad`)
  return linea.uniMedida === integer(UNIDAD_OTRA) ? null : refusal('003', `${at}.uniMedida`)
}

function checkTributos(linea: Linea, tipo: TipoDocumento, at: string): Message | null {
  const tributos = linea.tributos ?? []
  const known = tributos.every((code) => SECCION_1.has(code) || SECCION_3.has(code))
  if (!known) return refusal('003', `${at}.tributos`)
  const hasIva = tributos.includes(IVA)
  if (tributos.includes(IVA_EXPORTACION) || (hasIva && tipo.ivaIncluido)) {
    return refusal('007', `${at}.tributos`)
  }
  if (tipo.ivaIncluido) return null
  if (linea.ventaGravada > 0n && !hasIva) return refusal('005', `${at}.tributos`)
  const otherKind = linea.ventaNoSuj > 0n || linea.ventaExenta > 0n
  return otherKind && hasIva ? refusal('024', `${at}.tributos`) : null
}
