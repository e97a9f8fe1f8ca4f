/** What a drawing becomes: each shape, transform and colour of SVG by its definition, y upwards. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateSync } from 'node:zlib'
import { readLogo } from './logo.ts'

function drawn(inside: string, root = 'viewBox="0 0 100 100"'): string {
  const file = `<svg xmlns="http://www.w3.org/2000/svg" ${root}>${inside}</svg>`
  return inflateSync(readLogo(Buffer.from(file)).object.data)
    .toString()
    .trim()
    .replaceAll('\n', ', ')
}
const path = (d: string, more = '') => drawn(`<path d="${d}" ${more}/>`)

// biome-ignore format: a table
const SHAPES: readonly (readonly [what: string, operators: string, drawn: string])[] = [
  ['lines, across, down and back',   path('M1 2L3 4H9V8Z'), '0 0 0 rg, 1 98 m, 3 96 l, 9 96 l, 9 92 l, h, f'],
  ['the same by distances',          path('m1 2l2 2h6v4z'), '0 0 0 rg, 1 98 m, 3 96 l, 9 96 l, 9 92 l, h, f'],
  ['a curve and a smooth one',       path('M0 0C1 2 3 4 5 6S7 8 9 9'), '0 0 0 rg, 0 100 m, 1 98 3 96 5 94 c, 7 92 7 92 9 91 c, f'],
  ['a quadratic one and a smooth one', path('M0 0Q3 6 6 0T12 0'), '0 0 0 rg, 0 100 m, 2 96 4 96 6 100 c, 8 104 10 104 12 100 c, f'],
  ['a rectangle',                    drawn('<rect x="1" y="2" width="3" height="4"/>'), '0 0 0 rg, 1 98 m, 4 98 l, 4 94 l, 1 94 l, h, f'],
  ['a polygon',                      drawn('<polygon points="1,2 3,4 5,6"/>'), '0 0 0 rg, 1 98 m, 3 96 l, 5 94 l, h, f'],
  ['a polyline, filled',             drawn('<polyline points="1 2 3 4 5 7"/>'), '0 0 0 rg, 1 98 m, 3 96 l, 5 93 l, h, f'],
  ['two, one without points',        drawn('<polygon/><rect width="1" height="2"/>'), '0 0 0 rg, 0 100 m, 1 100 l, 1 98 l, 0 98 l, h, f'],
  ['a fill by rule',                 path('M0 0h1v1z', 'fill-rule="evenodd"'), '0 0 0 rg, 0 100 m, 1 100 l, 1 99 l, h, f*'],
  ['a rule of its group',            drawn('<g fill-rule="evenodd" fill="#fff"><path d="M0 0h1v1z"/></g>'), '1 1 1 rg, 0 100 m, 1 100 l, 1 99 l, h, f*'],
  ['a rule by style',                drawn('<g style="fill-rule:evenodd"><path d="M0 0h1v1z" style="fill-rule: nonzero"/></g>'), '0 0 0 rg, 0 100 m, 1 100 l, 1 99 l, h, f'],
  ['a box that begins elsewhere',    drawn('<path d="M10 20h1v1z"/>', 'viewBox="10 20 30 40"'), '0 0 0 rg, 0 40 m, 1 40 l, 1 39 l, h, f'],
  ['a box with commas',              drawn('<path d="M0 0h1v1z"/>', 'viewBox=" 0, 0,30 40 "'), '0 0 0 rg, 0 40 m, 1 40 l, 1 39 l, h, f'],
  ['a size without a box',           drawn('<path d="M0 0h1v1z"/>', 'width="30px" height="40px"'), '0 0 0 rg, 0 40 m, 1 40 l, 1 39 l, h, f'],
  ['thousandths',                    path('M0.12345 0h1v1z'), '0 0 0 rg, 0.123 100 m, 1.123 100 l, 1.123 99 l, h, f'],
]

for (const [what, operators, wanted] of SHAPES) {
  test(`${what}: drawn as defined`, () => assert.equal(operators, wanted))
}

/** The points of curves and lines, in order. */
function pointsOf(operators: string): (readonly [number, number])[] {
  return [...operators.matchAll(/([-\d. ]+) [mlc]\b/g)].map(([, numbers = '']) => {
    const [x = 0, y = 0] = numbers.trim().split(' ').map(Number).slice(-2)
    return [x, y]
  })
}

