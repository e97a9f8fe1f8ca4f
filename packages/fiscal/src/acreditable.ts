/**
 * How much the credit notes over a document may take: together at most what it sold net of global discounts, by
 * kind of sale, using the totals that the notes print. Their tributes follow within the cents that rounding makes;
 * what is outside the tax base has no limit. Source: docs/sources.md#documentos-relacionados, ADR 0015.
 */

import { CERO, type Monto, minus, monto, plus, positivePart, round, sum } from './monto.ts'
import type { CreditoFiscal } from './tipos/03/estructura.ts'
import type { NotaCredito } from './tipos/05/estructura.ts'
import type { Gravamen } from './tipos/centavos.ts'
import { GRAVAMENES } from './tipos/centavos.ts'

/** Amounts in cents by kind of sale, named as in a request. */
export interface Ventas {
  readonly noSujetas: Monto
  readonly exentas: Monto
  readonly gravadas: Monto
}

/** In ten-billionths of a dollar: an exact tribute before rounding. */
export type Fino = bigint

/** A tribute, perception or retention of one document in one note. */
export interface Gravado {
  /** As stated; in a note over several documents this one's own amount, unrounded, and its part of the rounding up. */
  readonly valor: Fino
  /** By how much `valor` was rounded up; 0 if it was rounded down. */
  readonly exceso: Fino
}

/** What the credit notes take from one document. */
export interface Acreditado {
  readonly ventas: Ventas
  readonly gravados: Readonly<Partial<Record<Gravamen, Gravado>>>
}

export const NADA_ACREDITADO: Acreditado = {
  ventas: { noSujetas: CERO, exentas: CERO, gravadas: CERO },
  gravados: {},
}

/** The amounts that can be credited. */
export interface Acreditable {
  readonly ventas: Ventas
  readonly gravados: Readonly<Record<Gravamen, Monto>>
  /**
   * How far the notes together may round a tribute up. Within this limit the remaining tribute always covers the
   * remaining sales, whichever note is later rejected or invalidated.
   */
  readonly holguras: Readonly<Record<Gravamen, Fino>>
}

/** The amounts of one document that can be credited, and what earlier notes took. */
export interface Saldo {
  readonly acreditable: Acreditable
  readonly acreditado: Acreditado
}

const CENT = monto(0.01)
const FINO_OF_MONTO = 100n
const FINO_OF_CENT = CENT * FINO_OF_MONTO
const IVA = '20'

/** The most that all credit notes over a document may take together. */
export function acreditable({ resumen: r }: Pick<CreditoFiscal, 'resumen'>): Acreditable {
  const gravadas = minus(r.totalGravada, r.descuGravada)
  const byCode = new Map((r.tributos ?? []).map(({ codigo, valor }) => [codigo, valor]))
  const gravados = {
    ...recordOf((gravamen) => byCode.get(gravamen) ?? CERO),
    ivaPerci: r.ivaPerci,
    ivaRete: r.ivaRete,
  }
  return {
    ventas: {
      noSujetas: minus(r.totalNoSuj, r.descuNoSuj),
      exentas: minus(r.totalExenta, r.descuExenta),
      gravadas,
    },
    gravados,
    holguras: recordOf((gravamen) => holguraOf(gravamen, gravados[gravamen], gravadas)),
  }
}

/** In hundredths of the taxed sales; other tributes have their base only in the lines. */
const PER_CENT: Readonly<Partial<Record<Gravamen, bigint>>> = {
  [IVA]: 13n,
  ivaPerci: 1n,
  ivaRete: 1n,
}

/** 59 in hundredths of the sales of the lines that list it, of any kind. */
const LODGING_PER_CENT = 5n

/**
 * A cent plus the amount that the document itself was rounded up by (minus, if rounded down). If unknown, the least
 * possible value is assumed: half a cent down, and of 59 besides its part of the half cent by which each of the
 * three kinds of sale, which limit the notes, may have been rounded up.
 */
function holguraOf(gravamen: Gravamen, valor: Monto, gravadas: Monto): Fino {
  const perCent = PER_CENT[gravamen]
  if (perCent !== undefined) return FINO_OF_CENT + valor * FINO_OF_MONTO - gravadas * perCent
  const sales = gravamen === '59' ? (3n * CENT * LODGING_PER_CENT) / 2n : 0n
  return FINO_OF_CENT / 2n + 1n - sales
}

