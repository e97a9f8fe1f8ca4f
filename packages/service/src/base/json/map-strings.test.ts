import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mapStrings } from './map-strings.ts'

test('only strings change, each by the name of its member, and numbers keep their form', () => {
  const json = '{"a": "x", "n":13.0,"list":["y",{"b\\"c":"z"},"w"],"d":1e2,"last":"\\"}{"}'
  const seen: string[] = []
  const mapped = mapStrings(json, (text, member) => {
    seen.push(`${member}=${text}`)
    return `<${text}>`
  })
  assert.deepEqual(seen, ['a=x', 'list=y', 'b"c=z', 'list=w', 'last="}{'])
  assert.equal(
    mapped,
    '{"a": "<x>", "n":13.0,"list":["<y>",{"b\\"c":"<z>"},"<w>"],"d":1e2,"last":"<\\"}{>"}',
  )
})

test('behind a list in an object in a list a string is again of the outer one', () => {
  const seen: string[] = []
  mapStrings('{"x":[{"y":["1"],"z":"0"},"2"],"w":[["3"],"4"]}', (text, member) => {
    seen.push(`${member}=${text}`)
    return text
  })
  assert.deepEqual(seen, ['y=1', 'z=0', 'x=2', 'w=3', 'w=4'])
})
