/** Documents that are liquidated: what is typed, found and read back, and what of it is sent. */
import './page.ts'
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { type Form, formVacio } from '../src/emitir/form.ts'
import { formOfDocumento, type Query } from '../src/emitir/from-documento.ts'
import { type Linea, lineaVacia } from '../src/emitir/lineas/linea.ts'
import { lineaHallada } from '../src/emitir/lineas/liquidacion.ts'
import { LIQUIDADO_VACIO } from '../src/emitir/lineas/liquidado.ts'
import { liquidadasDe } from '../src/emitir/liquidadas-de.ts'
import { bodyOf, toPeticion } from '../src/emitir/peticion.ts'

const EXAMPLES = new URL('../../fiscal/examples/08/', import.meta.url)
const CODE = '000000D1-0000-4000-8000-0000000000D1'
const HALLADO = {
  ...{ tipoDocumento: '03', numeroDocumento: CODE, fechaEmision: '2026-09-08' },
  ...{ tipoGeneracion: 2 as const, ventaGravada: 500, ventaExenta: 0, ivaPercibido: 5 },
}

const requestOf = (lineas: readonly Linea[], values: Partial<Form> = {}) =>
  toPeticion({ ...formVacio('08'), mes: '2026-09', lineas, ...values })
const sentOf = (lineas: readonly Linea[]) =>
  (bodyOf(requestOf(lineas).request) as { liquidacion: { documentos: unknown } }).liquidacion
    .documentos

test('an own document is computed in full and sent by its code', () => {
  const found = lineaHallada(HALLADO)
  const computed = requestOf([found]).request.liquidacion?.documentos
  assert.deepEqual(computed, [
    {
      ...{ codigoGeneracion: CODE, tipoDocumento: '03', numeroDocumento: CODE },
      ...{ fechaEmision: '2026-09-08', tipoGeneracion: 2, ventaGravada: 500, ivaPercibido: 5 },
    },
  ])
  const voided = lineaHallada({ ...HALLADO, invalidado: true })
  assert.deepEqual(sentOf([found, { ...voided, descripcion: ' Lote 1 ' }]), [
    { codigoGeneracion: CODE },
    { codigoGeneracion: CODE, invalidado: true, observaciones: 'Lote 1' },
  ])
})

test('an export has one amount, and what another type had is left out', () => {
  const line: Linea = {
    ...{ ...lineaVacia(), numero: 'A-1', fecha: '2026-09-02', precio: '300', tipo: '11' },
    liquidado: { ...LIQUIDADO_VACIO, exento: '9', exportado: '7' },
  }
  const [exported] = sentOf([line]) as object[]
  assert.deepEqual(exported, {
    ...{ tipoDocumento: '11', numeroDocumento: 'A-1', fechaEmision: '2026-09-02' },
    ...{ tipoGeneracion: 2, exportaciones: 300 },
  })
  const { problems } = requestOf([{ ...line, numero: '', fecha: '' }])
  assert.deepEqual(
    problems.map(({ field }) => field),
    ['numeroDocumento', 'fechaEmision'].map((one) => `liquidacion.documentos[0].${one}`),
  )
})

