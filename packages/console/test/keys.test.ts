import assert from 'node:assert/strict'
import { test } from 'node:test'
import { typedEarly } from '../src/app/keys.ts'

const press = (key: string, ctrlKey = false) => ({ key, ctrlKey, metaKey: false })

test('no key that acts on the page below gets there while the command menu is loaded', () => {
  for (const key of [press('Enter'), press('Enter', true), press('Tab')]) {
    assert.equal(typedEarly('lib', key), 'lib', key.key)
  }
  assert.equal(typedEarly('lib', press('r')), 'libr')
  assert.equal(typedEarly('lib', press('Backspace')), 'li')
  assert.equal(typedEarly('', press('Backspace')), '')
  assert.equal(typedEarly('lib', press('k', true)), null)
  assert.equal(typedEarly('lib', press('Shift')), null)
})
