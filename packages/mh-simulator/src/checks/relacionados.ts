/** Related documents, and the third party of a sale. */
import {
  COMPROBANTE_RETENCION,
  DOMICILIADO,
  ELECTRONICO,
  TIPO_GENERACION,
} from '../catalogues/codigos.ts'
import { type Message, refusal } from '../codes.ts'
import type { Documento } from '../documento.ts'
import { plusMonths } from '../world/el-salvador.ts'
import { type Case, type Check, firstOf, toInteger } from './case.ts'
import { checkOrigen } from './origen.ts'

type Relacionado = NonNullable<Documento['documentoRelacionado']>[number]

/** How long after its origin a note may be issued (IVA law, 62 and 63). */
const NOTE_MONTHS_MAX = 3

/** All of one type, each once, issued before, and the electronic ones sealed here. */
export const checkRelacionados: Check = (subject) => {
  const { documentoRelacionado } = subject.documento
  const related = documentoRelacionado ?? []
  const seen = new Set<string>()
  return firstOf(related, (one, i) => {
    const at = `documentoRelacionado[${i}]`
    if (!subject.tipo.relacionables.has(one.tipoDocumento)) {
      return refusal('007', `${at}.tipoDocumento`)
    }
    if (one.tipoDocumento !== related[0]?.tipoDocumento) {
      return refusal('026', `${at}.tipoDocumento`)
    }
    if (seen.has(one.numeroDocumento)) return refusal('025', `${at}.numeroDocumento`)
    seen.add(one.numeroDocumento)
    return checkRelacionado(subject, one, at)
  })
}

function checkRelacionado(subject: Case, one: Relacionado, at: string): Message | null {
  const generacion = toInteger(one.tipoGeneracion)
  if (!TIPO_GENERACION.has(generacion)) return refusal('003', `${at}.tipoGeneracion`)
  const { fecEmi } = subject.documento.identificacion
  if (one.fechaEmision > fecEmi) return refusal('017', `${at}.fechaEmision`)
  // A note over a Comprobante de retención has its own sums, which are not known here.
  if (one.tipoDocumento === COMPROBANTE_RETENCION) return refusal('014', `${at}.numeroDocumento`)
  const wrong = generacion === ELECTRONICO ? checkOrigen(subject, one, at) : null
  if (wrong) return wrong
  const late = fecEmi > plusMonths(one.fechaEmision, NOTE_MONTHS_MAX)
  return subject.tipo.ajuste !== null && late ? refusal('018', `${at}.fechaEmision`) : null
}

/** A line that relates a document must name one of the related documents. */
export const checkNumeroDocumento: Check = ({ documento, tipo }) => {
  const { documentoRelacionado, cuerpoDocumento } = documento
  if (tipo.ventas.length === 0) return null // its lines are the documents themselves
  const listed = new Set(documentoRelacionado?.map((one) => one.numeroDocumento))
  return firstOf(cuerpoDocumento, ({ numeroDocumento = null }, i) => {
    const known = numeroDocumento === null || listed.has(numeroDocumento)
    return known ? null : refusal('027', `cuerpoDocumento[${i}].numeroDocumento`)
  })
}

export const checkVentaTercero: Check = ({ documento }) => {
  const domicilio = documento.ventaTercero?.codDomiciliado ?? null
  const known = domicilio === null || DOMICILIADO.has(toInteger(domicilio))
  return known ? null : refusal('003', 'ventaTercero.codDomiciliado')
}
