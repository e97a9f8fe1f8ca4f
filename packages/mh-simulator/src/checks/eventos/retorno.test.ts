/** Returns of a 01, 11 or 14: the return event on the reception path. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sujetoExcluido } from '../../../test/compra.ts'
import { creditoFiscal, type Draft, factura, NIT, set } from '../../../test/documentos.ts'
import {
  anular,
  invalidacion,
  lineaRetorno,
  resumenRetorno,
  retorno,
  selloDe,
} from '../../../test/eventos.ts'
import { facturaExportacion } from '../../../test/exportacion.ts'
import { startMinistry } from '../../../test/ministry.ts'
import { hasReference, SCHEMAS_DIR } from '../../../test/reference.ts'
import { deCompra, deExportacion } from '../../../test/retornos.ts'
import { refused, sealed } from '../../../test/verdicts.ts'

const at = (path: string, value: unknown) => (d: Draft) => set(d, path, value)
const LINE = 'cuerpoDocumento.0'

// biome-ignore format: a table
const KINDS = [
  ['01', factura, retorno],
  ['11', facturaExportacion, deExportacion],
  ['14', sujetoExcluido, deCompra],
] as const
for (const [tipoDte, make, back] of KINDS) {
  test(`a return of a ${tipoDte} is sealed and answers under type 18`, async (t) => {
    const schemas = hasReference('the return') ? { schemasDir: SCHEMAS_DIR } : {}
    const ministry = await startMinistry(t, schemas)
    const origin = await sealed(ministry, make())
    const event = back(origin)
    const { status, body } = await ministry.send(event)
    assert.equal(status, 200, `${body.descripcionMsg} ${body.observaciones}`)
    const { codigoGeneracion } = event.identificacion
    const asked = { nitEmisor: NIT, tdte: '18', codigoGeneracion }
    const { token: authorization } = ministry
    const found = await ministry.post('/fesv/recepcion/consultadte/', asked, { authorization })
    assert.deepEqual([found.status, found.body.selloRecibido], [200, body.selloRecibido])
    const { documents } = (await ministry.get('/_sim/ledger')).body
    assert.deepEqual([documents[1].evento, documents[1].numeroControl], ['retorno', null])
    await refused(ministry, event, '004', 'identificacion.codigoGeneracion')
  })
}

// biome-ignore format: a table
const REFUSALS: readonly (readonly [code: string, path: string, change: (d: Draft) => Draft])[] = [
  ['008', 'emisor.nit', at('emisor.nit', '06140101900019')],
  ['008', 'emisor.codEstableMH', at('emisor.codPuntoVentaMH', 'P009')],
  ['008', 'identificacion.fusion', at('identificacion.fusion', '06140101900019')],
  ['007', 'documentoRelacionado[0].tipoDocumento', at('documentoRelacionado.0.tipoDocumento', '03')],
  ['026', 'documentoRelacionado[1].tipoDocumento', (d) => at('documentoRelacionado.1', { ...d.documentoRelacionado[0], tipoDocumento: '11' })(d)],
  ['025', 'documentoRelacionado[1].codigoGeneracion', (d) => at('documentoRelacionado.1', d.documentoRelacionado[0])(d)],
  ['014', 'documentoRelacionado[0].codigoGeneracion', at('documentoRelacionado.0.codigoGeneracion', 'X')],
  ['027', 'documentoRelacionado[0].tipoDocumento', at('documentoRelacionado.0.tipoDocumento', '11')],
  ['027', 'documentoRelacionado[0].fechaEmision', at('documentoRelacionado.0.fechaEmision', '2026-10-04')],
  ['012', 'identificacion.tipoContingencia', (d) => at('identificacion.tipoModelo', 2)(at('identificacion.tipoOperacion', 2)(at('identificacion.tipoContingencia', 1)(d)))],
  ['017', 'identificacion.fecEmi', at('identificacion.fecEmi', '2026-10-04')],
  ['018', 'identificacion.fecEmi', at('identificacion.fecEmi', '2026-10-11')],
  ['027', 'documento.nombre', at('documento.nombre', 'OTRA')],
  ['027', 'documento.tipoDocumento', at('documento.tipoDocumento', '37')],
  ['027', 'documento.numDocumento', at('documento.numDocumento', '034567892')],
  ['027', 'documento.codPais', (d) => at('documento.codPais', 'US')(at('documento.nombrePais', 'Estados Unidos')(d))],
  ['027', 'documento', at('documento', null)],
  ['027', 'ventaTercero', at('ventaTercero', { nit: '06140101900019', nombre: 'Mandante', codDomiciliado: 1 })],
  ['019', 'cuerpoDocumento[0].numItem', at(`${LINE}.numItem`, 2)],
  ['027', 'cuerpoDocumento[0].codigoGeneracion', at(`${LINE}.codigoGeneracion`, 'X')],
  ['024', 'cuerpoDocumento[0].compra', at(`${LINE}.compra`, 7)],
  ['024', 'cuerpoDocumento[0].ventaGravada', at(`${LINE}.ventaExenta`, 7)],
  ['007', 'cuerpoDocumento[0].tributos', at(`${LINE}.tributos`, ['20'])],
  ['024', 'cuerpoDocumento[0].reteRenta', at(`${LINE}.reteRenta`, 1)],
  ['024', 'cuerpoDocumento[0].seguro', at(`${LINE}.seguro`, 1)],
  ['024', 'cuerpoDocumento[0].flete', at(`${LINE}.flete`, 1)],
  ['020', 'cuerpoDocumento[0].ventaGravada', at(`${LINE}.montoDescu`, 0.3)],
  ['020', 'cuerpoDocumento[0].ivaItem', at(`${LINE}.ivaItem`, 0.9)],
  ['020', 'cuerpoDocumento[0].ivaRete', at(`${LINE}.ivaRete`, 0.08)],
  ['020', 'resumen.totalGravada', at('resumen.totalGravada', 7.05)],
  ['020', 'resumen.totalPagar', at('resumen.totalPagar', 6.9)],
  ['027', 'cuerpoDocumento', at(`${LINE}.descripcion`, 'Otra cosa')],
  ['096', '', at(`${LINE}.seguro`, undefined)],
]

test('each rule of returns refuses with its code and its field', async (t) => {
  const ministry = await startMinistry(t)
  const origin = await sealed(ministry, factura())
  for (const [code, path, change] of REFUSALS) {
    await refused(ministry, change(retorno(origin)), code, path)
  }
  const credit = await sealed(ministry, creditoFiscal())
  const event = set(retorno(credit), 'documento', null)
  await refused(ministry, event, '007', 'documentoRelacionado[0].tipoDocumento')
})

/** A charge is alone in its line. */
// biome-ignore format: a table
const ON_CHARGES: readonly (readonly [member: string, value: unknown])[] = [
  ['cantidad', 2], ['uniMedida', 59], ['precioUni', 0.5], ['montoDescu', 0.5], ['tributos', ['59']],
  ['ventaNoSuj', 1], ['ventaExenta', 1], ['ventaGravada', 1], ['psv', 1], ['ivaItem', 1], ['ivaRete', 1],
]

