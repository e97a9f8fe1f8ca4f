/** What a document names besides itself: related documents, and the third party it sells for. */
import { DOMICILIADO, RELACIONABLES, TIPO_GENERACION } from '../catalogues/codigos.ts'
import { refusal } from '../codes.ts'
import { type Check, firstOf, toInteger } from './case.ts'

const ELECTRONICO = 2

export const checkRelacionados: Check = ({ documento, ledger }) => {
  const related = documento.documentoRelacionado ?? []
  const { fecEmi } = documento.identificacion
  return firstOf(related, (one, i) => {
    const at = `documentoRelacionado[${i}]`
    if (!RELACIONABLES.has(one.tipoDocumento)) return refusal('007', `${at}.tipoDocumento`)
    if (one.tipoDocumento !== related[0]?.tipoDocumento) {
      return refusal('026', `${at}.tipoDocumento`)
    }
    const generacion = toInteger(one.tipoGeneracion)
    if (!TIPO_GENERACION.has(generacion)) return refusal('003', `${at}.tipoGeneracion`)
    if (one.fechaEmision > fecEmi) return refusal('017', `${at}.fechaEmision`)
    const unknown = generacion === ELECTRONICO && !ledger.isSealed(one.numeroDocumento)
    return unknown ? refusal('014', `${at}.numeroDocumento`) : null
  })
}

export const checkVentaTercero: Check = ({ documento }) => {
  const domicilio = documento.ventaTercero?.codDomiciliado ?? null
  const known = domicilio === null || DOMICILIADO.has(toInteger(domicilio))
  return known ? null : refusal('003', 'ventaTercero.codDomiciliado')
}