function recordOf<T>(of: (gravamen: Gravamen) => T): Record<Gravamen, T> {
  return Object.fromEntries(GRAVAMENES.map((one) => [one, of(one)])) as Record<Gravamen, T>
}

/** A kind of sale or a tribute of which a note takes more than is left. */
export interface Exceso {
  readonly numeroDocumento: string
  readonly clase: keyof Ventas | Gravamen
  readonly acreditable: Monto
  readonly queda: Monto
  readonly acredita: Monto
}

export interface Tomado {
  /** What the note takes from each related document, by number. */
  readonly acreditado: ReadonlyMap<string, Acreditado>
  /** What exceeds the balance; empty: the note is valid once it has these values. */
  readonly excesos: readonly Exceso[]
  /** The value of each tribute that keeps all notes within the cents of ADR 0015. */
  readonly valores: ReadonlyMap<Gravamen, Monto>
}

/**
 * What a note takes from the documents of `saldos`, by numeroDocumento; other documents are not ours and have no
 * known limit. If `valores` differs from the note, the note must be rebuilt with that tribute a cent lower or
 * higher, which the ministry tolerates in each summary member.
 */
export function acreditar(nota: NotaCredito, saldos: ReadonlyMap<string, Saldo>): Tomado {
  const partes = partesOf(nota, saldos)
  const excesos = [
    ...partes.flatMap((parte) => CLASES.flatMap((clase) => excesoDeVentas(parte, clase))),
    ...GRAVAMENES.flatMap((one) => partes.flatMap((parte) => excesoDeGravamen(parte, one))),
  ]
  const closes = excesos.length === 0 && partes.length === 1 && isRest(partes[0])
  const valores = new Map(GRAVAMENES.map((one) => [one, valorOf(one, partes, closes)]))
  return { acreditado: acreditadoOf(partes, valores), excesos, valores }
}

/** What a signed note takes, with the tributes that it states, even if it exceeds the balance. */
export function acreditadoPor(
  nota: NotaCredito,
  saldos: ReadonlyMap<string, Saldo>,
): Tomado['acreditado'] {
  const valores = new Map(GRAVAMENES.map((one) => [one, valorDeGravamen(nota, one)]))
  return acreditadoOf(partesOf(nota, saldos), valores)
}

const CLASES = ['gravadas', 'exentas', 'noSujetas'] as const satisfies readonly (keyof Ventas)[]

/** The part of a note that concerns one document. */
interface Parte {
  readonly numeroDocumento: string
  readonly saldo: Saldo | null
  readonly ventas: Ventas
  /** Each tribute before rounding. */
  readonly exactos: Readonly<Record<Gravamen, Fino>>
}

type Linea = NotaCredito['cuerpoDocumento'][number]

function partesOf(nota: NotaCredito, saldos: ReadonlyMap<string, Saldo>): Parte[] {
  const own = nota.documentoRelacionado.map(({ numeroDocumento }) => ({
    saldo: saldos.get(numeroDocumento) ?? null,
    lineas: nota.cuerpoDocumento.filter((l) => l.numeroDocumento === numeroDocumento),
  }))
  const gravadas = inCents('gravadas', own, (l) => l.ventaGravada)
  const exentas = inCents('exentas', own, (l) => l.ventaExenta)
  const noSujetas = inCents('noSujetas', own, (l) => l.ventaNoSuj)
  return nota.documentoRelacionado.map(({ numeroDocumento }, k): Parte => {
    const { saldo = null, lineas = [] } = own[k] ?? {}
    const at = (shares: readonly Monto[]) => shares[k] ?? CERO
    return {
      numeroDocumento,
      saldo,
      ventas: { gravadas: at(gravadas), exentas: at(exentas), noSujetas: at(noSujetas) },
      exactos: recordOf((gravamen) => EXACTOS[gravamen](lineas, at(gravadas))),
    }
  })
}

/**
 * The printed total of a kind of sale in whole cents by document: each at least the whole cents of its own lines,
 * and at most a cent more. The cents that are over go to the documents with the most left.
 */