test('a charge that comes back has no amount but its own, and none comes back of a purchase', async (t) => {
  const ministry = await startMinistry(t)
  const origin = await sealed(ministry, factura())
  for (const [member, value] of ON_CHARGES) {
    const line = { uniMedida: 99, noGravado: 0.5, [member]: value }
    const event = { ...retorno(origin), cuerpoDocumento: [lineaRetorno(origin, line)] }
    await refused(ministry, event, '024', `cuerpoDocumento[0].${member}`)
  }
  const [abroad, bought] = [
    await sealed(ministry, facturaExportacion()),
    await sealed(ministry, sujetoExcluido()),
  ]
  for (const member of ['seguro', 'flete']) {
    const event = set(deExportacion(abroad), `cuerpoDocumento.1.${member}`, 1)
    await refused(ministry, event, '024', `cuerpoDocumento[1].${member}`)
  }
  const charged = set(deCompra(bought), `${LINE}.noGravado`, 1)
  await refused(ministry, charged, '024', 'cuerpoDocumento[0].noGravado')
})

/** What the lines of each type do not have. */
// biome-ignore format: a table
const ALIEN = {
  '11': ['ventaNoSuj', 'ventaExenta', 'compra', 'ivaRete', 'reteRenta'],
  '14': ['ventaNoSuj', 'ventaExenta', 'ventaGravada', 'ivaRete', 'seguro', 'flete'],
}

