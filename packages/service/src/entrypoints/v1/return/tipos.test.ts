/** Returns of each type over HTTP: any parts add up to the document, to the cent. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { balanceOf, giveBack } from '../../../../test/corrections.ts'
import { BIENES, compra, exportacion, sealedBody } from '../../../../test/originals.ts'
import { assertAddsUp, type Resumen, restOf, type Taken } from '../../../../test/returns.ts'
import { createWorld, type World } from '../../../../test/world.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

interface Scenario {
  readonly what: string
  readonly request: object
  /** The parts; the last one takes everything that is left. */
  readonly parts: readonly (readonly Taken[])[]
}

const BUYER = { nombre: 'Ana Ficticia', tipoDocumento: '13', numDocumento: '00016297-5' }
const factura = (changes: object) => ({ tipoDte: '01', ...changes })
const thing = (cantidad: number, precioUni: number, changes: object = {}) => ({
  descripcion: 'Café de altura',
  cantidad,
  precioUni,
  ...changes,
})
const charge = (noGravado: number) => ({ descripcion: 'Depósito', cantidad: 1, noGravado })

const SCENARIOS: readonly Scenario[] = [
  {
    what: 'a 01 of thirds of a price of 8 decimals',
    request: factura({ items: [thing(3, 0.33666667)] }),
    parts: [[{ linea: 1, cantidad: 1 }], [{ linea: 1, cantidad: 1 }]],
  },
  {
    what: 'a 01 of fractions of 8 decimals',
    request: factura({ items: [thing(1.23456789, 9.87654321)] }),
    parts: [[{ linea: 1, cantidad: 0.00000001 }], [{ linea: 1, cantidad: 0.41152263 }]],
  },
  {
    what: 'a 01 with discounts of lines and global ones, of each kind of sale',
    request: factura({
      items: [
        thing(7, 3.33, { montoDescu: 1.11 }),
        thing(3, 2.19, { tipoVenta: 'exenta' }),
        thing(2, 5.05, { tipoVenta: 'no_sujeta' }),
        thing(11, 0.77, { montoDescu: 0.5 }),
      ],
      descuentos: { gravadas: 2.5, exentas: 0.37, noSujetas: 0.13 },
    }),
    parts: [
      [
        { linea: 1, cantidad: 2 },
        { linea: 2, cantidad: 1 },
      ],
      [
        { linea: 4, cantidad: 5 },
        { linea: 1, cantidad: 4 },
        { linea: 3, cantidad: 1 },
      ],
    ],
  },
  {
    what: 'a 01 with IVA withheld',
    request: factura({
      receptor: { ...BUYER, correo: 'ana@example.com' },
      items: [thing(3, 113.33), thing(7, 41.07)],
      aplicarRetencionIva: true,
    }),
    parts: [[{ linea: 2, cantidad: 3 }], [{ linea: 1, cantidad: 1 }], [{ linea: 2, cantidad: 1 }]],
  },
  {
    what: 'a 01 with a charge and a credit',
    request: factura({ items: [thing(4, 10.01), charge(3.5), charge(-1.25)] }),
    parts: [
      [
        { linea: 2, noGravado: 1.17 },
        { linea: 1, cantidad: 1 },
      ],
      [
        { linea: 3, noGravado: -0.5 },
        { linea: 1, cantidad: 1 },
      ],
    ],
  },
  {
    what: 'a 11 with freight, insurance and a global discount',
    request: exportacion({
      items: [thing(12, 8.4, { montoDescu: 5.8 }), thing(7, 3.37)],
      exportacion: { ...BIENES, flete: 25.55, seguro: 10.01 },
      descuentos: { gravadas: 3.33 },
    }),
    parts: [
      [{ linea: 1, cantidad: 5 }],
      [
        { linea: 2, cantidad: 3 },
        { linea: 1, cantidad: 1 },
      ],
      [{ linea: 2, cantidad: 1 }],
    ],
  },
  {
    what: 'a 11 with charges and credits',
    request: exportacion({
      items: [thing(3, 20.07), charge(7.77), charge(-2.22)],
      exportacion: { ...BIENES, flete: 9.99 },
    }),
    parts: [
      [{ linea: 2, noGravado: 3.33 }],
      [
        { linea: 1, cantidad: 1 },
        { linea: 3, noGravado: -1.11 },
      ],
    ],
  },
  {
    what: 'a 11 of services',
    request: exportacion({
      items: [thing(40, 35.37)],
      exportacion: { tipoItemExpor: 2 },
    }),
    parts: [[{ linea: 1, cantidad: 13.33333333 }], [{ linea: 1, cantidad: 13.33333333 }]],
  },
  {
    what: 'a 14 with income tax withheld, and discounts',
    request: compra({
      items: [thing(3, 45.5, { tipoItem: 2, montoDescu: 7.93 }), thing(10, 2.25, { tipoItem: 1 })],
      descuento: 3.17,
      aplicarReteRenta: true,
    }),
    parts: [
      [{ linea: 1, cantidad: 1 }],
      [
        { linea: 2, cantidad: 7 },
        { linea: 1, cantidad: 0.5 },
      ],
    ],
  },
]

for (const { what, request, parts } of SCENARIOS) {
  for (const [order, inOrder] of [
    ['as they come', parts],
    ['backwards', parts.toReversed()],
  ] as const) {
    test(`the returns of ${what} add up to it, ${order}`, async () => {
      const sold = await sealedBody(world, request)
      const events: Resumen[] = []
      const take = async (items: readonly Taken[]) => {
        const { status, text, body } = await giveBack(world, sold.codigoGeneracion, items)
        assert.equal(status, 200, text)
        events.push(body.documento.resumen)
        for (const row of body.disponible) {
          assert.ok(Math.abs(row.devuelta + row.disponible - row.vendida) < 1e-9)
        }
        return body
      }
      for (const items of inOrder) await take(items)
      const { body } = await world.query(sold.codigoGeneracion)
      const last = await take(restOf(body.disponible))

      assert.deepEqual(restOf(last.disponible), [])
      assertAddsUp(sold.documento.resumen, events)
      const more = await giveBack(world, sold.codigoGeneracion, [
        { linea: 1, cantidad: 0.00000001 },
      ])
      assert.equal(more.body.error.code, 'return_exceeds_available')
      for (const [vendida, devuelta, disponible] of await balanceOf(world, sold.codigoGeneracion)) {
        assert.deepEqual([devuelta, disponible], [vendida, 0])
      }
    })
  }
}
