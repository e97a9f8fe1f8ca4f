/** Valid documents pass, and each planted fault is found with its own code. */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { certificates, EXAMPLES, examples, fileOf, jwsOf, key } from '../../test/signed-files.ts'
import type { FindingCode } from './finding.ts'
import { verifyDocument } from './verify.ts'

const GOOD = 1_000

// biome-ignore lint/suspicious/noExplicitAny: tests know the shape of the members they change
type Documento = any

const other = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** An example with its own number and code. */
function numbered(n: number): Documento {
  const documento = JSON.parse(examples[n % examples.length] ?? '')
  const { identificacion } = documento
  const { tipoDte } = identificacion
  identificacion.numeroControl = `DTE-${tipoDte}-M001P001-${String(n + 1).padStart(15, '0')}`
  const tail = n.toString(16).toUpperCase().padStart(12, '0')
  identificacion.codigoGeneracion = `A6C1B7F2-3D54-4E0B-9A77-${tail}`
  return documento
}

test(`${GOOD} valid documents of all types pass`, async () => {
  for (let n = 0; n < GOOD; n += 1) {
    const { findings } = await verifyDocument(fileOf(JSON.stringify(numbered(n))), { certificates })
    assert.deepEqual(
      findings,
      [],
      `${n % examples.length}: ${JSON.stringify(numbered(n).identificacion)}`,
    )
  }
})

test('the file for transmission passes only if no seal is required', async () => {
  const payload = JSON.stringify(numbered(0))
  const text = JSON.stringify({ codigoGeneracion: 'x', ambiente: '00', jws: jwsOf(payload) })
  const asked = await verifyDocument(text, { certificates })
  const unasked = await verifyDocument(text, { certificates, withoutSeal: true })

  assert.deepEqual(
    asked.findings.map(({ code }) => code),
    ['seal_missing'],
  )
  assert.deepEqual(unasked.findings, [])
})

test('members of the same names inside the signed text belong to it', async () => {
  const documento = numbered(0)
  documento.apendice = [{ campo: 'a', etiqueta: 'b', valor: 'c', selloRecibido: 'x' }]
  const { findings } = await verifyDocument(fileOf(JSON.stringify(documento)), { certificates })
  assert.deepEqual(
    findings.filter(({ code }) => code === 'payload_differs'),
    [],
  )
})

const FACTURA = () => {
  const documento = JSON.parse(readFileSync(`${EXAMPLES}01/descuentos.documento.json`, 'utf8'))
  documento.identificacion.numeroControl = 'DTE-01-M001P001-000000000000001'
  documento.identificacion.codigoGeneracion = 'A6C1B7F2-3D54-4E0B-9A77-2C5D8E9F0A11'
  return documento
}

/** The same of a liquidation (08), which lists documents. */
function listing(change: (documento: Documento) => void): string {
  const documento = JSON.parse(readFileSync(`${EXAMPLES}08/de-todo.documento.json`, 'utf8'))
  change(documento)
  return fileOf(JSON.stringify(documento))
}

/** The same of a liquidation of cards (09), whose body is one record. */
function liquidated(change: (documento: Documento) => void): string {
  const documento = JSON.parse(readFileSync(`${EXAMPLES}09/completo.documento.json`, 'utf8'))
  change(documento)
  return fileOf(JSON.stringify(documento))
}

/** The same of a donation (15) of goods and money. */
function donated(change: (documento: Documento) => void): string {
  const documento = JSON.parse(readFileSync(`${EXAMPLES}15/completo.documento.json`, 'utf8'))
  change(documento)
  return fileOf(JSON.stringify(documento))
}

/** A document that was changed and signed again: only its content is wrong. */
function signed(change: (documento: Documento) => void): string {
  const documento = FACTURA()
  change(documento)
  return fileOf(JSON.stringify(documento))
}

const good = () => JSON.stringify(FACTURA())
const swap = (text: string, from: string, to: string) => {
  assert.ok(text.includes(from), `${from} is not there`)
  return text.replace(from, to)
}

