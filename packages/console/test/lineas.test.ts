/** Lines that are given, and documents on which IVA is retained: what is typed, pasted and sent. */
import './page.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Form, formVacio, receptorVacio, wholeForm } from '../src/emitir/form.ts'
import { fechaEscrita, leerFecha } from '../src/emitir/lineas/fecha.ts'
import { BIEN, EFECTIVO, type Linea, lineaVacia } from '../src/emitir/lineas/linea.ts'
import { lineaRetenida } from '../src/emitir/lineas/retencion.ts'
import { bodyOf, toPeticion } from '../src/emitir/peticion.ts'

const { readTabla, toLineas } = await import('../src/emitir/pegar.ts')

const line = (values: Partial<Linea>) => ({ ...lineaVacia(), ...values })
const formOf = (tipoDte: Form['tipoDte'], values: Partial<Form>): Form => ({
  ...formVacio(tipoDte),
  ...values,
})

test('a date is read as people type it, without its year as the last one that has been', () => {
  const read = (text: string) => leerFecha(text, '2026-11-26')
  // biome-ignore format: a table
  for (const [text, day] of [
    ['20/11/2026', '2026-11-20'], ['3-1-26', '2026-01-03'], ['26/11', '2026-11-26'], ['27.11', '2025-11-27'],
    ['2026-02-28', '2026-02-28'], ['29/2/2026', null], ['31/4', null], ['2026-02-30', null], ['ayer', null], ['', null],
  ] as const) {
    assert.equal(read(text), day, text)
  }
  const written = ['2026-11-20', '20/11', 'ayer', ''].map(fechaEscrita)
  assert.deepEqual(written, ['20/11/2026', '20/11', 'ayer', ''])
})

test('money that is given is one thing without unit or depreciation, whatever was typed before', () => {
  const typed = { descripcion: 'Cheque', precio: '500', cantidad: '3', depreciacion: '9' }
  const itemOf = (donacion: string) =>
    toPeticion(formOf('15', { lineas: [line({ ...typed, donacion, uniMedida: 59 })] })).request
      .items[0]
  assert.deepEqual(itemOf(EFECTIVO), {
    ...{ tipoDonacion: 1, descripcion: 'Cheque', cantidad: 1, precioUni: 500 },
  })
  assert.deepEqual(itemOf(BIEN), {
    ...{ tipoDonacion: 2, descripcion: 'Cheque', cantidad: 3, precioUni: 500 },
    ...{ depreciacion: 9, uniMedida: 59 },
  })
})

test('a quantity of goods that is not understood counts as nothing in the total, and one that is blank as one', () => {
  const given = (cantidad: string) => {
    const goods = line({ donacion: BIEN, descripcion: 'Libros', precio: '5', cantidad })
    const { request, problems } = toPeticion(formOf('15', { lineas: [goods] }))
    return [request.items[0]?.cantidad, problems.map(({ field }) => field)]
  }
  for (const cantidad of ['-1', 'uno']) {
    assert.deepEqual(given(cantidad), [0, ['items[0].cantidad']], cantidad)
  }
  assert.deepEqual(given(' '), [1, []])
})

test('how money was paid is said only where some is given', () => {
  const paid = (donacion: string, precio: string) =>
    toPeticion(
      formOf('15', { formaPago: '05', lineas: [line({ descripcion: 'x', donacion, precio })] }),
    ).request.formaPago
  assert.deepEqual(
    [paid(EFECTIVO, '10'), paid(EFECTIVO, ''), paid(BIEN, '10')],
    ['05', undefined, undefined],
  )
})

test('a document is on paper by its number, and what it lacks is asked at its own field', () => {
  const lineas = [
    line({ numero: '4815', fecha: '3/11/2026', precio: '250.55' }),
    line({ numero: 'A1B2C3D4-0000-4000-8000-00000000A1B2', fecha: '20/11/2026', precio: '1,000' }),
    line({ precio: '10', retencion: 'C9', retenido: 'uno' }),
  ]
  const { request, problems } = toPeticion(formOf('07', { lineas }))
  const body = bodyOf(request)
  assert.equal('items' in body, false)
  const [paper, electronic] = request.retencion?.documentos ?? []
  assert.deepEqual(paper, {
    ...{ tipoDocumento: '03', numeroDocumento: '4815', fechaEmision: '2026-11-03' },
    ...{ tipoGeneracion: 1, monto: 250.55 },
  })
  assert.deepEqual([electronic?.tipoGeneracion, electronic?.monto], [2, 1000])
  assert.deepEqual(
    problems.map(({ field }) => field),
    ['numeroDocumento', 'fechaEmision', 'ivaRetenido'].map(
      (one) => `retencion.documentos[2].${one}`,
    ),
  )
})

test('a document on which IVA is retained has the usual kind of retention of its type, or names another', () => {
  const read = (tipoDte: string, codigoRetencionMH: string | null) => {
    const listed = { numeroDocumento: '7', fechaEmision: '2026-11-03', montoSujetoGrav: 250.55 }
    const more = { descripcion: 'Papel', ivaRetenido: 2.51 }
    return lineaRetenida({ tipoDte, codigoRetencionMH, ...listed, ...more })
  }
  // biome-ignore format: a table
  for (const [tipoDte, codigo, retencion, retenido] of [
    ['03', '22', '', ''], ['03', 'C4', 'C4', ''], ['03', 'C9', 'C9', '2.51'], ['03', null, '', ''],
    ['01', '22', '', ''], ['14', 'C4', '', ''],   ['14', '22', '22', ''],     ['14', 'C9', 'C9', '2.51'],
  ] as const) {
    const { id: _, ...linea } = read(tipoDte, codigo)
    const { id: __, ...blank } = lineaVacia()
    const listed = { numero: '7', fecha: '2026-11-03', precio: '250.55', descripcion: 'Papel' }
    assert.deepEqual(linea, { ...blank, ...listed, retencion, retenido }, `${tipoDte} ${codigo}`)
    const { request } = toPeticion(formOf('07', { retenidos: tipoDte, lineas: [read(tipoDte, codigo)] }))
    assert.deepEqual(request.retencion?.documentos, [
      {
        ...{ tipoDocumento: tipoDte, numeroDocumento: '7', fechaEmision: '2026-11-03' },
        ...{ tipoGeneracion: 1, monto: 250.55, descripcion: 'Papel' },
        ...(retencion ? { codigoRetencion: retencion } : {}),
        ...(retenido ? { ivaRetenido: 2.51 } : {}),
      },
    ])
  }
})

