import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOSTILE_LOGOS, PLAIN_LOGO } from './svgs.ts'

/** What the console accepts of a file, so that each is read and none is refused by its size. */
const BYTES_MAX = 256 * 1024

for (const { name, svg } of HOSTILE_LOGOS) {
  test(`the logo of ${name} is as large as it says, and closed`, () => {
    const said = /(\d+) KB/.exec(name)?.[1]

    assert.ok(svg.length <= BYTES_MAX, `${svg.length}`)
    if (said) assert.ok(Math.abs(svg.length / 1024 - Number(said)) < 6, `${svg.length / 1024} KB`)
    assert.equal(svg.split('<g').length, svg.split('</g>').length)
    assert.match(svg, /^<svg .*<\/svg>$/s)
  })
}

test('the plain logo is none of them', () => {
  assert.ok(PLAIN_LOGO.length < 200)
})
