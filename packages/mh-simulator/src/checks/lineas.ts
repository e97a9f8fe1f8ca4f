/** The body: one kind of sale for each line, amounts recomputed, codes checked. */
import { ITEM_TRIBUTO, TIPO_ITEM, UNIDAD_OTRA, UNIDADES } from '../catalogues/codigos.ts'
import { IVA, SECCION_1, SECCION_2, SECCION_3 } from '../catalogues/tributos.ts'
import { type Message, refusal } from '../codes.ts'
import type { Linea } from '../documento.ts'
import { divide, integer, SCALE } from '../json/decimal.ts'
import type { TipoDocumento } from './case.ts'
import { type Check, firstOf, toInteger } from './case.ts'
import { checkAmount } from './suma.ts'

export const checkCalculoLineas: Check = ({ documento, tipo }) => {
  if (tipo.ventas.length === 0) return null // its lines sell nothing
  return firstOf(documento.cuerpoDocumento, (linea, i) => {
    const at = `cuerpoDocumento[${i}]`
    const { noGravado = 0n } = linea
    const [kind, another] = tipo.ventas.filter((venta) => (linea[venta] ?? 0n) !== 0n)
    const second = another ?? (kind && noGravado !== 0n ? 'noGravado' : undefined)
    if (second) return refusal('024', `${at}.${second}`)
    return noGravado === 0n ? checkVenta(linea, tipo, at) : checkCargo(linea, at)
  })
}

/** `cantidad * precioUni - montoDescu`, at eight decimals, in whichever kind of sale the line has. */
function checkVenta(linea: Linea, tipo: TipoDocumento, at: string): Message | null {
  const { ventas } = tipo
  const kind = ventas.find((venta) => (linea[venta] ?? 0n) !== 0n) ?? ventas.at(-1)
  if (kind === undefined) throw new Error('bug: a type whose lines sell nothing')
  const { cantidad = 0n, precioUni = 0n, montoDescu = 0n, ivaItem, ventaGravada = 0n } = linea
  const venta = divide(cantidad * precioUni - montoDescu * SCALE, SCALE)
  return (
    checkAmount(`${at}.${kind}`, linea[kind] ?? 0n, venta) ??
    (ivaItem === undefined ? null : checkAmount(`${at}.ivaItem`, ivaItem, ivaInside(ventaGravada)))
  )
}

const NOT_ON_CHARGES = ['psv', 'ivaItem', 'ivaPerci', 'totalIva', 'ivaRete'] as const

/** A charge or credit outside the base is the only amount of its line. */
function checkCargo(linea: Linea, at: string): Message | null {
  const wrong =
    (linea.cantidad !== SCALE && 'cantidad') ||
    (linea.uniMedida !== integer(UNIDAD_OTRA) && 'uniMedida') ||
    (linea.precioUni !== 0n && 'precioUni') ||
    (linea.montoDescu !== 0n && 'montoDescu') ||
    ((linea.tributos ?? null) !== null && 'tributos') ||
    ((linea.codTributo ?? null) !== null && 'codTributo') ||
    NOT_ON_CHARGES.find((member) => (linea[member] ?? 0n) !== 0n)
  return wrong ? refusal('024', `${at}.${wrong}`) : null
}

/** The IVA included in a price: 13/113 of it. */
export function ivaInside(venta: bigint): bigint {
  return divide(venta * 13n, 113n)
}

export const checkCodigosLineas: Check = ({ documento, tipo }) => {
  if (tipo.ventas.length === 0) return null
  const wrong = firstOf(documento.cuerpoDocumento, (linea, i) => {
    const at = `cuerpoDocumento[${i}]`
    if (toInteger(linea.numItem) !== i + 1) return refusal('019', `${at}.numItem`)
    const tipoItem = toInteger(linea.tipoItem ?? 0n)
    if (!TIPO_ITEM.has(tipoItem)) return refusal('003', `${at}.tipoItem`)
    if (!tipo.tiposItem.has(tipoItem)) return refusal('007', `${at}.tipoItem`)
    if (!UNIDADES.has(toInteger(linea.uniMedida ?? 0n))) return refusal('003', `${at}.uniMedida`)
    return checkLineaTributo(linea, at) ?? checkTributos(linea, tipo, at)
  })
  // A document with nothing but charges is no sale (functional manual, p. 29-31).
  const onlyCharges =
    !wrong && documento.cuerpoDocumento.every(({ noGravado = 0n }) => noGravado !== 0n)
  return onlyCharges ? refusal('005', 'cuerpoDocumento') : wrong
}

function isTributo(linea: Linea): boolean {
  return toInteger(linea.tipoItem ?? 0n) === ITEM_TRIBUTO
}

/** A tribute of section 2 is a line of its own: one unit, of the item kind for tributes. */
function checkLineaTributo(linea: Linea, at: string): Message | null {
  const codTributo = linea.codTributo ?? null
  if (codTributo === null) return isTributo(linea) ? refusal('005', `${at}.codTributo`) : null
  if (!isTributo(linea)) return refusal('024', `${at}.codTributo`)
  if (!SECCION_2.has(codTributo)) return refusal('003', `${at}.codTributo`)
  if (linea.cantidad !== SCALE) return refusal('003', `${at}.cantidad`)
  return linea.uniMedida === integer(UNIDAD_OTRA) ? null : refusal('003', `${at}.uniMedida`)
}

function checkTributos(linea: Linea, tipo: TipoDocumento, at: string): Message | null {
  const tributos = linea.tributos ?? []
  const known = tributos.every((code) => SECCION_1.has(code) || SECCION_3.has(code))
  if (!known) return refusal('003', `${at}.tributos`)
  const foreign = tributos.some((code) => SECCION_1.has(code) && !tipo.seccion1.has(code))
  if (foreign) return refusal('007', `${at}.tributos`)
  const { tributoVenta } = tipo
  // Inside the country a tribute line bears IVA and no other tribute.
  if (isTributo(linea) && tributos.some((code) => code !== IVA)) {
    return refusal('024', `${at}.tributos`)
  }
  if (tributoVenta === null) return null
  const listed = tributos.includes(tributoVenta)
  if (bears(linea, tributoVenta) && !listed) return refusal('005', `${at}.tributos`)
  const untaxed = (linea.ventaNoSuj ?? 0n) > 0n || (linea.ventaExenta ?? 0n) > 0n
  return untaxed && listed ? refusal('024', `${at}.tributos`) : null
}

/** 13 % on taxed sales; the 0 % of exports on every line that sells, free ones included. */
function bears(linea: Linea, tributoVenta: string): boolean {
  if (tributoVenta === IVA) return (linea.ventaGravada ?? 0n) > 0n
  return !isTributo(linea) && linea.noGravado === 0n
}
