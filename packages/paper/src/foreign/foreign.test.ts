/** Transmitted text is printed and can be extracted, in any script. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { findTool, without } from '../../../../scripts/test-tools.ts'
import { filledWith } from '../../test/fill.ts'
import { CREDITO_FISCAL_LLENO, FACTURA_MINIMA, linea, sealed } from '../../test/fixtures.ts'
import { dense, readPdf } from '../../test/read-pdf.ts'
import { loadFaces } from '../pdf/faces.ts'
import { createPrinter } from '../printer.ts'
import type { Letters } from '../type/letters.ts'
import { findFont } from './fonts.ts'
import { createScripts } from './scripts.ts'

const printer = createPrinter()
const { lay: layLetters } = createScripts(loadFaces().regular)
const lay = (text: string) => layLetters(text as Letters)
const copyOf = (descripcion: string) =>
  sealed({ ...FACTURA_MINIMA, cuerpoDocumento: [linea(1, { descripcion })] })
const saidOf = (file: Uint8Array) =>
  readPdf(file)
    .map((page) => page.dense)
    .join('')
const BASE = saidOf(printer.letter(copyOf('.')))
const BASE_TICKET = saidOf(printer.ticket(copyOf('.'), 58))

/** How often each code point occurs in a text, except white space. */
function counted(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const letter of dense(text)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  return counts
}

/** Right-to-left order belongs to the page, so the comparison is only that nothing is missing. */
function assertReads(file: Uint8Array, base: string, text: string): void {
  const [read, before] = [counted(saidOf(file)), counted(base)]
  for (const [letter, count] of counted(text.normalize('NFC'))) {
    const found = (read.get(letter) ?? 0) - (before.get(letter) ?? 0)
    const code = letter.codePointAt(0)?.toString(16)
    assert.ok(
      found >= count - (letter === '.' ? 1 : 0),
      `${found} of ${count} U+${code} in ${text}`,
    )
  }
}

const LEFT_TO_RIGHT = {
  'Latin with every mark': 'Việt Nam, Łódź, x̄ and ǖ',
  Greek: 'Ελληνικά προϊόντα',
  Cyrillic: 'Московская фабрика ёлочных игрушек',
  Chinese: '北京科技有限公司 第一号',
  Japanese: '東京のコーヒー豆、深煎り(1kg)',
  Korean: '서울 커피 주식회사',
  Thai: 'กาแฟไทยคั่วบด',
  Devanagari: 'कॉफी बीन्स',
  emoji: 'taza ☕ 👍🏽 👨‍👩‍👧‍👦 🇸🇻 1️⃣ ❤️',
  'what only looks alike': '⼀ ﬁ Ａ ㎏ № ㊀々',
  'no glyph at all': '𓀀 ⡀ \u{10ffff} \ue000',
}
/** Format characters that are drawn: signs that enclose the digits behind them. */
const DRAWN_FORMAT = '\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}'
const RIGHT_TO_LEFT = {
  'signs of Arabic numbers': 'ش؄۷ؿ ؀12 ۝٣ ؄ ش',
  Arabic: 'شركة القهوة العربية (2027)، ABC',
  Hebrew: 'בית קפה ירושלים 123 (אבג)',
}

for (const [script, text] of Object.entries(LEFT_TO_RIGHT)) {
  test(`${script} is read back in its order, from a page and from a roll`, () => {
    for (const file of [printer.letter(copyOf(text)), printer.ticket(copyOf(text), 80)]) {
      assert.ok(saidOf(file).includes(dense(text)), saidOf(file))
    }
  })
}

for (const [script, text] of Object.entries(RIGHT_TO_LEFT)) {
  test(`${script} is extracted completely, from a page and from a roll`, () => {
    assertReads(printer.letter(copyOf(text)), BASE, text)
    assertReads(printer.ticket(copyOf(text), 58), BASE_TICKET, text)
  })
}

/** pdf.js, which reads the other copies, ignores the texts that stand for shaped letters. */
const skip = without(import.meta.url, 'poppler')

test('another program reads the same text', { skip }, () => {
  const file = join(tmpdir(), `sello-scripts-${process.pid}.pdf`)
  // It reads U+10FFFF, which is no character, as U+FFFD.
  const texts = Object.values(LEFT_TO_RIGHT).map((text) => text.replace('\u{10ffff}', ''))
  for (const text of [...texts, 'شركة القهوة العربية', 'בית קפה ירושלים']) {
    writeFileSync(file, printer.letter(copyOf(text)))
    const read = execFileSync(findTool('poppler') ?? '', ['-layout', file, '-'], {
      encoding: 'utf8',
    })
    const bare = dense(read.replaceAll(/[\u200e\u200f\u202a-\u202e]/g, ''))
    assert.ok(bare.includes(dense(text)), `${text}: ${read}`)
  }
})

test('the copy explains that a code point replaces a letter, only if one does', () => {
  const note = dense('está escrito con su código Unicode')
  assert.ok(saidOf(printer.letter(copyOf('𓀀'))).includes(note))
  assert.ok(saidOf(printer.ticket(copyOf('𓀀'), 80)).includes(note))
  assert.ok(!saidOf(printer.letter(copyOf('東京'))).includes(note))
})

