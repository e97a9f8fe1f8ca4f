/** Which document a request names, and how much is read of it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildDocumento, serialise } from '@sello/fiscal'
import { EMPRESA } from '../../../test/world.ts'
import { codigoOf, readOrigen } from './complete-related.ts'

const CODIGO = '7A1B9C3D-1234-4ABC-9DEF-0123456789AB'

test('a document is named by its whole code, however it is written, and by nothing longer', () => {
  const bare = CODIGO.replaceAll('-', '')
  for (const written of [CODIGO, CODIGO.toLowerCase(), bare, `{${bare.toLowerCase()}} `]) {
    assert.equal(codigoOf({ codigoGeneracion: written }), CODIGO)
    assert.equal(codigoOf({ numeroDocumento: written }), CODIGO)
  }
  for (const other of [`0${CODIGO}`, `${CODIGO}0`, CODIGO.slice(1), 'P-1', '']) {
    assert.equal(codigoOf({ numeroDocumento: other }), null)
  }
  assert.equal(codigoOf({}), null)
})

test('of a document with many lines the first is read, and its summary', () => {
  const item = { descripcion: 'Café', cantidad: 1, precioUni: 1.13 }
  const { documento } = buildDocumento({
    request: { tipoDte: '01', items: [item, item, item] },
    emisor: { ...EMPRESA, codEstable: 'M001', codPuntoVenta: 'P001' },
    ...{ ambiente: '00', fecEmi: '2026-11-20', horEmi: '10:00:00' },
    ...{ codigoGeneracion: CODIGO, numeroControl: 'DTE-01-M001P001-000000000000001' },
  })
  const { cuerpoDocumento, ...rest } = readOrigen(serialise(documento))
  assert.deepEqual(
    { ...rest, cuerpoDocumento },
    {
      ...documento,
      cuerpoDocumento: (documento.cuerpoDocumento as readonly unknown[]).slice(0, 1),
    },
  )
})
