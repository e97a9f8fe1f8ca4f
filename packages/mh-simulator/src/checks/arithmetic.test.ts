/** The tolerance: an error of one cent in a computed amount passes, two cents do not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sujetoExcluido } from '../../test/compra.ts'
import {
  creditoFiscal,
  type Draft,
  factura,
  get,
  linea,
  NIT,
  NOW,
  renewed,
  set,
} from '../../test/documentos.ts'
import { facturaExportacion } from '../../test/exportacion.ts'
import { envio, type Ministry, PUBLIC_KEY_PEM, startMinistry } from '../../test/ministry.ts'
import { notaCredito, notaDebito, relacion } from '../../test/notas.ts'
import { hasReference, readReference } from '../../test/reference.ts'
import { sealed } from '../../test/verdicts.ts'

const LINE = ['ventaNoSuj', 'ventaExenta', 'ventaGravada', 'compra', 'ivaItem'] as const
/** Computed members of the lines of notes, zero included. */
const LINE_IVA = ['ivaPerci', 'totalIva', 'ivaRete'] as const
// biome-ignore format: a table
const SUMMARY = [
  'totalNoSuj', 'totalExenta', 'totalGravada', 'subTotalVentas', 'totalDescu', 'subTotal',
  'ivaRete', 'ivaPerci', 'montoTotalOperacion', 'totalNoGravado', 'totalPagar', 'totalIva',
  'totalCompra', 'reteRenta',
] as const
/** Given by the issuer and not computed; other amounts are computed from them. */
const GIVEN = ['precioUni', 'montoDescu', 'noGravado'] as const
const GIVEN_SUMMARY = ['descuGravada', 'descu', 'seguro', 'flete'] as const

/** Every amount that the ministry recomputes, and those that it computes from. */
function amounts(documento: Draft): { computed: string[]; given: string[] } {
  const computed = SUMMARY.filter((name) => name in documento.resumen).map((n) => `resumen.${n}`)
  const given = GIVEN_SUMMARY.filter((name) => name in documento.resumen).map((n) => `resumen.${n}`)
  if (documento.resumen.pagos) given.push('resumen.pagos.0.montoPago')
  documento.cuerpoDocumento.forEach((line: Draft, i: number) => {
    const at = `cuerpoDocumento.${i}`
    computed.push(...LINE.filter((name) => line[name] > 0).map((name) => `${at}.${name}`))
    given.push(...GIVEN.filter((name) => line[name]).map((name) => `${at}.${name}`))
    const iva = LINE_IVA.filter((name) => name in line && line.noGravado === 0)
    computed.push(...iva.map((name) => `${at}.${name}`))
  })
  documento.resumen.tributos?.forEach((_: Draft, i: number) => {
    computed.push(`resumen.tributos.${i}.valor`)
  })
  return { computed, given }
}

/** Changes an amount by this many cents, in plain digits. */
function moved(documento: Draft, path: string, cents: number): Draft {
  const value = (Math.round(get(documento, path) * 1e8) + cents * 1e6) / 1e8
  return set(documento, path, value)
}

/** `cuerpoDocumento.0.ivaItem` as messages have it. */
const asNamed = (path: string) => path.replaceAll(/\.(\d+)/g, '[$1]')

/** `fresh` makes a new document ready to be received: for a note, its origin is sealed first. */
async function tryCents(
  ministry: Ministry,
  name: string,
  fresh: () => Draft | Promise<Draft>,
): Promise<void> {
  const { computed, given } = amounts(await fresh())
  for (const path of [...computed, ...given]) {
    for (const cents of [2, -2]) {
      const { status, body } = await ministry.send(moved(await fresh(), path, cents))
      assert.equal(status, 400, `${name}: ${path} moved by ${cents} cents was sealed`)
      // A negative amount fails the structure before the sums; a retention needs its code.
      assert.match(
        body.codigoMsg,
        /^(?:020|096|003|005)$/,
        `${name}: ${path}: ${body.descripcionMsg}`,
      )
      if (body.codigoMsg !== '020' || given.includes(path)) continue
      assert.equal(body.descripcionMsg, `[${asNamed(path)}] CALCULO INCORRECTO`)
    }
  }
  for (const path of computed) {
    const { status, body } = await ministry.send(moved(await fresh(), path, 1))
    assert.equal(status, 200, `${name}: ${path}: ${body.descripcionMsg} ${body.observaciones}`)
  }
}

test('a cent more on any computed amount is forgiven, two either way are not', async (t) => {
  const ministry = await startMinistry(t)
  for (const make of [factura, creditoFiscal, facturaExportacion, sujetoExcluido]) {
    await tryCents(ministry, make.name, make)
  }
  for (const make of [notaCredito, notaDebito]) {
    await tryCents(ministry, make.name, async () => make(await sealed(ministry, creditoFiscal())))
  }
})