test('a return of an export or of a purchase has only the amounts of its type', async (t) => {
  const ministry = await startMinistry(t)
  const [abroad, bought] = [
    await sealed(ministry, facturaExportacion()),
    await sealed(ministry, sujetoExcluido()),
  ]
  for (const member of ALIEN['11']) {
    const event = set(deExportacion(abroad), `${LINE}.${member}`, 1)
    await refused(ministry, event, '024', `cuerpoDocumento[0].${member}`)
  }
  for (const member of ALIEN['14']) {
    const event = set(deCompra(bought), `${LINE}.${member}`, 1)
    await refused(ministry, event, '024', `cuerpoDocumento[0].${member}`)
  }
  const unsold = set(deCompra(bought), `${LINE}.compra`, 0)
  await refused(ministry, unsold, '020', 'cuerpoDocumento[0].compra')
  const taxed = set(deExportacion(abroad), `${LINE}.ivaItem`, 0.02)
  await refused(ministry, taxed, '020', 'cuerpoDocumento[0].ivaItem')
})

test('a return names the principal of its sale, and no receptor where the sale has none', async (t) => {
  const ministry = await startMinistry(t)
  const ventaTercero = { nit: '06140101900019', nombre: 'Mandante', codDomiciliado: 1 }
  const forAnother = await sealed(ministry, set(factura(), 'ventaTercero', ventaTercero))
  const named = (members: Draft) => set(retorno(forAnother), 'ventaTercero', members)
  for (const other of [{ nombre: 'Otro' }, { nit: '06140101900020' }]) {
    await refused(ministry, named({ ...ventaTercero, ...other }), '027', 'ventaTercero')
  }
  await refused(ministry, named(null), '027', 'ventaTercero')
  await sealed(ministry, named(ventaTercero))

  const anonymous = await sealed(ministry, set(factura(), 'receptor', null))
  const { documento } = retorno(forAnother)
  await refused(ministry, set(retorno(anonymous), 'documento', documento), '027', 'documento')
  await sealed(ministry, retorno(anonymous))
})

test('the sums that a return leaves out are zero', async (t) => {
  const ministry = await startMinistry(t)
  const none = { totalSeguro: null, totalFlete: null, reteRenta: null }
  for (const [, make, back] of KINDS) {
    const event = back(await sealed(ministry, make()))
    const { totalSeguro, totalFlete, reteRenta } = event.resumen
    const resumen = { ...event.resumen, ...none }
    const wrong = Object.entries({ totalSeguro, totalFlete, reteRenta }).find(([, sum]) => sum > 0)
    if (wrong) await refused(ministry, { ...event, resumen }, '020', `resumen.${wrong[0]}`)
    else await sealed(ministry, { ...event, resumen })
  }
})

test('of a document that the ledger does not keep a return is taken at its word', async (t) => {
  const ministry = await startMinistry(t, { ledgerJws: false })
  const event = retorno(await sealed(ministry, factura()))
  const dated = set(event, 'documentoRelacionado.0.fechaEmision', '2026-10-04')
  await sealed(ministry, set(dated, 'documento.nombre', 'OTRA'))
})

test('of the tributes of a return the first section adds to its total, and no other', async (t) => {
  const ministry = await startMinistry(t)
  const origin = await sealed(ministry, factura())
  const taxed = (codigo: string, total: number): Draft => {
    const d = set(retorno(origin, { fecEmi: '2026-10-10' }), `${LINE}.tributos`, [codigo])
    const tributos = [{ codigo, descripcion: 'Tributo', valor: 0.35 }]
    const sums = { tributos, montoTotalOperacion: total, totalPagar: total }
    return { ...d, resumen: { ...d.resumen, ...sums } }
  }
  await refused(ministry, taxed('59', 7), '020', 'resumen.montoTotalOperacion')
  await sealed(ministry, taxed('59', 7.35))
  await sealed(ministry, taxed('52', 7))
})

