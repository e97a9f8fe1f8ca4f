/** What the bodies of requests ask beyond the forms that the OpenAPI document shows. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { CustomerRequest } from './customer.ts'
import { Liquidacion, LiquidacionContable } from './dte-liquidacion.ts'
import { DocumentoRelacionado, type DteRequest, Referencia, Retencion } from './dte-request.ts'
import { dteRequestOf, foreignItemMembers, receptorMembersOf } from './dte-request-of.ts'
import { lineOfProduct, priceOf } from './line-of-product.ts'
import { type Product, ProductRequest } from './product.ts'
import { itemProblems } from './return-request.ts'
import { decimal } from './schema.ts'

const takes = (schema: TSchema, value: unknown) => Compile(schema).Check(value)

// biome-ignore format: a table
const NUMBERS: readonly (readonly [n: number, isTaken: boolean])[] = [
  [0, true], [0.1, true], [0.12, true], [0.123, false], [-0.12, true], [-0.123, false],
  [123_456_789_012_345, true], [1_234_567_890_123.45, true], [1_234_567_890_123_456, false], [12_345_678_901_234.56, false], [10_000_000_000_000.12, false],
  [999_999_999_999_999, true], [1e15, false], [1e21, true], [1e-7, false], [5e-8, false],
]

test('an amount is exact as written: two decimals and fifteen digits, however JavaScript writes it', () => {
  for (const [n, isTaken] of NUMBERS) assert.equal(takes(decimal(2), n), isTaken, String(n))
  assert.ok(takes(decimal(8), 1.2e-7))
  assert.ok(!takes(decimal(8), 1e-9))
  assert.match(Compile(decimal(2)).Errors(0.123)[0]?.message ?? '', /2 decimales y 15 cifras/)
})

test('what may be null is exact where it is not', () => {
  const product = { descripcion: 'Café' }
  const settled = { desde: '2026-10-01', hasta: '2026-10-31', valorOperaciones: 100 }
  const responsable = { nombre: 'Ana', documento: '1' }
  // biome-ignore format: a table
  const members: readonly (readonly [schema: TSchema, others: object, member: string, exact: number, not: number])[] = [
    [ProductRequest, product, 'precioUni', 1.12345678, 1.123456789],
    [ProductRequest, product, 'precioConIva', 1.12345678, 1.123456789],
    [LiquidacionContable, { ...settled, responsable }, 'comision', 1.12, 1.123],
    [LiquidacionContable, { ...settled, responsable }, 'porcentajeComision', 1.12, 1.123],
  ]
  for (const [schema, others, member, exact, not] of members) {
    assert.ok(takes(schema, { ...others, [member]: null }), member)
    assert.ok(takes(schema, { ...others, [member]: exact }), member)
    const messages = Compile(schema)
      .Errors({ ...others, [member]: not })
      .map(({ message }) => message)
    assert.equal(messages.length, 1)
    assert.match(messages[0] ?? '', /^lleva como máximo [28] decimales y 15 cifras significativas$/)
  }
})

const FULL = { tipoDocumento: '03', numeroDocumento: '000123', fechaEmision: '2026-10-05' }
const CODE = { codigoGeneracion: 'A6C1B7F2-3D54-4E0B-9A77-2C5D8E9F0A1B' }

test('a related document is named by its code alone, or in full', () => {
  assert.ok(takes(DocumentoRelacionado, CODE))
  assert.ok(takes(DocumentoRelacionado, FULL))
  assert.ok(takes(DocumentoRelacionado, { ...FULL, tipoGeneracion: 1 }))
  assert.ok(!takes(DocumentoRelacionado, { ...CODE, tipoGeneracion: 1 }))
  assert.ok(!takes(DocumentoRelacionado, {}))
  for (const [member, value] of Object.entries(FULL)) {
    const { [member]: _, ...rest } = FULL as Record<string, string>
    assert.ok(!takes(DocumentoRelacionado, rest), `without ${member}`)
    assert.ok(!takes(DocumentoRelacionado, { ...CODE, [member]: value }), `a code and ${member}`)
  }
  const [error] = Compile(DocumentoRelacionado).Errors({})
  assert.match(error?.message ?? '', /solo codigoGeneracion, o bien tipoDocumento, numeroDocumento/)
})

const AMOUNTS = { monto: 10, codigoRetencion: '22', ivaRetenido: 0.1, descripcion: 'Flete' }
const LIQUIDATED = { invalidado: true, observaciones: 'Devuelto' }
const OTHERS = { ventaNoSuj: 1, ventaExenta: 1, ventaGravada: 1, exportaciones: 1, ivaPercibido: 1 }

// biome-ignore format: a table
const LISTED: readonly (readonly [what: string, of: (documento: object) => readonly [TSchema, object], inFull: object, byCode: object, notByCode: object, told: string])[] = [
  ['a retained document', (one) => [Retencion, { documentos: [one] }], { ...FULL, monto: 10 }, AMOUNTS, { ...FULL, tipoGeneracion: 1 },
    'lleva codigoGeneracion, o bien tipoDocumento, numeroDocumento, fechaEmision, monto'],
  ['a liquidated document', (one) => [Liquidacion, { periodo: '2026-10', documentos: [one] }], FULL, LIQUIDATED, { ...FULL, tipoGeneracion: 1, ...OTHERS, tributos: [] },
    'lleva codigoGeneracion, o bien tipoDocumento, numeroDocumento, fechaEmision y sus montos'],
]

for (const [what, of, inFull, byCode, notByCode, told] of LISTED) {
  test(`${what} is named in full, or by its code with what its code does not tell`, () => {
    const takesOne = (documento: object) => takes(...of(documento))
    const all = { ...notByCode, ...inFull, ...byCode }
    for (const good of [inFull, all, CODE, { ...CODE, ...byCode }]) {
      assert.ok(takesOne(good), JSON.stringify(good))
    }
    for (const member of Object.keys(inFull)) {
      const { [member]: _, ...rest } = all as Record<string, unknown>
      assert.ok(!takesOne(rest), `without ${member}`)
    }
    for (const [member, value] of Object.entries(notByCode)) {
      assert.ok(!takesOne({ ...CODE, [member]: value }), `a code and ${member}`)
    }
    const [schema, wrong] = of({})
    assert.deepEqual(
      Compile(schema)
        .Errors(wrong)
        .map(({ message }) => message),
      [told],
    )
  })
}

test('a reference is readable text: no control character, and no half of one', () => {
  for (const text of ['V-1', 'venta 1', '☕ 👍']) assert.ok(takes(Referencia, text), text)
  for (const text of ['', 'a\nb', '\u0000', 'a\ud83d']) assert.ok(!takes(Referencia, text), text)
  const message = 'lleva un carácter de control o medio carácter'
  const customer = (externalId: string) => ({ externalId, nombre: 'Ana' })
  assert.equal(Compile(Referencia).Errors('a\tb')[0]?.message, message)
  assert.ok(takes(CustomerRequest, customer('C 1')))
  for (const wrong of ['a\tb', 'a\ud83d']) {
    const messages = Compile(CustomerRequest)
      .Errors(customer(wrong))
      .map((error) => error.message)
    assert.ok(messages.includes(message), messages.join())
  }
})

test('an item of a return has one form, and each line stands once in each form', () => {
  const problems = itemProblems({
    items: [
      { linea: 1, cantidad: 2 },
      { linea: 1, noGravado: 2 },
      { linea: 1, cantidad: 3 },
      { linea: 2 },
      { linea: 3, cantidad: 1, noGravado: 1 },
      { linea: 4, noGravado: 0 },
      { linea: 5, noGravado: -1 },
      { linea: 5, noGravado: 1 },
    ],
  })
  assert.deepEqual(problems, [
    { field: 'items[2].linea', message: 'repite la línea de items[0]; súmelas en una.' },
    { field: 'items[3]', message: 'lleva cantidad o noGravado, uno solo de los dos.' },
    { field: 'items[4]', message: 'lleva cantidad o noGravado, uno solo de los dos.' },
    { field: 'items[5].noGravado', message: 'no puede ser 0; quite la línea.' },
    { field: 'items[7].linea', message: 'repite la línea de items[6]; súmelas en una.' },
  ])
})

const ITEM = { descripcion: 'Café', cantidad: 1, precioUni: 5 }

test('the body of a type takes its own members and requires its own', () => {
  const factura = { tipoDte: '01', items: [ITEM] }
  assert.ok(takes(dteRequestOf('01'), factura))
  assert.ok(takes(dteRequestOf('01'), { ...factura, receptor: null }))
  assert.ok(!takes(dteRequestOf('03'), factura), 'of another type')
  assert.ok(!takes(dteRequestOf('01'), { ...factura, aplicarReteRenta: true }), 'a member of 14')
  const nota = { tipoDte: '05', items: [ITEM] }
  assert.ok(!takes(dteRequestOf('05'), nota))
  assert.ok(takes(dteRequestOf('05'), { ...nota, documentosRelacionados: [CODE] }))
  assert.ok(!takes(dteRequestOf('11'), { tipoDte: '11', items: [ITEM], exportacion: {} }))
  assert.ok(receptorMembersOf('11').includes('codPais'))
  assert.ok(!receptorMembersOf('01').includes('codPais'))
})

test('members of items that only other types have are named with those types', () => {
  const of = (tipoDte: string) =>
    foreignItemMembers({
      tipoDte,
      items: [ITEM, { ...ITEM, noGravado: 1, numeroDocumento: null, tributos: ['D1'] }],
    } as unknown as DteRequest)
  assert.deepEqual(of('01'), [])
  assert.deepEqual(
    of('14').map(({ field, tipos }) => [field, tipos.includes('01'), tipos.includes('14')]),
    [
      ['items[1].noGravado', true, false],
      ['items[1].tributos', true, false],
    ],
  )
})

const PRODUCT: Omit<Product, 'createdAt' | 'updatedAt'> = {
  ...{ productId: 'p', activo: true, codigo: 'C-1', descripcion: 'Café', tipoItem: 1 },
  ...{ precioUni: 10, precioConIva: 11.3, uniMedida: 59, tipoVenta: 'exenta', tributos: ['D1'] },
}

test('a line takes of a product what its type has and the line omits', () => {
  const { codigo, descripcion, tipoItem, uniMedida, tipoVenta, tributos } = PRODUCT
  const named = { codigo, descripcion, tipoItem }
  const sale = { ...named, uniMedida, tipoVenta, tributos }
  assert.deepEqual(lineOfProduct({}, PRODUCT, '01'), { ...sale, precioUni: 11.3 })
  assert.deepEqual(lineOfProduct({}, PRODUCT, '03'), { ...sale, precioUni: 10 })
  assert.deepEqual(lineOfProduct({}, PRODUCT, '14'), { ...named, uniMedida, precioUni: 10 })
  assert.deepEqual(
    lineOfProduct({ precioUni: 7, noGravado: 0 }, { ...PRODUCT, codigo: null }, '03'),
    { descripcion, tipoItem, uniMedida, tipoVenta, tributos, precioUni: 7, noGravado: 0 },
  )
  assert.deepEqual(lineOfProduct({ noGravado: -1 }, PRODUCT, '03'), { ...named, noGravado: -1 })
  assert.deepEqual([priceOf('01'), priceOf('03')], ['precioConIva', 'precioUni'])
})