test('what is found to liquidate has all of its amounts, an export its one, and an event its own', () => {
  const all = {
    ...{ ventaGravada: 500, ventaExenta: 20, ventaNoSuj: 4, exportaciones: 7, ivaPercibido: 5 },
    ...{
      tributos: [
        { codigo: 'D1', valor: 2 },
        { codigo: '59', valor: 1.5 },
      ],
      invalidado: true,
    },
  }
  const found = (tipoDocumento: string) =>
    lineaHallada({ ...HALLADO, ...all, tipoDocumento } as never)
  const liquidado = {
    ...{ exento: '20', noSujeto: '4', percibido: '5', tributos: { 59: '1.5', D1: '2' } },
    ...{ invalidado: true, propio: true },
  }
  const { id: _, ...sale } = found('03')
  const { id: __, ...blank } = lineaVacia()
  const common = { ...blank, numero: CODE, fecha: '2026-09-08' }
  assert.deepEqual(sale, {
    ...{ ...common, tipo: '03', precio: '500', liquidado: { ...liquidado, exportado: '7' } },
  })
  const { precio, liquidado: exported } = found('11')
  assert.deepEqual([precio, exported], ['7', { ...liquidado, exportado: '' }])
  const { id: ___, ...nothing } = lineaHallada({})
  assert.deepEqual(nothing, { ...blank, tipo: '', liquidado: { ...LIQUIDADO_VACIO, propio: true } })

  const [own, abroad, event] = ['03', '11', '18'].map(
    (tipo) => requestOf([found(tipo)]).request.liquidacion?.documentos?.[0],
  )
  const listed = { numeroDocumento: CODE, fechaEmision: '2026-09-08', tipoGeneracion: 2 }
  const besides = {
    ...{ ivaPercibido: 5, invalidado: true },
    tributos: [
      { codigo: '59', valor: 1.5 },
      { codigo: 'D1', valor: 2 },
    ],
  }
  const sums = { ventaGravada: 500, ventaExenta: 20, ventaNoSuj: 4 }
  const named = { codigoGeneracion: CODE, ...listed, ...besides }
  assert.deepEqual(own, { ...named, ...sums, tipoDocumento: '03' })
  assert.deepEqual(abroad, { ...named, exportaciones: 7, tipoDocumento: '11' })
  assert.deepEqual(event, {
    ...{ ...listed, ...besides, ...sums, exportaciones: 7, tipoDocumento: '18' },
  })
})

test('a tribute of nothing is left out, and one that is no amount is asked about', () => {
  const tributosOf = (tributos: Readonly<Record<string, string>>) => {
    const line = { ...lineaVacia(), tipo: '03', numero: 'A1', fecha: '2026-09-02', precio: '1' }
    const liquidado = { ...LIQUIDADO_VACIO, tributos }
    const { request, problems } = requestOf([{ ...line, liquidado }])
    const [listed] = request.liquidacion?.documentos ?? []
    return [listed?.tributos, problems.map(({ field }) => field)]
  }
  assert.deepEqual(tributosOf({ D1: '0', C8: '' }), [undefined, []])
  assert.deepEqual(tributosOf({ D1: '0', C8: '2' }), [[{ codigo: 'C8', valor: 2 }], []])
  assert.deepEqual(tributosOf({ D1: 'x' }), [undefined, ['liquidacion.documentos[0].tributos']])
})

test('the form of every example lists what the example lists, with its amounts and signs', async () => {
  const json = async (name: string) => JSON.parse(await readFile(new URL(name, EXAMPLES), 'utf8'))
  let read = 0
  for (const name of await readdir(EXAMPLES)) {
    if (!name.endsWith('.documento.json')) continue
    const documento = await json(name)
    const asked = (await json(name.replace('.documento', '.request'))).liquidacion.documentos
    const { lineas } = formOfDocumento({ tipoDte: '08', documento })
    const listed = requestOf(lineas).request.liquidacion?.documentos ?? []
    const amountsOf = ({
      tributos: _,
      ivaPercibido: __,
      tipoGeneracion: ___,
      ...rest
    }: object & {
      tributos?: unknown
      ivaPercibido?: unknown
      tipoGeneracion?: unknown
    }) => Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== 0))
    assert.deepEqual(listed.map(amountsOf), asked.map(amountsOf), name)
    read += 1
  }
  assert.ok(read >= 6)
})

test('a correction reads its own documents again, with what only their summaries say', async () => {
  const { liquidado: _, ...line } = lineaHallada(HALLADO)
  const listed: Linea[] = [
    { ...line, liquidado: LIQUIDADO_VACIO },
    { ...line, numero: '4815', liquidado: LIQUIDADO_VACIO },
    lineaVacia(),
  ]
  const asked: string[] = []
  const [own, paper] = await liquidadasDe(listed, async (code) => {
    asked.push(code)
    const tributos = [
      { codigo: '20', valor: 65 },
      { codigo: 'D1', valor: 2 },
    ]
    return { documento: { resumen: { ivaPerci: 5, tributos } } } as unknown as Query
  })
  assert.deepEqual(asked, [CODE])
  assert.deepEqual(own?.liquidado, {
    ...{ ...LIQUIDADO_VACIO, percibido: '5', tributos: { D1: '2' }, propio: true },
  })
  assert.equal(paper?.liquidado?.propio, false)
})
