/** What a call is refused for before anything is done, in the words that its program shows. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ARCHIVOS_DEL_MES, SCOPES } from '@sello/contract'
import { mintLiveKey } from '../../../test/live-key.ts'
import { createWorld, SALE, type World } from '../../../test/world.ts'

let world: World
let key: string
let reading: string
before(async () => {
  world = await createWorld()
  const { nit } = world.company
  key = (await world.mintKey(nit, { scopes: SCOPES })).apiKey
  reading = (await world.mintKey(nit, { scopes: ['query'], passphrase: null })).apiKey
})
after(() => world.close())

const ID = '00000000-0000-4000-8000-000000000000'
const NAMED = { 'idempotency-key': 'x' }

interface Given {
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

// biome-ignore format: a table
const REFUSED: readonly (readonly [call: string, status: number, message: string, given?: Given])[] = [
  ['GET /v1/nada',                              404, 'No existe esa ruta. Las rutas del servicio empiezan con /v1/.'],
  ['POST /v1/dte',                              400, 'Envíe el encabezado Idempotency-Key con un texto propio de esta operación; repítalo al reintentar.', { body: SALE }],
  ['POST /v1/dte',                              400, 'Idempotency-Key lleva de 1 a 200 caracteres ASCII visibles.', { body: SALE, headers: { 'idempotency-key': 'x'.repeat(201) } }],
  ['POST /v1/dte',                              400, 'Falta el cuerpo: un objeto JSON.', { headers: NAMED }],
  ['POST /v1/dte/prepare',                      400, 'corrige: no va con prepare: corrija el documento rechazado con POST /v1/dte.', { body: { ...SALE, corrige: ID }, headers: NAMED }],
  ['GET /v1/dte/x',                             400, 'codigoGeneracion: debe tener la forma de un UUID.'],
  [`GET /v1/dte/${ID}0`,                        400, 'codigoGeneracion: debe tener la forma de un UUID.'],
  [`GET /v1/dte/0${ID}`,                        400, 'codigoGeneracion: debe tener la forma de un UUID.'],
  ['POST /v1/dte',                              400, 'Envíe el encabezado Idempotency-Key con un texto propio de esta operación; repítalo al reintentar.', { body: SALE, headers: { 'idempotency-key': '' } }],
  ['POST /v1/dte',                              400, 'Idempotency-Key lleva de 1 a 200 caracteres ASCII visibles.', { body: SALE, headers: { 'idempotency-key': 'ñ1' } }],
  ['POST /v1/dte',                              400, 'Idempotency-Key lleva de 1 a 200 caracteres ASCII visibles.', { body: SALE, headers: { 'idempotency-key': '1ñ' } }],
  ['GET /v1/dte?limit=0',                       400, 'limit: debe ser un número entero desde 1.'],
  ['GET /v1/dte/holding?limit=0',               400, 'limit: debe ser un número entero de 1 a 100.'],
  ['GET /v1/dte/holding?limit=101',             400, 'limit: debe ser un número entero de 1 a 100.'],
  ['GET /v1/events?limite=0',                   400, 'limite: debe ser un número entero desde 1.'],
  ['GET /v1/events?espera=31',                  400, 'espera: debe ser un número entero de 0 a 30.'],
  ['GET /v1/dte?after=x',                       400, 'after: no es un parámetro de esta ruta; quítelo.'],
  ['GET /v1/dte?referencia=',                   400, 'referencia: lleva de 1 a 100 caracteres, y ninguno de control.'],
  [`GET /v1/customers/${ID}`,                   404, 'No hay un cliente con ese customerId en esta empresa.'],
  ['GET /v1/customers?buscar=',                 400, 'buscar: lleva de 1 a 100 caracteres, hasta 8 palabras y al menos una letra o un número.'],
  [`GET /v1/products/${ID}`,                    404, 'No hay un producto con ese productId en esta empresa.'],
  ['GET /v1/certificates/x',                    400, 'nit: son 14 cifras, o las 9 del DUI, sin guiones.'],
  ['GET /v1/certificates/061401019099990',      400, 'nit: son 14 cifras, o las 9 del DUI, sin guiones.'],
  ['GET /v1/certificates/x06140101909999',      400, 'nit: son 14 cifras, o las 9 del DUI, sin guiones.'],
  ['GET /v1/certificates/0614010190999',        400, 'nit: son 14 cifras, o las 9 del DUI, sin guiones.'],
  ['GET /v1/certificates/123456789',            404, 'Ese NIT no emite por este servicio.'],
  ['GET /v1/certificates/06140101909999',       404, 'Ese NIT no emite por este servicio.'],
  [`DELETE /v1/webhooks/${ID}`,                 404, 'No hay un webhook con ese id en esta empresa y este ambiente.'],
  [`POST /v1/webhooks/${ID}/test`,              400, 'Esta ruta no lleva cuerpo; quítelo.', { body: {} }],
  [`GET /v1/propuestas/${ID}`,                  404, 'No hay una propuesta con ese id en esta empresa y este ambiente.'],
  ['POST /v1/propuestas',                       400, 'corrige: un documento rechazado se corrige al emitir, no se propone.', { body: { ...SALE, corrige: ID } }],
  ['POST /v1/propuestas',                       400, 'referencia: la de una propuesta la pone el servicio; quítela.', { body: { ...SALE, referencia: 'x' } }],
  [`DELETE /v1/storage/destinations/${ID}`,     404, 'No hay un destino con ese id en esta empresa.'],
  ['GET /v1/books/2026-011',                    400, 'mes: es un mes como 2026-12.'],
  ['GET /v1/books/x2026-01',                    400, 'mes: es un mes como 2026-12.'],
  ['GET /v1/books/x',                           400, 'mes: es un mes como 2026-12.'],
  ['GET /v1/events?despues=x',                  400, 'despues: no es el "siguiente" de una página de novedades, ni "ahora". Páselo sin cambios.'],
  ['GET /v1/dte?limit=1&limit=2',               400, 'limit: va una sola vez.'],
  ['GET /v1/customers?activo=si',               400, 'activo: debe ser uno de: true, false.'],
  ['GET /v1/propuestas?estado=emitida',         400, 'estado: debe ser uno de: pendiente.'],
  [`GET /v1/webhooks/${ID}/deliveries?estado=x`, 400, 'estado: debe ser uno de: pendiente, entregada, fallida.'],
  [`GET /v1/dte/${ID}/file?kind=x`,             400, 'kind: debe ser uno de: json, pdf, ticket.'],
  [`GET /v1/dte/${ID}/file?kind=pdf&raw=true`,  400, 'raw: solo va con kind=json; quítelo.'],
  [`GET /v1/dte/${ID}/file?paperWidthMm=80`,    400, 'paperWidthMm: solo va con kind=ticket; quítelo.'],
  [`GET /v1/dte/${ID}/file?kind=ticket&paperWidthMm=39`, 400, 'paperWidthMm: debe ser un número entero de 40 a 120.'],
  ['GET /v1/books/2026-01/file',                400, `archivo: falta: ${ARCHIVOS_DEL_MES.join(', ')}.`],
  ['GET /v1/books/2026-01/file?archivo=anexo1&operacion=14&ingreso=3', 400, 'operacion: debe ser un número entero de 1 a 13.'],
  ['POST /v1/dte',                              400, 'retencion: solo va con tipoDte 07; quítelo.', { body: { ...SALE, retencion: { documentos: [] } }, headers: NAMED }],
  ['POST /v1/dte',                              400, 'documentosRelacionados: solo va con tipoDte 05, 06; quítelo.', { body: { ...SALE, documentosRelacionados: [{ codigoGeneracion: ID }] }, headers: NAMED }],
  ['POST /v1/dte',                              400, 'periodo: no va con una operación de contado; quítelo o use condicionOperacion 2.', { body: { ...SALE, periodo: 30 }, headers: NAMED }],
]

const ask = (call: string, { body, headers = {} }: Given, apiKey: string | null) => {
  const [method, url] = call.split(' ') as ['POST', string]
  return world.inject({
    ...{ method, url },
    headers: {
      ...headers,
      ...(apiKey === null ? {} : { 'x-service-key': apiKey }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
}

async function said(call: string, given: Given, apiKey: string | null) {
  const { status, body } = await ask(call, given, apiKey)
  return [call, status, body.error.message]
}

test('a call that is refused is told what to do instead', async () => {
  for (const [call, status, message, given = {}] of REFUSED) {
    assert.deepEqual(await said(call, given, key), [call, status, message])
  }
})

test('a call without a key, or with one that may not make it, is told which it takes', async () => {
  const call = 'POST /v1/dte/validate'
  const none = 'Envíe su llave en el encabezado X-Service-Key.'
  assert.deepEqual(await said(call, { body: SALE }, null), [call, 401, none])
  const scope =
    'Esta ruta pide el alcance "issue" y la llave no lo tiene. Use una llave que lo tenga.'
  assert.deepEqual(await said(call, { body: SALE }, reading), [call, 403, scope])
})

test('a type that is not issued is refused for what its key may, or for what its company has said', async () => {
  const { nit } = world.company
  const call = 'POST /v1/dte/validate'
  const { apiKey } = await world.mintKey(nit, { passphrase: null, tiposDte: ['03'] })
  const ofKey = 'Esta llave no emite documentos de tipo 01. Use una llave que lo permita.'
  assert.deepEqual(await said(call, { body: SALE }, apiKey), [call, 403, ofKey])
  const live = await mintLiveKey(world, nit)
  const ofCompany =
    'La empresa no ha dicho que emite documentos de tipo 01 en producción. Agréguelo a sus tipos: pide un documento de prueba sellado de ese tipo.'
  assert.deepEqual(await said(call, { body: SALE }, live.apiKey), [call, 403, ofCompany])
})
