/** What is left after cancelled returns: the cents that they took or left are in the lines of the last one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { restOf, returned } from '../../../test/arbitraries-retorno.ts'
import { inputOf } from '../../../test/fixtures.ts'
import { faultsOf, leftOf } from '../../../test/independent-retorno.ts'
import { REQUESTS } from '../../../test/sound-requests.ts'
import {
  buildDocumento,
  CERO,
  type DteRequest,
  type ItemRetornoRequest,
  type Monto,
  plus,
  type Retornable,
  type Retorno,
  type RetornoPrevio,
  serialise,
  serialiseRetorno,
  toNumber,
} from '../../index.ts'

type Resumen = Retorno['resumen']

function sold(tipoDte: '01' | '11' | '14', items: readonly object[]): Retornable {
  const { receptor, exportacion } = REQUESTS[tipoDte] as DteRequest
  const aduana = exportacion ? { exportacion: { ...exportacion, flete: null, seguro: null } } : {}
  const request = { tipoDte, receptor, items, ...aduana }
  const { documento, problems } = buildDocumento(inputOf(request as unknown as DteRequest))
  assert.deepEqual(problems, [])
  return documento as Retornable
}

/** Half a cent comes back that often, each in its own event; those events live on that state a cent, or that state none. */
function afterCancelling(
  documento: Retornable,
  [times, item]: readonly [times: number, item: ItemRetornoRequest],
  lives: (resumen: Resumen) => boolean,
): RetornoPrevio[] {
  const all: RetornoPrevio[] = []
  for (let i = 0; i < times; i++) all.push(returned(documento, [...all], [item]))
  return all.filter(({ evento }) => lives(evento.resumen))
}

const ventaOf = (r: Resumen): Monto => plus(r.totalGravada, r.totalCompraExcluidos)
const ivaOf = ({ totalIva }: Resumen) => totalIva
const UNO = { linea: 1, cantidad: 1 }
const NADA = { ventaGravada: CERO, compra: CERO, ivaItem: CERO }
const CLAVO = { descripcion: 'Clavo', cantidad: 1000, precioUni: 0.005 }

// biome-ignore format: a table
const REST = [
  // type, line, times, amount, whether those live that state a cent of it; the rest, and its line's
  ['01', CLAVO,                            20, ventaOf,            true,  4.9,   4.91],
  ['11', CLAVO,                            20, ventaOf,            true,  4.9,   4.91],
  ['14', CLAVO,                            20, ventaOf,            true,  4.9,   4.91],
  ['01', { ...CLAVO, montoDescu: 0.5 },    20, ventaOf,            false, 4.5,   4.4905],
  ['14', { ...CLAVO, montoDescu: 0.5 },    20, ventaOf,            false, 4.5,   4.4905],
  ['01', { ...CLAVO, precioUni: 0.044 },    6, ivaOf,              true,  5.03,  5.03676107],
  ['01', { ...CLAVO, precioUni: 0.044 },    6, ivaOf,              false, 5.06,  5.04676106],
] as const

for (const [tipoDte, line, times, of, lives, total, own] of REST) {
  const which = lives ? 'no cent' : 'a cent'
  test(`the rest of a ${tipoDte} of ${line.precioUni} each, after the returns that took ${which} were cancelled`, () => {
    const documento = sold(tipoDte, [line])
    const live = afterCancelling(documento, [times, UNO], (r) => (of(r) !== CERO) === lives)
    assert.ok(live.length > 0 && live.length < times)
    const rest = returned(documento, live, restOf(documento, live) ?? [])
    const texts = [...live, rest].map(({ evento }) => serialiseRetorno(evento))
    assert.deepEqual(texts.flatMap(faultsOf), [])
    assert.deepEqual(leftOf(serialise(documento as never), texts), {})
    const [{ ventaGravada, compra, ivaItem } = NADA] = rest.evento.cuerpoDocumento
    const stated = of === ivaOf ? ivaItem : plus(ventaGravada, compra)
    assert.deepEqual([of(rest.evento.resumen), stated].map(toNumber), [total, own])
  })
}

