import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { notaSobre } from '../test/arbitraries-nota.ts'
import { inputOf } from '../test/fixtures.ts'
import { listGoldens } from '../test/goldens.ts'
import { acreditable, acreditado, excedido, plusVentas, SIN_VENTAS } from './acreditable.ts'
import { buildDocumento } from './build.ts'
import type { CreditoFiscal, NotaCredito } from './documento.ts'
import { monto } from './monto.ts'

function example(name: string) {
  const golden = listGoldens().find((one) => one.name === name)
  assert.ok(golden)
  return buildDocumento(inputOf(golden.request)).documento
}

const ventas = (gravadas: number, exentas = 0, noSujetas = 0, noGravado = 0) => ({
  gravadas: monto(gravadas),
  exentas: monto(exentas),
  noSujetas: monto(noSujetas),
  noGravado: monto(noGravado),
})

test('of a document its sales net of the global discounts can be credited, kind by kind', () => {
  // 775.00 taxed less a global discount of 77.50; the credit of 20.00 is no sale.
  const origen = example('03/ejemplo-del-ministerio') as CreditoFiscal
  assert.deepEqual(acreditable(origen), ventas(697.5))
})

test('a note takes from each of its documents what its own lines sell', () => {
  const taken = acreditado(example('05/varios-documentos') as NotaCredito)
  assert.deepEqual(
    [...taken],
    [
      ['000000A2-0000-4000-8000-0000000000A2', ventas(72.3)],
      ['000000B1-0000-4000-8000-0000000000B1', ventas(12.25)],
      ['000000B2-0000-4000-8000-0000000000B2', ventas(15)],
    ],
  )
})

test('a note takes each kind by itself', () => {
  const [taken] = acreditado(example('05/exentas-y-no-sujetas') as NotaCredito).values()
  assert.deepEqual(taken, ventas(40, 20, 5.5))
  const [ministry] = acreditado(example('05/ejemplo-del-ministerio') as NotaCredito).values()
  assert.deepEqual(ministry, ventas(90))
})

test('the sum of the notes is rounded once, and may come to all that there is', () => {
  // Three lines of 33.33333333 are a sale of 100.00, and so is the note that takes them all back.
  const third = ventas(33.33333333)
  const all = [third, third, third].reduce(plusVentas, SIN_VENTAS)
  assert.deepEqual(excedido(ventas(100), all), [])
  assert.deepEqual(excedido(ventas(99.99), all), [
    { clase: 'gravadas', acreditable: monto(99.99), acreditado: monto(100) },
  ])
})

test('what exceeds one kind is not made good by another', () => {
  assert.deepEqual(
    excedido(ventas(100, 10, 10), ventas(0, 10.01, 10)).map(({ clase }) => clase),
    ['exentas'],
  )
})

test('notes that are made for what is left of a document never exceed it', () => {
  const origen = example('03/exentas-y-no-sujetas') as CreditoFiscal
  const limite = acreditable(origen)
  const nota = notaSobre('05', {
    documentosRelacionados: [
      {
        tipoDocumento: '03',
        numeroDocumento: origen.identificacion.codigoGeneracion,
        fechaEmision: origen.identificacion.fecEmi,
      },
    ],
    receptor: { ...origen.receptor, numDocumento: origen.receptor.nit },
    limite: {
      gravadas: cents(limite.gravadas),
      exentas: cents(limite.exentas),
      noSujetas: cents(limite.noSujetas),
    },
  })
  fc.assert(
    fc.property(nota, (request) => {
      const { documento, problems } = buildDocumento(inputOf(request))
      assert.deepEqual(problems, [])
      const [taken] = acreditado(documento as NotaCredito).values()
      assert.ok(taken)
      assert.deepEqual(excedido(limite, taken), [])
    }),
    { numRuns: 200 },
  )
})

function cents(amount: bigint): number {
  return Number(amount / 1_000_000n)
}
