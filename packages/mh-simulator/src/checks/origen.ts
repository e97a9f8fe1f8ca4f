/** The sealed document behind an electronic relation: whose it is, and how much a note takes back. */
import { type Message, refusal } from '../codes.ts'
import type { Documento, Resumen } from '../documentos.ts'
import { round2, sum, textOf } from '../json/decimal.ts'
import {
  type Creditos,
  type Importes,
  type Origen,
  plus,
  SIN_IMPORTES,
} from '../world/relations.ts'
import { type Case, type Check, firstOf } from './case.ts'
import { payable, total, tributosAdded } from './suma.ts'

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

/**
 * The credit notes over one document never take back more than it says, by the amounts that all of them
 * print: of each kind of sale, of each tribute, and in total.
 */
export const checkCreditos: Check = ({ documento, tipo, relations }) => {
  if (tipo.ajuste !== 'credito') return null
  const own = creditosOf(documento)
  return firstOf(documento.documentoRelacionado ?? [], ({ numeroDocumento }, i) => {
    const origen = relations.origin(numeroDocumento)
    if (!origen) return null // on paper: what it sold is not known here
    const taken = own.get(numeroDocumento) ?? SIN_IMPORTES
    const credited = plus(relations.credited(numeroDocumento), taken)
    return firstOf([...taken.keys()], (name) => {
      const [together, limit] = [credited.get(name) ?? 0n, origen.importes.get(name) ?? 0n]
      if (together <= limit || taken.get(name) === 0n) return null
      const why = `${name} ${textOf(limit)}, notas de credito ${textOf(together)}`
      return refusal('016', `documentoRelacionado[${i}].numeroDocumento`, [why])
    })
  })
}

/**
 * What a credit note takes back of each document. All that it prints, where it names one; with several, the
 * sales alone, by the document that each line names: its tributes are of no one of them.
 */
export function creditosOf(documento: Documento): Creditos {
  const { cuerpoDocumento, documentoRelacionado } = documento
  const [only, ...others] = documentoRelacionado ?? []
  if (only && others.length === 0) {
    return new Map([[only.numeroDocumento, importesOfNota(documento)]])
  }
  const creditos = new Map<string, Importes>()
  for (const linea of cuerpoDocumento) {
    const { numeroDocumento = null, ventaNoSuj = 0n, ventaExenta = 0n, ventaGravada = 0n } = linea
    if (numeroDocumento === null) continue
    const before = creditos.get(numeroDocumento) ?? SIN_IMPORTES
    creditos.set(numeroDocumento, plus(before, ventas(ventaGravada, ventaExenta, ventaNoSuj)))
  }
  return new Map([...creditos].map(([origin, importes]) => [origin, rounded(importes)]))
}

const ventas = (gravada: bigint, exenta: bigint, noSujeta: bigint): Importes =>
  new Map([
    ['Venta gravada', gravada],
    ['Venta exenta', exenta],
    ['Venta no sujeta', noSujeta],
  ])

const rounded = (importes: Importes): Importes =>
  new Map([...importes].map(([name, importe]) => [name, round2(importe)]))

/** What a credit note takes back as its lines add up: within the cent that its summary is forgiven. */
function importesOfNota({ cuerpoDocumento: lineas, resumen }: Documento): Importes {
  const [gravada, exenta, noSujeta, ivaPerci, noGravado] = [
    total(lineas, 'ventaGravada'),
    total(lineas, 'ventaExenta'),
    total(lineas, 'ventaNoSuj'),
    total(lineas, 'ivaPerci'),
    total(lineas, 'noGravado'),
  ]
  return importes(ventas(gravada, exenta, noSujeta), resumen, ivaPerci + noGravado)
}

/** What a document sold, net of the discounts of the whole. */
function importesOfOrigen(resumen: Resumen): Importes {
  const net = (amount = 0n, discount = 0n) => amount - discount
  const sold = ventas(
    net(resumen.totalGravada, resumen.descuGravada),
    net(resumen.totalExenta, resumen.descuExenta),
    net(resumen.totalNoSuj, resumen.descuNoSuj),
  )
  return importes(sold, resumen, (resumen.ivaPerci ?? 0n) + (resumen.totalNoGravado ?? 0n))
}

/** With the tributes, and the total before retention; `more` is what else is in it. */
function importes(sold: Importes, resumen: Pick<Resumen, 'tributos'>, more: bigint): Importes {
  const due = sum([...sold.values()]) + tributosAdded(resumen) + more
  return new Map([
    ...sold,
    ...(resumen.tributos ?? []).map(({ codigo, valor }) => [`Tributo ${codigo}`, valor] as const),
    ['Monto total', payable(due)],
  ])
}

/** What later notes are held against; of a document with a buyer that is known by its NIT. */
export function origenOf({ identificacion, receptor, ventaTercero, resumen }: Documento): Origen {
  if (!receptor?.nit) throw new Error('bug: notes adjust what is sold to a taxpayer')
  return {
    fecEmi: identificacion.fecEmi,
    receptor: receptor.nit,
    tercero: terceroOf(ventaTercero),
    importes: importesOfOrigen(resumen),
  }
}
