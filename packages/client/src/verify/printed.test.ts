/** A printed copy is its document's only if each fact on it is the document's: another one is found, and named. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { createPrinter, qrOf } from '../../../paper/test/printing.ts'
import { certificates, examples, fileOf } from '../../test/signed-files.ts'
import { readPdf } from '../node/read-pdf.ts'
import { checkPrinted, consultaPublica, type PrintedPages } from './printed.ts'
import { type VerifiedFacts, verifyDocument } from './verify.ts'

const printer = createPrinter()
const drawn = (address: string) => qrOf(address).path.trim()

// biome-ignore lint/suspicious/noExplicitAny: tests know the shape of the members they change
type Documento = any

const SEAL = '2026A1B2C3D4E5F60718293A4B5C6D7E8F90ABCD'
const OTHER_SEAL = '2026A1B2C3D4E5F60718293A4B5C6D7E8F90ABCE'
/** One with amounts over a thousand. */
const EXAMPLE = examples.find((text) => JSON.parse(text).resumen.totalPagar > 1_000) ?? ''

async function factsOf(documento: Documento): Promise<VerifiedFacts> {
  const { facts } = await verifyDocument(fileOf(JSON.stringify(documento)), { certificates })
  assert.ok(facts)
  return facts
}

function pagesOf(documento: Documento, selloRecibido: string | null = SEAL): PrintedPages {
  const pages = readPdf(
    printer.letter({ documento, selloRecibido, fhProcesamiento: '20/10/2026 11:12:15' }),
  )
  assert.ok(pages)
  return pages
}

test('the copies of all examples are those of their documents', async () => {
  for (const text of examples) {
    const documento = JSON.parse(text)
    assert.deepEqual(checkPrinted(pagesOf(documento), await factsOf(documento), drawn), [])
  }
})

const NO_CODE = 'la copia impresa no dice el código de generación: '
const NO_NUMBER = 'la copia impresa no dice el número de control: '
const NO_SEAL = 'la copia impresa no dice el sello: '
const NO_TOTAL = 'la copia impresa no dice el total: '
const NO_QR = 'el QR de la copia impresa no lleva a este documento.'

// biome-ignore format: a table
const OTHERS: readonly (readonly [what: string, change: (d: Documento) => void, seal: string | null, found: readonly string[]])[] = [
  ['another seal',        () => {}, OTHER_SEAL, [NO_SEAL + SEAL]],
  ['no seal',             () => {}, null,       [NO_SEAL + SEAL]],
  ['another number',      (d) => { d.identificacion.numeroControl = d.identificacion.numeroControl.replace(/.$/, '9') }, SEAL, [NO_NUMBER]],
  ['another code',        (d) => { d.identificacion.codigoGeneracion = d.identificacion.codigoGeneracion.replace(/.$/, '9') }, SEAL, [NO_CODE, NO_QR]],
  ['another day',         (d) => { d.identificacion.fecEmi = '2026-01-02' }, SEAL, [NO_QR]],
  ['another environment', (d) => { d.identificacion.ambiente = d.identificacion.ambiente === '00' ? '01' : '00' }, SEAL, [NO_QR]],
]

for (const [what, change, seal, found] of OTHERS) {
  test(`a copy with ${what} is found by that, and by nothing else`, async () => {
    const facts = await factsOf(JSON.parse(EXAMPLE))
    const other = JSON.parse(EXAMPLE)
    change(other)
    const findings = checkPrinted(pagesOf(other, seal), facts, drawn)
    assert.equal(findings.length, found.length, JSON.stringify(findings))
    for (const [n, { code, message }] of findings.entries()) {
      assert.ok(message.startsWith(found[n] ?? '-'), message)
      assert.equal(code, message === NO_QR ? 'qr' : 'printed_copy')
    }
  })
}

test('a copy with another total is found by that, in the form in which it is printed', async () => {
  const documento = JSON.parse(EXAMPLE)
  const pages = pagesOf(documento)
  for (const [totalPagar, printed] of [
    [98_765_432.1, '98,765,432.10'],
    [0.05, '0.05'],
  ] as const) {
    const findings = checkPrinted(pages, { ...(await factsOf(documento)), totalPagar }, drawn)
    assert.deepEqual(findings, [{ code: 'printed_copy', message: `${NO_TOTAL}${printed}.` }])
  }
})

