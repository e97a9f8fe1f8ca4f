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