// biome-ignore format: a table
const SAMPLES = [
  'fe-f-v2.json', 'fe-f-v2-anonima.json', 'fe-f-v2-reemplazo.json', 'fe-ccf-v4.json',
  'fe-nc-v4.json', 'fe-nd-v4.json', 'fe-fex-v3.json', 'fe-fse-v2.json',
]

test("the ministry's samples hold to the same cent", async (t) => {
  if (!hasReference("the cents of the ministry's samples")) return
  for (const name of SAMPLES) {
    const sample = JSON.parse(readReference(`samples/${name}`))
    const { nit } = sample.emisor
    const mine = { nit: NIT, password: 'Clave-De-Ensayo-1', publicKeyPem: PUBLIC_KEY_PEM }
    const ministry = await startMinistry(t, { taxpayers: [mine] })
    // The sample's issuer is another taxpayer; the tests sign for their own.
    assert.notEqual(nit, NIT)
    await tryCents(ministry, name, async () => {
      if (!sample.documentoRelacionado) return renewed(mineOf(sample))
      const origin = renewed(mineOf(JSON.parse(readReference('samples/fe-ccf-v4.json'))))
      return over(await sealed(ministry, origin), renewed(mineOf(sample)))
    })
  }
})

const mineOf = (sample: Draft): Draft => set(sample, 'emisor.nit', NIT)

/** The note with its origin replaced. */
function over(origin: Draft, nota: Draft): Draft {
  const { codigoGeneracion: numeroDocumento } = origin.identificacion
  const cuerpoDocumento = nota.cuerpoDocumento.map((line: Draft) => ({ ...line, numeroDocumento }))
  return { ...nota, documentoRelacionado: [relacion(origin)], cuerpoDocumento }
}

/** The ministry compares the text of a number, so 13.0 is not 13. */
test('a number that is not written plainly is a wrong sum', async (t) => {
  const ministry = await startMinistry(t)
  const forms: readonly (readonly [from: string, to: string, path: string])[] = [
    ['"totalExenta":4.2', '"totalExenta":4.20', 'resumen.totalExenta'],
    ['"descuExenta":0', '"descuExenta":0.0', 'resumen.descuExenta'],
    ['"descuExenta":0', '"descuExenta":-0', 'resumen.descuExenta'],
    ['"totalGravada":21', '"totalGravada":2.1e1', 'resumen.totalGravada'],
    ['"totalGravada":21', '"totalGravada":21E0', 'resumen.totalGravada'],
    ['"cantidad":3', '"cantidad":3.0', 'cuerpoDocumento[0].cantidad'],
    ['"version":2', '"version":2.0', 'identificacion.version'],
  ]
  for (const [from, to, path] of forms) {
    const documento = factura()
    const text = JSON.stringify(documento)
    assert.ok(text.includes(from))
    const body = envio(documento, text.replace(from, to))
    const headers = { authorization: ministry.token }
    const answer = await ministry.post('/fesv/recepciondte', body, headers)
    assert.equal(answer.body.descripcionMsg, `[${path}] CALCULO INCORRECTO`, to)
  }
})

test('sums are exact where binary floating point is not', async (t) => {
  const ministry = await startMinistry(t)
  const d = factura()
  // 0.1 + 0.2 and 1.1 x 1.1, in eight decimals: 90071992.54740993 exceeds the precision of a double.
  const cuerpoDocumento = [
    linea(1, {
      cantidad: 1.1,
      precioUni: 1.1,
      montoDescu: 0.91,
      ventaGravada: 0.3,
      ivaItem: 0.03451327,
    }),
    linea(2, { precioUni: 90071992.54, ventaExenta: 90071992.54, ivaItem: 0 }),
  ]
  const sums = { totalGravada: 0.3, totalExenta: 90071992.54, totalNoSuj: 0, totalNoGravado: 0 }
  const total = 90071992.84
  const totals = { subTotalVentas: total, subTotal: total, montoTotalOperacion: total }
  const rest = { totalPagar: total, totalDescu: 0.91, totalIva: 0.03, pagos: null }
  const resumen = { ...d.resumen, ...sums, ...totals, ...rest }
  const { status, body } = await ministry.send({ ...d, cuerpoDocumento, resumen })
  assert.equal(status, 200, `${body.descripcionMsg} ${body.observaciones}`)
})