test('of an invalidated document nothing comes back', async (t) => {
  const ministry = await startMinistry(t)
  const origin = await sealed(ministry, factura())
  const { codigoGeneracion } = origin.identificacion
  await ministry.post('/_sim/invalidations', { codigoGeneracion })
  const path = 'documentoRelacionado[0].codigoGeneracion'
  await refused(ministry, retorno(origin), '015', path)
})

// biome-ignore format: a table
const SUMS = [
  'totalNoSuj', 'totalExenta', 'totalGravada', 'totalCompraExcluidos', 'subTotalVentas', 'totalSeguro',
  'totalFlete', 'montoTotalOperacion', 'ivaRete', 'reteRenta', 'totalNoGravado', 'totalPagar', 'totalIva',
] as const

for (const [tipoDte, make, back] of KINDS) {
  test(`each sum of a return of a ${tipoDte} holds to the cent, and a wrong one is named`, async (t) => {
    const ministry = await startMinistry(t)
    const origin = await sealed(ministry, make())
    for (const name of SUMS) {
      const path = `resumen.${name}`
      const said = back(origin).resumen[name]
      const moved = (cents: number) => set(back(origin), path, Math.round(said * 100 + cents) / 100)
      await refused(ministry, moved(2), '020', path)
      if (said >= 0.02) await refused(ministry, moved(-2), '020', path)
    }
    await refused(
      ministry,
      set(back(origin), 'resumen.saldoFavor', -0.02),
      '020',
      'resumen.saldoFavor',
    )
    const tributos = [{ codigo: '59', descripcion: 'Turismo', valor: 0 }]
    await refused(
      ministry,
      set(back(origin), 'resumen.tributos', tributos),
      '024',
      'resumen.tributos',
    )
  })
}

test('returns take no more than was sold, and a cancelled one releases its units', async (t) => {
  const ministry = await startMinistry(t)
  const origin = await sealed(ministry, factura())
  const path = 'documentoRelacionado[0].codigoGeneracion'
  const first = retorno(origin)
  const overFirst = invalidacion(first, await selloDe(ministry, first))
  await sealed(ministry, retorno(origin))
  await sealed(ministry, retorno(origin))
  const why = await refused(ministry, retorno(origin), '016', path)
  assert.deepEqual(why, ['unidades Cosa  735000000 100000000: vendido 3, devuelto 4'])
  assert.equal((await anular(ministry, overFirst)).status, 200)
  await sealed(ministry, retorno(origin))
  await refused(ministry, retorno(origin), '016', path)
})

test('a sale comes back with a cent more for each line, and no further', async (t) => {
  const ministry = await startMinistry(t)
  const origin = await sealed(ministry, factura()) // 3 x 7.35 less 1.05
  const back = (sold: number, ivaItem: number): Draft => {
    const d = retorno(origin)
    const less = { cantidad: 3, montoDescu: Math.round(2205 - sold * 100) / 100 }
    const sums = { totalGravada: sold, subTotalVentas: sold, totalIva: 2.42 }
    return {
      ...d,
      cuerpoDocumento: [{ ...d.cuerpoDocumento[0], ...less, ventaGravada: sold, ivaItem }],
      resumen: { ...d.resumen, ...sums, montoTotalOperacion: sold, totalPagar: sold },
    }
  }
  const why = await refused(
    ministry,
    back(21.02, 2.41823009),
    '016',
    'documentoRelacionado[0].codigoGeneracion',
  )
  assert.deepEqual(why, ['ventaGravada: vendido 21, devuelto 21.02'])
  await sealed(ministry, back(21.01, 2.41707965))
})

