/** 07: the supplier's documents that it lists, and what it retains on them. */
import { ELECTRONICO, RETENCION_IVA, RETENIBLES, TIPO_GENERACION } from '../catalogues/codigos.ts'
import { type Message, refusal } from '../codes.ts'
import type { Linea, Retencion } from '../documento.ts'
import { divide, round2 } from '../json/decimal.ts'
import { type Case, type Check, firstOf, toInteger } from './case.ts'
import { checkAmount, type Suma, total } from './suma.ts'

/** totalIva is 13 % of the base; other sources have 0 where nothing is retained at 13 %. Either is accepted. */
export function sumasRetencion({ resumen: r, cuerpoDocumento }: Retencion): readonly Suma[] {
  const iva = round2(divide(r.totalSujetoRetencion * 13n, 100n))
  const isAtFull = cuerpoDocumento.some(({ codigoRetencionMH }) => codigoRetencionMH === 'C4')
  return [
    ['totalSujetoRetencion', r.totalSujetoRetencion, total(cuerpoDocumento, 'montoSujetoGrav')],
    ['totalIva', r.totalIva, iva, ...(isAtFull ? [] : [0n])],
    ['totalIvaRetenido', r.totalIvaRetenido, total(cuerpoDocumento, 'ivaRetenido')],
  ]
}

/** Every line names one document, all of one type and each once, and retains what its code says. */
export const checkListados: Check = (subject) => {
  const { cuerpoDocumento } = subject.documento
  const seen = new Set<string>()
  return firstOf(cuerpoDocumento, (linea, i) => {
    const at = `cuerpoDocumento[${i}]`
    if (toInteger(linea.numItem) !== i + 1) return refusal('019', `${at}.numItem`)
    const missing = NAMED.find((member) => (linea[member] ?? null) === null)
    if (missing) return refusal('005', `${at}.${missing}`)
    const { tipoDte, numeroDocumento } = linea
    if (!RETENIBLES.has(tipoDte ?? '')) return refusal('007', `${at}.tipoDte`)
    if (tipoDte !== cuerpoDocumento[0]?.tipoDte) return refusal('026', `${at}.tipoDte`)
    if (seen.has(numeroDocumento ?? '')) return refusal('025', `${at}.numeroDocumento`)
    seen.add(numeroDocumento ?? '')
    return checkListado(subject, linea, at) ?? checkRetenido(linea, at)
  })
}

const NAMED = ['tipoDte', 'tipoGeneracion', 'numeroDocumento', 'fechaEmision'] as const
const CODIGO = /^[A-F0-9]{8}(?:-[A-F0-9]{4}){3}-[A-F0-9]{12}$/
const FISICO = /^[A-Za-z0-9]{1,20}$/

function checkListado(subject: Case, linea: Linea, at: string): Message | null {
  const { identificacion } = subject.documento
  const numero = linea.numeroDocumento ?? ''
  const generacion = toInteger(linea.tipoGeneracion ?? 0n)
  if (!TIPO_GENERACION.has(generacion)) return refusal('003', `${at}.tipoGeneracion`)
  if ((linea.fechaEmision ?? '') > identificacion.fecEmi) {
    return refusal('017', `${at}.fechaEmision`)
  }
  const form = generacion === ELECTRONICO ? CODIGO : FISICO
  if (!form.test(numero)) return refusal('006', `${at}.numeroDocumento`)
  return generacion === ELECTRONICO ? checkConocido(subject, linea, at) : null
}

/**
 * One that was sealed here is of the receptor, or a purchase of the issuer's own (14). Another one is taken on trust:
 * the ministry has every supplier's documents, this simulator only those of its taxpayers.
 */
function checkConocido({ documento, ...subject }: Case, linea: Linea, at: string): Message | null {
  const { taxpayer, ledger, relations } = subject
  const numero = linea.numeroDocumento ?? ''
  const held = ledger.held(numero)
  if (held?.estado !== 'PROCESADO') return null
  if (held.tipoDte !== linea.tipoDte) return refusal('027', `${at}.tipoDte`)
  const { numDocumento = null } = documento.receptor ?? {}
  const issuer = linea.tipoDte === '14' ? taxpayer.nit : numDocumento
  if (held.nit !== issuer) return refusal('008', `${at}.numeroDocumento`)
  return relations.isInvalidated(numero) ? refusal('015', `${at}.numeroDocumento`) : null
}

function checkRetenido(linea: Linea, at: string): Message | null {
  const { codigoRetencionMH = '', montoSujetoGrav = 0n, ivaRetenido = 0n } = linea
  const percent = RETENCION_IVA.get(codigoRetencionMH)
  if (percent === undefined) return refusal('003', `${at}.codigoRetencionMH`)
  if (percent === null) return null // a special case: any amount
  const expected = round2(divide(montoSujetoGrav * percent, 100n))
  return checkAmount(`${at}.ivaRetenido`, ivaRetenido, expected)
}
