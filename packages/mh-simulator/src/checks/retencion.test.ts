/** 07: the issuer retains IVA on what its supplier's documents charge. */
import { test } from 'node:test'
import { sujetoExcluido } from '../../test/compra.ts'
import { creditoFiscal, type Draft, NIT, set } from '../../test/documentos.ts'
import { startMinistry } from '../../test/ministry.ts'
import { hasReference, readReference, SCHEMAS_DIR } from '../../test/reference.ts'
import { lineaRetenida, retencion } from '../../test/retencion.ts'
import { refused, sealed } from '../../test/verdicts.ts'

const LINE = 'cuerpoDocumento.0'
const CODE = '000000AD-0000-4000-8000-0000000000AD'
type Change = (documento: Draft) => Draft
const at =
  (path: string, value: unknown): Change =>
  (d) =>
    set(d, path, value)

// biome-ignore format: a table
const REFUSALS: readonly (readonly [code: string, path: string, change: Change])[] = [
  ['096', '', at('receptor', null)],
  ['096', '', at('receptor.codActividad', null)],
  ['096', '', at(`${LINE}.montoSujetoGrav`, 0)],
  ['096', '', at(`${LINE}.ivaRetenido`, 10.001)],
  ['096', '', at('cuerpoDocumento', [])],
  ['096', '', at('resumen.totalPagar', 12.51)],
  ['019', 'cuerpoDocumento[1].numItem', at('cuerpoDocumento.1.numItem', 1)],
  ...['tipoDte', 'tipoGeneracion', 'numeroDocumento', 'fechaEmision'].map((name) => ['005', `cuerpoDocumento[1].${name}`, at(`cuerpoDocumento.1.${name}`, null)] as const),
  ['006', 'cuerpoDocumento[0].numeroDocumento', at(`${LINE}.numeroDocumento`, 'C'.repeat(21))],
  ['007', 'cuerpoDocumento[0].tipoDte', at(`${LINE}.tipoDte`, '05')],
  ['026', 'cuerpoDocumento[1].tipoDte', at('cuerpoDocumento.1.tipoDte', '01')],
  ['025', 'cuerpoDocumento[1].numeroDocumento', at('cuerpoDocumento.1.numeroDocumento', 'C1')],
  ['003', 'cuerpoDocumento[0].tipoGeneracion', at(`${LINE}.tipoGeneracion`, 3)],
  ['006', 'cuerpoDocumento[0].numeroDocumento', at(`${LINE}.numeroDocumento`, 'C-1')],
  ['006', 'cuerpoDocumento[0].numeroDocumento', at(`${LINE}.tipoGeneracion`, 2)],
  ...[`0${CODE}`, `${CODE}0`, CODE.toLowerCase()].map((code) => ['006', 'cuerpoDocumento[0].numeroDocumento', (d: Draft) => at(`${LINE}.numeroDocumento`, code)(at(`${LINE}.tipoGeneracion`, 2)(d))] as const),
  ['017', 'cuerpoDocumento[0].fechaEmision', at(`${LINE}.fechaEmision`, '2026-10-06')],
  ['003', 'cuerpoDocumento[0].codigoRetencionMH', at(`${LINE}.codigoRetencionMH`, '23')],
  ['020', 'cuerpoDocumento[0].ivaRetenido', at(`${LINE}.ivaRetenido`, 130)],
  ['020', 'resumen.totalSujetoRetencion', at('resumen.totalSujetoRetencion', 1250)],
  ['020', 'resumen.totalIva', at('resumen.totalIva', 12.51)],
  ['020', 'resumen.totalIvaRetenido', at('resumen.totalIvaRetenido', 12)],
  ['005', 'resumen.totalLetras', at('resumen.totalLetras', null)],
  ['003', 'receptor.direccion.distrito', at('receptor.direccion.distrito', '77')],
  ['008', 'emisor.codPuntoVenta', at('emisor.codPuntoVenta', 'P009')],
]