test('credits above the total leave nothing to pay and a balance in favour', async (t) => {
  const ministry = await startMinistry(t)
  const d = factura()
  const pagos = [{ ...d.resumen.pagos[0], codigo: '99', montoPago: 0 }]
  const totals = { totalNoGravado: -30, totalPagar: 0, saldoFavor: -2.7, pagos }
  const credit = set(
    { ...d, resumen: { ...d.resumen, ...totals } },
    'cuerpoDocumento.3.noGravado',
    -30,
  )
  const { status, body } = await ministry.send(credit)
  assert.equal(status, 200, `${body.descripcionMsg} ${body.observaciones}`)

  const cash = await ministry.send(renewed(set(credit, 'resumen.pagos.0.codigo', '01')))
  assert.equal(cash.body.descripcionMsg, '[resumen.pagos[0].codigo] VALOR NO PERMITIDO')
  const onCredit = await ministry.send(renewed(set(credit, 'resumen.condicionOperacion', 2)))
  assert.equal(onCredit.body.descripcionMsg, '[resumen.condicionOperacion] VALOR NO PERMITIDO')
  const none = await ministry.send(renewed(set(credit, 'resumen.saldoFavor', 0)))
  assert.equal(none.body.descripcionMsg, '[resumen.saldoFavor] CALCULO INCORRECTO')
})

/** 10 gallons at 4.52 with IVA included, and both fuel contributions on top. */
function gasolina(): Draft {
  const d = factura()
  const fuel = { cantidad: 10, uniMedida: 22, precioUni: 4.52, ventaGravada: 45.2, ivaItem: 5.2 }
  const cuerpoDocumento = [linea(1, { ...fuel, tributos: ['D1', 'C8'] })]
  const tributos = [
    { codigo: 'D1', descripcion: 'FOVIAL', valor: 2 },
    { codigo: 'C8', descripcion: 'COTRANS', valor: 1 },
  ]
  const sums = { totalNoSuj: 0, totalExenta: 0, totalGravada: 45.2, subTotalVentas: 45.2 }
  const totals = { subTotal: 45.2, montoTotalOperacion: 48.2, totalPagar: 48.2, totalIva: 5.2 }
  const rest = { totalDescu: 0, totalNoGravado: 0, tributos, pagos: null }
  return { ...d, cuerpoDocumento, resumen: { ...d.resumen, ...sums, ...totals, ...rest } }
}

test('tributes of section 1 are computed from their rate and added to the total', async (t) => {
  const ministry = await startMinistry(t)
  const { status, body } = await ministry.send(gasolina())
  assert.equal(status, 200, `${body.descripcionMsg} ${body.observaciones}`)
  const short = await ministry.send(set(gasolina(), 'resumen.tributos.0.valor', 1.9))
  assert.equal(short.body.descripcionMsg, '[resumen.tributos[0].valor] CALCULO INCORRECTO')
  const missing = await ministry.send(set(gasolina(), 'resumen.montoTotalOperacion', 45.2))
  assert.equal(missing.body.descripcionMsg, '[resumen.montoTotalOperacion] CALCULO INCORRECTO')
})

test('a tribute of section 2 is a separate line, one of section 3 stays outside the total', async (t) => {
  const ministry = await startMinistry(t)
  const own = { tipoItem: 4, uniMedida: 99, codTributo: 'A8', ivaItem: 2.4159292 }
  const line = linea(1, { ...own, precioUni: 21, ventaGravada: 21 })
  const section2 = set(set(factura(), 'cuerpoDocumento.0', line), 'resumen.totalDescu', 0)
  const sealed = await ministry.send(section2)
  assert.equal(sealed.status, 200, `${sealed.body.descripcionMsg} ${sealed.body.observaciones}`)
  const two = set(
    set(section2, 'cuerpoDocumento.0.cantidad', 2),
    'cuerpoDocumento.0.precioUni',
    10.5,
  )
  const refused = await ministry.send(renewed(two))
  assert.equal(refused.body.descripcionMsg, '[cuerpoDocumento[0].cantidad] VALOR NO VALIDO')

  const rows = [{ codigo: '52', descripcion: 'Cerveza', valor: 1.23 }]
  const listed = set(factura(), 'cuerpoDocumento.0.tributos', ['52'])
  const informed = await ministry.send(set(listed, 'resumen.tributos', rows))
  assert.equal(informed.status, 200, `${informed.body.descripcionMsg}`)
})

test('a wrong sum is refused with the computed value', async (t) => {
  const ministry = await startMinistry(t, { now: () => new Date(NOW) })
  const { body } = await ministry.send(set(factura(), 'resumen.totalPagar', 28.1))
  assert.equal(body.descripcionMsg, '[resumen.totalPagar] CALCULO INCORRECTO')
  assert.deepEqual(body.observaciones, ['Se calculo 28.05 y se recibio 28.1'])
})