function inCents(
  clase: keyof Ventas,
  own: readonly { readonly saldo: Saldo | null; readonly lineas: readonly Linea[] }[],
  venta: (linea: Linea) => Monto,
): readonly Monto[] {
  const exactas = own.map(({ lineas }) => sum(lineas.map(venta)))
  const shares = exactas.map((exacta) => (exacta - (exacta % CENT)) as Monto)
  let cents = (round(sum(exactas), 2) - sum(shares)) / CENT
  const left = (k: number) => {
    const saldo = own[k]?.saldo
    return saldo ? leftOf(saldo, clase) - (shares[k] ?? CERO) : null
  }
  const byRoom = exactas
    .map((exacta, k) => ({ k, isWhole: exacta === shares[k], left: left(k) }))
    .filter(({ isWhole }) => !isWhole)
    .sort((a, b) => (a.left === null || (b.left !== null && a.left > b.left) ? -1 : 1))
  for (const { k } of byRoom) {
    if (cents === 0n) break
    shares[k] = plus(shares[k] ?? CERO, CENT)
    cents -= 1n
  }
  return shares
}

const listing = (codigo: string, lineas: readonly Linea[]) =>
  lineas.filter(({ tributos }) => tributos?.includes(codigo))
const ventasOf = (l: Linea) => sum([l.ventaNoSuj, l.ventaExenta, l.ventaGravada])
const perUnit = (codigo: string, cents: bigint) => (lineas: readonly Linea[]) =>
  sum(listing(codigo, lineas).map(({ cantidad }) => cantidad)) * cents

/** 1 % of a Monto of n units is n Fino, since a Fino is a hundredth of that unit. */
const EXACTOS: Readonly<Record<Gravamen, (lineas: readonly Linea[], gravadas: Monto) => Fino>> = {
  '20': (_, gravadas) => gravadas * 13n,
  '59': (lineas) => sum(listing('59', lineas).map(ventasOf)) * LODGING_PER_CENT,
  '71': perUnit('71', 700n),
  D1: perUnit('D1', 20n),
  C8: perUnit('C8', 10n),
  ivaPerci: (lineas) => sum(lineas.map(({ ivaPerci }) => ivaPerci)) * FINO_OF_MONTO,
  ivaRete: (lineas) => sum(lineas.map(({ ivaRete }) => ivaRete)) * FINO_OF_MONTO,
}

/** The stated value of a tribute of a note, in cents. */
export function valorDeGravamen({ resumen }: NotaCredito, gravamen: Gravamen): Monto {
  if (gravamen === 'ivaPerci' || gravamen === 'ivaRete') return resumen[gravamen]
  return resumen.tributos?.find(({ codigo }) => codigo === gravamen)?.valor ?? CERO
}

function leftOf({ acreditable: limite, acreditado }: Saldo, clase: keyof Ventas): Monto {
  return minus(limite.ventas[clase], acreditado.ventas[clase])
}

function excesoDeVentas({ saldo, ventas, numeroDocumento }: Parte, clase: keyof Ventas): Exceso[] {
  if (saldo === null) return []
  const queda = positivePart(leftOf(saldo, clase))
  const acredita = ventas[clase]
  const limite = saldo.acreditable.ventas[clase]
  return acredita > queda ? [{ numeroDocumento, clase, acreditable: limite, queda, acredita }] : []
}

/**
 * A tribute is exceeded by a cent or more only if the note taxes what the document did not. IVA follows the sales;
 * perception and retention do too, unless the document has none.
 */
function excesoDeGravamen({ saldo, exactos, numeroDocumento }: Parte, clase: Gravamen): Exceso[] {
  const exacto = exactos[clase]
  if (saldo === null || exacto === 0n || clase === IVA) return []
  const limite = saldo.acreditable.gravados[clase]
  if (clase in PER_CENT ? limite !== CERO : exacto < quedaDe(saldo, clase) + FINO_OF_CENT) return []
  const queda = positivePart(wholeCents(quedaDe(saldo, clase)))
  return [{ numeroDocumento, clase, acreditable: limite, queda, acredita: nearestCents(exacto) }]
}

function quedaDe({ acreditable: limite, acreditado }: Saldo, gravamen: Gravamen): Fino {
  return limite.gravados[gravamen] * FINO_OF_MONTO - (acreditado.gravados[gravamen]?.valor ?? 0n)
}

/** Whether the note takes all remaining sales of the document. */
function isRest(parte: Parte | undefined): boolean {
  const { saldo = null, ventas } = parte ?? {}
  return saldo !== null && CLASES.every((clase) => ventas?.[clase] === leftOf(saldo, clase))
}

