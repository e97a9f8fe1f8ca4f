/** Event 17: paper invoices and vouchers on the reception path. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Draft, factura, NIT, set } from '../../../test/documentos.ts'
import { anular, invalidacion, selloDe } from '../../../test/eventos.ts'
import { PASSWORD, PUBLIC_KEY_PEM, startMinistry } from '../../../test/ministry.ts'
import { operaciones, unComprobante } from '../../../test/operaciones.ts'
import { hasReference, SCHEMAS_DIR } from '../../../test/reference.ts'
import { refused, sealed } from '../../../test/verdicts.ts'

const at = (path: string, value: unknown) => (d: Draft) => set(d, path, value)
const LINE = 'cuerpoDocumento.0'

test('an event of special operations is sealed and answers under type 17', async (t) => {
  const schemas = hasReference('the event of paper') ? { schemasDir: SCHEMAS_DIR } : {}
  const ministry = await startMinistry(t, schemas)
  const event = await sealed(ministry, operaciones())
  const { codigoGeneracion } = event.identificacion
  const asked = { nitEmisor: NIT, tdte: '17', codigoGeneracion }
  const { token: authorization } = ministry
  const found = await ministry.post('/fesv/recepcion/consultadte/', asked, { authorization })
  assert.equal(found.status, 200)
  const { documents } = (await ministry.get('/_sim/ledger')).body
  assert.deepEqual([documents[0].evento, documents[0].numeroControl], ['operaciones', null])
  await refused(ministry, event, '004', 'identificacion.codigoGeneracion')
})

test('who is not designated gets 095', async (t) => {
  const ministry = await startMinistry(t)
  const registration = { nit: NIT, password: PASSWORD, publicKeyPem: PUBLIC_KEY_PEM }
  await ministry.post('/_sim/taxpayers', { ...registration, operacionesEspeciales: false })
  await refused(ministry, operaciones(), '095', 'emisor.nit')
})

// biome-ignore format: a table
const REFUSALS: readonly (readonly [code: string, path: string, change: (d: Draft) => Draft])[] = [
  ['008', 'emisor.nit', at('emisor.nit', '06140101900019')],
  ['018', 'identificacion.fecEmi', at('identificacion.fecEmi', '2026-10-11')],
  ['019', 'cuerpoDocumento[0].numItem', at(`${LINE}.numItem`, 2)],
  ['003', 'cuerpoDocumento[0].tipoDocumento', at(`${LINE}.tipoDocumento`, '01')],
  ['003', 'cuerpoDocumento[0].tipoDocumento', at(`${LINE}.tipoDocumento`, '22')],
  ['005', 'cuerpoDocumento[0].docDel', at(`${LINE}.docDel`, null)],
  ['005', 'cuerpoDocumento[0].docDel', at(`${LINE}.docDel`, '')],
  ['005', 'cuerpoDocumento[0].docAl', at(`${LINE}.docAl`, null)],
  ['024', 'cuerpoDocumento[0].numDocumento', at(`${LINE}.numDocumento`, '7')],
  ['024', 'cuerpoDocumento[0].fechaEmision', at(`${LINE}.fechaEmision`, '2026-10-01')],
  ['019', 'cuerpoDocumento[0].docAl', at(`${LINE}.docAl`, '1200')],
  ['019', 'cuerpoDocumento[0].docAl', at(`${LINE}.docAl`, 'A1237')],
  ['019', 'cuerpoDocumento[0].docAl', (d) => at(`${LINE}.docDel`, 'A')(at(`${LINE}.docAl`, 'A5')(d))],
  ['020', 'cuerpoDocumento[0].cantidad', at(`${LINE}.cantidad`, 36)],
  ['024', 'cuerpoDocumento[0].ventaGravada', at(`${LINE}.ventaExenta`, 1)],
  ['005', 'cuerpoDocumento[0].tributos', at(`${LINE}.tributos`, null)],
  ['007', 'cuerpoDocumento[0].tributos', at(`${LINE}.tributos`, ['20', '59'])],
  ['007', 'cuerpoDocumento[1].tributos', at('cuerpoDocumento.1.tributos', ['20'])],
  ['020', 'cuerpoDocumento[0].ventaGravada', at(`${LINE}.ventaGravada`, 179.98)],
  ['024', 'resumen.tributos', at('resumen.tributos.0.codigo', 'C3')],
  ['024', 'resumen.tributos', (d) => at('resumen.tributos.1', { ...d.resumen.tributos[0], codigo: 'C3' })(d)],
  ['025', 'resumen.tributos', (d) => at('resumen.tributos.1', { ...d.resumen.tributos[0], valor: 1 })(d)],
  ['023', 'resumen.tributos', at('resumen.tributos', null)],
  ['020', 'resumen.totalNoSuj', at('resumen.totalNoSuj', 1)],
  ['020', 'resumen.totalExenta', at('resumen.totalExenta', 7.52)],
  ['020', 'resumen.totalGravada', at('resumen.totalGravada', 180.02)],
  ['020', 'resumen.subTotal', at('resumen.subTotal', 187.52)],
  ['020', 'resumen.tributos', at('resumen.tributos.0.valor', 23.42)],
  ['020', 'resumen.total', at('resumen.total', 210.92)],
  ['025', 'cuerpoDocumento[1]', (d) => at('cuerpoDocumento.1.docDel', '1237')(at('cuerpoDocumento.1.docAl', '1239')(d))],
  ['025', 'cuerpoDocumento[1]', (d) => at('cuerpoDocumento.1.docDel', '1199')(at('cuerpoDocumento.1.docAl', '1201')(d))],
  ['026', 'cuerpoDocumento[1].codigoGeneracionRef', at('cuerpoDocumento.1.codigoGeneracionRef', '000000AD-0000-4000-8000-0000000000AD')],
  ['014', 'cuerpoDocumento[0].codigoGeneracionRef', (d) => at('cuerpoDocumento.1.codigoGeneracionRef', '000000AD-0000-4000-8000-0000000000AD')(at(`${LINE}.codigoGeneracionRef`, '000000AD-0000-4000-8000-0000000000AD')(d))],
  ['096', '', at('identificacion.tipoModelo', 2)],
  ['096', '', at('resumen.totalLetras', undefined)],
]
// biome-ignore format: a table
const OF_ONE: readonly (readonly [code: string, path: string, members: Draft])[] = [
  ['005', 'cuerpoDocumento[0].docDel',       { tipoDocumento: '02' }],
  ['003', 'cuerpoDocumento[0].tipoDocumento', { tipoDocumento: '99' }],
  ['005', 'cuerpoDocumento[0].numDocumento', { numDocumento: null }],
  ['005', 'cuerpoDocumento[0].fechaEmision', { fechaEmision: null }],
  ['007', 'cuerpoDocumento[0].cantidad',     { cantidad: 2 }],
  ['017', 'cuerpoDocumento[0].fechaEmision', { fechaEmision: '2026-10-06' }],
  ['018', 'cuerpoDocumento[0].fechaEmision', { fechaEmision: '2026-07-04' }],
]

test('each rule of special operations refuses with its code and its field', async (t) => {
  const ministry = await startMinistry(t)
  for (const [code, path, change] of REFUSALS) {
    await refused(ministry, change(operaciones()), code, path)
  }
  for (const [code, path, members] of OF_ONE) {
    await refused(ministry, unComprobante('7', members), code, path)
  }
  const byRange = operaciones().cuerpoDocumento[0]
  const one = unComprobante('7')
  const mixed = [one.cuerpoDocumento[0], { ...byRange, numItem: 2, tipoDocumento: '97' }]
  await refused(ministry, { ...one, cuerpoDocumento: mixed }, '026', 'cuerpoDocumento')
  const many = Array.from({ length: 501 }, (_, i) => ({ ...byRange, numItem: i + 1 }))
  await refused(ministry, { ...one, cuerpoDocumento: many }, '007', 'cuerpoDocumento')
  const most = {
    ...one,
    cuerpoDocumento: many.slice(1).map((line, i) => ({ ...line, numItem: i + 1 })),
  }
  await refused(ministry, most, '020', 'resumen.totalGravada') // asked no further than its sums
  await sealed(ministry, operaciones(), 'nothing refused has left a trace')
})

test('a voucher is voided once, of the event that reported it', async (t) => {
  const ministry = await startMinistry(t)
  const event = await sealed(ministry, unComprobante('C-07'))
  const codigoGeneracionRef = event.identificacion.codigoGeneracion
  await refused(ministry, unComprobante('C-7'), '004', 'cuerpoDocumento[0]')
  await refused(
    ministry,
    unComprobante('C-8', { codigoGeneracionRef }),
    '027',
    'cuerpoDocumento[0]',
  )
  const voiding = await sealed(ministry, unComprobante('C-7', { codigoGeneracionRef }))
  await refused(
    ministry,
    unComprobante('C-7', { codigoGeneracionRef }),
    '004',
    'cuerpoDocumento[0]',
  )
  const again = { codigoGeneracionRef: voiding.identificacion.codigoGeneracion }
  await refused(ministry, unComprobante('C-7', again), '004', 'cuerpoDocumento[0]')
})

test('an invalidated event frees its vouchers, and voids none', async (t) => {
  const ministry = await startMinistry(t)
  const event = unComprobante('7')
  const { body } = await anular(ministry, invalidacion(event, await selloDe(ministry, event)))
  assert.equal(body.estado, 'PROCESADO', `${body.descripcionMsg} ${body.observaciones}`)
  const { codigoGeneracion: codigoGeneracionRef } = event.identificacion
  const path = 'cuerpoDocumento[0].codigoGeneracionRef'
  await refused(ministry, unComprobante('7', { codigoGeneracionRef }), '015', path)
  await sealed(ministry, unComprobante('7'))
})

test('an event is of who is active, in the environment of this ministry', async (t) => {
  const live = await startMinistry(t, { ambiente: '01' })
  await refused(live, operaciones(), '007', 'identificacion.ambiente')
  await sealed(live, set(operaciones(), 'identificacion.ambiente', '01'))
  const registration = { nit: NIT, password: PASSWORD, publicKeyPem: PUBLIC_KEY_PEM }
  await live.post('/_sim/taxpayers', { ...registration, activo: false })
  await refused(live, set(operaciones(), 'identificacion.ambiente', '01'), '010', 'emisor.nit')
})

test('the dates of an event of paper and of its vouchers have their limits', async (t) => {
  const ministry = await startMinistry(t)
  await sealed(ministry, set(operaciones(), 'identificacion.fecEmi', '2026-10-10'))
  await sealed(ministry, unComprobante('1', { fechaEmision: '2026-10-05' }))
  await sealed(ministry, unComprobante('2', { fechaEmision: '2026-07-05' }))
})

test('the same number is another paper in another series, of another type, environment or taxpayer', async (t) => {
  const ministry = await startMinistry(t)
  await sealed(ministry, operaciones()) // 02, from 1201
  await sealed(ministry, unComprobante('1201'))
  await sealed(ministry, unComprobante('C-1201'))
  await sealed(ministry, set(unComprobante('1201'), 'identificacion.ambiente', '01'))
  await refused(ministry, unComprobante('1201'), '004', 'cuerpoDocumento[0]')
  const nit = '06140101900019'
  await ministry.post('/_sim/taxpayers', { nit, password: PASSWORD, publicKeyPem: PUBLIC_KEY_PEM })
  const theirs = set(unComprobante('1201'), 'emisor.nit', nit)
  assert.equal((await ministry.send(theirs, await ministry.login(nit))).status, 200)
})

test('a range is voided in part, by a line that names its event and lies within it', async (t) => {
  const ministry = await startMinistry(t)
  const event = await sealed(ministry, operaciones()) // from 1201 to 1237, and to 1240
  const codigoGeneracionRef = event.identificacion.codigoGeneracion
  const voiding = (docDel: string, docAl: string): Draft => {
    const d = unComprobante('x')
    const cantidad = Number(docAl) - Number(docDel) + 1
    const paper = { tipoDocumento: '02', docDel, docAl, cantidad, precioUni: 0, ventaGravada: 0 }
    const none = { numDocumento: null, fechaEmision: null, tributos: null, codigoGeneracionRef }
    const sums = { totalGravada: 0, subTotal: 0, total: 0, tributos: null }
    return {
      ...d,
      cuerpoDocumento: [{ ...d.cuerpoDocumento[0], ...paper, ...none }],
      resumen: { ...d.resumen, ...sums },
    }
  }
  for (const [from, to] of [
    ['1200', '1201'],
    ['1237', '1238'],
    ['1240', '1241'],
    ['1250', '1250'],
  ] as const) {
    await refused(ministry, voiding(from, to), '027', 'cuerpoDocumento[0]')
  }
  await sealed(ministry, voiding('1201', '1201'))
  const rest = voiding('1202', '1237')
  const bare = {
    ...rest.cuerpoDocumento[0],
    numItem: 2,
    docDel: '1300',
    docAl: '1300',
    cantidad: 1,
    codigoGeneracionRef: null,
  }
  const both = { ...rest, cuerpoDocumento: [rest.cuerpoDocumento[0], bare] }
  await refused(ministry, both, '026', 'cuerpoDocumento[1].codigoGeneracionRef')
  await sealed(ministry, rest)

  const sale = await sealed(ministry, factura())
  const path = 'cuerpoDocumento[0].codigoGeneracionRef'
  const ofSale = set(
    voiding('1238', '1238'),
    `${LINE}.codigoGeneracionRef`,
    sale.identificacion.codigoGeneracion,
  )
  await refused(ministry, ofSale, '027', path)
})
