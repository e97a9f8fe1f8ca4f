/** A sale of what went with a nota de remisión: prices, discounts and origin. */
import './page.ts'
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { facturasDe, formDeRemision } from '../src/emitir/facturar.ts'
import type { Query } from '../src/emitir/from-documento.ts'
import { toPeticion } from '../src/emitir/peticion.ts'

const CODE = '00000004-0000-4000-8000-000000000004'

const line = (values: object) => ({
  ...{ tipoItem: 1, descripcion: 'Camisas', cantidad: 2, uniMedida: 59, montoDescu: 0 },
  ...{ ventaGravada: 0, ventaExenta: 0, ventaNoSuj: 0, tributos: null },
  ...values,
})

const remision = (resumen: object = {}) =>
  ({
    ...{ tipoDte: '04', codigoGeneracion: CODE, fecEmi: '2026-11-20' },
    documento: {
      receptor: { numDocumento: '06140202901027', nombre: 'Consignataria', bienTitulo: '03' },
      emisor: { nit: '06140101900019' },
      ventaTercero: { nit: '06141212850017', nombre: 'Mandante', codDomiciliado: 1 },
      cuerpoDocumento: [
        line({ precioUni: 12.5, montoDescu: 5, ventaGravada: 20, tributos: ['20'] }),
        line({ precioUni: 3, ventaExenta: 6 }),
      ],
      resumen: { descuGravada: 10, ...resumen },
    },
  }) as unknown as Query

test('a taxpayer is offered the crédito fiscal first, and only goods that went are invoiced', () => {
  assert.deepEqual(facturasDe('04', true), ['03', '01'])
  assert.deepEqual(facturasDe('04', false), ['01', '03'])
  assert.deepEqual(facturasDe('03', true), [])
})

test('what is taxed has its IVA in a factura, and the origin is named with its date', () => {
  const itemsOf = (tipoDte: '01' | '03') => {
    const { request, problems } = toPeticion(formDeRemision(remision(), tipoDte))
    assert.deepEqual(problems, [])
    const origenes = [
      {
        ...{ tipoDocumento: '04', numeroDocumento: CODE },
        ...{ fechaEmision: '2026-11-20', tipoGeneracion: 2 },
      },
    ]
    assert.deepEqual(request.origenes, origenes)
    assert.equal(request.ventaTercero?.nit, '06141212850017')
    assert.equal(request.bienTitulo, undefined)
    const amounts = request.items.map(({ precioUni, montoDescu = 0 }) => [precioUni, montoDescu])
    return [...amounts, request.descuentos?.gravadas]
  }
  assert.deepEqual(itemsOf('03'), [[12.5, 5], [3, 0], 10])
  assert.deepEqual(itemsOf('01'), [[14.125, 5.65], [3, 0], 11.3])
})

test('a price with more decimals than an amount has, or none, is left for the form to ask about', () => {
  const documento = {
    cuerpoDocumento: [line({ precioUni: 1e-9, ventaGravada: 1 }), line({ ventaGravada: 1 })],
  }
  const query = { ...remision(), documento } as unknown as Query
  const { lineas, descuentoGlobal } = formDeRemision(query, '01')
  assert.deepEqual(
    lineas.map(({ precio }) => precio),
    ['1e-9', '', ''],
  )
  assert.equal(descuentoGlobal, '')
})

test('the simple example of a nota de remisión has lines that a sale takes', async () => {
  const file = new URL('../../fiscal/examples/04/sencillo.documento.json', import.meta.url)
  const documento = JSON.parse(await readFile(file, 'utf8'))
  const query = { tipoDte: '04', codigoGeneracion: CODE, fecEmi: '2026-11-20', documento }
  const { request } = toPeticion(formDeRemision(query as unknown as Query, '03'))
  assert.equal(request.items.length, documento.cuerpoDocumento.length)
})
