/** What a change does to the lines of a form, and a line of a document and its request to each other. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { change, type Form, formVacio, isEmptyForm, receptorVacio } from '../src/emitir/form.ts'
import { isEmptyLinea, type Linea, lineaVacia } from '../src/emitir/lineas/linea.ts'
import { lineaDeVenta } from '../src/emitir/lineas/venta.ts'
import { toPeticion } from '../src/emitir/peticion.ts'

const line = (descripcion: string, values: Partial<Linea> = {}): Linea => ({
  ...{ ...lineaVacia(), id: descripcion || 'vacía', descripcion },
  ...values,
})
const formOf = (...lineas: readonly Linea[]): Form => ({ ...formVacio('01'), lineas })
const texts = ({ lineas }: Form) => lineas.map(({ descripcion }) => descripcion || '·').join(' ')

describe('the lines', () => {
  const [a, b, empty] = [line('a'), line('b'), line('')]
  const form = formOf(a, b, empty)

  test('always end in one that is empty', () => {
    const values = { descripcion: 'c' }
    const more = change(form, { kind: 'linea', id: 'vacía', values })
    assert.equal(texts(more), 'a b c ·')
    assert.equal(texts(change(more, { kind: 'linea', id: 'a', values })), 'c b c ·')
    assert.equal(texts(change(formOf(a), { kind: 'quitar', id: 'a' })), '·')
    assert.equal(texts(change(form, { kind: 'quitar', id: 'a' })), 'b ·')
  })

  test('are copied below themselves, as lines of their own', () => {
    const copied = change(form, { kind: 'copiar', id: 'a' })
    assert.equal(texts(copied), 'a a b ·')
    const [one, other] = copied.lineas
    assert.equal(one, a)
    assert.notEqual(other?.id, a.id)
    assert.equal(copied.lineas[2], b, 'the others are the same')
  })

  test('change places with their neighbour, and the empty one stays last', () => {
    const moved = (id: string, by: 1 | -1) => texts(change(form, { kind: 'mover', id, by }))
    assert.equal(moved('a', 1), 'b a ·')
    assert.equal(moved('b', -1), 'b a ·')
    for (const [id, by] of [
      ['b', 1],
      ['a', -1],
      ['nadie', 1],
    ] as const) {
      assert.equal(change(form, { kind: 'mover', id, by }), form, `${id} ${by}`)
    }
  })

  test('that are pasted come after what is filled in', () => {
    const pasted = change(formOf(a, empty, b, empty), { kind: 'agregar', lineas: [line('c')] })
    assert.equal(texts(pasted), 'a b c ·')
  })

  test('that were removed come back where they were', () => {
    assert.equal(texts(change(form, { kind: 'insertar', at: 1, linea: line('c') })), 'a c b ·')
    assert.equal(texts(change(formOf(a), { kind: 'insertar', at: 1, linea: b })), 'a b ·')
  })

  test('belong to their product until one of its members is changed', () => {
    const product = line('a', { productId: 'p', codigo: 'C', precio: '1' })
    const after = (values: Partial<Linea>) =>
      change(formOf(product), { kind: 'linea', id: 'a', values }).lineas[0]?.productId
    const changes: readonly Partial<Linea>[] = [
      ...[{ codigo: 'D' }, { descripcion: 'x' }, { precio: '2' }, { venta: 'exenta' as const }],
      ...[{ tipoItem: 1 }, { uniMedida: 59 }, { tributos: ['C5'] }, { noGravado: true }],
    ]
    for (const values of changes) assert.equal(after(values), null, JSON.stringify(values))
    for (const values of [{ cantidad: '3' }, { descuento: '1' }, { precio: '1' }]) {
      assert.equal(after(values), 'p', JSON.stringify(values))
    }
    assert.equal(after({ descripcion: 'x', productId: 'q' }), 'q')
  })
})

test('a form is replaced, or some of its members are', () => {
  const form = formOf(line('a'))
  assert.equal(change(formVacio('03'), { kind: 'all', form }), form)
  const { referencia, lineas } = change(form, { kind: 'set', values: { referencia: 'x' } })
  assert.deepEqual([referencia, lineas], ['x', form.lineas])
})

test('a form and a line are empty until something of theirs is written', () => {
  const form = formVacio('01')
  assert.equal(isEmptyForm(form), true)
  const filled: readonly Partial<Form>[] = [
    ...[{ receptor: receptorVacio() }, { propio: true }, { lineas: [line('a')] }],
    { contable: { ...form.contable, valorOperaciones: '1' } as Form['contable'] },
    { relacionados: [{ codigoGeneracion: '', numeroControl: '', tipoDte: '' } as never] },
  ]
  for (const values of filled) assert.equal(isEmptyForm({ ...form, ...values }), false)
  assert.equal(isEmptyLinea(lineaVacia()), true)
  assert.equal(isEmptyLinea(line(' ', { precio: ' ', numero: ' ', cantidad: '2' })), true)
  for (const values of [{ precio: '1' }, { codigo: 'C' }, { numero: '7' }]) {
    assert.equal(isEmptyLinea(line('', values)), false, JSON.stringify(values))
  }
})

describe('an item of a sale', () => {
  const asked = (values: Partial<Linea>, form: Partial<Form> = {}) => {
    const lineas = [line('a', { precio: '10', ...values })]
    const { request, problems } = toPeticion({ ...formVacio('03'), ...form, lineas })
    return { item: request.items[0], problems: problems.map((one) => Object.values(one)) }
  }
  const own = { descripcion: 'a', cantidad: 1, precioUni: 10 }

  test('has what was written, and nothing of what was not', () => {
    assert.deepEqual(asked({ descripcion: ' a ' }), { item: own, problems: [] })
    const all = {
      ...{ codigo: 'C', tipoItem: 1, uniMedida: 59, venta: 'exenta' as const, tributos: ['C5'] },
      ...{ cantidad: '2', descuento: '1.5' },
    }
    assert.deepEqual(asked(all).item, {
      ...{ ...own, cantidad: 2, codigo: 'C', tipoItem: 1, uniMedida: 59, tipoVenta: 'exenta' },
      ...{ montoDescu: 1.5, tributos: ['C5'] },
    })
    assert.deepEqual(asked({ precio: '' }).item, { descripcion: 'a', cantidad: 1 })
  })

  test('of a product repeats all that the product would fill in', () => {
    const product = { productId: 'p' }
    assert.deepEqual(asked(product).item, {
      ...{ productId: 'p', ...own, codigo: null, tributos: null, tipoVenta: 'gravada' },
    })
    assert.deepEqual(
      asked({ ...product, codigo: 'C', venta: 'no_sujeta', tributos: ['C5'] }).item,
      {
        ...{ productId: 'p', ...own, codigo: 'C', tributos: ['C5'], tipoVenta: 'no_sujeta' },
      },
    )
    assert.deepEqual(asked(product, { tipoDte: '14' }).item, {
      ...{ productId: 'p', ...own, codigo: null },
    })
  })

  test('takes a discount as an amount or of a hundred, and asks about another', () => {
    assert.equal(asked({ descuento: '10%', cantidad: '3' }).item?.montoDescu, 3)
    assert.equal(asked({ descuento: '0' }).item?.montoDescu, undefined)
    const field = 'items[0].montoDescu'
    assert.deepEqual(asked({ descuento: 'mucho' }), {
      ...{ item: own, problems: [[field, 'Escriba un monto, como 9, o 10%.']] },
    })
    assert.deepEqual(asked({ descuento: '2,5' }), {
      ...{ item: own, problems: [[field, '¿2.5? Escriba el punto decimal.']] },
    })
    assert.deepEqual(asked({ cantidad: 'x', precio: '2,5' }).problems, [
      ['items[0].cantidad', 'Escriba un número, como 1250.50.'],
      ['items[0].precioUni', '¿2.5? Escriba el punto decimal.'],
    ])
  })

  test('outside of the base has one amount and no kind of sale', () => {
    const { precioUni: _, ...rest } = own
    assert.deepEqual(asked({ noGravado: true, venta: 'exenta', precio: ' -5' }).item, {
      ...{ ...rest, noGravado: -5 },
    })
    assert.deepEqual(asked({ noGravado: true, precio: '' }).item, { ...rest, noGravado: 0 })
    assert.deepEqual(asked({ noGravado: true, precio: '-x' }).item, { ...rest, noGravado: 0 })
    assert.deepEqual(asked({ noGravado: true }, { tipoDte: '14' }).item, own)
  })

  test('names the document that it adjusts only where there are several', () => {
    const related = { codigoGeneracion: 'X' } as Form['relacionados'][number]
    const of = (...relacionados: readonly (typeof related)[]) =>
      asked({ numeroDocumento: 'X' }, { tipoDte: '05', relacionados }).item?.numeroDocumento
    assert.deepEqual([of(related), of(related, related)], [undefined, 'X'])
  })
})

describe('a line of an issued document', () => {
  test('is written again as it was', () => {
    const { id: _, ...read } = lineaDeVenta(
      {
        ...{ codigo: 'C', descripcion: 'a', cantidad: 2, precioUni: 10, montoDescu: 1.5 },
        ...{ ventaGravada: 18.5, tipoItem: 1, uniMedida: 59, tributos: ['20', 'C5', 'C3'] },
        numeroDocumento: 'X',
      },
      '05',
    )
    const { id: __, ...blank } = lineaVacia()
    assert.deepEqual(read, {
      ...blank,
      ...{ codigo: 'C', descripcion: 'a', cantidad: '2', precio: '10', descuento: '1.5' },
      ...{ tipoItem: 1, uniMedida: 59, tributos: ['C5'], numeroDocumento: 'X' },
    })
    const { id: ___, ...bare } = lineaDeVenta({ descripcion: 'a', numeroDocumento: 'X' }, '11')
    assert.deepEqual(bare, { ...blank, descripcion: 'a' })
    assert.equal(lineaDeVenta({ tipoItem: 2 }, '11').tipoItem, null, 'of the document')
    assert.equal(lineaDeVenta({}, '05').numeroDocumento, null)
  })

  test('says by its amounts which kind of sale it was', () => {
    const venta = (values: object, tipoDte: Form['tipoDte'] = '03') =>
      lineaDeVenta({ tributos: null, ...values }, tipoDte).venta
    assert.equal(venta({ ventaExenta: 1 }), 'exenta')
    assert.equal(venta({ ventaNoSuj: 1 }), 'no_sujeta')
    assert.equal(venta({ ventaGravada: 1 }), 'gravada')
    assert.equal(venta({ noGravado: 1 }), 'gravada')
    assert.equal(venta({}), 'no_sujeta', 'it costs nothing and has no IVA')
    assert.equal(venta({ tributos: ['20'] }), 'gravada')
    assert.equal(venta({}, '01'), 'gravada')
    assert.equal(venta({}, '14'), 'gravada')
  })

  test('that was a charge or a credit has its amount as the price', () => {
    for (const noGravado of [-5.25, 3]) {
      const { precio, noGravado: is } = lineaDeVenta({ noGravado, precioUni: 9 }, '03')
      assert.deepEqual([precio, is], [String(noGravado), true])
    }
  })
})

test('a new line is taxed, gives money, and lists a document 03', () => {
  const [{ id, ...line }, other] = [lineaVacia(), lineaVacia()]
  assert.notEqual(id, other.id)
  assert.deepEqual(line, {
    ...{ codigo: '', descripcion: '', cantidad: '', precio: '', descuento: '', venta: 'gravada' },
    ...{ tipoItem: null, uniMedida: null, tributos: [], productId: null, noGravado: false },
    ...{ numeroDocumento: null, donacion: '1', depreciacion: '', numero: '', fecha: '' },
    ...{ tipo: '03', liquidado: null, retencion: '', retenido: '' },
  })
})
