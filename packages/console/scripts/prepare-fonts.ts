/**
 * Generates packages/console/src/fonts from IBM Plex Sans. Run it only when the set of letters that the pages can
 * show changes, and commit the result. The OFL reserves the name Plex for the original, so the subset is called
 * Sello Sans.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

type SubsetFont = (font: Buffer, text: string, options: object) => Promise<Buffer>

const require = createRequire(import.meta.url)
const subsetFont = require('subset-font') as SubsetFont

const ORIGINAL = '@expo-google-fonts/ibm-plex-sans'
const FONTS = new URL('../src/fonts/', import.meta.url)

const WEIGHTS = [
  ['400', '400Regular/IBMPlexSans_400Regular.ttf'],
  ['500', '500Medium/IBMPlexSans_500Medium.ttf'],
  ['600', '600SemiBold/IBMPlexSans_600SemiBold.ttf'],
] as const

/** Latin and Latin Extended-A, which names are written in; another script falls to the system's font. */
const RANGES = [
  [0x20, 0x7e],
  [0xa0, 0x17f],
] as const
const SIGNS = '–—‘’‚“”„†•…‰‹›€™−×÷←↑→↓↵≤≥≈✓'

const letters = RANGES.flatMap(([from, to]) =>
  Array.from({ length: to - from + 1 }, (_, n) => String.fromCodePoint(from + n)),
).join('')

await mkdir(FONTS, { recursive: true })
for (const [weight, file] of WEIGHTS) {
  const original = await readFile(require.resolve(`${ORIGINAL}/${file}`))
  const bytes = await subsetFont(original, letters + SIGNS, { targetFormat: 'woff2' })
  await writeFile(new URL(`sello-sans-${weight}.woff2`, FONTS), bytes)
  console.log(`sello-sans-${weight}.woff2: ${bytes.length} bytes`)
}
await writeFile(
  new URL('OFL.txt', FONTS),
  await readFile(require.resolve(`${ORIGINAL}/LICENSE_FONT`)),
)
