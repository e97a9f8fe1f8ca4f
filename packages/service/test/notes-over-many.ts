/**
 * Generated credit notes over 2 to 50 documents, and an independent account of what is left of each: by kind of
 * sale, in whole cents. It knows nothing of how the service shares a note's cents among its documents, so it keeps
 * both bounds: `most` cents that a line may be charged, and the `least`.
 */
import { Exact, r8 } from '../../fiscal/test/decimal.ts'
import type { credito } from './notas.ts'

type Kind = 'gravada' | 'exenta' | 'no_sujeta'
export const KINDS: readonly Kind[] = ['gravada', 'exenta', 'no_sujeta']

interface Item {
  readonly descripcion: string
  readonly cantidad: number
  readonly precioUni: number
  readonly tipoVenta: Kind
  readonly tributos?: readonly string[]
  readonly uniMedida?: number
}

/** A sealed document and what the notes have taken. */
export interface Original {
  readonly codigo: string
  readonly items: readonly Item[]
  readonly units: number[]
  readonly limit: Readonly<Record<Kind, Exact>>
  readonly most: Record<Kind, Exact>
  readonly least: Record<Kind, Exact>
}

export type Dice = (max: number) => number

/** A repeatable generator: 0 to max − 1. */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0
  return (max) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * max)
  }
}

const TRIBUTOS: readonly Partial<Item>[] = [
  {},
  {},
  {},
  { tributos: ['59'] },
  { tributos: ['71'] },
  { tributos: ['D1'], uniMedida: 22 },
  { tributos: ['D1', 'C8'], uniMedida: 22 },
]

/** A sale of mixed kinds, tributes, global discounts, charges and advances, retaining, perceiving or neither. */
export function sale(dice: Dice): Parameters<typeof credito>[0] & { items: readonly object[] } {
  const items = Array.from({ length: 1 + dice(3) }, (_, n): Item => {
    const decimals = 10 ** (2 + dice(3))
    const tipoVenta = n === 0 ? 'gravada' : (KINDS[dice(3)] ?? 'gravada')
    return {
      descripcion: 'x',
      cantidad: 1 + dice(12),
      precioUni: (1 + dice(30 * decimals)) / decimals,
      tipoVenta,
      ...TRIBUTOS[dice(TRIBUTOS.length)],
    }
  })
  const charge = [[], [], [-1], [5]][dice(4)] ?? []
  const net = kindOf(items, 'gravada')
  const retained = net.gte(110) ? dice(3) : 0
  const discount = net.gte(2) && dice(3) === 0
  return {
    items: [
      ...items,
      ...charge.map((noGravado) => ({ descripcion: 'Anticipo', cantidad: 1, noGravado })),
    ],
    ...(discount ? { descuentos: { gravadas: 1.37 } } : {}),
    ...(retained === 1 ? { aplicarRetencionIva: true } : {}),
    ...(retained === 2 ? { aplicarPercepcionIva: true } : {}),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a document as it was answered
export function original({ identificacion, resumen: r }: any, { items }: ReturnType<typeof sale>) {
  const sold = items.filter((item): item is Item => 'tipoVenta' in item)
  const net = (total: number, discount: number) => new Exact(total).minus(discount)
  const none = () => ({ gravada: new Exact(0), exenta: new Exact(0), no_sujeta: new Exact(0) })
  return {
    codigo: identificacion.codigoGeneracion as string,
    items: sold,
    units: sold.map(({ cantidad }) => cantidad),
    limit: {
      gravada: net(r.totalGravada, r.descuGravada),
      exenta: net(r.totalExenta, r.descuExenta),
      no_sujeta: net(r.totalNoSuj, r.descuNoSuj),
    },
    most: none(),
    least: none(),
  }
}

/**
 * Some units of some lines of each, or what is left of each kind; null if fewer than two documents have something.
 * Counts what the note takes: it must be issued.
 */
export function legalNote(originals: readonly Original[], dice: Dice): object | null {
  const takesRest = dice(6) === 0
  const parts = originals
    .map((one) => ({ one, items: takesRest ? restOf(one) : partOf(one, dice) }))
    .filter(({ items }) => items.length > 0)
  if (parts.length < 2) return null
  for (const { one, items } of parts) count(one, items)
  return noteOf(
    parts.map(({ one }) => one.codigo),
    parts.flatMap(({ one, items }) =>
      items.map(({ at: _, ...item }) => ({ ...item, numeroDocumento: one.codigo })),
    ),
  )
}

function count(one: Original, items: readonly Taken[]): void {
  for (const kind of KINDS) {
    one.most[kind] = one.most[kind].plus(up(kindOf(items, kind)))
    one.least[kind] = one.least[kind].plus(down(kindOf(items, kind)))
  }
  for (const { at, cantidad } of items) {
    if (at === null) one.units.fill(0)
    else one.units[at] = (one.units[at] ?? 0) - cantidad
  }
}

/** A cent more of one kind than any account of the earlier notes leaves of the last document; null if it has none. */
export function noteAbove(originals: readonly Original[], kind: Kind): object | null {
  const at = originals.findLastIndex(({ limit }) => limit[kind].gt(0))
  const one = originals[at]
  if (!one) return null
  const amount = one.limit[kind].minus(one.least[kind]).plus('0.01').toNumber()
  const codes = [originals[at === 0 ? 1 : 0]?.codigo ?? '', one.codigo]
  return noteOf(codes, [
    { ...line(0, kind), numeroDocumento: codes[0] },
    { ...line(amount, kind), numeroDocumento: one.codigo },
  ])
}

function noteOf(codes: readonly string[], items: readonly object[]) {
  const documentosRelacionados = codes.map((codigoGeneracion) => ({ codigoGeneracion }))
  return { tipoDte: '05', documentosRelacionados, items }
}

const line = (precioUni: number, tipoVenta: Kind): Item => ({
  descripcion: 'x',
  cantidad: 1,
  precioUni,
  tipoVenta,
})

/** A line of a note, and the line of the document that it takes units of; null: what is left of a kind. */
interface Taken extends Item {
  readonly at: number | null
}

function partOf(one: Original, dice: Dice): Taken[] {
  const taken: Taken[] = []
  one.items.forEach((item, at) => {
    const cantidad = Math.min(one.units[at] ?? 0, dice(item.cantidad + 1))
    const part = { ...item, cantidad, at }
    const together = up(kindOf([...taken, part], item.tipoVenta))
    const fits = one.most[item.tipoVenta].plus(together).lte(one.limit[item.tipoVenta])
    if (cantidad > 0 && fits) taken.push(part)
  })
  return taken
}

function restOf(one: Original): Taken[] {
  return KINDS.map((kind) => ({
    ...line(one.limit[kind].minus(one.most[kind]).toNumber(), kind),
    at: null,
  })).filter(({ precioUni }) => precioUni > 0)
}

function kindOf(items: readonly Item[], kind: Kind): Exact {
  return items
    .filter(({ tipoVenta }) => tipoVenta === kind)
    .reduce(
      (sum, { cantidad, precioUni }) => sum.plus(r8(new Exact(cantidad).times(precioUni))),
      new Exact(0),
    )
}

const up = (amount: Exact) => amount.toDecimalPlaces(2, Exact.ROUND_UP)
const down = (amount: Exact) => amount.toDecimalPlaces(2, Exact.ROUND_DOWN)