// biome-ignore format: a table
const ROUNDED: readonly (readonly [what: string, inside: string, points: readonly (readonly [number, number])[]])[] = [
  ['a circle',    '<circle cx="50" cy="40" r="10"/>',          [[40, 60], [50, 50], [60, 60], [50, 70], [40, 60]]],
  ['an ellipse',  '<ellipse cx="50" cy="40" rx="20" ry="10"/>', [[30, 60], [50, 50], [70, 60], [50, 70], [30, 60]]],
  ['round corners', '<rect x="10" y="20" width="30" height="40" rx="5"/>', [[15, 80], [35, 80], [40, 75], [40, 45], [35, 40], [15, 40], [10, 45], [10, 75], [15, 80]]],
  ['corners by the other radius', '<rect width="30" height="40" ry="5"/>', [[5, 100], [25, 100], [30, 95], [30, 65], [25, 60], [5, 60], [0, 65], [0, 95], [5, 100]]],
  ['corners as round as can be', '<rect width="30" height="40" rx="50"/>', [[15, 100], [15, 100], [30, 85], [30, 75], [15, 60], [15, 60], [0, 75], [0, 85], [15, 100]]],
  ['corners as round as can be of a low one', '<rect width="40" height="30" rx="50"/>', [[15, 100], [25, 100], [40, 85], [40, 85], [25, 70], [15, 70], [0, 85], [0, 85], [15, 100]]],
]

for (const [what, inside, points] of ROUNDED) {
  test(`${what}: through these points, and bent outwards between them`, () => {
    const operators = drawn(inside)
    assert.deepEqual(pointsOf(operators), points)
    for (const [, numbers = ''] of operators.matchAll(/([-\d. ]+) c\b/g)) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers.trim().split(' ').map(Number)
      const [width, height] = [Math.abs(x1 - x2), Math.abs(y1 - y2)]
      assert.ok(width > 0 && height > 0)
    }
  })
}

// biome-ignore format: a table
const TRANSFORMS: readonly (readonly [transform: string, x: number, y: number])[] = [
  ['',                              2,    3],
  ['translate(10)',                 12,   3],
  ['translate(10, 20)',             12,   23],
  ['scale(2)',                      4,    6],
  ['scale(2 3)',                    4,    9],
  ['rotate(90)',                   -3,    2],
  ['rotate(90, 10, 20)',            27,   12],
  ['skewX(45)',                     5,    3],
  ['skewY(45)',                     2,    5],
  ['matrix(1 2 3 4 5 6)',           16,   22],
  ['translate(10 0) scale(2)',      14,   6],
  ['scale(2), translate(10 0)',     24,   6],
  [' scale ( 2 ) rotate(90)',      -6,    4],
  ['translate(1e1,-2)',             12,   1],
]

for (const [transform, x, y] of TRANSFORMS) {
  test(`the transform "${transform}" moves a point as defined, of a shape and of a group`, () => {
    const shape = path('M2 3h1v1z', `transform="${transform}"`)
    assert.deepEqual(pointsOf(shape)[0], [x, 100 - y])
    assert.equal(drawn(`<g transform="${transform}"><path d="M2 3h1v1z"/></g>`), shape)
  })
}

test('the transforms of groups and shapes add up, from the outside to the inside', () => {
  const inside = '<g transform="scale(2)"><path d="M2 3h1v1z" transform="translate(0 1)"/></g>'
  assert.deepEqual(pointsOf(drawn(`<g transform="translate(10 0)">${inside}</g>`))[0], [14, 92])
})

// biome-ignore format: a table
const FILLS: readonly (readonly [fill: string, color: string])[] = [
  ['#ff0080',             '1 0 0.502'],
  ['#F08',                '1 0 0.533'],
  ['rgb(255,0,128)',      '1 0 0.502'],
  ['rgb( 1 , 2 , 300 )',  '0.004 0.008 1'],
  ['black',               '0 0 0'],
  ['White',               '1 1 1'],
  ['RED',                 '1 0 0'],
  ['currentColor',        '0 0 0'],
]

for (const [fill, color] of FILLS) {
  test(`the fill ${fill} is ${color}, by attribute, by style and of a group`, () => {
    const head = (operators: string) => operators.split(' rg')[0]
    assert.equal(head(path('M0 0h1v1z', `fill="${fill}"`)), color)
    assert.equal(head(path('M0 0h1v1z', `fill="#123" style="fill: ${fill}"`)), color)
    assert.equal(head(drawn(`<g fill="${fill}"><path d="M0 0h1v1z"/></g>`)), color)
    assert.equal(head(drawn(`<g fill="#123"><path d="M0 0h1v1z" fill="${fill}"/></g>`)), color)
  })
}

for (const fill of [
  '#ff',
  '#ff00',
  '#gggggg',
  '#ff00800',
  'rgb(1,2)',
  'rgb(1%,2%,3%)',
  'blue',
  'url(#a)',
]) {
  test(`the fill ${fill} is refused by its name`, () => {
    assert.throws(
      () => path('M0 0h1v1z', `fill="${fill}"`),
      (error: Error) => error.message.includes(fill),
    )
  })
}

test('a fill as long as 60 characters is read, and a longer one refused in few words', () => {
  const of = (length: number) => `rgb(${' '.repeat(length - 'rgb(1,2,3)'.length)}1,2,3)`
  assert.match(path('M0 0h1v1z', `fill="${of(60)}"`), /^0\.004 0\.008 0\.012 rg/)
  assert.throws(
    () => path('M0 0h1v1z', `fill="${of(61)}"`),
    /El SVG tiene el relleno rgb\( +…: use colores/,
  )
})
