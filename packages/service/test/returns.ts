/** Sums the returns of a document, by their answers. */
import assert from 'node:assert/strict'

export interface Taken {
  readonly linea: number
  readonly cantidad?: number
  readonly noGravado?: number
}

/** A row of `disponible`. */
export interface Row {
  readonly linea: number
  readonly vendida: number
  readonly devuelta: number
  readonly disponible: number
  readonly noGravado: {
    readonly vendido: number
    readonly devuelto: number
    readonly disponible: number
  } | null
}

/** The members that a document's summary and an event's state alike. */
export type Resumen = Readonly<Record<string, number | null | undefined>>

// biome-ignore format: a table
const MEMBERS = [
  // of the event            of the document                     less
  ['totalNoSuj',           ['totalNoSuj'],                      'descuNoSuj'],
  ['totalExenta',          ['totalExenta'],                     'descuExenta'],
  ['totalGravada',         ['totalGravada'],                    'descuGravada'],
  ['totalCompraExcluidos', ['totalCompra'],                     'descu'],
  ['montoTotalOperacion',  ['montoTotalOperacion', 'subTotal'], null],
  ['totalIva',             ['totalIva'],                        null],
  ['ivaRete',              ['ivaRete'],                         null],
  ['reteRenta',            ['reteRenta'],                       null],
  ['totalSeguro',          ['seguro'],                          null],
  ['totalFlete',           ['flete'],                           null],
  ['totalNoGravado',       ['totalNoGravado'],                  null],
] as const

/** Exact: totals in JSON have two decimals. */
const cents = (n: number | null | undefined) => Math.round((n ?? 0) * 100)

const saldo = (r: Resumen) => cents(r.totalPagar) + cents(r.saldoFavor)

/** Each total of the original less that of all events, in cents. Nothing but zeros: they add up. */
export function differences(original: Resumen, events: readonly Resumen[]): Record<string, number> {
  const sumOf = (of: (event: Resumen) => number) =>
    events.reduce((sum, event) => sum + of(event), 0)
  const rows = MEMBERS.map(([member, names, less]) => {
    const name = names.find((one) => original[one] !== undefined)
    const sold = cents(name && original[name]) - cents(less && original[less])
    return [member, sold - sumOf((event) => cents(event[member]))] as const
  })
  return Object.fromEntries([...rows, ['saldo', saldo(original) - sumOf(saldo)]])
}

/** Fails where the events do not add up to the original, to the cent. */
export function assertAddsUp(original: Resumen, events: readonly Resumen[]): void {
  const found = differences(original, events)
  assert.deepEqual(
    Object.entries(found).filter(([, n]) => n !== 0),
    [],
  )
}

/** All that is left of a document, as the items of one return. */
export function restOf(disponible: readonly Row[]): Taken[] {
  return disponible.flatMap(({ linea, disponible: cantidad, noGravado }) => [
    ...(noGravado && noGravado.disponible !== 0
      ? [{ linea, noGravado: noGravado.disponible }]
      : []),
    ...(cantidad > 0 ? [{ linea, cantidad }] : []),
  ])
}
