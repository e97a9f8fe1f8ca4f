/** The sealed document behind an electronic relation: its parties, and how much a note takes back. */
import { IVA } from '../catalogues/tributos.ts'
import { type Message, refusal } from '../codes.ts'
import type { Documento, Linea, Resumen } from '../documento.ts'
import { CENT, divide, sum, textOf } from '../json/decimal.ts'
import {
  type Creditos,
  type Importes,
  type Origen,
  plus,
  SIN_IMPORTES,
} from '../world/relations.ts'
import { type Case, type Check, firstOf } from './case.ts'
import { tributoOf } from './resumen.ts'
import { type Amount, checkAmount, total } from './suma.ts'

type Relacionado = NonNullable<Documento['documentoRelacionado']>[number]

/** Sealed here before, by the same issuer in the same environment; for a note, with the same parties. */
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

/** The buyer of a Crédito fiscal is identified by NIT; a nine-digit one may be a DUI. */
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
 * A line perceives and retains only as its document did, in proportion: the law's 1 % of its taxed sale, or the
 * share of the document's stated amount, whose rounding grows with the note. A note that takes or adds less is not
 * checked here. A debit note may be the first to do either: the sale may reach 100.00 with it.
 */
export const checkProporcion: Check = ({ documento, tipo, relations }) => {
  if (tipo.ajuste === null) return null
  const [only] = documento.documentoRelacionado ?? []
  return firstOf(documento.cuerpoDocumento, (linea, i) => {
    const origen = relations.origin(linea.numeroDocumento ?? only?.numeroDocumento ?? '')
    if (!origen) return null
    const gravada = linea.ventaGravada ?? 0n
    const did = (name: string) => (origen.importes.get(name) ?? 0n) > 0n
    const first = tipo.ajuste === 'debito' && !did(PERCIBIDO) && !did(RETENIDO)
    const accepted = (name: string): readonly bigint[] => {
      const base = origen.importes.get(GRAVADA) ?? 0n
      const whole = origen.importes.get(name) ?? 0n
      if (base <= 0n || whole <= 0n) return first ? [0n, divide(gravada, 100n)] : [0n]
      return [0n, divide(gravada, 100n), divide(gravada * whole, base)]
    }
    const at = `cuerpoDocumento[${i}]`
    return (
      checkAmount(`${at}.ivaPerci`, linea.ivaPerci ?? 0n, ...accepted(PERCIBIDO)) ??
      checkAmount(`${at}.ivaRete`, linea.ivaRete ?? 0n, ...accepted(RETENIDO))
    )
  })
}

/**
 * The credit notes of one document together never take back more than it states of any kind of sale. Of a tribute
 * they stay below a cent more: the document rounds by less than half a cent, its notes by less than another half.
 * Perception and retention are 1 % of those sales, line by line; what is outside the base has no limit.
 */
export const checkCreditos: Check = (subject) => {
  const { documento, tipo, relations } = subject
  if (tipo.ajuste !== 'credito') return null
  const own = creditosOf(documento)
  const each = firstOf(documento.documentoRelacionado ?? [], ({ numeroDocumento }, i) => {
    const origen = relations.origin(numeroDocumento)
    if (!origen) return null // on paper: its amounts are unknown here
    const taken = own.get(numeroDocumento) ?? SIN_IMPORTES
    const credited = plus(relations.credited(numeroDocumento), taken)
    return exceeding(taken, { credited, limits: origen.importes, documents: 1 }, i)
  })
  return each ?? checkJuntos(subject)
}

/** What a note over several documents prints fits into what is left of all of them. */
function checkJuntos({ documento, relations }: Case): Message | null {
  const related = (documento.documentoRelacionado ?? []).map((one) => one.numeroDocumento)
  const origins = related.map((codigo) => relations.origin(codigo))
  if (related.length < 2 || origins.includes(null)) return null
  const taken = importesOfNota(documento)
  const together = (all: readonly Importes[]) => all.reduce((a, b) => plus(a, b), SIN_IMPORTES)
  const credited = together([taken, ...related.map((codigo) => relations.credited(codigo))])
  const limits = together(origins.map((origin) => origin?.importes ?? SIN_IMPORTES))
  return exceeding(taken, { credited, limits, documents: related.length }, 0)
}

interface Credited {
  readonly credited: Importes
  readonly limits: Importes
  readonly documents: number
}