// biome-ignore format: a table
const FAULTS: readonly (readonly [what: string, code: FindingCode, file: () => string])[] = [
  ['a byte of the description',          'payload_differs', () => swap(fileOf(good()), 'Silla', 'Silva')],
  ['an amount of the open text',         'payload_differs', () => swap(fileOf(good()), '"totalPagar":265.2', '"totalPagar":65.2')],
  ['the text written again',             'payload_differs', () => JSON.stringify(JSON.parse(fileOf(good())), null, 1)],
  ['a member added',                     'payload_differs', () => swap(fileOf(good()), ',"firmaElectronica"', ',"otro":1,"firmaElectronica"')],
  ['the signed bytes',                   'signature',       () => { const d = FACTURA(); const jws = jwsOf(good()).split('.'); d.emisor.nombre += 'x'; const p = JSON.stringify(d); return fileOf(p, [jws[0], Buffer.from(p).toString('base64url'), jws[2]].join('.')) }],
  ['another key',                        'signature',       () => fileOf(good(), jwsOf(good(), other.privateKey))],
  ['a bit of the signature',             'signature',       () => { const [h, p, s = ''] = jwsOf(good()).split('.'); const b = Buffer.from(s, 'base64url'); b[9] = (b[9] ?? 0) ^ 1; return fileOf(good(), `${h}.${p}.${b.toString('base64url')}`) }],
  ['the signature of another document',  'payload_differs', () => fileOf(good(), jwsOf(JSON.stringify(numbered(3))))],
  ['no signature algorithm',             'algorithm',       () => { const [, p] = jwsOf(good()).split('.'); return fileOf(good(), `${Buffer.from('{"alg":"none"}').toString('base64url')}.${p}.AA`) }],
  ['a weaker algorithm',                 'algorithm',       () => fileOf(good(), jwsOf(good(), key.privateKey, '{"alg":"RS256"}'))],
  ['no signature',                       'jws_form',        () => good()],
  ['half a JWS',                         'jws_form',        () => fileOf(good(), 'abc.def')],
  ['a JWS of no document',               'jws_form',        () => fileOf(good(), jwsOf('hola'))],
  ['no seal',                            'seal_missing',    () => fileOf(good(), jwsOf(good()), null)],
  ['an empty seal',                      'seal_missing',    () => fileOf(good(), jwsOf(good()), '')],
  ['a seal of another form',             'seal_form',       () => fileOf(good(), jwsOf(good()), '2026-SELLO')],
  ['a file that was cut short',          'not_json',        () => fileOf(good()).slice(0, 900)],
  ['something else',                     'not_json',        () => '<html>'],
  ['a version that does not exist',      'version',         () => signed((d) => { d.identificacion.version = 9 })],
  ['a type that does not exist',         'version',         () => signed((d) => { d.identificacion.tipoDte = '99'; d.identificacion.numeroControl = 'DTE-99-M001P001-000000000000001' })],
  ['a number of another type',           'control_number',  () => signed((d) => { d.identificacion.numeroControl = 'DTE-03-M001P001-000000000000001' })],
  ['a short number',                     'control_number',  () => signed((d) => { d.identificacion.numeroControl = 'DTE-01-M001P001-1' })],
  ['a code in small letters',            'generation_code', () => signed((d) => { d.identificacion.codigoGeneracion = d.identificacion.codigoGeneracion.toLowerCase() })],
  ['an environment that does not exist', 'environment',     () => signed((d) => { d.identificacion.ambiente = '02' })],
  ['a day that does not exist',          'date',            () => signed((d) => { d.identificacion.fecEmi = '2026-02-30' })],
  ['an hour that does not exist',        'date',            () => signed((d) => { d.identificacion.horEmi = '25:00:00' })],
  ['an issuer without a NIT',            'issuer',          () => signed((d) => { d.emisor.nit = '12' })],
  ['a total off by a cent',              'sums',            () => signed((d) => { d.resumen.totalPagar = 265.21 })],
  ['the taxed total off by a cent',      'sums',            () => signed((d) => { d.resumen.totalGravada = 243.01 })],
  ['the exempt total off by a cent',     'sums',            () => signed((d) => { d.resumen.totalExenta = 29.99 })],
  ['a subtotal off by a cent',           'sums',            () => signed((d) => { d.resumen.subTotal = 265.19 })],
  ['the discounts off by a cent',        'sums',            () => signed((d) => { d.resumen.totalDescu = 33.41 })],
  ['the IVA off by two cents',           'sums',            () => signed((d) => { d.resumen.totalIva = 25.18 })],
  ['a line that is not its price',       'sums',            () => signed((d) => { d.cuerpoDocumento[0].cantidad = 5 })],
  ['a line that was taken out',          'sums',            () => signed((d) => { d.cuerpoDocumento.pop() })],
  ['payments that are not the total',    'sums',            () => signed((d) => { d.resumen.pagos[0].montoPago = 265 })],
  ['letters of another amount',          'sums',            () => signed((d) => { d.resumen.totalLetras = 'UN 99/100 DOLARES' })],
  ['a listed sale without its IVA',      'sums',            () => listing((d) => { d.cuerpoDocumento[0].ivaItem = 0 })],
  ['exports that are not listed',        'sums',            () => listing((d) => { d.resumen.exportacion = 200 })],
  ['a total without what was perceived', 'sums',            () => listing((d) => { d.resumen.total = 858.5; d.resumen.totalLetras = 'MIL 50/100 DOLARES' })],
  ['letters of another total',           'sums',            () => listing((d) => { d.resumen.totalLetras = 'UN 99/100 DOLARES' })],
  ['a liquidation without its IVA',      'sums',            () => liquidated((d) => { d.cuerpoDocumento.iva = 0 })],
  ['a perception of 1 %',                'sums',            () => liquidated((d) => { d.cuerpoDocumento.ivaPercibido = 874019.45 })],
  ['a commission that is not kept',      'sums',            () => liquidated((d) => { d.cuerpoDocumento.comision = 0 })],
  ['letters of another liquidation',     'sums',            () => liquidated((d) => { d.cuerpoDocumento.totalLetras = 'UN 99/100 DOLARES' })],
  ['a liquidation without its record',   'structure',       () => liquidated((d) => { d.cuerpoDocumento = {} })],
  ['a donation off by a cent',           'sums',            () => donated((d) => { d.resumen.valorTotal = 900.01; d.resumen.totalLetras = 'NOVECIENTOS 01/100 DOLARES' })],
  ['a donated line without its loss',    'sums',            () => donated((d) => { d.cuerpoDocumento[0].tipoDepreciacion = 0 })],
  ['payments of what is no money',       'sums',            () => donated((d) => { d.resumen.pagos[0].montoPago = 700 })],
  ['letters of another donation',        'sums',            () => donated((d) => { d.resumen.totalLetras = 'UN 99/100 DOLARES' })],
  ['a donee without a NIT',              'issuer',          () => donated((d) => { d.emisor.numDocumento = '12' })],
  ['no lines at all',                    'structure',       () => signed((d) => { delete d.cuerpoDocumento })],
]

