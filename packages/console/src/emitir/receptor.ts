/** The receiver of a document: which of its members a type asks, and how the request has them. */
import type { Issue } from '../api/issue.ts'
import { RECEPTOR, type Receptor } from './form.ts'
import type { TipoForm } from './tipo-form.ts'

/** Asks which document it is, where the number alone would make it «otro»: most often a digit is missing. */
export function preguntaPorDocumento({
  tipoDocumento,
  numDocumento,
}: Pick<Receptor, 'tipoDocumento' | 'numDocumento'>): readonly Issue[] {
  const digits = numDocumento.replaceAll(/[\s-]/g, '')
  const looksLikeOurs = /^\d{7,15}$/.test(digits) && digits.length !== 9 && digits.length !== 14
  if (tipoDocumento !== '' || !looksLikeOurs) return []
  const message = `Un DUI tiene 9 dígitos y un NIT 14; este número tiene ${digits.length}. Corríjalo, o elija qué documento es.`
  return [{ field: 'receptor.tipoDocumento', message }]
}

/** Codes that are numbers in the request. */
const NUMEROS: ReadonlySet<string> = new Set(['tipoPersona', 'codDomiciliado'])

export function toReceptor(receptor: Receptor, { receptor: wanted }: TipoForm) {
  const has = (member: string) => wanted.includes(member)
  const shown = receptorShown(wanted, receptor)
  const texts = RECEPTOR.filter(
    (member) =>
      (shown.includes(member) || (member === 'numDocumento' && has('nit'))) &&
      receptor[member].trim() !== '',
  )
  const sent = (member: (typeof RECEPTOR)[number]) =>
    NUMEROS.has(member) ? Number(receptor[member]) : receptor[member].trim()
  return {
    ...(receptor.customerId ? { customerId: receptor.customerId } : {}),
    ...Object.fromEntries(texts.map((member) => [member, sent(member)])),
    ...(shown.includes('direccion') ? direccionDe(receptor) : {}),
  }
}

/** Who lives abroad has a country and no address of this one, where the type asks which. */
export function receptorShown(wanted: readonly string[], receptor: Receptor): readonly string[] {
  if (!wanted.includes('codDomiciliado')) return wanted
  const not = isDeFuera(receptor) ? 'direccion' : 'codPais'
  return wanted.filter((member) => member !== not)
}

/** CAT-032; a stored customer says it by its country alone. */
export const isDeFuera = ({ codDomiciliado, codPais }: Receptor) =>
  codDomiciliado === '' ? codPais !== '' && codPais !== 'SV' : codDomiciliado === '2'

export function direccionDe(receptor: Receptor) {
  if (!tieneDireccion(receptor)) return {}
  const { departamento, municipio, distrito, complemento } = receptor
  return { direccion: { departamento, municipio, distrito, complemento: complemento.trim() } }
}

/**
 * Whether any part of a domestic address is filled in: then all of it is sent, and the rules say what is missing.
 * Somebody abroad has a single line.
 */
export const tieneDireccion = ({ departamento, distrito, complemento, codPais }: Receptor) =>
  departamento !== '' || distrito !== '' || (complemento.trim() !== '' && codPais === '')
