/** After a restore the codes of numbers whose documents were lost are derived again, perhaps by a later version. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codigoOf, TURNS_MAX } from './codigo.ts'

const KEY = Buffer.alloc(32, 7)
const NUMBERED = {
  ambiente: '01',
  year: 2026,
  numeroControl: 'DTE-03-M001P001-000000000000042',
} as const

test('the code of a number under a key is the same in every version', () => {
  const codes = [
    codigoOf(KEY, NUMBERED, 0),
    codigoOf(KEY, NUMBERED, 1),
    codigoOf(KEY, { ...NUMBERED, year: 2027 }, 0),
    codigoOf(KEY, { ...NUMBERED, ambiente: '00' }, 0),
    codigoOf(Buffer.alloc(32, 8), NUMBERED, 0),
  ]
  assert.deepEqual(codes, [
    'DA655625-5DB5-43DD-890A-A2F291E38A6E',
    '4CF51759-84F2-4D92-B30A-3D456E038C68',
    '498E813F-D6BE-4FA9-8C63-85F2D432B287',
    'D7AC2543-B7E2-469E-866A-B2D95FBB4694',
    '59A6A2AF-08A9-4E2C-A311-0944250BBA59',
  ])
  assert.equal(TURNS_MAX, 16, 'so many are asked about after a restore, however it was made')
})

test('a code is a UUID v4 in capitals, with each variant', () => {
  const codes = Array.from({ length: 64 }, (_, turn) => codigoOf(KEY, NUMBERED, turn))
  for (const code of codes) {
    assert.match(code, /^[\dA-F]{8}-[\dA-F]{4}-4[\dA-F]{3}-[89AB][\dA-F]{3}-[\dA-F]{12}$/)
  }
  assert.deepEqual([...new Set(codes.map((code) => code.charAt(19)))].toSorted(), [...'89AB'])
})