test('what a document does not have is not looked for, and its QR only by who can draw one', async () => {
  const facts = await factsOf(JSON.parse(EXAMPLE))
  const nothing: PrintedPages = { text: '', drawing: '' }
  assert.equal(checkPrinted(nothing, facts, drawn).length, 5)
  assert.equal(checkPrinted(nothing, facts).length, 4)
  assert.deepEqual(
    checkPrinted(nothing, { ...facts, selloRecibido: null, totalPagar: null }).length,
    2,
  )
})

test('an address of 200 characters is compared, and a longer one is of no document', async () => {
  const facts = await factsOf(JSON.parse(EXAMPLE))
  const long = (length: number) => {
    const short = consultaPublica({ ...facts, codigoGeneracion: '' }).length
    return { ...facts, codigoGeneracion: 'A'.repeat(length - short) }
  }
  for (const [length, count] of [
    [200, 0],
    [201, 1],
  ] as const) {
    const given = long(length)
    const address = consultaPublica(given)
    assert.equal(address.length, length)
    const pages = { text: Object.values({ ...given, total: '1,130.00' }).join(), drawing: address }
    const findings = checkPrinted(pages, { ...given, totalPagar: 1_130 }, (text) => text)
    assert.equal(findings.length, count)
  }
})

test('the address of a document has its environment, its code and its day', async () => {
  const facts = await factsOf(JSON.parse(EXAMPLE))
  assert.equal(
    consultaPublica({ ...facts, ambiente: '01', codigoGeneracion: 'C', fecEmi: '2026-01-02' }),
    'https://admin.factura.gob.sv/consultaPublica?ambiente=01&codGen=C&fechaEmi=2026-01-02',
  )
})

const pdf = (...streams: readonly string[]) =>
  `%PDF-1.7\n${streams.map((one) => `1 0 obj\n${one}\nendobj\n`).join('')}%%EOF`
const plain = (text: string) => `<</Length ${text.length}>>stream\n${text}\nendstream`
const readText = (file: string) => readPdf(Buffer.from(file, 'latin1'))

test('a PDF is read by its streams: texts without spaces and escapes, whole modules, nothing of fonts and pictures', () => {
  const content =
    '(a \\(b\\) \\\\c) Tj (d) Tj 1 2 3 1 re 4 5 6 1 re -7 8 9 1 re 1.5 2 3 1 re 1 2 3 4 re'
  const font = plain('(font)').replace('<<', '<</Length1 6')
  const image = plain('(image)').replace('<<', '<</Subtype/Image')
  const whole = readText(pdf(plain(content), font, image, plain('(last)')))
  assert.deepEqual(whole, { text: 'a(b)\\cdlast', drawing: '1 2 3 1 re\n4 5 6 1 re' })
  const packed = deflateSync('(packed)').toString('latin1')
  assert.equal(
    readText(pdf(`<</Filter/FlateDecode/Length ${packed.length}>>stream\n${packed}\nendstream`))
      ?.text,
    'packed',
  )
  assert.equal(readText(`${pdf(plain('(a)'))} \r\n`)?.text, 'a')
})

test('what is no whole PDF is not read', () => {
  assert.equal(readText(` ${pdf(plain('(a)'))}`), null)
  assert.equal(readText(pdf(plain('(a)')).slice(0, -1)), null)
  assert.equal(readText(`${pdf(plain('(a)'))}x`), null)
  assert.equal(readText(pdf('<</Filter/X>>stream\n(a)\nendstream')), null)
})

test('pages of 16 MB are read, and larger ones are of no copy', () => {
  const limit = 16 * 1024 * 1024
  const bytes = (length: number) => plain('x'.repeat(length))
  assert.ok(readText(pdf(bytes(limit - 1))))
  assert.equal(readText(pdf(bytes(limit))), null)
  assert.equal(readText(pdf(bytes(limit / 2), bytes(limit / 2))), null)
  assert.ok(readText(pdf(plain('(a)'.repeat(300_000)))))
  assert.equal(readText(pdf(plain('(a)'.repeat(300_001)))), null)
})