function exceeding(
  taken: Importes,
  { credited, limits, documents }: Credited,
  at: number,
): Message | null {
  return firstOf([...taken.keys()], (name) => {
    const [together, limit] = [credited.get(name) ?? 0n, limits.get(name) ?? 0n]
    const isWithin = VENTAS.has(name)
      ? together <= limit
      : together < limit + BigInt(documents) * CENT
    if (isWithin || taken.get(name) === 0n) return null
    const why = `${name} ${textOf(limit)}, notas de credito ${textOf(together)}`
    return refusal('016', `documentoRelacionado[${at}].numeroDocumento`, [why])
  })
}

/**
 * What a credit note takes back of each document: what it prints when it relates only one. With several, the note
 * prints one sum, so each document is charged the whole cents of its own lines, the least it can bear, and their
 * tributes before rounding.
 */
export function creditosOf(documento: Documento): Creditos {
  const { cuerpoDocumento, documentoRelacionado, resumen } = documento
  const [only, ...others] = documentoRelacionado ?? []
  if (only && others.length === 0) {
    return new Map([[only.numeroDocumento, importesOfNota(documento)]])
  }
  const codigos = (resumen.tributos ?? []).map(({ codigo }) => codigo)
  return new Map(
    (documentoRelacionado ?? []).map(({ numeroDocumento }) => {
      const own = cuerpoDocumento.filter((linea) => linea.numeroDocumento === numeroDocumento)
      return [numeroDocumento, importesOfLineas(own, codigos)]
    }),
  )
}

function importesOfLineas(lineas: readonly Linea[], codigos: readonly string[]): Importes {
  const of = (member: Amount) => wholeCents(sum(lineas.map((linea) => linea[member] ?? 0n)))
  const gravada = of('ventaGravada')
  const tributos = codigos.map((codigo) => ({
    codigo,
    valor:
      codigo === IVA
        ? divide(gravada * 13n, 100n)
        : (tributoOf(codigo, lineas, SIN_IVA_DENTRO) ?? 0n),
  }))
  return importes(ventas(gravada, of('ventaExenta'), of('ventaNoSuj')), { tributos })
}

/** Prices of notes exclude IVA. */
const SIN_IVA_DENTRO = { ivaIncluido: false }

const wholeCents = (units: bigint) => (units / CENT) * CENT

const GRAVADA = 'Venta gravada'
const EXENTA = 'Venta exenta'
const NO_SUJETA = 'Venta no sujeta'
const VENTAS: ReadonlySet<string> = new Set([GRAVADA, EXENTA, NO_SUJETA])
const PERCIBIDO = 'IVA percibido'
const RETENIDO = 'IVA retenido'

const ventas = (gravada: bigint, exenta: bigint, noSujeta: bigint): Importes =>
  new Map([
    [GRAVADA, gravada],
    [EXENTA, exenta],
    [NO_SUJETA, noSujeta],
  ])

/** As printed, but for its sales, which are added again from the lines. */
function importesOfNota({ cuerpoDocumento: lineas, resumen: { tributos = null } }: Documento) {
  const sold = ventas(
    total(lineas, 'ventaGravada'),
    total(lineas, 'ventaExenta'),
    total(lineas, 'ventaNoSuj'),
  )
  return importes(sold, { tributos })
}

/** What a document sold, net of the global discounts. */
function importesOfOrigen(resumen: Resumen): Importes {
  const { ivaPerci = 0n, ivaRete = 0n } = resumen
  return new Map([
    ...importes(ventasNetas(resumen), resumen),
    [PERCIBIDO, ivaPerci],
    [RETENIDO, ivaRete],
  ])
}

function ventasNetas(resumen: Resumen): Importes {
  const net = (amount = 0n, discount = 0n) => amount - discount
  return ventas(
    net(resumen.totalGravada, resumen.descuGravada),
    net(resumen.totalExenta, resumen.descuExenta),
    net(resumen.totalNoSuj, resumen.descuNoSuj),
  )
}

interface ConTributos {
  readonly tributos?: readonly { readonly codigo: string; readonly valor: bigint }[] | null
}

function importes(sold: Importes, { tributos }: ConTributos): Importes {
  return new Map([
    ...sold,
    ...(tributos ?? []).map(({ codigo, valor }) => [`Tributo ${codigo}`, valor] as const),
  ])
}

/** What later notes are checked against; only for a document whose buyer has a NIT. */
export function origenOf({ identificacion, receptor, ventaTercero, resumen }: Documento): Origen {
  if (!receptor?.nit) throw new Error('bug: notes adjust what is sold to a taxpayer')
  return {
    fecEmi: identificacion.fecEmi,
    receptor: receptor.nit,
    tercero: terceroOf(ventaTercero),
    importes: importesOfOrigen(resumen),
  }
}
