/**
 * Random texts of every script in every text member of every type, through the whole service: never a 500, never a
 * document that differs from its answer, never a printed copy without a letter.
 *
 * `SELLO_TEXTS_RUNS=2000 npm test -- texts.test` sends more; `SEED` changes them.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { after, before, test } from 'node:test'
import { findTool, without } from '../../../../scripts/test-tools.ts'
import { SEED } from '../../../fiscal/test/seed.ts'
import { readPdf } from '../../../paper/test/read-pdf.ts'
import { createDice } from '../crash/dice.ts'
import { createWorld, type Reply, type World } from '../world.ts'
import { anyText, basesOf, withTexts } from './requests.ts'

const RUNS = Number(process.env.SELLO_TEXTS_RUNS ?? 30)
/** A second reader; null where it is not installed. */
const PDFTOTEXT = without(import.meta.url, 'poppler') ? null : findTool('poppler')
const REFUSALS = [400, 422]

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

test(`${RUNS} requests with random texts of every script`, { timeout: 60 * 60_000 }, async (t) => {
  t.diagnostic(`SEED=${SEED}`)
  if (PDFTOTEXT === null) t.diagnostic('copies are read by our own reader alone')
  const dice = createDice(SEED)
  const bases = await basesOf(world)
  const counts = new Map<number, number>()
  for (let run = 0; run < RUNS; run++) {
    const { body, paths } = bases[run % bases.length] ?? assert.fail()
    const isPlain = dice.between(0, 3) > 0
    const texts = new Map(
      paths
        .filter(() => dice.between(0, 2) > 0)
        .map((path) => [path, shortened(path, anyText(dice, isPlain))]),
    )
    const sent = withTexts(body, texts)
    const reply = await world.issue(sent)
    counts.set(reply.status, (counts.get(reply.status) ?? 0) + 1)
    try {
      if (reply.status === 200) await assertSays(reply, texts)
      else assert.ok(REFUSALS.includes(reply.status), reply.text.slice(0, 600))
    } catch (error) {
      t.diagnostic(`run ${run}: ${JSON.stringify(sent)}`)
      throw error
    }
  }
  t.diagnostic(`answers: ${JSON.stringify(Object.fromEntries(counts))}`)
  assert.ok((counts.get(200) ?? 0) >= RUNS / 4, 'too few were sealed to say anything')
})

/** By whole characters; another test covers texts that are too long. */
const shortened = (path: string, text: string) =>
  [...text].slice(0, path.endsWith('codigo') || path.endsWith('campo') ? 8 : 40).join('')

async function assertSays({ body }: Reply, texts: ReadonlyMap<string, string>): Promise<void> {
  const { documento, codigoGeneracion, archivoDte, representacionGrafica } = body
  const ledger = await world.mh.ledger()
  const received = ledger.find((row) => row.codigoGeneracion === codigoGeneracion)
  const payload = Buffer.from(received?.jws.split('.')[1] ?? '', 'base64url').toString()
  assert.deepEqual(JSON.parse(payload), documento, 'what the ministry got is what is answered')
  const { firmaElectronica: _, selloRecibido: __, ...archived } = JSON.parse(archivoDte)
  assert.deepEqual(archived, documento)

  const said = new Set(stringsIn(documento).map(oneLine))
  for (const [path, text] of texts) {
    const wanted = oneLine(text)
    assert.ok(wanted === '' || said.has(wanted), `${path}: ${JSON.stringify(text)} is not said`)
  }
  assertPrinted(Buffer.from(representacionGrafica, 'base64'), [...texts.values()])
}

/** The page orders right-to-left text, so the comparison only checks that no letter is missing. */
function assertPrinted(pdf: Buffer, texts: readonly string[]): void {
  const wanted = counted(texts.map((text) => text.normalize('NFC')).join(''))
  for (const [reader, text] of readings(pdf)) {
    const found = counted(text)
    for (const [letter, count] of wanted) {
      const code = letter.codePointAt(0)?.toString(16)
      assert.ok(
        (found.get(letter) ?? 0) >= count,
        `${reader}: ${found.get(letter) ?? 0} of ${count} U+${code}`,
      )
    }
  }
}

function readings(pdf: Buffer): readonly (readonly [reader: string, text: string])[] {
  const own = [
    'our reader',
    readPdf(pdf)
      .map(({ dense }) => dense)
      .join(''),
  ] as const
  if (PDFTOTEXT === null) return [own]
  const options = { input: pdf, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const
  return [own, ['pdftotext', execFileSync(PDFTOTEXT, ['-layout', '-', '-'], options)]]
}

function counted(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const letter of text.replaceAll(/[\s\u200e\u200f\u202a-\u202e]/gu, '')) {
    counts.set(letter, (counts.get(letter) ?? 0) + 1)
  }
  return counts
}

const oneLine = (text: string) => text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim()

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
