/** Where the hands go on once the form is drawn, and that they stay where somebody went meanwhile. */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { isFocused } from './dom.ts'

const { focusFirst } = await import('../../src/emitir/focus.ts')
const { formVacio } = await import('../../src/emitir/form.ts')
const { firstCell } = await import('../../src/emitir/cells.ts')

const form = formVacio('01')
const first = firstCell(form, form.lineas.at(-1)?.id ?? '')
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
const element = (kind: string, at: string) => {
  const made = document.createElement(kind)
  made.dataset.at = at
  document.body.append(made)
  return made
}

describe('the first field of a form', () => {
  beforeEach(() => document.body.replaceChildren())

  test('has the focus once it is drawn, some frames later too', async () => {
    focusFirst(form)
    await frame()
    const field = element('input', first)
    await frame()
    await frame()
    assert.ok(isFocused(field))
  })

  test('is not taken from the field where somebody writes before the first frame', async () => {
    const field = element('input', first)
    const receptor = element('input', 'receptor')
    focusFirst(form)
    receptor.focus()
    await frame()
    await frame()
    assert.ok(isFocused(receptor))
    assert.equal(isFocused(field), false)
  })

  test('is not taken from what somebody went to later', async () => {
    const menu = element('button', 'menu')
    focusFirst(form)
    await frame()
    menu.focus()
    const field = element('input', first)
    await frame()
    await frame()
    assert.ok(isFocused(menu))
    assert.equal(isFocused(field), false)
  })

  test('has the focus that a menu gives back to its button as it closes', async () => {
    const field = element('input', first)
    const menu = element('button', 'menu')
    focusFirst(form)
    menu.focus()
    await frame()
    await frame()
    assert.ok(isFocused(field))
  })

  test('is not taken from a dialog', async () => {
    const field = element('input', first)
    element('dialog', 'dialog').setAttribute('open', '')
    focusFirst(form)
    await frame()
    await frame()
    assert.equal(isFocused(field), false)
  })
})
