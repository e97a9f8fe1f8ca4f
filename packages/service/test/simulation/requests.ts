/** Bodies of calls, by the dice: the six types, with lines of every kind of sale. */
import type { TipoDte } from '@sello/contract'
import type { Dice } from '../crash/dice.ts'
import { CONTRIBUYENTE } from '../notas.ts'
import { compra, exportacion } from '../originals.ts'

/** A sealed document, as its answer has it. */
export interface Original {
  readonly codigoGeneracion: string
  readonly tipoDte: TipoDte
  // biome-ignore lint/suspicious/noExplicitAny: the ministry's structure
  readonly documento: any
}

const TIPOS_DE_VENTA = ['gravada', 'gravada', 'gravada', 'exenta', 'no_sujeta'] as const

/** In whole cents. */
const price = (dice: Dice, min: number, max: number) => dice.between(min, max) / 100

/** One to three lines, each with its own description, by which an event names it. */
const items = (dice: Dice, more: (n: number) => object, max = 5_000) =>
  Array.from({ length: dice.between(1, 3) }, (_, n) => ({
    descripcion: `Artículo ${n + 1}`,
    cantidad: dice.between(1, 5),
    precioUni: price(dice, 1, max),
    ...more(n),
  }))

const tipoVenta = (dice: Dice) => ({ tipoVenta: dice.pick(TIPOS_DE_VENTA) })

/** Few references, so that sales of one reference meet. */
const referencia = (dice: Dice) =>
  dice.between(1, 4) === 1 ? { referencia: `pedido-${dice.between(1, 3)}` } : {}

type Make = (dice: Dice) => object

export const factura: Make = (dice) => ({
  tipoDte: '01',
  items: items(dice, () => tipoVenta(dice)),
  ...referencia(dice),
})

export const creditoFiscal: Make = (dice) => ({
  tipoDte: '03',
  receptor: CONTRIBUYENTE,
  items: items(dice, () => tipoVenta(dice), 20_000),
  ...referencia(dice),
})

export const deExportacion: Make = (dice) => exportacion({ items: items(dice, () => ({})) })

export const deSujetoExcluido: Make = (dice) => compra({ items: items(dice, () => ({})) })

const KINDS_SOLD = [
  ['gravada', 'totalGravada'],
  ['exenta', 'totalExenta'],
  ['no_sujeta', 'totalNoSuj'],
] as const

/** A note of a tenth to four fifths of each kind that each origin sold. */
export function nota(tipoDte: '05' | '06', origins: readonly Original[], dice: Dice): object {
  const lines = origins.flatMap(({ codigoGeneracion, documento: { resumen } }) =>
    KINDS_SOLD.flatMap(([kind, total]) => {
      const cents = Math.round((resumen[total] * 100 * dice.between(10, 80)) / 100)
      return cents > 0 ? [{ codigoGeneracion, kind, cents }] : []
    }),
  )
  return {
    tipoDte,
    documentosRelacionados: origins.map(({ codigoGeneracion }) => ({ codigoGeneracion })),
    items: lines.map(({ codigoGeneracion, kind, cents }) => ({
      descripcion: 'Ajuste',
      cantidad: 1,
      precioUni: cents / 100,
      tipoVenta: kind,
      numeroDocumento: codigoGeneracion,
    })),
  }
}

/** Some units of some lines. */
export function devolucion({ documento }: Original, dice: Dice): object {
  const lines = documento.cuerpoDocumento as readonly { cantidad: number }[]
  const all = lines.map(({ cantidad }, n) => ({
    linea: n + 1,
    cantidad: dice.between(1, cantidad),
  }))
  return { items: all.slice(0, dice.between(1, all.length)) }
}
