/** CAT-015 in documents whose prices exclude IVA: what adds, what is a line, what is informative. */
import { test } from 'node:test'
import { creditoFiscal, type Draft, factura, linea, set } from '../../test/documentos.ts'
import { startMinistry } from '../../test/ministry.ts'
import { credito } from '../../test/notas.ts'
import { refused, sealed } from '../../test/verdicts.ts'

type Row = readonly [codigo: string, valor: number]

/** One line of 100.00 with those tributes, IVA first; `added` is their effect on the total. */
function sale(line: Draft, rows: readonly Row[], added: number): Draft {
  const d = creditoFiscal()
  const tributos = rows.map(([codigo, valor]) => ({ codigo, descripcion: 'Tributo', valor }))
  const sold = { ventaGravada: 100, tributos: rows.map(([codigo]) => codigo), ...line }
  const total = Math.round((100 + added) * 100) / 100
  const sums = { totalGravada: 100, subTotalVentas: 100, subTotal: 100, totalNoGravado: 0 }
  const none = { descuGravada: 0, porcentajeDescuento: 0, totalDescu: 0, ivaRete: 0 }
  const totals = { montoTotalOperacion: total, totalPagar: total, tributos }
  const paid = { condicionOperacion: 1, pagos: null }
  const resumen = { ...d.resumen, ...sums, ...none, ...totals, ...paid }
  return { ...d, cuerpoDocumento: [linea(1, sold)], resumen }
}

const FUEL = { cantidad: 25, uniMedida: 22, precioUni: 4 }
const BED = { precioUni: 100 }
const FLIGHT = { cantidad: 2, precioUni: 50 }

test('FOVIAL and COTRANS are by the gallon and outside the base of the IVA', async (t) => {
  const ministry = await startMinistry(t)
  const rows: readonly Row[] = [
    ['20', 13],
    ['D1', 5],
    ['C8', 2.5],
  ]
  await sealed(ministry, sale(FUEL, rows, 20.5))
  const onTop: readonly Row[] = [
    ['20', 13.98],
    ['D1', 5],
    ['C8', 2.5],
  ]
  await refused(ministry, sale(FUEL, onTop, 21.48), '020', 'resumen.tributos[0].valor')
  const dear: readonly Row[] = [
    ['20', 13],
    ['D1', 5.02],
    ['C8', 2.5],
  ]
  await refused(ministry, sale(FUEL, dear, 20.52), '020', 'resumen.tributos[1].valor')
  await refused(ministry, sale(FUEL, rows, 13), '020', 'resumen.montoTotalOperacion')
})

test('tourism is 5 % of a lodging and 7.00 for each air passenger', async (t) => {
  const ministry = await startMinistry(t)
  await sealed(
    ministry,
    sale(
      BED,
      [
        ['20', 13],
        ['59', 5],
      ],
      18,
    ),
  )
  await sealed(
    ministry,
    sale(
      FLIGHT,
      [
        ['20', 13],
        ['71', 14],
      ],
      27,
    ),
  )
  const cheap: readonly Row[] = [
    ['20', 13],
    ['59', 4.98],
  ]
  await refused(ministry, sale(BED, cheap, 17.98), '020', 'resumen.tributos[1].valor')
  const one: readonly Row[] = [
    ['20', 13],
    ['71', 7],
  ]
  await refused(ministry, sale(FLIGHT, one, 20), '020', 'resumen.tributos[1].valor')
})

test('section 3 is listed, and is in no total', async (t) => {
  const ministry = await startMinistry(t)
  const rows: readonly Row[] = [
    ['20', 13],
    ['52', 8.88],
  ]
  await sealed(ministry, sale(BED, rows, 13))
  await refused(ministry, sale(BED, rows, 21.88), '020', 'resumen.montoTotalOperacion')
})

test('section 2 is a line that bears the IVA and nothing else', async (t) => {
  const ministry = await startMinistry(t)
  const own = { ...BED, tipoItem: 4, uniMedida: 99, codTributo: '57' }
  await sealed(ministry, sale(own, [['20', 13]], 13))
  const both: readonly Row[] = [
    ['20', 13],
    ['59', 5],
  ]
  await refused(ministry, sale(own, both, 18), '024', 'cuerpoDocumento[0].tributos')
  const bare = set(sale(own, [], 0), 'cuerpoDocumento.0.tributos', null)
  await refused(ministry, bare, '005', 'cuerpoDocumento[0].tributos')
  const wrong = { ...own, codTributo: '59' }
  await refused(ministry, sale(wrong, [['20', 13]], 13), '003', 'cuerpoDocumento[0].codTributo')
})

test('the IVA of exports stays abroad', async (t) => {
  const ministry = await startMinistry(t)
  const rows: readonly Row[] = [
    ['20', 13],
    ['C3', 0],
  ]
  await refused(ministry, sale(BED, rows, 13), '007', 'cuerpoDocumento[0].tributos')
})