test('goods that go to a place of the company’s own name the place, and nobody who was chosen before', () => {
  const lugar = { ...receptorVacio(), nombreComercial: ' Bodega ' }
  const receptor = receptorVacio('Otra')
  const lineas = [line({ descripcion: 'x', precio: '1' })]
  const form = formOf('04', { propio: true, lugar, receptor, bienTitulo: '04', lineas })
  assert.deepEqual(toPeticion(form).request.receptor, { propio: true, nombreComercial: 'Bodega' })
  const without = toPeticion({ ...form, propio: false, bienTitulo: '' })
  assert.equal(without.request.receptor?.nombre, 'Otra')
  assert.deepEqual(
    without.problems.map(({ field }) => field),
    ['bienTitulo'],
  )
})

test('who gives from abroad has a country and no address of this one', () => {
  const at = { departamento: '06', municipio: '23', distrito: '14', complemento: 'Calle 1' }
  const sent = (values: object) => {
    const receptor = { ...receptorVacio('Ana'), ...at, ...values }
    const lineas = [line({ descripcion: 'x', precio: '1' })]
    const { codPais, codDomiciliado, direccion } = toPeticion(formOf('15', { receptor, lineas }))
      .request.receptor as Record<string, unknown>
    return { codPais, codDomiciliado, hasDireccion: direccion !== undefined }
  }
  const here = { codPais: undefined, hasDireccion: true }
  assert.deepEqual(sent({}), { ...here, codDomiciliado: undefined })
  assert.deepEqual(sent({ codDomiciliado: '1', codPais: 'US' }), { ...here, codDomiciliado: 1 })
  assert.deepEqual(sent({ codDomiciliado: '2', codPais: 'GT' }), {
    ...{ codPais: 'GT', codDomiciliado: 2, hasDireccion: false },
  })
  assert.equal(sent({ codPais: 'GT' }).hasDireccion, false, 'a stored customer')
})

test('documents are pasted with and without headings, in any order of their columns', () => {
  const pasted = (text: string) =>
    toLineas(readTabla(text, 'retencion')).map(({ numero, fecha, precio, descripcion }) => [
      ...[numero, fecha, precio, descripcion],
    ])
  const row = ['4815', '2026-11-03', '250.55', '']
  assert.deepEqual(pasted('Fecha\tMonto\tDocumento\n3/11/2026\t250.55\t4815'), [row])
  assert.deepEqual(pasted('4815\t3/11/2026\t250.55\n77\t1/11/2026\t9'), [
    row,
    ['77', '2026-11-01', '9', ''],
  ])
})

test('things that are given are pasted as goods where they are counted', () => {
  const [money, goods, service] = toLineas(
    readTabla(
      'Descripción\tCantidad\tValor unitario\tClase\nCheque\t\t500\t\nLibros\t40\t12.5\t\nAsesoría\t4\t45\tServicio',
      'donacion',
    ),
  )
  assert.deepEqual([money?.donacion, goods?.donacion, service?.donacion], [EFECTIVO, BIEN, '3'])
  assert.deepEqual([goods?.cantidad, goods?.precio], ['40', '12.5'])
})

test('a pasted date that is none is kept, and said at its field', () => {
  const lineas = toLineas(readTabla('Documento\tFecha\tMonto\n4815\t32/11\t9', 'retencion'))
  assert.equal(lineas[0]?.fecha, '32/11')
  const [problem] = toPeticion(formOf('07', { lineas })).problems
  assert.equal(problem?.field, 'retencion.documentos[0].fechaEmision')
  assert.match(problem?.message ?? '', /«32\/11» no es una fecha/)
  const old = wholeForm(formOf('07', { lineas: [line({ fecha: '3/11/26' })] }))
  assert.equal(old.lineas[0]?.fecha, '2026-11-03')
})

test('a draft of before a member existed has it, also in its lines', () => {
  const {
    numero: _,
    donacion: __,
    fecha: ______,
    ...old
  } = line({ descripcion: 'Café', precio: '1' })
  const { codDomiciliado: _____, ...receptor } = receptorVacio('Ana')
  const {
    lugar: ___,
    propio: ____,
    ...form
  } = formOf('01', {
    ...{ lineas: [old as Linea], receptor: receptor as Form['receptor'] },
  })
  const whole = wholeForm(form as Form)
  assert.deepEqual(
    [whole.propio, whole.lugar, whole.lineas[0]?.numero, whole.lineas[0]?.fecha],
    [false, receptorVacio(), '', ''],
  )
  assert.deepEqual([whole.lineas[0]?.id, whole.lineas[0]?.descripcion], [old.id, 'Café'])
  const { items, receptor: sent } = toPeticion(whole).request
  assert.deepEqual([items.length, sent], [1, { nombre: 'Ana' }])
})