/**
 * What the note states of a tribute: everything left, if it takes all remaining sales; otherwise its own amount to
 * the nearest cent, or a cent less where its documents have no room for rounding up. The whole cents always fit.
 */
function valorOf(gravamen: Gravamen, partes: readonly Parte[], closes: boolean): Monto {
  const exacto = exactoOf(gravamen, partes)
  const [only] = partes
  const rest =
    closes && exacto > 0n && only?.saldo ? [nearestCents(quedaDe(only.saldo, gravamen))] : []
  const fits = (valor: Monto) =>
    valor >= CERO &&
    magnitude(valor * FINO_OF_MONTO - exacto) <= FINO_OF_CENT &&
    isWithin(gravamen, partes, valor)
  return [...rest, nearestCents(exacto)].find(fits) ?? wholeCents(exacto)
}

function isWithin(gravamen: Gravamen, partes: readonly Parte[], valor: Monto): boolean {
  const [only] = partes
  const isAlone = partes.length === 1
  const stated = valor * FINO_OF_MONTO
  if (isAlone && only?.saldo && stated >= quedaDe(only.saldo, gravamen) + FINO_OF_CENT) return false
  const up = stated - exactoOf(gravamen, partes)
  const rooms = partes.map((parte) => roomOf(gravamen, parte, isAlone))
  return up <= 0n || rooms.includes(null) || up <= total(rooms.map((room) => room ?? 0n))
}

/**
 * How far a note may still round up at the expense of this document; null: no known limit. A note over several
 * leaves half a cent, so that the notes over n documents state less than n half cents too much.
 */
function roomOf(gravamen: Gravamen, { saldo, exactos }: Parte, isAlone: boolean): Fino | null {
  if (exactos[gravamen] === 0n) return 0n
  if (saldo === null) return null
  const limite = saldo.acreditable.holguras[gravamen] - (isAlone ? 0n : FINO_OF_CENT / 2n)
  const room = limite - (saldo.acreditado.gravados[gravamen]?.exceso ?? 0n) - 1n
  return room > 0n ? room : 0n
}

function acreditadoOf(
  partes: readonly Parte[],
  valores: ReadonlyMap<Gravamen, Monto>,
): ReadonlyMap<string, Acreditado> {
  const gravados = partes.map((): Partial<Record<Gravamen, Gravado>> => ({}))
  for (const [gravamen, valor] of valores) {
    gravadosOf(gravamen, partes, valor).forEach((gravado, k) => {
      const own = gravados[k]
      if (own && gravado.valor !== 0n) own[gravamen] = gravado
    })
  }
  return new Map(
    partes.map(({ numeroDocumento, ventas }, k) => [
      numeroDocumento,
      { ventas, gravados: gravados[k] ?? {} },
    ]),
  )
}

/** By document. Rounding up is charged to those that have room for it; what a signed note rounded beyond, to the first. */
function gravadosOf(
  gravamen: Gravamen,
  partes: readonly Parte[],
  valor: Monto,
): readonly Gravado[] {
  const stated = valor * FINO_OF_MONTO
  const isAlone = partes.length === 1
  let up = stated - exactoOf(gravamen, partes)
  if (up < 0n) up = 0n
  if (isAlone) return [{ valor: stated, exceso: up }]
  const excesos = partes.map((parte): Fino => {
    const room = roomOf(gravamen, parte, isAlone)
    const exceso = room === null || room > up ? up : room
    up -= exceso
    return exceso
  })
  return partes.map(({ exactos }, k) => {
    const exceso = (excesos[k] ?? 0n) + (k === 0 ? up : 0n)
    return { valor: exactos[gravamen] + exceso, exceso }
  })
}

function exactoOf(gravamen: Gravamen, partes: readonly Parte[]): Fino {
  return total(partes.map(({ exactos }) => exactos[gravamen]))
}

function total(finos: readonly Fino[]): Fino {
  return finos.reduce((added, one) => added + one, 0n)
}

function wholeCents(fino: Fino): Monto {
  return ((fino / FINO_OF_CENT) * CENT) as Monto
}

function nearestCents(fino: Fino): Monto {
  return wholeCents(fino + FINO_OF_CENT / 2n)
}

function magnitude(n: bigint): bigint {
  return n < 0n ? -n : n
}
