/**
 * Returns in parts: for any parts and order, and even if some are cancelled in between, the events that return
 * everything add up to the original to the cent. Each is valid against the published schema, its summary is within
 * a cent of its lines, and no balance is exceeded.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  CERO,
  disponible,
  type Monto,
  minus,
  plus,
  type Retornable,
  type Retorno,
  type RetornoPrevio,
  round,
  serialiseRetorno,
  sum,
  times,
  toText,
} from '../src/index.ts'
import { itemsOf, original, type Part, part, restOf, returned } from './arbitraries-retorno.ts'
import { missing, publishedEventCheck } from './published.ts'

const RUNS = Number(process.env.SELLO_RETURN_RUNS ?? 100)
const isPublished = missing ? null : publishedEventCheck('retorno')

/** A step returns a part, or cancels one of the valid events (by index). */
const step = fc.oneof(
  { weight: 4, arbitrary: part.map((taken) => ({ taken })) },
  { weight: 1, arbitrary: fc.nat().map((cancelled) => ({ cancelled })) },
)

for (const tipoDte of ['01', '11', '14'] as const) {
  test(`the returns of a ${tipoDte} add up to it in any parts`, () => {
    fc.assert(
      fc.property(original(tipoDte), fc.array(part, { maxLength: 8 }), (documento, parts) => {
        const all = returnAll(
          documento,
          parts.map((taken) => ({ taken })),
        )
        assertAddsUp(documento, all)
      }),
      { numRuns: RUNS },
    )
  })

  test(`the returns of a ${tipoDte} add up to it when some of them are cancelled`, () => {
    fc.assert(
      fc.property(original(tipoDte), fc.array(step, { maxLength: 10 }), (documento, steps) => {
        assertAddsUp(documento, returnAll(documento, steps))
      }),
      { numRuns: RUNS },
    )
  })
}

type Step = { readonly taken: Part } | { readonly cancelled: number }

function returnAll(documento: Retornable, steps: readonly Step[]): RetornoPrevio[] {
  let live: RetornoPrevio[] = []
  for (const one of steps) {
    if ('cancelled' in one) {
      live = live.filter((_, i) => i !== one.cancelled % live.length)
    } else {
      const items = itemsOf(documento, live, one.taken)
      if (items) live = [...live, valid(documento, returned(documento, live, items))]
    }
    assertBalance(documento, live)
  }
  const rest = restOf(documento, live)
  return rest ? [...live, valid(documento, returned(documento, live, rest))] : live
}

function assertBalance(documento: Retornable, live: readonly RetornoPrevio[]) {
  for (const row of disponible(documento, live)) {
    assert.equal(plus(row.devuelta, row.disponible), row.vendida)
    assert.ok(row.disponible >= CERO)
    const cargo = row.noGravado
    if (!cargo) continue
    assert.equal(plus(cargo.devuelto, cargo.disponible), cargo.vendido)
    assert.ok(cargo.vendido > CERO ? cargo.disponible >= CERO : cargo.disponible <= CERO)
  }
}

const CENT = 1_000_000n
const close = (a: Monto, b: Monto) => a - b <= CENT && b - a <= CENT

