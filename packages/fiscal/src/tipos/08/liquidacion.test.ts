/** The disputed point of 08 (docs/sources.md#open-points) by either reading, its notice, and the ministry's sample. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inputOf } from '../../../test/fixtures.ts'
import { listGoldens } from '../../../test/goldens.ts'
import { missing, sample } from '../../../test/published.ts'
import { avisosDe, buildDocumento, serialise } from '../../build.ts'
import { CERO, monto } from '../../monto.ts'
import { readVenta } from '../../venta.ts'
import { calculate } from '../cuenta.ts'
import type { Liquidacion } from './estructura.ts'
import { pasosDe08 } from './pasos.ts'

function golden(name: string) {
  const one = listGoldens().find((each) => each.name === `08/${name}`)
  assert.ok(one, name)
  return inputOf(one.request)
}

function cuentaOf(name: string, reading: 'sumado' | 'cero') {
  const input = golden(name)
  const { cuerpoDocumento: lineas } = buildDocumento(input).documento as Liquidacion
  return calculate(pasosDe08(reading), { lineas, venta: readVenta(input.request).venta })
}

test('what the documents perceived is added to the total, or 0', () => {
  const added = cuentaOf('de-todo', 'sumado')
  assert.deepEqual([added.ivaPerci, added.total], [monto(5), monto(863.5)])
  const none = cuentaOf('de-todo', 'cero')
  assert.deepEqual([none.ivaPerci, none.total], [CERO, monto(858.5)])
})

test('a full liquidation is noticed, since something may be left', () => {
  const input = golden('sencillo')
  const [one] = input.request.liquidacion?.documentos ?? []
  const documentos = Array.from({ length: 500 }, (_, n) => ({ ...one, numeroDocumento: `N${n}` }))
  const full = (count: number) => {
    const liquidacion = { periodo: '2026-10', documentos: documentos.slice(0, count) }
    return buildDocumento({ ...input, request: { ...input.request, liquidacion } })
  }
  assert.deepEqual(full(500).problems, [])
  assert.match(avisosDe(full(500).documento)[0]?.message ?? '', /puede quedar algo por liquidar/)
  assert.deepEqual(avisosDe(full(499).documento), [])
})

test('lines and summary of the ministry’s sample come out of a request, byte for byte', {
  skip: missing,
}, () => {
  const { cuerpoDocumento, resumen } = sample('fe-cl-v2') as Record<string, object>
  const text = serialise(buildDocumento(golden('de-todo')).documento)
  assert.ok(text.includes(`"cuerpoDocumento":${JSON.stringify(cuerpoDocumento)}`))
  assert.ok(text.includes(`"resumen":${JSON.stringify(resumen)}`))
})
