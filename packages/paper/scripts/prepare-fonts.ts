/**
 * Generates packages/paper/fonts from IBM Plex Sans. Run it only when the set of printable letters changes, and
 * commit the result.
 *
 * Each weight is split into two files. The first has the letters of Windows-1252, enough for nearly every document,
 * and is in every PDF; the second has the rest and is only in a PDF that prints one of its letters. Hinting,
 * kerning and names are omitted, since a printed page needs none.
 *
 * The OFL reserves the name Plex for the original, so the subset is called Sello Sans.
 */
import { readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { WINDOWS_1252 } from '../src/type/windows-1252.ts'

type SubsetFont = (font: Buffer, text: string, options: object) => Promise<Buffer>

const require = createRequire(import.meta.url)
const subsetFont = require('subset-font') as SubsetFont

const ORIGINAL = '@expo-google-fonts/ibm-plex-sans'
const FONTS = new URL('../fonts/', import.meta.url)

const WEIGHTS = [
  ['regular', '400Regular/IBMPlexSans_400Regular.ttf'],
  ['semibold', '600SemiBold/IBMPlexSans_600SemiBold.ttf'],
] as const

/** Latin Extended, Vietnamese, Greek, Cyrillic, punctuation, fractions, arrows, signs. */
// biome-ignore format: a table
const EXTENDED_RANGES = [
  [0x0100, 0x024f], [0x0259, 0x0259], [0x02c6, 0x02dd], [0x0370, 0x03ff], [0x0400, 0x052f], [0x1e80, 0x1ef9],
  [0x2010, 0x2033], [0x2044, 0x2044], [0x2070, 0x2089], [0x20a1, 0x20bf], [0x2113, 0x215e],
  [0x2190, 0x2199], [0x2202, 0x2265], [0x25ca, 0x25ca], [0xfffd, 0xfffd],
] as const

const OPTIONS = {
  targetFormat: 'truetype',
  noHinting: true,
  noLayoutClosure: true,
  keepFeatures: [],
  dropTables: ['GSUB', 'GPOS', 'GDEF', 'name', 'post', 'DSIG', 'gasp', 'STAT', 'meta'],
}

const extended = EXTENDED_RANGES.flatMap(([from, to]) => lettersBetween(from, to))
  .filter((letter) => !WINDOWS_1252.includes(letter))
  .join('')

for (const [weight, file] of WEIGHTS) {
  const original = await readFile(require.resolve(`${ORIGINAL}/${file}`))
  await write(`sello-sans-${weight}.ttf`, await subsetFont(original, WINDOWS_1252, OPTIONS))
  await write(`sello-sans-${weight}-extended.ttf`, await subsetFont(original, extended, OPTIONS))
}
await write('OFL.txt', await readFile(require.resolve(`${ORIGINAL}/LICENSE_FONT`)))

/** Written atomically: a printer that starts meanwhile reads the old font or the new one. */
async function write(name: string, bytes: Buffer): Promise<void> {
  const written = new URL(`${name}.new`, FONTS)
  await writeFile(written, bytes)
  await rename(written, new URL(name, FONTS))
  console.log(`${name}: ${bytes.length} bytes`)
}

function lettersBetween(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, n) => String.fromCodePoint(from + n))
}