test('two printers draw every script in the same bytes', () => {
  const text = [...Object.values(LEFT_TO_RIGHT), ...Object.values(RIGHT_TO_LEFT)].join(' ')
  const drawn = Buffer.from(printer.letter(copyOf(text)))
  printer.letter(copyOf('東京 مرحبا'))
  assert.ok(drawn.equals(printer.letter(copyOf(text))))
  assert.ok(drawn.equals(createPrinter().letter(copyOf(text))))
})

test('a name in any script is printed in the heavier letters too', () => {
  const receptor = { ...CREDITO_FISCAL_LLENO.receptor, nombre: 'شركة 東京 Ελλάς' }
  const said = saidOf(
    printer.letter(sealed({ ...CREDITO_FISCAL_LLENO, receptor } as typeof CREDITO_FISCAL_LLENO)),
  )
  for (const word of ['東京', 'Ελλάς']) assert.ok(said.includes(word))
})

test('letters that share a glyph are distinguished by their text', () => {
  const font = findFont('墫')
  assert.ok(font && font.owners.size > 20_000)
  assert.equal(
    font.harfbuzz.glyphOf('壿'.codePointAt(0) ?? 0),
    font.harfbuzz.glyphOf('墫'.codePointAt(0) ?? 0),
  )
  assert.ok(saidOf(printer.letter(copyOf('墫壿墫'))).includes('墫壿墫'))
})

/** A span that tells its text takes some 40 bytes of a page for each letter. */
test('letters that have their own glyph are extracted from it, without a span that tells them', () => {
  const isBare = (text: string) => !lay(text).pieces.some(({ bare }) => !bare)
  const plain = ['、', 'ㇿ', '一', '丁', '鿀', '！', '￥', 'ㄱ', 'ㆎ', '가', '각', '힣']
  assert.deepEqual(
    plain.filter((letter) => !isBare(letter)),
    [],
  )
  // Shaped letters, and one that shares the glyph of another, are told.
  for (const told of ['مرحبا', 'กา', '壿', '👍🏽']) assert.equal(isBare(told), false, told)
})

test('pieces stand from left to right, each with its text, its place and what is drawn for it', () => {
  const laid = (text: string) =>
    lay(text).pieces.map(({ start, text: said, x, width, bare, drawn }) => [
      ...[start, said, x, width, bare],
      drawn.font === null ? drawn.letters : drawn.font.name,
    ])
  const hebrew = 'NotoSansHebrew'
  assert.deepEqual(laid('אבג(1)'), [
    ...[
      [5, ')', 0, 335, false, '('],
      [4, '1', 335, 600, true, '1'],
    ],
    ...[
      [3, '(', 935, 335, false, ')'],
      [2, 'ג', 1270, 374, false, hebrew],
    ],
    ...[
      [1, 'ב', 1644, 572, false, hebrew],
      [0, 'א', 2216, 632, false, hebrew],
    ],
  ])
  assert.deepEqual(laid('ｶﾞ㎏'), [
    [0, 'ｶﾞ', 0, 1000, false, 'NotoSansSC'],
    [2, '㎏', 1000, 1055, false, 'kg'],
  ])
})

test('each font comes with its licence', () => {
  const names = readdirSync(new URL('../../fonts/noto/', import.meta.url))
  const fonts = names.filter((name) => name.endsWith('.ttf.br'))
  assert.ok(fonts.length >= 7)
  for (const font of fonts)
    assert.ok(names.includes(`OFL-${font.replace('.ttf.br', '.txt')}`), font)
})

/**
 * What requests may contain: no control, no unpaired surrogate, no invisible format character but the
 * joiners.
 */
const UNPRINTED = new RegExp(
  `(?![\u200c\u200d${DRAWN_FORMAT}])[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]`,
  'gu',
)

const transmitted = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
    fc
      .array(fc.constantFrom(...'aÑ 漢字サ가ЖמאعربΩ👍🏽☕()「」1.5'), { maxLength: 60 })
      .map((letters) => letters.join('')),
  )
  .map((text) => text.normalize('NFC').replaceAll(UNPRINTED, '').trim())
  .filter((text) => /[\p{L}\p{N}]/u.test(text))

/** Absent: a new seed each time, which a failure prints. */

test('no transmitted text is missing in the extracted text', () => {
  fc.assert(
    fc.property(transmitted, (text) => {
      assertReads(printer.letter(copyOf(text)), BASE, text)
      assertReads(printer.ticket(copyOf(text), 58), BASE_TICKET, text)
    }),
    { numRuns: Number(process.env.SELLO_SCRIPTS_RUNS ?? 150) },
  )
})

test('every text member can be in any script at once', () => {
  fc.assert(
    fc.property(transmitted, (text) => {
      const documento = filledWith(CREDITO_FISCAL_LLENO, (length) => text.slice(0, length), 1)
      const said = saidOf(printer.letter(sealed(documento)))
      for (const letter of new Set(dense(documento.emisor.nombre.normalize('NFC')))) {
        if (!/^\p{Cs}$/u.test(letter)) assert.ok(said.includes(letter), letter)
      }
    }),
    { numRuns: 60 },
  )
})
