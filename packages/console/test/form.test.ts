/** What the form sends is what stands in it: no amount of another kind, nothing left out, nothing sent twice. */
import './page.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { change, type Form, formVacio, receptorVacio } from '../src/emitir/form.ts'
import { lineaVacia } from '../src/emitir/lineas/linea.ts'
import { toPeticion } from '../src/emitir/peticion.ts'

const { conservaNumero } = await import('../src/emitir/conserva.ts')
const { isForgotten } = await import('../src/emitir/drafts.ts')
const { readTabla, toLineas } = await import('../src/emitir/pegar.ts')
const { lineOf, priceOf, repriced } = await import('../src/emitir/productos.ts')
const { until } = await import('../src/ui/text.ts')

const line = (values: object) => ({ ...lineaVacia(), descripcion: 'Café', precio: '10', ...values })
const form01 = (values: object = {}) => ({ ...formVacio('01'), lineas: [line({})], ...values })

test('a mixed payment that is not understood is asked about, and never sent as nothing paid', () => {
  for (const [pagoContado, periodo] of [
    ['2,5', '30'],
    ['dos', '30'],
    ['5', '3o'],
  ]) {
    const { problems } = toPeticion(form01({ condicion: '3', pagoContado, periodo }))
    assert.equal(problems.length, 1, `${pagoContado} ${periodo}`)
  }
  const { problems } = toPeticion(form01({ condicion: '3', pagoContado: '5', periodo: '30' }))
  assert.deepEqual(problems, [])
})

test('an abono outside of the base is negative, and a price is not', () => {
  const [abono, guion] = ['-5.25', '−5.25'].map((precio) =>
    toPeticion(form01({ lineas: [line({ noGravado: true, precio })] })),
  )
  assert.deepEqual(abono?.request.items[0]?.noGravado, -5.25)
  assert.deepEqual(guion?.request.items[0]?.noGravado, -5.25)
  const { problems } = toPeticion(form01({ lineas: [line({ precio: '-5.25' })] }))
  assert.equal(problems.length, 1)
})

test('an address with a part missing is sent as it stands, for the rules to say which', () => {
  const partOf = (values: object) =>
    toPeticion(form01({ receptor: { ...receptorVacio('Ana'), ...values } })).request.receptor
  assert.ok(partOf({ departamento: '06' })?.direccion)
  assert.ok(partOf({ complemento: 'Calle 1' })?.direccion)
  assert.equal(partOf({})?.direccion, undefined)
  const abroad = { complemento: '100 Fictional Street', codPais: 'US' }
  assert.equal(partOf(abroad)?.direccion, undefined, 'somebody abroad')
})

const CAFE = {
  ...{ productId: 'a', codigo: 'CAF', descripcion: 'Café', precioUni: 10, precioConIva: 11.3 },
  ...{ uniMedida: null, tipoItem: null, tipoVenta: null, tributos: null, activo: true },
  ...{ createdAt: '2026-11-20T09:00:00-06:00', updatedAt: '2026-11-20T09:00:00-06:00' },
}

test('a product with one price enters a document of either kind priced', () => {
  const only = (precios: object, tipoVenta: string | null = null) => {
    const product = { ...CAFE, precioUni: null, precioConIva: null, tipoVenta, ...precios }
    return [priceOf(product, '01'), priceOf(product, '03')]
  }
  assert.deepEqual(only({ precioUni: 5 }), ['5.65', '5'])
  assert.deepEqual(only({ precioUni: 5.01 }), ['5.6613', '5.01'], 'exact, not in cents')
  assert.deepEqual(only({ precioConIva: 8.25 }), ['8.25', '7.30088496'])
  assert.deepEqual(only({ precioUni: 5 }, 'exenta'), ['5', '5'], 'without IVA')
  assert.deepEqual(only({ precioUni: 5, precioConIva: 6 }), ['6', '5'], 'as they are stored')
})

test('a scanned code is one more of its line; what was typed meanwhile stays', () => {
  const values = lineOf(CAFE, '01')
  const scan = (form: Form, suma: boolean) =>
    change(form, { kind: 'producto', id: form.lineas.at(-1)?.id ?? '', texto: 'CAF', values, suma })
  const texts = ({ lineas }: Form) => lineas.map(({ descripcion: d, cantidad: c }) => [d, c])
  const both = (written: string) =>
    form01({ lineas: [{ ...line(values), cantidad: '2' }, line({ descripcion: written })] })
  assert.deepEqual(texts(scan(both('CAF'), true)), [
    ['Café', '3'],
    ['', ''],
  ])
  assert.deepEqual(texts(scan(both('CAF'), false)).slice(0, 2), [
    ['Café', '2'],
    ['Café', ''],
  ])
  const beside = (cantidad: string) =>
    texts(
      scan(form01({ lineas: [{ ...line(values), cantidad }, line({ descripcion: 'CAF' })] }), true),
    ).slice(0, 2)
  assert.deepEqual(beside(''), [
    ['Café', '2'],
    ['', ''],
  ])
  assert.deepEqual(
    beside('dos'),
    [
      ['Café', 'dos'],
      ['Café', ''],
    ],
    'a quantity that is not understood',
  )
  const typed = both('CAFETERA')
  assert.equal(scan(typed, true), typed)
})

