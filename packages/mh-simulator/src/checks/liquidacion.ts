/** 08: the documents that an agent issued for its principal, and their sums. */
import {
  CONDICION_OPERACION,
  DOMICILIADO,
  ELECTRONICO,
  LIQUIDABLES,
  TIPO_GENERACION,
} from '../catalogues/codigos.ts'
import { IVA, IVA_EXPORTACION, SECCION_1 } from '../catalogues/tributos.ts'
import { type Message, refusal } from '../codes.ts'
import { divide, round2, sum } from '../json/decimal.ts'
import type { Liquidacion } from '../structure/liquidacion-v2.ts'
import { type Case, type Check, firstOf, toInteger } from './case.ts'
import { checkAmount, type Suma } from './suma.ts'

type Linea = Liquidacion['cuerpoDocumento'][number]

/**
 * Whether what the listed documents perceived is stated and adds to the total, or 0 is written, sources differ: any
 * amount is accepted, and the total with it.
 */
export function sumasLiquidacion({ resumen: r, cuerpoDocumento }: Liquidacion): readonly Suma[] {
  const of = (member: 'ventaNoSuj' | 'ventaExenta' | 'ventaGravada' | 'exportaciones') =>
    round2(sum(cuerpoDocumento.map((linea) => linea[member])))
  const tributos = sum((r.tributos ?? []).map(({ valor }) => valor))
  const sales = r.totalNoSuj + r.totalExenta + r.totalGravada + r.exportacion
  return [
    ['totalNoSuj', r.totalNoSuj, of('ventaNoSuj')],
    ['totalExenta', r.totalExenta, of('ventaExenta')],
    ['totalGravada', r.totalGravada, of('ventaGravada')],
    ['exportacion', r.exportacion, of('exportaciones')],
    ['subTotalVentas', r.subTotalVentas, sales],
    ['montoTotalOperacion', r.montoTotalOperacion, r.subTotalVentas + tributos],
    ['total', r.total, r.montoTotalOperacion + r.ivaPerci],
  ]
}

export const checkLiquidacion: Check = (subject) => {
  const liquidacion = subject.documento as unknown as Liquidacion
  const { receptor, resumen, cuerpoDocumento } = liquidacion
  if (!DOMICILIADO.has(toInteger(receptor.codDomiciliado))) {
    return refusal('003', 'receptor.codDomiciliado')
  }
  if (!CONDICION_OPERACION.has(toInteger(resumen.condicionOperacion))) {
    return refusal('007', 'resumen.condicionOperacion')
  }
  const seen = new Set<string>()
  return (
    firstOf(cuerpoDocumento, (linea, i) => {
      const at = `cuerpoDocumento[${i}]`
      if (toInteger(linea.numItem) !== i + 1) return refusal('019', `${at}.numItem`)
      const key = listedAs(subject, linea)
      if (seen.has(key) || subject.relations.isLiquidated(key)) {
        return refusal('025', `${at}.numeroDocumento`)
      }
      seen.add(key)
      return checkLinea(subject, linea, at)
    }) ?? checkTributos(liquidacion)
  )
}

/** Each taxpayer lists a document once as it was issued, and once more as it was invalidated. */
function listedAs({ taxpayer }: Pick<Case, 'taxpayer'>, linea: Linea): string {
  return `${taxpayer.nit} ${linea.tipoDte} ${linea.numeroDocumento} ${isNegative(linea)}`
}

/** What a sealed liquidation lists, so that no other does. */
export function listedBy(subject: Pick<Case, 'taxpayer' | 'documento'>): readonly string[] {
  const { cuerpoDocumento } = subject.documento as unknown as Liquidacion
  return cuerpoDocumento.map((linea) => listedAs(subject, linea))
}

const amountsOf = (l: Linea) => [l.ventaNoSuj, l.ventaExenta, l.ventaGravada, l.exportaciones]
const isNegative = (linea: Linea) => amountsOf(linea).some((amount) => amount < 0n)

const CODIGO = /^[A-F0-9]{8}(?:-[A-F0-9]{4}){3}-[A-F0-9]{12}$/
const [FACTURA_EXPORTACION, RETORNO] = ['11', '18']

function checkLinea(subject: Case, linea: Linea, at: string): Message | null {
  const { fecEmi } = subject.documento.identificacion
  if (!LIQUIDABLES.has(linea.tipoDte)) return refusal('007', `${at}.tipoDte`)
  const generacion = toInteger(linea.tipoGeneracion)
  if (!TIPO_GENERACION.has(generacion)) return refusal('003', `${at}.tipoGeneracion`)
  if (linea.fechaEmision > fecEmi) return refusal('017', `${at}.fechaEmision`)
  if (generacion === ELECTRONICO && !CODIGO.test(linea.numeroDocumento)) {
    return refusal('006', `${at}.numeroDocumento`)
  }
  if (isNegative(linea) && amountsOf(linea).some((amount) => amount > 0n)) {
    return refusal('024', at)
  }
  const exports = linea.tipoDte === FACTURA_EXPORTACION
  if (!exports && linea.tipoDte !== RETORNO && linea.exportaciones !== 0n) {
    return refusal('024', `${at}.exportaciones`)
  }
  const iva = divide(linea.ventaGravada * 13n, 100n)
  return (
    checkAmount(`${at}.ivaItem`, linea.ivaItem, iva) ??
    (generacion === ELECTRONICO ? checkConocido(subject, linea, at) : null)
  )
}

/**
 * One that was sealed here is the agent's own, issued for this principal: otherwise the answer seen is 099 without a
 * word. An unknown code is taken on trust, like a number on paper.
 */
function checkConocido({ taxpayer, ledger, relations, documento }: Case, linea: Linea, at: string) {
  const held = ledger.held(linea.numeroDocumento)
  if (held?.estado !== 'PROCESADO') return null
  if (held.tipoDte !== linea.tipoDte) return refusal('027', `${at}.tipoDte`)
  if (held.nit !== taxpayer.nit) return refusal('008', `${at}.numeroDocumento`)
  if (linea.tipoDte === RETORNO) return null // its document says for whom it was sold
  const { numDocumento } = documento.receptor as unknown as Liquidacion['receptor']
  return relations.terceroOf(linea.numeroDocumento) === numDocumento ? null : refusal('099')
}

/** The rows that the lines list, and no others; IVA is the sum of the lines'. */
function checkTributos({ cuerpoDocumento, resumen }: Liquidacion): Message | null {
  const rows = resumen.tributos ?? []
  const unknown = rows.findIndex(({ codigo }) => !SECCION_1.has(codigo))
  if (unknown >= 0) return refusal('003', `resumen.tributos[${unknown}].codigo`)
  const iva = round2(sum(cuerpoDocumento.map(({ ivaItem }) => ivaItem)))
  return firstOf(rows, ({ codigo, valor }, i) => {
    const at = `resumen.tributos[${i}].valor`
    if (codigo === IVA) return checkAmount(at, valor, iva)
    return codigo === IVA_EXPORTACION ? checkAmount(at, valor, 0n) : null
  })
}