test('a note has the tributes of what it credits', async (t) => {
  const ministry = await startMinistry(t)
  const rows: readonly Row[] = [
    ['20', 13],
    ['D1', 5],
    ['C8', 2.5],
  ]
  const origin = await sealed(ministry, sale(FUEL, rows, 20.5))
  const { tributos } = origin.resumen
  const whole = credito(origin, 100_00)
  const total = { tributos, montoTotalOperacion: 120.5, totalPagar: 120.5 }
  const line = { ...whole.cuerpoDocumento[0], ...FUEL, tributos: ['20', 'D1', 'C8'] }
  const note = { ...whole, cuerpoDocumento: [line], resumen: { ...whole.resumen, ...total } }
  await refused(ministry, set(note, 'resumen.totalPagar', 113), '020', 'resumen.totalPagar')
  await sealed(ministry, note)
})

test('fuel is counted in gallons over all its lines, and in another unit by nobody', async (t) => {
  const ministry = await startMinistry(t)
  const half = { ventaGravada: 50, tributos: ['20', 'D1'] }
  const fuel = { ...half, cantidad: 12.5, uniMedida: 22, precioUni: 4 }
  const drum = { ...half, cantidad: 2, uniMedida: 59, precioUni: 25 }
  const of = (lines: readonly Draft[], valor: number): Draft => ({
    ...sale(
      FUEL,
      [
        ['20', 13],
        ['D1', valor],
      ],
      13 + valor,
    ),
    cuerpoDocumento: lines.map((line, i) => linea(i + 1, line)),
  })
  await sealed(ministry, of([fuel, fuel], 5))
  await refused(ministry, of([fuel, fuel], 2.5), '020', 'resumen.tributos[1].valor')
  await sealed(ministry, of([fuel, drum], 9.99))
  await sealed(ministry, of([drum, drum], 9.99))
})

test('tributes without a rate may have any amount, which adds to the total', async (t) => {
  const ministry = await startMinistry(t)
  for (const codigo of ['D4', 'D5']) {
    await sealed(
      ministry,
      sale(
        BED,
        [
          ['20', 13],
          [codigo, 3.21],
        ],
        16.21,
      ),
    )
    const bare = sale(
      BED,
      [
        ['20', 13],
        [codigo, 3.21],
      ],
      13,
    )
    await refused(ministry, bare, '020', 'resumen.montoTotalOperacion')
  }
})

test('a tribute of the second section is one unit of no measure', async (t) => {
  const ministry = await startMinistry(t)
  const own = { ...BED, tipoItem: 4, uniMedida: 99, codTributo: '57' }
  const of = (members: Draft) => sale({ ...own, ...members }, [['20', 13]], 13)
  await refused(ministry, of({ cantidad: 2, precioUni: 50 }), '003', 'cuerpoDocumento[0].cantidad')
  await refused(ministry, of({ uniMedida: 59 }), '003', 'cuerpoDocumento[0].uniMedida')
})

test('tourism is of an exempt lodging too, which bears no IVA', async (t) => {
  const ministry = await startMinistry(t)
  for (const [venta, total] of [
    ['ventaExenta', 'totalExenta'],
    ['ventaNoSuj', 'totalNoSuj'],
  ] as const) {
    const free = { ...BED, ventaGravada: 0, [venta]: 100 }
    const of = (d: Draft): Draft => ({
      ...d,
      resumen: { ...d.resumen, totalGravada: 0, [total]: 100 },
    })
    await sealed(ministry, of(sale(free, [['59', 5]], 5)))
    await refused(
      ministry,
      of(sale(free, [['59', 4.42]], 4.42)),
      '020',
      'resumen.tributos[0].valor',
    )
    const taxed = of(sale(free, [['20', 0]], 0))
    await refused(ministry, taxed, '024', 'cuerpoDocumento[0].tributos')
  }
})

/** A Factura of 113.00 with one tribute, whose price includes the IVA. */
function invoice(codigo: string, valor: number): Draft {
  const d = factura()
  const total = 113 + valor
  const sums = { totalGravada: 113, subTotalVentas: 113, subTotal: 113, totalIva: 13 }
  const zero = { totalNoSuj: 0, totalExenta: 0, totalNoGravado: 0, totalDescu: 0 }
  const tributos = [{ codigo, descripcion: 'Tributo', valor }]
  const due = { montoTotalOperacion: total, totalPagar: total, pagos: null, tributos }
  const sold = { precioUni: 113, ventaGravada: 113, ivaItem: 13, tributos: [codigo] }
  return {
    ...d,
    cuerpoDocumento: [linea(1, sold)],
    resumen: { ...d.resumen, ...sums, ...zero, ...due },
  }
}

test('a Factura lists the tributes of the first section but the IVA, of its price without IVA', async (t) => {
  const ministry = await startMinistry(t)
  await sealed(ministry, invoice('59', 5))
  await refused(ministry, invoice('59', 5.65), '020', 'resumen.tributos[0].valor')
  await sealed(ministry, invoice('71', 7))
  for (const codigo of ['D1', 'C8', 'D5', 'D4', '52']) {
    await sealed(
      ministry,
      codigo === '52' ? set(invoice(codigo, 0), 'resumen.tributos.0.valor', 3) : invoice(codigo, 3),
    )
  }
  await refused(ministry, invoice('20', 14.69), '007', 'cuerpoDocumento[0].tributos')
})