test('a quantity that is not understood counts as nothing in the total', () => {
  for (const cantidad of ['-1', 'uno']) {
    const { request, problems } = toPeticion(
      form01({ lineas: [line({ descripcion: 'Café', cantidad, precio: '5' })] }),
    )
    assert.equal(request.items[0]?.cantidad, 0, cantidad)
    assert.deepEqual(
      problems.map(({ field }) => field),
      ['items[0].cantidad'],
    )
  }
})

test('a product that is not known leaves no price of another type behind', () => {
  const lineas = [
    line({ productId: 'a', precio: '11.3' }),
    line({ productId: 'gone', precio: '11.3' }),
    line({ precio: '11.3' }),
  ]
  const after = repriced(lineas, [CAFE], '03').map(({ precio, productId }) => [precio, productId])
  assert.deepEqual(after, [
    ['10', 'a'],
    ['', null],
    ['11.3', null],
  ])
})

test('a sale whose answer was lost a day ago is not sent again by itself', () => {
  const at = new Date('2026-11-23T12:00:00Z')
  const lost = (sentAt: string | null) => isForgotten({ sent: true, sentAt }, at)
  assert.equal(lost('2026-11-23T11:00:00Z'), false)
  assert.equal(lost('2026-11-22T12:30:00Z'), true)
  assert.equal(lost(null), true, 'since when is not known')
  assert.equal(isForgotten({ sent: false, sentAt: null }, at), false)
})

test('cells of several lines, and quotes that nothing closes, are pasted as they are', () => {
  const two = toLineas(readTabla('Mesa\t2\t10\n"Silla de pino\ncon ""brazos"""\t4\t5.5'))
  assert.deepEqual(
    two.map(({ descripcion, cantidad, precio }) => [descripcion, cantidad, precio]),
    [
      ['Mesa', '2', '10'],
      ['Silla de pino con "brazos"', '4', '5.5'],
    ],
  )
  const open = toLineas(readTabla('Clavo de 2"\t2\t1\n"Tubo de 4 pulgadas\t3\t2\nCodo\t1\t1'))
  assert.deepEqual(
    open.map(({ cantidad, precio }) => [cantidad, precio]),
    [
      ['2', '1'],
      ['3', '2'],
      ['1', '1'],
    ],
  )
})

test('a deadline is of tomorrow when the calendar of El Salvador says so', () => {
  const at = new Date('2026-11-21T05:00:00Z') // 20 November, 23:00
  // biome-ignore format: a table
  const cases: readonly (readonly [string, string])[] = [
    ['2026-11-21T05:30:00Z', '30 min'],
    ['2026-11-22T04:59:00Z', '23 h 59 min'],
    ['2026-11-22T05:30:00Z', 'mañana 23:30'],
    ['2026-11-22T06:30:00Z', 'en 2 días'], // 22 November, 00:30: no longer tomorrow
    ['2026-11-23T03:00:00Z', 'en 2 días'],
    ['2026-11-21T04:00:00Z', 'vencido'],
  ]
  for (const [limit, said] of cases) assert.equal(until(limit, at), said, limit)
})

test('a rejected number is kept until the time of its own rejection says, and no time is said where none is known', () => {
  const at = new Date('2026-11-20T20:00:00Z')
  const said = (corregirHasta?: string) => conservaNumero('DTE-01-1', corregirHasta, at)
  assert.match(said('2026-11-21T03:15:00Z'), /hasta el 20 nov 2026, 21:15\.$/)
  assert.match(said('2026-11-20T20:00:00Z'), /^Ya no conserva el número DTE-01-1/)
  assert.doesNotMatch(said(), /\d:\d/)
})

test('a number that is nearly a DUI or a NIT is asked about, unless its document was chosen', () => {
  const asked = (numDocumento: string, tipoDocumento = '') => {
    const receptor = { ...receptorVacio('Ana'), numDocumento, tipoDocumento }
    const form = { ...formVacio('01'), receptor, lineas: [line({ cantidad: '1' })] }
    return toPeticion(form).problems.map(({ field, message }) => `${field} ${message}`)
  }
  for (const [number, digits] of [
    ['0001629-5', 8],
    ['0614-010190-001', 13],
    ['061401019000199', 15],
  ] as const) {
    const [problem, ...others] = asked(number)
    assert.match(problem ?? '', new RegExp(`^receptor.tipoDocumento .* tiene ${digits}\\. `))
    assert.deepEqual(others, [])
    assert.deepEqual(asked(number, '37'), [])
  }
  for (const number of ['', '00016297-5', '0614-010190-001-9', 'AB-123456', '123456']) {
    assert.deepEqual(asked(number), [], number)
  }
})
