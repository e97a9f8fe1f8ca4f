/** The disputed points of 09 (docs/sources.md#open-points), each by either reading, and the ministry's sample. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inputOf } from '../../../test/fixtures.ts'
import { listGoldens } from '../../../test/goldens.ts'
import { missing, sample } from '../../../test/published.ts'
import { avisosDe, buildDocumento, serialise } from '../../build.ts'
import { monto } from '../../monto.ts'
import { readVenta } from '../../venta.ts'
import { calculate } from '../cuenta.ts'
import { type LecturaDe09, pasosDe09 } from './pasos.ts'

function golden(name: string) {
  const one = listGoldens().find((each) => each.name === `09/${name}`)
  assert.ok(one, name)
  return inputOf(one.request)
}

const NUESTRA: LecturaDe09 = {
  base: 'sin IVA',
  comision: 'valorOperaciones',
  liquido: 'valorOperaciones',
}

function cuentaOf(name: string, other: Partial<LecturaDe09>) {
  const { venta } = readVenta(golden(name).request)
  return calculate(pasosDe09({ ...NUESTRA, ...other }), { lineas: [], venta })
}

test('the 2 % is of the operations without their IVA, or with it', () => {
  const ours = cuentaOf('propinas', {})
  assert.deepEqual(
    [ours.montoSujetoPercepcion, ours.iva, ours.ivaPercibido],
    [monto(9734.51), monto(1265.49), monto(194.69)],
  )
  const gross = cuentaOf('propinas', { base: 'con IVA' })
  assert.deepEqual(
    [gross.montoSujetoPercepcion, gross.iva, gross.ivaPercibido],
    [monto(11000), monto(1265.49), monto(220)],
  )
})

test('the affiliate is paid what is free of perception too, or without it', () => {
  assert.equal(cuentaOf('propinas', {}).liquidoApagar, monto(10722.24))
  assert.equal(cuentaOf('propinas', { liquido: 'subTotal' }).liquidoApagar, monto(10422.24))
})

test('a percentage is of all operations, or of the base without IVA; a stated commission stays', () => {
  assert.equal(cuentaOf('propinas', {}).comision, monto(339))
  assert.equal(cuentaOf('propinas', { comision: 'montoSujetoPercepcion' }).comision, monto(292.04))
  assert.equal(
    cuentaOf('comision-dicha', { comision: 'montoSujetoPercepcion' }).comision,
    monto(141.25),
  )
})

test('an affiliate without NRC is noticed, and issued', () => {
  const { documento, problems } = buildDocumento(golden('sencillo'))
  assert.deepEqual(problems, [])
  assert.deepEqual(
    avisosDe(documento).map(({ field }) => field),
    ['receptor.nrc'],
  )
  assert.deepEqual(avisosDe(buildDocumento(golden('propinas')).documento), [])
})

test('the record of the ministry’s sample comes out of a request, byte for byte', {
  skip: missing,
}, () => {
  const { cuerpoDocumento } = sample('fe-dcl-v2') as { cuerpoDocumento: object }
  const text = serialise(buildDocumento(golden('propinas')).documento)
  assert.ok(text.includes(`"cuerpoDocumento":${JSON.stringify(cuerpoDocumento)}`))
})