const CARGOS = { cargo: 0.1, abono: -0.1 }
/** The parts in which the rest of a charge of 0.10 comes back, and what each of their events states. */
// biome-ignore format: a table
const PARTES = [
  // after 0.03 in six events that state nothing, and six that state a cent each
  [false, [[0.02, 0.03], [0.02, 0.03], [0.03, 0.04]]],
  [true,  [[0.02, 0.01], [0.02, 0.01], [0.03, 0.02]]],
] as const

for (const [name, noGravado] of Object.entries(CARGOS)) {
  const sign = Math.sign(noGravado)
  const documento = sold('01', [CLAVO, { descripcion: 'Depósito', cantidad: 1, noGravado }])
  const half = { linea: 2, noGravado: sign * 0.005 }
  const after = (lives: boolean) =>
    afterCancelling(documento, [12, half], (r) => (r.totalNoGravado !== CERO) === lives)

  test(`a small part of a ${name} returns nothing of the other sign`, () => {
    const small = returned(documento, after(true), [{ linea: 2, noGravado: sign * 0.004 }])
    assert.equal(small.evento.resumen.totalNoGravado, CERO)
    assert.deepEqual(faultsOf(serialiseRetorno(small.evento)), [])
  })

  for (const [lives, parts] of PARTES) {
    test(`the rest of a ${name} in parts, after returns that took ${lives ? 'no cent' : 'a cent'} were cancelled`, () => {
      const all = after(lives)
      assert.equal(all.length, 6)
      for (const [part, stated] of parts) {
        all.push(returned(documento, [...all], [{ linea: 2, noGravado: sign * part }]))
        assert.equal(toNumber(all.at(-1)?.evento.resumen.totalNoGravado ?? CERO), sign * stated)
      }
      all.push(returned(documento, [...all], [{ linea: 1, cantidad: 1000 }]))
      const texts = all.map(({ evento }) => serialiseRetorno(evento))
      assert.deepEqual(texts.flatMap(faultsOf), [])
      assert.deepEqual(leftOf(serialise(documento as never), texts), {})
    })
  }
}

test('freight and insurance of an export that is discounted whole follow the units, not its charges', () => {
  const { receptor, exportacion } = REQUESTS['11'] as DteRequest
  const { documento, problems } = buildDocumento(
    inputOf({
      tipoDte: '11',
      receptor,
      exportacion: { ...exportacion, flete: 10, seguro: 1 },
      items: [
        { descripcion: 'Silla', cantidad: 4, precioUni: 25 },
        { descripcion: 'Tarima', cantidad: 1, noGravado: 2 },
        { descripcion: 'Mesa', cantidad: 6, precioUni: 50 },
      ],
      descuentos: { gravadas: 400 },
    } as DteRequest),
  )
  assert.deepEqual(problems, [])
  const of = (live: readonly RetornoPrevio[], items: ItemRetornoRequest[]) =>
    returned(documento as Retornable, live, items)
  const first = of(
    [],
    [
      { linea: 1, cantidad: 1 },
      { linea: 2, noGravado: 2 },
      { linea: 3, cantidad: 3 },
    ],
  )
  const rest = of([first], restOf(documento as Retornable, [first]) ?? [])
  assert.deepEqual(
    [first, rest].map(({ evento: { cuerpoDocumento: lines, resumen } }) => [
      lines.map(({ flete, seguro }) => [flete, seguro].map(toNumber)),
      [resumen.totalFlete, resumen.totalSeguro].map((m) => toNumber(m ?? CERO)),
    ]),
    [
      // a quarter of one line and half of the other: three eighths
      [
        [
          [0.9375, 0.095],
          [0, 0],
          [2.8125, 0.285],
        ],
        [3.75, 0.38],
      ],
      [
        [
          [3.125, 0.31],
          [3.125, 0.31],
        ],
        [6.25, 0.62],
      ],
    ],
  )
  const texts = [first, rest].map(({ evento }) => serialiseRetorno(evento))
  assert.deepEqual(texts.flatMap(faultsOf), [])
  assert.deepEqual(leftOf(serialise(documento), texts), {})
})
