/** Fonts of a few glyphs, written here by the tables of the OpenType specification, and read back. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMetrics, readTtf } from './ttf.ts'

type Tables = Readonly<Record<string, Uint8Array>>

/** A table of 16-bit numbers, zero but at these offsets in bytes. */
function table(size: number, numbers: Readonly<Record<number, number>>): Uint8Array {
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  for (const [at, value] of Object.entries(numbers)) view.setInt16(Number(at), value)
  return bytes
}

const words = (...numbers: readonly number[]) =>
  Buffer.from(numbers.flatMap((n) => [(n >> 8) & 0xff, n & 0xff]))

/** `extra` records stand behind the directory, which does not count them. */
function fontFile(tables: Tables, extra = 0): Uint8Array {
  const names = Object.keys(tables)
  let offset = 12 + names.length * 16
  const records = names.map((name) => {
    const { length } = tables[name] as Uint8Array
    const record = Buffer.alloc(16)
    record.write(name, 'latin1')
    record.writeUInt32BE(offset, 8)
    record.writeUInt32BE(length, 12)
    offset += length
    return record
  })
  const head = Buffer.concat([words(0, 1, names.length - extra, 0, 0, 0), ...records])
  return Buffer.concat([head, ...Object.values(tables)])
}

/** Units of an em, then the box of all glyphs. */
const head = (unitsPerEm: number) =>
  table(54, { 18: unitsPerEm, 36: -50, 38: -250, 40: 1500, 42: 950 })
/** Four glyphs, of which the last two share the second width. */
const hhea = table(36, { 4: 900, 6: -200, 34: 3 })
const hmtx = words(500, 0, 610, 0, 620, 0, 0)

/** Format 4: A and B by their distance to glyphs 1 and 2, a to c by a list, the last segment of every font. */
const FORMAT_4 = words(
  ...[4, 0, 0, 6, 4, 1, 2],
  ...[0x42, 0x63, 0xffff, 0],
  ...[0x41, 0x61, 0xffff],
  ...[1 - 0x41, 1, 2],
  ...[0, 4, 0],
  ...[2, 0, 0xffff],
)
/** Subtables of another format or platform, and last the one that names letters by Unicode. */
const SUBTABLES = 9
const cmap = Buffer.concat([
  words(0, SUBTABLES, 3, 0, 0, 76),
  ...Array.from({ length: SUBTABLES - 2 }, () => words(1, 0, 0, 82)),
  words(3, 1, 0, 88),
  words(0, 6, 0, 4, 6, 0),
  FORMAT_4,
])

/** As many as a real font has, of which most are none of ours. */
const OTHERS = Object.fromEntries(Array.from({ length: 16 }, (_, n) => [`tb${10 + n}`, words(n)]))
const TABLES: Tables = {
  ...OTHERS,
  cmap,
  head: head(1000),
  hhea,
  hmtx,
  'OS/2': table(96, { 88: 700 }),
}
const NAMES = Object.keys(TABLES).filter((name) => !(name in OTHERS))

test('each letter has its glyph, by distance or by list, and the last width is that of all glyphs behind it', () => {
  const { glyphs, ...metrics } = readTtf(fontFile(TABLES))
  assert.deepEqual(
    [...glyphs].map(([unit, { id, width }]) => [String.fromCharCode(unit), id, width]),
    [
      ['A', 1, 610],
      ['B', 2, 620],
      ['a', 3, 620],
    ],
  )
  const { bbox, ascent, descent, capHeight } = metrics
  assert.deepEqual(bbox, [-50, -250, 1500, 950])
  assert.deepEqual({ ascent, descent, capHeight }, { ascent: 900, descent: -200, capHeight: 700 })
})

test('metrics are in thousandths of the size, whatever the units of the font', () => {
  assert.deepEqual(readMetrics(fontFile({ ...TABLES, head: head(2000) })), {
    unitsPerEm: 2000,
    bbox: [-25, -125, 750, 475],
    ascent: 450,
    descent: -100,
  })
})

for (const name of NAMES) {
  const rest = Object.keys(TABLES).filter((one) => one !== name)
  const inOrder = (names: readonly string[]) =>
    Object.fromEntries(names.map((one) => [one, TABLES[one] as Uint8Array]))

  test(`the table ${name} is found at either end of the directory`, () => {
    const { glyphs } = readTtf(fontFile(TABLES))
    for (const names of [
      [name, ...rest],
      [...rest, name],
    ]) {
      const read = readTtf(fontFile(inOrder(names)))
      assert.deepEqual(read.glyphs, glyphs)
      assert.equal(read.capHeight, 700)
    }
  })

  test(`a record of ${name} behind the directory is none of the font's`, () => {
    const file = fontFile(inOrder([...rest, name]), 1)
    assert.throws(() => readTtf(file), new RegExp(`bug: the font has no table ${name}`))
  })
}

test('a font of other units, or without letters by Unicode, is refused', () => {
  assert.throws(() => readTtf(fontFile({ ...TABLES, head: head(2048) })), /bug: .* 1,000 units/)
  const ofOthers = Buffer.from(cmap)
  ofOthers.writeUInt16BE(SUBTABLES - 1, 2)
  assert.throws(
    () => readTtf(fontFile({ ...TABLES, cmap: ofOthers })),
    /bug: .* no Unicode cmap of format 4/,
  )
})