test('each rule of retentions refuses with its code and its field', async (t) => {
  const ministry = await startMinistry(t)
  for (const [code, path, change] of REFUSALS) {
    await refused(ministry, change(retencion()), code, path)
  }
})

test('a retention on papers is sealed, with either reading of totalIva at 1 %', async (t) => {
  const ministry = await startMinistry(t)
  await sealed(ministry, retencion())
  await sealed(ministry, set(retencion(), 'resumen.totalIva', 0))
  await sealed(ministry, set(retencion(), `${LINE}.numeroDocumento`, 'OTRO1'))
})

test('13 % and special cases', async (t) => {
  const ministry = await startMinistry(t)
  const one = (members: Draft, resumen: Draft): Draft => ({
    ...retencion(),
    cuerpoDocumento: [lineaRetenida(1, { montoSujetoGrav: 300, ...members })],
    resumen: { ...retencion().resumen, totalSujetoRetencion: 300, totalIva: 39, ...resumen },
  })
  const full = { codigoRetencionMH: 'C4', ivaRetenido: 39 }
  await sealed(ministry, one(full, { totalIvaRetenido: 39 }))
  await refused(
    ministry,
    one(full, { totalIvaRetenido: 39, totalIva: 0 }),
    '020',
    'resumen.totalIva',
  )
  const mixed = {
    ...retencion(),
    cuerpoDocumento: [
      lineaRetenida(1, { montoSujetoGrav: 200, codigoRetencionMH: 'C4', ivaRetenido: 26 }),
      lineaRetenida(2, {}),
    ],
  }
  const totals = { totalSujetoRetencion: 300, totalIva: 39, totalIvaRetenido: 27 }
  const both = { ...mixed, resumen: { ...mixed.resumen, ...totals } }
  await refused(ministry, set(both, 'resumen.totalIva', 0), '020', 'resumen.totalIva')
  await sealed(ministry, both)
  const special = { codigoRetencionMH: 'C9', ivaRetenido: 21.5 }
  await sealed(ministry, one(special, { totalIvaRetenido: 21.5 }))
})

test('a document that was sealed here is of the receptor; a purchase (14) is of the issuer', async (t) => {
  const ministry = await startMinistry(t)
  const [own, purchase] = [creditoFiscal(), sujetoExcluido()]
  await sealed(ministry, own)
  await sealed(ministry, purchase)
  const over = (tipoDte: string, documento: Draft): Draft => ({
    ...retencion(),
    cuerpoDocumento: retencion().cuerpoDocumento.map((linea: Draft, i: number) => ({
      ...linea,
      tipoDte,
      ...(i === 0
        ? { tipoGeneracion: 2, numeroDocumento: documento.identificacion.codigoGeneracion }
        : {}),
    })),
  })
  const number = 'cuerpoDocumento[0].numeroDocumento'
  await refused(ministry, over('03', own), '008', number)
  await refused(ministry, over('01', own), '027', 'cuerpoDocumento[0].tipoDte')
  await sealed(ministry, over('14', purchase))
  const { codigoGeneracion } = purchase.identificacion
  await ministry.post('/_sim/invalidations', { codigoGeneracion })
  await refused(ministry, over('14', purchase), '015', number)
  const rejected = set(creditoFiscal(), 'resumen.totalPagar', 1)
  await refused(ministry, rejected, '020', 'resumen.totalPagar')
  await sealed(ministry, over('03', rejected), 'taken on trust: ')
})

test("the ministry's retentions are sealed", async (t) => {
  if (!hasReference('the samples of 07')) return
  const ministry = await startMinistry(t, { schemasDir: SCHEMAS_DIR })
  for (const name of ['fe-cr-v2', 'fe-cr-v2-c4']) {
    await sealed(
      ministry,
      set(JSON.parse(readReference(`samples/${name}.json`)), 'emisor.nit', NIT),
    )
  }
})
