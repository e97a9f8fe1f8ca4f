/** Verification ends with findings for every file, whatever is in it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { SEED } from '../../../fiscal/test/seed.ts'
import { createDice } from '../../../service/test/crash/dice.ts'
import { damaged, mutatedFile } from '../../test/mutated-files.ts'
import { certificates, examples, fileOf } from '../../test/signed-files.ts'
import { readPdf } from '../node/read-pdf.ts'
import { checkPrinted } from './printed.ts'
import { verifyDocument } from './verify.ts'

const FILES = Number(process.env.SELLO_VERIFY_FILES ?? 1_500)

const codesOf = async (change: (documento: Record<string, unknown>) => void) => {
  const documento = JSON.parse(examples[0] ?? '')
  change(documento)
  const { findings } = await verifyDocument(fileOf(JSON.stringify(documento)), { certificates })
  return findings.map(({ code }) => code)
}

// biome-ignore lint/suspicious/noExplicitAny: tests know the shape of the members they change
const HOSTILE: Readonly<Record<string, (documento: any) => void>> = {
  'a type that every object has': (d) => {
    d.identificacion.tipoDte = 'constructor'
  },
  'a type that is a regular expression': (d) => {
    d.identificacion.tipoDte = '('
  },
  'a version that is no text': (d) => {
    d.identificacion.version = { toString: 1 }
  },
  'a number that is an object': (d) => {
    d.identificacion.numeroControl = { toString: 1 }
  },
  'lines that are null': (d) => {
    d.cuerpoDocumento = [null, null]
  },
  'taxes that are no list': (d) => {
    d.resumen.tributos = { valor: 1 }
  },
  'payments that are null': (d) => {
    d.resumen.pagos = [null]
  },
  'no issuer': (d) => {
    d.emisor = null
  },
}

for (const [what, change] of Object.entries(HOSTILE)) {
  test(`${what}: findings, and no exception`, async () => {
    assert.notDeepEqual(await codesOf(change), [])
  })
}

test(`${FILES} mutated files are verified to the end`, { timeout: 10 * 60_000 }, async (t) => {
  t.diagnostic(`SEED=${SEED}`)
  const dice = createDice(SEED)
  let isBad = 0
  for (let n = 0; n < FILES; n += 1) {
    const text = mutatedFile(dice)
    try {
      const { good, facts } = await verifyDocument(text, { certificates })
      isBad += good ? 0 : 1
      if (facts) checkPrinted({ text: '', drawing: '' }, facts, (address) => address)
    } catch (error) {
      t.diagnostic(`file ${n}: ${text.slice(0, 2_000)}`)
      throw error
    }
  }
  assert.ok(isBad > FILES / 2)
})

const pdfOf = (...streams: readonly Buffer[]): Buffer =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...streams.flatMap((stream) => [
      Buffer.from(`1 0 obj\n<</Filter /FlateDecode /Length ${stream.length}>>stream\n`),
      stream,
      Buffer.from('\nendstream\nendobj\n'),
    ]),
    Buffer.from('%%EOF\n'),
  ])

test('a PDF that inflates without end is no printed copy, in one stream or in many', () => {
  const bomb = deflateSync(Buffer.alloc(512 * 1024 * 1024))
  const part = deflateSync(Buffer.alloc(1024 * 1024))
  const texts = deflateSync(Buffer.from('(a) '.repeat(400_000)))
  const before = process.memoryUsage().rss
  assert.equal(readPdf(pdfOf(bomb)), null)
  assert.equal(readPdf(pdfOf(...Array.from({ length: 500 }, () => part))), null)
  assert.equal(readPdf(pdfOf(texts)), null)
  const grownBytes = process.memoryUsage().rss - before
  assert.ok(grownBytes < 300 * 1024 * 1024, `${grownBytes} bytes`)
})

test('damaged PDFs are read or refused', () => {
  const dice = createDice(SEED)
  const whole = pdfOf(deflateSync(Buffer.from('BT (hola) Tj ET 1 2 3 1 re'))).toString('latin1')
  assert.equal(readPdf(Buffer.from(whole, 'latin1'))?.text, 'hola')
  for (let n = 0; n < 2_000; n += 1) {
    const read = readPdf(Buffer.from(damaged(dice, whole), 'latin1'))
    assert.ok(read === null || typeof read.text === 'string')
  }
})
