import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { encode } from 'uqr'
import { FACTURA_MINIMA, sealed } from '../test/fixtures.ts'
import { type ReadRect, readPdf } from '../test/read-pdf.ts'
import { consultaPublica } from './layout/header.ts'
import { createPrinter } from './printer.ts'
import { qrOf } from './type/qr.ts'

const [PAGE] = readPdf(createPrinter().letter(sealed(FACTURA_MINIMA)))
const URL =
  'https://admin.factura.gob.sv/consultaPublica?ambiente=01&codGen=0F3A6C91-7B2D-4E58-A1C4-5D6E7F809123&fechaEmi=2027-01-15'

test('the QR carries the address of the public consultation', () => {
  assert.equal(consultaPublica(sealed(FACTURA_MINIMA)), URL)
})

/** If the modules equal those of a QR encoder, a reader reads the address. */
test('the modules on the page are those of the address, with correction M', () => {
  const wanted = encode(URL, { ecc: 'M', boostEcc: false, maskPattern: 2, border: 0 })
  const modules = readModules(PAGE?.rects ?? [], wanted.size)
  assert.deepEqual(modules, wanted.data)
  // The format bits beside the upper left corner say M and mask 2: 101111001111100 of ISO/IEC 18004.
  const format = [0, 1, 2, 3, 4, 5, 7, 8].map((column) => Number(modules[8]?.[column])).join('')
  assert.equal(format, '10111100')
})

/** One wrong bit would still look like a QR. */
test('every path has the modules that the encoder makes of the text', () => {
  const text = fc.oneof(
    fc
      .tuple(fc.uuid(), fc.date({ noInvalidDate: true, max: new Date('9999-12-31') }))
      .map(([code, day]) => URL.slice(0, 64) + code.toUpperCase() + day.toISOString().slice(0, 10)),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  )
  fc.assert(
    fc.property(text, (t) => {
      const options = { ecc: 'M', boostEcc: false, maskPattern: 2, border: 0 } as const
      const wanted = encode([...Buffer.from(t)], options)
      const { size, path } = qrOf(t)
      assert.equal(size, wanted.size)
      assert.deepEqual(modulesOfPath(path, size), wanted.data)
    }),
    { numRuns: 300 },
  )
})

test('around the QR there are four modules of white', () => {
  const dark = modulesOf(PAGE?.rects ?? [])
  const unit = Math.min(...dark.map(({ height }) => height))
  const ground = PAGE?.rects.find(({ width, height }) => width === height && width > 80) as ReadRect
  assert.ok(Math.min(...dark.map(({ x }) => x)) - ground.x >= unit * 4 - 0.02)
  assert.ok(Math.min(...dark.map(({ y }) => y)) - ground.y >= unit * 4 - 0.02)
})

/** The squares of the QR are drawn in grid units, so only they are one module high. */
function modulesOf(rects: readonly ReadRect[]): ReadRect[] {
  const heights = new Map<number, number>()
  for (const { height } of rects) {
    const key = Math.round(height * 100)
    heights.set(key, (heights.get(key) ?? 0) + 1)
  }
  const [module] = [...heights].sort(([, a], [, b]) => b - a)[0] ?? []
  return rects.filter(({ height }) => Math.round(height * 100) === module)
}

function modulesOfPath(path: string, size: number): boolean[][] {
  const modules = Array.from({ length: size }, () => new Array<boolean>(size).fill(false))
  for (const [, x, y, width] of path.matchAll(/(\d+) (\d+) (\d+) 1 re\n/g)) {
    modules[Number(y)]?.fill(true, Number(x), Number(x) + Number(width))
  }
  return modules
}

function readModules(rects: readonly ReadRect[], size: number): boolean[][] {
  const runs = modulesOf(rects)
  const unit = runs[0]?.height ?? 0
  const left = Math.min(...runs.map(({ x }) => x))
  const top = Math.max(...runs.map(({ y, height }) => y + height))
  const modules = Array.from({ length: size }, () => new Array<boolean>(size).fill(false))
  for (const { x, y, width, height } of runs) {
    const row = modules[Math.round((top - y - height) / unit)] as boolean[]
    const first = Math.round((x - left) / unit)
    row.fill(true, first, first + Math.round(width / unit))
  }
  return modules
}
