/** 09: what an administrator of cards liquidates to an affiliate, and the 2 % that it perceives. */
import { TIPO_ESTABLECIMIENTO } from '../catalogues/codigos.ts'
import { type Message, refusal } from '../codes.ts'
import { divide, round2, SCALE } from '../json/decimal.ts'
import type { DocumentoContable, Registro } from '../structure/contable-v2.ts'
import { type Check, firstOf } from './case.ts'
import { checkAmount } from './suma.ts'

/** Its record stands where other types have their summary. */
export const checkContable: Check = ({ documento }) => {
  const registro = documento.resumen as unknown as Registro
  const { tipoEstablecimiento } = documento.receptor as unknown as DocumentoContable['receptor']
  if (!TIPO_ESTABLECIMIENTO.has(tipoEstablecimiento)) {
    return refusal('003', 'receptor.tipoEstablecimiento')
  }
  return checkPeriodo(registro, documento.identificacion.fecEmi) ?? checkImportes(registro)
}

function checkPeriodo(registro: Registro, fecEmi: string): Message | null {
  const { periodoLiquidacionFechaInicio: from, periodoLiquidacionFechaFin: to } = registro
  if (to < from) return refusal('017', 'cuerpoDocumento.periodoLiquidacionFechaFin')
  return from > fecEmi ? refusal('018', 'cuerpoDocumento.periodoLiquidacionFechaInicio') : null
}

/** What is free of perception says what it is. */
function checkImportes(registro: Registro): Message | null {
  const { montoSinPercepcion, descripSinPercepcion } = registro
  const isFree = (montoSinPercepcion ?? 0n) > 0n
  if (isFree === (descripSinPercepcion === null)) {
    const code = isFree ? '005' : '024'
    return refusal(code, 'cuerpoDocumento.descripSinPercepcion')
  }
  return firstOf(chain(registro), ([field, stated, ...accepted]) =>
    checkAmount(`cuerpoDocumento.${field}`, stated, ...accepted),
  )
}

type Link = readonly [field: string, stated: bigint, ...accepted: bigint[]]

/**
 * Each amount from the ones before it, as stated. Whether the 2 % is of the price without IVA or of all of it, and
 * whether what is free of it is paid out here, sources disagree: either is accepted.
 */
function chain(r: Registro): readonly Link[] {
  const free = r.montoSinPercepcion ?? 0n
  const without = round2(divide(r.subTotal * 100n, 113n))
  const kept = r.comision + r.ivaPercibido + r.ivaComision
  return [
    ['subTotal', r.subTotal, r.valorOperaciones - free],
    ['montoSujetoPercepcion', r.montoSujetoPercepcion, without, r.subTotal],
    ['iva', r.iva, r.subTotal - without],
    ['ivaPercibido', r.ivaPercibido, percent(r.montoSujetoPercepcion, 2n)],
    ['ivaComision', r.ivaComision, percent(r.comision, 13n)],
    ['liquidoApagar', r.liquidoApagar, r.valorOperaciones - kept, r.subTotal - kept],
  ]
}

function percent(amount: bigint, rate: bigint): bigint {
  return round2(divide(amount * rate * SCALE, 100n * SCALE))
}