test('a line returns its own retention and a cent of tolerance, and goods withheld nothing', async (t) => {
  const ministry = await startMinistry(t)
  const origin = await sealed(ministry, sujetoExcluido())
  const event = (reteRenta: number, line: Draft = {}): Draft => {
    const d = deCompra(origin)
    const cuerpoDocumento = [{ ...d.cuerpoDocumento[0], reteRenta, ...line }]
    const totalPagar = Math.round(4286 - reteRenta * 100) / 100
    return { ...d, cuerpoDocumento, resumen: { ...d.resumen, reteRenta, totalPagar } }
  }
  await refused(ministry, event(4.3), '020', `cuerpoDocumento[0].reteRenta`)
  await refused(ministry, event(4.29, { tipoItem: 1 }), '024', `cuerpoDocumento[0].reteRenta`)
  await sealed(ministry, event(4.29))
})

test('the returns of a document retain no more than it did, to the cent', async (t) => {
  const ministry = await startMinistry(t)
  const origin = await sealed(ministry, sujetoExcluido()) // withholds 12.86, and a day 4.286
  await sealed(ministry, deCompra(origin))
  await sealed(ministry, deCompra(origin))
  const path = 'documentoRelacionado[0].codigoGeneracion'
  const [why] = await refused(ministry, deCompra(origin), '016', path)
  assert.match(why ?? '', /reteRenta: vendido 12\.86, devuelto 12\.87/)
  const last = set(set(deCompra(origin), `${LINE}.reteRenta`, 4.28), 'resumen.reteRenta', 4.28)
  await sealed(ministry, set(last, 'resumen.totalPagar', 38.58))
})

test('insurance and freight come back up to those of the export', async (t) => {
  const ministry = await startMinistry(t)
  const origin = await sealed(ministry, facturaExportacion())
  const { flete } = origin.resumen
  const d = set(
    set(deExportacion(origin), `${LINE}.flete`, flete + 1),
    'resumen.totalFlete',
    flete + 1,
  )
  const montoTotalOperacion = 7.92 + 0.19 + flete + 1
  const totals = { montoTotalOperacion, totalPagar: montoTotalOperacion + 1 }
  const event = { ...d, resumen: { ...d.resumen, ...totals } }
  await refused(ministry, event, '016', 'documentoRelacionado[0].codigoGeneracion')
})

test('a charge can be returned up to its amount', async (t) => {
  const ministry = await startMinistry(t)
  const origin = await sealed(ministry, factura())
  const back = (noGravado: number): Draft => ({
    ...retorno(origin),
    cuerpoDocumento: [lineaRetorno(origin, { uniMedida: 99, noGravado })],
    resumen: resumenRetorno({
      totalNoGravado: noGravado,
      totalPagar: Math.max(noGravado, 0),
      saldoFavor: Math.min(noGravado, 0),
    }),
  })
  await sealed(ministry, back(0.5))
  await refused(ministry, back(0.5), '016', 'documentoRelacionado[0].codigoGeneracion')
  await refused(ministry, back(-0.25), '027', 'cuerpoDocumento')
  await sealed(ministry, back(0.25))
})

const [SHOP, PHARMACY] = ['47190', '47721']
// biome-ignore format: a table
const WINDOWS = [
  ['2027-01-05T23:59:59-06:00', '2027-01-05', null],
  ['2027-01-06T00:00:00-06:00', '2027-01-05', '018'],
  ['2027-01-05T12:00:00-06:00', '2027-01-06', '018'],
  ['2028-10-05T23:59:59-06:00', '2028-10-05', null, PHARMACY],
  ['2028-10-06T00:00:00-06:00', '2028-10-05', '018', PHARMACY],
] as const
for (const [now, fecEmi, code, actividad = SHOP] of WINDOWS) {
  test(`a return to ${actividad} dated ${fecEmi} and sent at ${now} is ${code ?? 'sealed'}`, async (t) => {
    const ministry = await startMinistry(t, { tokenLifeMs: 3 * 366 * 86_400_000 })
    const origin = await sealed(ministry, set(factura(), 'emisor.codActividad', actividad))
    await ministry.post('/_sim/clock', { now })
    const event = retorno(origin, { fecEmi })
    if (code === null) await sealed(ministry, event)
    else await refused(ministry, event, code, 'identificacion.fecEmi')
  })
}
