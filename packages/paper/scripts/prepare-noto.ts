/**
 * Makes packages/paper/fonts/noto from the Noto fonts: the scripts that IBM Plex Sans does not have. They
 * are large, so nobody who only builds or runs the project has to have the originals: run this again when the
 * scripts change, and commit what it writes.
 *
 *   npm install --prefix /tmp/noto --ignore-scripts --no-save @expo-google-fonts/noto-sans@0.4.2 …
 *   npx tsx packages/paper/scripts/prepare-noto.ts /tmp/noto/node_modules
 *
 * The files are compressed with Brotli, which makes half of them, and are read when a document needs one.
 * Their name is Noto's own: the OFL reserves none for them.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

type SubsetFont = (font: Buffer, text: string, options: object) => Promise<Buffer>

const require = createRequire(import.meta.url)
const subsetFont = require('subset-font') as SubsetFont
const compress = promisify(brotliCompress)

const FOLDER = new URL('../fonts/noto/', import.meta.url)

interface Source {
  readonly name: string
  /** Of the package @expo-google-fonts/…, in the version it was made from. */
  readonly pack: string
  readonly version: string
  readonly file: string
  /** Absent, the whole font with its rules of shaping; given, these letters, each drawn by its own glyph. */
  readonly ranges?: readonly (readonly [from: number, to: number])[]
}

// biome-ignore format: a table
const SOURCES: readonly Source[] = [
  { name: 'sans',   pack: 'noto-sans',        version: '0.4.2', file: '400Regular/NotoSans_400Regular.ttf' },
  { name: 'arabic', pack: 'noto-sans-arabic', version: '0.4.3', file: '400Regular/NotoSansArabic_400Regular.ttf' },
  { name: 'hebrew', pack: 'noto-sans-hebrew', version: '0.4.1', file: '400Regular/NotoSansHebrew_400Regular.ttf' },
  { name: 'thai',   pack: 'noto-sans-thai',   version: '0.4.2', file: '400Regular/NotoSansThai_400Regular.ttf' },
  { name: 'emoji',  pack: 'noto-emoji',       version: '0.4.7', file: '400Regular/NotoEmoji_400Regular.ttf' },
  { name: 'hangul', pack: 'noto-sans-kr',     version: '0.4.3', file: '400Regular/NotoSansKR_400Regular.ttf',
    ranges: [[0x3131, 0x318e], [0xac00, 0xd7a3]] },
  // The Kangxi radicals and the compatibility ideographs share the glyphs of the ideographs: they are spelled by those.
  { name: 'han',    pack: 'noto-sans-sc',     version: '0.4.3', file: '400Regular/NotoSansSC_400Regular.ttf',
    ranges: [[0x3001, 0x3030], [0x3041, 0x30ff], [0x3105, 0x312f], [0x31f0, 0x31ff], [0x4e00, 0x9fff], [0xff01, 0xffee]] },
]

const PLAIN = {
  targetFormat: 'truetype',
  noHinting: true,
  noLayoutClosure: true,
  keepFeatures: [],
  // biome-ignore format: a list
  dropTables: ['GSUB', 'GPOS', 'GDEF', 'BASE', 'VORG', 'vhea', 'vmtx', 'name', 'post', 'DSIG', 'gasp', 'STAT', 'meta'],
}

const [modules] = process.argv.slice(2)
if (!modules) throw new Error('say where the originals are: prepare-noto.ts FOLDER/node_modules')

for (const { name, pack, version, file, ranges } of SOURCES) {
  const folder = join(modules, '@expo-google-fonts', pack)
  const about = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  if (about.version !== version) throw new Error(`${pack} is ${about.version}, not ${version}`)
  const original = await readFile(join(folder, file))
  const font = ranges ? await subsetFont(original, lettersOf(ranges), PLAIN) : original
  const packed = await compress(font, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: font.length,
    },
  })
  await writeFile(new URL(`${name}.ttf.br`, FOLDER), packed)
  const licence = await readFile(join(folder, 'LICENSE_FONT'))
  await writeFile(new URL(`OFL-${name}.txt`, FOLDER), licence)
  console.log(`${name}: ${font.length} bytes, ${packed.length} compressed`)
}

function lettersOf(ranges: NonNullable<Source['ranges']>): string {
  const letters = ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, n) => String.fromCodePoint(from + n)),
  )
  return letters.join('')
}
