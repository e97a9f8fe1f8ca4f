/** The disputed points of 07 (docs/sources.md#open-points), each by either reading. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inputOf } from '../../../test/fixtures.ts'
import { listGoldens } from '../../../test/goldens.ts'
import { avisosDe, buildDocumento } from '../../build.ts'
import { roundExacto } from '../../exacto.ts'
import { CERO, monto } from '../../monto.ts'
import { calculate } from '../cuenta.ts'
import type { Retencion } from './estructura.ts'
import { lineaDe07 } from './reglas.ts'
import { ivaRetenidoExacto } from './retencion.ts'
import { pasosDe07 } from './tipo.ts'

function built(name: string): Retencion {
  const golden = listGoldens().find((one) => one.name === `07/${name}`)
  assert.ok(golden, name)
  return buildDocumento(inputOf(golden.request)).documento as Retencion
}

const totalIvaOf = ({ cuerpoDocumento: lineas }: Retencion, reading: 'siempre' | 'solo 13 %') =>
  calculate(pasosDe07(reading), { lineas, venta: {} as never }).totalIva

test('totalIva is 13 % of the base, or 0 where nothing is retained at 13 %', () => {
  const one = built('varios-documentos')
  assert.equal(one.resumen.totalIva, monto(175.57))
  assert.equal(totalIvaOf(one, 'siempre'), monto(175.57))
  assert.equal(totalIvaOf(one, 'solo 13 %'), CERO)
  assert.equal(totalIvaOf(built('dos-tasas'), 'solo 13 %'), monto(78))
})

test('a special case retains what is stated, or 13 %', () => {
  const special = { monto: monto(500), codigoRetencion: 'C9', ivaRetenido: monto(32.5) }
  assert.equal(roundExacto(ivaRetenidoExacto(special), 2), monto(32.5))
  assert.equal(roundExacto(ivaRetenidoExacto(special, '13 %'), 2), monto(65))
})

test('a purchase (14) is listed with a notice, or refused', () => {
  const documento = built('trece-por-ciento-de-sujeto-excluido')
  const [linea] = documento.cuerpoDocumento
  assert.ok(linea)
  const broken = (reading: 'admitida' | 'rechazada') =>
    lineaDe07(reading).filter((row) => !row.holds(linea, documento))
  assert.deepEqual(broken('admitida'), [])
  assert.deepEqual(
    broken('rechazada').map(({ field, message }) => [
      field,
      typeof message === 'string' ? message : message(linea, documento),
    ]),
    [['tipoDte', 'No se retiene IVA sobre una factura de sujeto excluido (14); quítela.']],
  )
  assert.match(avisosDe(documento)[0]?.message ?? '', /sujeto excluido \(14\)/)
})

test('the 1 % below 100.00 is noticed, and issued', () => {
  const found = avisosDe(built('dos-tasas'))
  assert.deepEqual(
    found.map(({ field }) => field),
    ['cuerpoDocumento[2].montoSujetoGrav'],
  )
  assert.deepEqual(avisosDe(built('varios-documentos')), [])
})
