/** 15: what a qualified entity was given, by whom, and by which resolution it may receive it. */
import {
  DOMICILIADO,
  EFECTIVO as EN_EFECTIVO,
  FORMA_PAGO,
  TIPO_DONACION,
  UNIDAD_OTRA,
  UNIDADES,
} from '../catalogues/codigos.ts'
import { PAISES } from '../catalogues/exportacion.ts'
import { type Message, refusal } from '../codes.ts'
import { divide, round2, SCALE, sum } from '../json/decimal.ts'
import type { Donacion } from '../structure/donacion-v2.ts'
import { type Check, firstOf, toInteger } from './case.ts'
import { checkAmount, type Suma } from './suma.ts'

type Linea = Donacion['cuerpoDocumento'][number]

const EFECTIVO = 1
const BIEN = 2
const NO_DOMICILIADO = 2
/** CAT-021: of the issuer, of the receptor. */
const [DEL_EMISOR, DEL_RECEPTOR] = [1, 2]

export function sumasDonacion({ resumen, cuerpoDocumento }: Donacion): readonly Suma[] {
  const valores = cuerpoDocumento.map(({ valor }) => valor)
  return [['valorTotal', resumen.valorTotal, round2(sum(valores))]]
}

export const checkDonacion: Check = ({ documento }) => {
  const donacion = documento as unknown as Donacion
  return (
    checkDonante(donacion.receptor) ??
    checkResolucion(donacion) ??
    firstOf(donacion.cuerpoDocumento, checkLinea) ??
    checkPagado(donacion)
  )
}

/** A donor of the country has an address here, another has none: the answer seen for both is 096. */
function checkDonante({
  codDomiciliado,
  codPais,
  direccion,
}: Donacion['receptor']): Message | null {
  const domicilio = toInteger(codDomiciliado)
  if (!DOMICILIADO.has(domicilio)) return refusal('003', 'receptor.codDomiciliado')
  if (!PAISES.has(codPais)) return refusal('003', 'receptor.codPais')
  if ((direccion === null) === (domicilio === NO_DOMICILIADO)) return null
  return refusal('096', '', ['Campo #/receptor/direccion contiene un valor inválido'])
}

/** At least one document of the issuer, which states its resolution. */
function checkResolucion({ otrosDocumentos }: Donacion): Message | null {
  const codes = otrosDocumentos.map(({ codDocAsociado }) => toInteger(codDocAsociado ?? 0n))
  const wrong = codes.findIndex((code) => code !== DEL_EMISOR && code !== DEL_RECEPTOR)
  if (wrong >= 0) return refusal('003', `otrosDocumentos[${wrong}].codDocAsociado`)
  const stated = otrosDocumentos.some(
    ({ descDocumento, detalleDocumento }, i) =>
      codes[i] === DEL_EMISOR && descDocumento !== null && detalleDocumento !== null,
  )
  return stated ? null : refusal('005', 'otrosDocumentos')
}

function checkLinea(linea: Linea, i: number): Message | null {
  const at = `cuerpoDocumento[${i}]`
  const { cantidad, valorUni, tipoDepreciacion, valor } = linea
  if (toInteger(linea.numItem) !== i + 1) return refusal('019', `${at}.numItem`)
  const kind = toInteger(linea.tipoDonacion)
  if (!TIPO_DONACION.has(kind)) return refusal('003', `${at}.tipoDonacion`)
  const unit = toInteger(linea.uniMedida)
  if (!UNIDADES.has(unit)) return refusal('003', `${at}.uniMedida`)
  if (kind !== BIEN && unit !== UNIDAD_OTRA) return refusal('007', `${at}.uniMedida`)
  if (kind !== BIEN && tipoDepreciacion !== 0n) return refusal('024', `${at}.tipoDepreciacion`)
  if (kind === EFECTIVO && cantidad !== SCALE) return refusal('007', `${at}.cantidad`)
  return checkAmount(`${at}.valor`, valor, divide(cantidad * valorUni, SCALE) - tipoDepreciacion)
}

/**
 * Only money is paid. Of a donation of several kinds the payments may add up to the money, or to everything: sources
 * differ, and either is accepted.
 */
function checkPagado({
  resumen: { pagos, valorTotal },
  cuerpoDocumento,
}: Donacion): Message | null {
  const money = cuerpoDocumento.filter(({ tipoDonacion }) => toInteger(tipoDonacion) === EFECTIVO)
  if (money.length === 0) return pagos === null ? null : refusal('024', 'resumen.pagos')
  if (pagos === null) return refusal('005', 'resumen.pagos')
  const given = round2(sum(money.map(({ valor }) => valor)))
  const paid = sum(pagos.map(({ montoPago }) => montoPago))
  return (
    checkAmount('resumen.pagos', paid, given, valorTotal) ??
    firstOf(pagos, ({ codigo, referencia }, i) => {
      const at = `resumen.pagos[${i}]`
      if (codigo !== null && !FORMA_PAGO.has(codigo)) return refusal('003', `${at}.codigo`)
      return codigo === EN_EFECTIVO && referencia !== null
        ? refusal('024', `${at}.referencia`)
        : null
    })
  )
}