function valid(documento: Retornable, one: RetornoPrevio): RetornoPrevio {
  const { evento } = one
  if (isPublished) {
    assert.ok(isPublished(JSON.parse(serialiseRetorno(evento))), JSON.stringify(isPublished.errors))
  }
  const { cuerpoDocumento: lineas, resumen: r } = evento
  const total = (member: keyof Retorno['cuerpoDocumento'][number]) =>
    round(sum(lineas.map((l) => l[member] as Monto)), 2)
  // biome-ignore format: a table
  for (const [stated, computed, name] of [
    [r.totalNoSuj, total('ventaNoSuj'), 'totalNoSuj'],
    [r.totalExenta, total('ventaExenta'), 'totalExenta'],
    [r.totalGravada, total('ventaGravada'), 'totalGravada'],
    [r.totalCompraExcluidos, total('compra'), 'totalCompraExcluidos'],
    [r.totalIva, total('ivaItem'), 'totalIva'],
    [r.ivaRete, total('ivaRete'), 'ivaRete'],
    [r.reteRenta ?? CERO, total('reteRenta'), 'reteRenta'],
    [r.totalSeguro ?? CERO, total('seguro'), 'totalSeguro'],
    [r.totalFlete ?? CERO, total('flete'), 'totalFlete'],
    [r.totalNoGravado, total('noGravado'), 'totalNoGravado'],
  ] as const) {
    assert.ok(close(stated, computed), `${name}: ${toText(stated)} of lines ${toText(computed)}`)
  }
  for (const l of lineas) {
    const venta = (l.ventaNoSuj + l.ventaExenta + l.ventaGravada + l.compra) as Monto
    const computed = minus(times(l.cantidad, l.precioUni), l.montoDescu)
    assert.ok(close(venta, computed), `line ${l.numItem}: ${toText(venta)} of ${toText(computed)}`)
  }
  assert.equal(
    evento.documentoRelacionado[0]?.codigoGeneracion,
    documento.identificacion.codigoGeneracion,
  )
  return one
}

/** The summary members of an original that its events add up to. */
interface Resumen {
  readonly totalNoSuj?: Monto
  readonly totalExenta?: Monto
  readonly totalGravada?: Monto
  readonly totalCompra?: Monto
  readonly descuNoSuj?: Monto
  readonly descuExenta?: Monto
  readonly descuGravada?: Monto
  readonly descu?: Monto
  readonly subTotal?: Monto
  readonly montoTotalOperacion?: Monto
  readonly ivaRete?: Monto
  readonly reteRenta?: Monto
  readonly seguro?: Monto
  readonly flete?: Monto | null
  readonly totalIva?: Monto
  readonly totalNoGravado?: Monto
  readonly totalPagar: Monto
  readonly saldoFavor?: Monto
  readonly tributos?: readonly { codigo: string; valor: Monto }[] | null
}

function assertAddsUp(documento: Retornable, all: readonly RetornoPrevio[]) {
  const r: Resumen = documento.resumen
  const total = (member: keyof Retorno['resumen']) =>
    sum(all.map(({ evento }) => (evento.resumen[member] ?? CERO) as Monto))
  const of = (m: Monto | null | undefined) => m ?? CERO
  const saldo = (pagar: Monto, favor: Monto) => plus(pagar, favor)
  // biome-ignore format: a table
  const rows: readonly (readonly [string, Monto, Monto])[] = [
    ['totalNoSuj',     total('totalNoSuj'),           minus(of(r.totalNoSuj), of(r.descuNoSuj))],
    ['totalExenta',    total('totalExenta'),          minus(of(r.totalExenta), of(r.descuExenta))],
    ['totalGravada',   total('totalGravada'),         minus(of(r.totalGravada), of(r.descuGravada))],
    ['compra',         total('totalCompraExcluidos'), minus(of(r.totalCompra), of(r.descu))],
    ['monto',          total('montoTotalOperacion'),  of(r.montoTotalOperacion ?? r.subTotal)],
    ['totalIva',       total('totalIva'),             of(r.totalIva)],
    ['ivaRete',        total('ivaRete'),              of(r.ivaRete)],
    ['reteRenta',      total('reteRenta'),            of(r.reteRenta)],
    ['seguro',         total('totalSeguro'),          of(r.seguro)],
    ['flete',          total('totalFlete'),           of(r.flete)],
    ['totalNoGravado', total('totalNoGravado'),       of(r.totalNoGravado)],
    ['saldo',          saldo(total('totalPagar'), total('saldoFavor')), saldo(r.totalPagar, of(r.saldoFavor))],
  ]
  for (const [name, returnedTotal, whole] of rows) {
    assert.equal(toText(returnedTotal), toText(whole), name)
  }
  for (const { codigo, valor } of r.tributos ?? []) {
    const rowsOf = all.flatMap(({ evento }) =>
      (evento.resumen.tributos ?? []).filter((fila) => fila.codigo === codigo),
    )
    assert.equal(toText(sum(rowsOf.map((fila) => fila.valor))), toText(valor), codigo)
  }
}
