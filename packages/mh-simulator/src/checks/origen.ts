/** The sealed document behind an electronic relation: whose it is, and how much a note takes back. */
import { type Message, refusal } from '../codes.ts'
import type { Documento } from '../documentos.ts'
import { round2, textOf } from '../json/decimal.ts'
import { type Creditos, type Origen, plus, SIN_VENTAS } from '../world/relations.ts'
import { type Case, type Check, firstOf } from './case.ts'

type Relacionado = NonNullable<Documento['documentoRelacionado']>[number]

/** Sealed here before, by the same issuer in the same environment; of a note, its own parties'. */
export function checkOrigen(subject: Case, one: Relacionado, at: string): Message | null {
  const { documento, taxpayer, tipo, ledger, relations } = subject
  const held = ledger.held(one.numeroDocumento)
  const sealed = held?.estado === 'PROCESADO' ? held : null
  if (!sealed || sealed.ambiente !== documento.identificacion.ambiente) {
    return refusal('014', `${at}.numeroDocumento`)
  }
  if (sealed.nit !== taxpayer.nit) return refusal('008', `${at}.numeroDocumento`)
  if (sealed.tipoDte !== one.tipoDocumento) return refusal('027', `${at}.tipoDocumento`)
  if (relations.isInvalidated(one.numeroDocumento)) return refusal('015', `${at}.numeroDocumento`)
  if (tipo.ajuste === null) return null
  const origen = relations.origin(one.numeroDocumento)
  if (!origen) throw new Error('bug: a sealed document that notes adjust, and no record of it')
  return checkPartes(documento, origen, one, at)
}

/** The buyer of a Crédito fiscal is known by its NIT, nine digits of which may be a DUI. */
const DOCUMENTO_CONTRIBUYENTE: ReadonlySet<string> = new Set(['36', '13'])

function checkPartes(
  { receptor, ventaTercero }: Documento,
  origen: Origen,
  one: Relacionado,
  at: string,
): Message | null {
  if (one.fechaEmision !== origen.fecEmi) return refusal('027', `${at}.fechaEmision`)
  const { tipoDocumento = null, numDocumento = null } = receptor ?? {}
  if (!DOCUMENTO_CONTRIBUYENTE.has(tipoDocumento ?? '')) {
    return refusal('027', 'receptor.tipoDocumento')
  }
  if (numDocumento !== origen.receptor) return refusal('027', 'receptor.numDocumento')
  return terceroOf(ventaTercero) === origen.tercero ? null : refusal('027', 'ventaTercero')
}

function terceroOf(ventaTercero: Documento['ventaTercero']): string | null {
  return ventaTercero ? (ventaTercero.nit ?? ventaTercero.nombre) : null
}

const KINDS = [
  ['ventaGravada', 'gravada'],
  ['ventaExenta', 'exenta'],
  ['ventaNoSuj', 'no sujeta'],
] as const

/**
 * The credit notes over one document never add up to more than it sold, net of its discounts: the
 * rule for what is taxed, and the same for what is exempt or not subject.
 */
export const checkCreditos: Check = ({ documento, tipo, relations }) => {
  if (tipo.ajuste !== 'credito') return null
  const own = creditosOf(documento)
  return firstOf(documento.documentoRelacionado ?? [], ({ numeroDocumento }, i) => {
    const origen = relations.origin(numeroDocumento)
    if (!origen) return null // on paper: what it sold is not known here
    const credited = plus(
      relations.credited(numeroDocumento),
      own.get(numeroDocumento) ?? SIN_VENTAS,
    )
    return firstOf(KINDS, ([kind, name]) => {
      const [sum, limit] = [round2(credited[kind]), origen.ventas[kind]]
      if (sum <= limit) return null
      const why = `Venta ${name} ${textOf(limit)}, notas de credito ${textOf(sum)}`
      return refusal('016', `documentoRelacionado[${i}].numeroDocumento`, [why])
    })
  })
}

/** What a credit note takes back, by the document that each line names. */
export function creditosOf({ cuerpoDocumento }: Documento): Creditos {
  const creditos = new Map<string, typeof SIN_VENTAS>()
  for (const linea of cuerpoDocumento) {
    const { numeroDocumento = null, ventaNoSuj = 0n, ventaExenta = 0n, ventaGravada = 0n } = linea
    if (numeroDocumento === null) continue
    const before = creditos.get(numeroDocumento) ?? SIN_VENTAS
    creditos.set(numeroDocumento, plus(before, { ventaNoSuj, ventaExenta, ventaGravada }))
  }
  return creditos
}

/** What later notes are held against; of a document with a buyer that is known by its NIT. */
export function origenOf({ identificacion, receptor, ventaTercero, resumen }: Documento): Origen {
  if (!receptor?.nit) throw new Error('bug: notes adjust what is sold to a taxpayer')
  const net = (total = 0n, discount = 0n) => total - discount
  return {
    fecEmi: identificacion.fecEmi,
    receptor: receptor.nit,
    tercero: terceroOf(ventaTercero),
    ventas: {
      ventaNoSuj: net(resumen.totalNoSuj, resumen.descuNoSuj),
      ventaExenta: net(resumen.totalExenta, resumen.descuExenta),
      ventaGravada: net(resumen.totalGravada, resumen.descuGravada),
    },
  }
}
