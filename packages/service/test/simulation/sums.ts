/**
 * How much credit notes and returns take from their documents, summed from the bytes that the ministry sealed, with
 * no code of the service. Notes: docs/sources.md#documentos-relacionados.
 */
import assert from 'node:assert/strict'
import { differences } from '../returns.ts'
import type { Held, LedgerRow } from './held.ts'

/** Amounts in hundred-millionths of a dollar, the finest step of the ministry's structures. */
type Exact = bigint

const DECIMALS = 8
const CENT: Exact = 1_000_000n

/** Exact below ten million dollars. */
const exact = (n: number | null | undefined): Exact =>
  BigInt((n ?? 0).toFixed(DECIMALS).replace('.', ''))

const sumOf = <T>(all: readonly T[], of: (one: T) => Exact): Exact =>
  all.reduce((sum, one) => sum + of(one), 0n)

const CLASES = [
  ['ventaGravada', 'totalGravada', 'descuGravada'],
  ['ventaExenta', 'totalExenta', 'descuExenta'],
  ['ventaNoSuj', 'totalNoSuj', 'descuNoSuj'],
] as const

export function assertSums(held: Pick<Held, 'sealed'>): void {
  const standing = held.sealed.filter(({ invalidado }) => !invalidado)
  assertNotes(standing)
  assertReturns(standing)
}

/** Credit notes that share origins, directly or through other notes. */
interface Group {
  readonly origins: Set<string>
  readonly notes: LedgerRow[]
}

function assertNotes(standing: readonly LedgerRow[]): void {
  const documents = new Map(standing.map((row) => [row.codigoGeneracion, row]))
  const notes = standing.filter(({ tipoDte, evento }) => tipoDte === '05' && evento === null)
  for (const { origins, notes: own } of groupsOf(notes)) {
    const sold = [...origins].map((code) => {
      return documents.get(code) ?? assert.fail(`${code} has a note, and does not stand`)
    })
    for (const origin of sold) assertClases(origin, own)
    assertTributos(sold, own)
  }
}

/** Each kind of sale exactly. The histories' notes have lines in whole cents, so nothing is rounded. */
function assertClases({ codigoGeneracion, payload }: LedgerRow, notes: readonly LedgerRow[]): void {
  const lines = notes.flatMap((note) => linesOver(note, codigoGeneracion))
  for (const [venta, total, descuento] of CLASES) {
    const sold = exact(payload.resumen[total]) - exact(payload.resumen[descuento])
    const credited = sumOf(lines, (line) => exact(line[venta]))
    assert.ok(credited <= sold, `${codigoGeneracion} sold ${sold} ${venta}, credited ${credited}`)
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a line as the ministry's structure has it
const linesOver = ({ payload }: LedgerRow, code: string): any[] =>
  payload.cuerpoDocumento.filter(
    (line: { numeroDocumento: string }) => line.numeroDocumento === code,
  )

/**
 * Each document rounds a tribute of its own by half a cent at most. So what the notes state can exceed what the
 * origins state, for the same sales, by half a cent for each of them; the total, by that for each tribute.
 */
function assertTributos(sold: readonly LedgerRow[], notes: readonly LedgerRow[]): void {
  const most = (BigInt(sold.length + notes.length) * CENT) / 2n
  const codes = new Set([...sold, ...notes].flatMap((row) => [...tributosOf(row).keys()]))
  const assertWithin = (what: string, limit: Exact, of: (row: LedgerRow) => Exact) => {
    const excess = sumOf(notes, of) - sumOf(sold, of)
    const names = sold.map(({ codigoGeneracion }) => codigoGeneracion).join(', ')
    assert.ok(excess <= limit, `${what} of ${names} is credited beyond it by ${excess}`)
  }
  for (const code of codes) {
    assertWithin(`tribute ${code}`, most, (row) => tributosOf(row).get(code) ?? 0n)
  }
  assertWithin('the total', most * BigInt(codes.size), ({ payload: { resumen } }) =>
    exact(resumen.montoTotalOperacion),
  )
}

function tributosOf({ payload }: LedgerRow): ReadonlyMap<string, Exact> {
  const tributos: readonly { codigo: string; valor: number }[] = payload.resumen.tributos ?? []
  return new Map(tributos.map(({ codigo, valor }) => [codigo, exact(valor)]))
}

function groupsOf(notes: readonly LedgerRow[]): readonly Group[] {
  let groups: Group[] = []
  for (const note of notes) {
    const origins = originsOf(note)
    const meets = (group: Group) => origins.some((code) => group.origins.has(code))
    const met = groups.filter(meets)
    const merged = {
      origins: new Set([...origins, ...met.flatMap((group) => [...group.origins])]),
      notes: [note, ...met.flatMap((group) => group.notes)],
    }
    groups = [...groups.filter((group) => !meets(group)), merged]
  }
  return groups
}

const originsOf = ({ payload }: LedgerRow): string[] =>
  payload.documentoRelacionado.map((one: { numeroDocumento: string }) => one.numeroDocumento)

/** No line and no amount comes back beyond what was sold; once every unit is back, every amount is. */
function assertReturns(standing: readonly LedgerRow[]): void {
  const events = standing.filter(({ evento }) => evento === 'retorno')
  const codes = new Set(events.map(returnedOf))
  for (const original of standing.filter(({ codigoGeneracion: code }) => codes.has(code))) {
    const { codigoGeneracion: code, payload } = original
    const own = events.filter((event) => returnedOf(event) === code)
    const isWhole = assertUnits(original, own)
    const left = differences(
      payload.resumen,
      own.map((event) => event.payload.resumen),
    )
    const wrong = Object.entries(left).filter(([, cents]) => (isWhole ? cents !== 0 : cents < 0))
    assert.deepEqual(wrong, [], `the returns of ${code} do not add up, in cents`)
  }
}

const returnedOf = ({ payload }: LedgerRow): string =>
  payload.documentoRelacionado[0].codigoGeneracion

/** Whether every unit is back. The histories name each line of a document differently. */
function assertUnits({ codigoGeneracion, payload }: LedgerRow, events: readonly LedgerRow[]) {
  const returned = events.flatMap((event) => event.payload.cuerpoDocumento as readonly Unidades[])
  let isWhole = true
  for (const { descripcion, cantidad } of payload.cuerpoDocumento as readonly Unidades[]) {
    const back = returned.filter((line) => line.descripcion === descripcion)
    const units = sumOf(back, (line) => exact(line.cantidad))
    const sold = exact(cantidad)
    assert.ok(units <= sold, `more of ${codigoGeneracion} (${descripcion}) came back than was sold`)
    isWhole &&= units === sold
  }
  return isWhole
}

interface Unidades {
  readonly descripcion: string
  readonly cantidad: number
}
