/** The pixels of a logo are those of its file, in every form that a PNG can have. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { COLORS, type Picture, writePng } from '../../test/write-png.ts'
import { readLogo } from './logo.ts'
import { readPng } from './png.ts'

/** The red, green and blue of each pixel, and the opacity, by the definition of each kind of colour. */
type Painted = (sample: readonly number[], picture: Picture) => readonly number[]

const isKey = (sample: readonly number[], { transparency }: Picture) =>
  transparency !== undefined && sample.every((one, n) => one === transparency[n * 2 + 1])

// biome-ignore format: a table
const KINDS: readonly { what: keyof typeof COLORS; samples: number; depths: readonly number[]; painted: Painted }[] = [
  { what: 'grey',      samples: 1, depths: [8],          painted: ([g = 0], p) => [g, g, g, isKey([g], p) ? 0 : 255] },
  { what: 'rgb',       samples: 3, depths: [8],          painted: (rgb, p) => [...rgb, isKey(rgb, p) ? 0 : 255] },
  { what: 'greyAlpha', samples: 2, depths: [8],          painted: ([g = 0, a = 0]) => [g, g, g, a] },
  { what: 'rgba',      samples: 4, depths: [8],          painted: (rgba) => rgba },
  { what: 'palette',   samples: 1, depths: [1, 2, 4, 8], painted: ([n = 0], { palette = [], transparency = [] }) =>
    [...palette.slice(n * 3, n * 3 + 3), transparency[n] ?? 255] },
]

const bytes = (length: number, max = 255) =>
  fc.array(fc.integer({ min: 0, max }), { minLength: length, maxLength: length })

function pictures(what: keyof typeof COLORS, samples: number, depth: number) {
  const isPalette = what === 'palette'
  const colors = 2 ** depth
  return fc
    .record({ width: fc.integer({ min: 1, max: 11 }), height: fc.integer({ min: 1, max: 7 }) })
    .chain(({ width, height }) =>
      fc.record({
        color: fc.constant(COLORS[what]),
        depth: fc.constant(depth),
        width: fc.constant(width),
        key: fc.option(fc.nat(width * height - 1), { nil: undefined }),
        samples: bytes(width * height * samples, isPalette ? colors - 1 : 255),
        filters: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: height }),
        part: fc.integer({ min: 1, max: 60 }),
        ...(isPalette
          ? {
              palette: bytes(colors * 3),
              transparency: fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: colors }),
            }
          : {}),
      }),
    )
    .map(({ key, ...picture }): Picture => {
      const isKeyed = key !== undefined && (what === 'grey' || what === 'rgb')
      if (!isKeyed) return picture
      const color = picture.samples.slice(key * samples, (key + 1) * samples)
      return { ...picture, transparency: color.flatMap((sample) => [0, sample]) }
    })
}

function assertReads(picture: Picture, { samples, painted }: (typeof KINDS)[number]): void {
  const expected = Array.from({ length: picture.samples.length / samples }, (_, n) =>
    painted(picture.samples.slice(n * samples, (n + 1) * samples), picture),
  )
  const { width, height, rgb, alpha } = readPng(writePng(picture))
  assert.deepEqual([width, width * height], [picture.width, expected.length])
  assert.deepEqual(
    [...rgb],
    expected.flatMap((pixel) => pixel.slice(0, 3)),
  )
  const opacities = expected.map((pixel) => pixel[3])
  assert.deepEqual(alpha && [...alpha], opacities.every((one) => one === 255) ? null : opacities)
}

for (const kind of KINDS) {
  for (const depth of kind.depths) {
    test(`a PNG of ${kind.what}, ${depth} bits: its pixels through every filter and row`, () => {
      fc.assert(
        fc.property(pictures(kind.what, kind.samples, depth), (picture) => {
          assertReads(picture, kind)
        }),
        { numRuns: 60 },
      )
    })
  }
}

/** Optimisers write a picture that is either opaque or not with one colour that stands for nothing. */
test('the one colour that stands for transparency is transparent, and no other', () => {
  const [grey, rgb] = KINDS as [(typeof KINDS)[number], (typeof KINDS)[number]]
  const common = { depth: 8, width: 3, filters: [0] }
  assertReads({ ...common, color: 0, samples: [7, 8, 7], transparency: [0, 7] }, grey)
  const samples = [1, 2, 3, 3, 2, 1, 1, 2, 4]
  assertReads({ ...common, color: 2, samples, transparency: [0, 1, 0, 2, 0, 3] }, rgb)
  assertReads({ ...common, color: 0, samples: [7, 8, 7] }, grey)
})

test('the file’s picture is the pixels, and its mask their opacity', () => {
  const samples = [1, 2, 3, 255, 4, 5, 6, 128]
  const { width, height, object } = readLogo(
    writePng({ color: COLORS.rgba, depth: 8, width: 2, samples, filters: [4] }),
  )
  assert.ok(object.kind === 'image' && object.mask)
  assert.deepEqual([width, height], [2, 1])
  assert.deepEqual([...inflateSync(object.data)], [1, 2, 3, 4, 5, 6])
  assert.deepEqual([...inflateSync(object.mask)], [255, 128])
  assert.equal(object.entries, '/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode')
})