for (const [what, code, file] of FAULTS) {
  test(`${what} is found: ${code}`, async () => {
    const { good, findings } = await verifyDocument(file(), { certificates })

    assert.equal(good, false)
    assert.deepEqual(
      [...new Set(findings.map((one) => one.code))],
      [code],
      JSON.stringify(findings),
    )
    assert.ok(findings.every(({ message }) => message.length > 10))
  })
}

test('each member of the summary that is off is named, with what it says and what the others sum', async () => {
  for (const [member, value] of [
    ['totalPagar', 265.21],
    ['subTotal', 265.19],
    ['totalDescu', 33.41],
    ['montoTotalOperacion', 265.19],
    ['subTotalVentas', 1],
  ] as const) {
    const text = signed((d) => {
      d.resumen[member] = value
    })
    const { findings } = await verifyDocument(text, { certificates })
    const named = findings.some(({ message }) =>
      message.startsWith(`resumen.${member} dice ${value}`),
    )
    assert.ok(named, JSON.stringify(findings))
  }
})

test('a certificate that is valid for a moment of the day in El Salvador passes, and so does its own issuer', async () => {
  const { identificacion, emisor } = FACTURA()
  const { fecEmi, ambiente } = identificacion
  const { publicKeyPem } = certificates[0] ?? { publicKeyPem: '' }
  const [validFrom, validTo] = [`${nextDayOf(fecEmi)}T05:59:59.999Z`, `${fecEmi}T06:00:00Z`]
  for (const validity of [{ validFrom }, { validTo }, { nit: emisor.nit, ambiente }]) {
    const given = { certificates: [{ publicKeyPem, ...validity }] }
    assert.deepEqual((await verifyDocument(fileOf(good()), given)).findings, [])
  }
})

const nextDayOf = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

test('a certificate of another issuer, environment or time is found', async () => {
  const { fecEmi } = FACTURA().identificacion
  const nextDay = nextDayOf(fecEmi)
  const text = fileOf(good())
  const { publicKeyPem } = certificates[0] ?? { publicKeyPem: '' }
  const cases = [
    [{ publicKeyPem, nit: '06140101900099' }, 'issuer'],
    [{ publicKeyPem, ambiente: '09' }, 'environment'],
    [{ publicKeyPem, validTo: '2001-01-01T00:00:00Z' }, 'certificate'],
    [{ publicKeyPem, validFrom: '2099-01-01T00:00:00Z' }, 'certificate'],
    [{ publicKeyPem, validFrom: `${nextDay}T06:00:00Z` }, 'certificate'],
    [{ publicKeyPem, validTo: `${fecEmi}T05:59:59.999Z` }, 'certificate'],
  ] as const
  for (const [certificate, code] of cases) {
    const { findings } = await verifyDocument(text, { certificates: [certificate] })
    assert.deepEqual(
      findings.map((one) => one.code),
      [code],
    )
  }
})
