/** What dialogs, toasts and buttons do with keys, in a document without a browser. */
import assert from 'node:assert/strict'
import { describe, mock, test } from 'node:test'
import { createElement as h } from 'react'
import { change, click, draw, focus, isFocused, one, point, press } from './dom.ts'

const { Button } = await import('../../src/ui/button.tsx')
const { Dialog } = await import('../../src/ui/dialog.tsx')
const { Toasts, toast } = await import('../../src/ui/toast.tsx')

describe('toasts', () => {
  test('go by themselves, and stay while one has the pointer or the focus', async () => {
    await draw(h(Toasts))
    mock.timers.enable({ apis: ['setTimeout'] })
    try {
      const later = (ms: number) => change(() => mock.timers.tick(ms))
      await change(() => toast('Guardado.', { label: 'Deshacer', run: () => {} }))
      assert.match(one('status').textContent, /Guardado/)
      await change(() => one('button', 'Deshacer').focus())
      await later(60_000)
      assert.match(one('status').textContent, /Guardado/)
      await change(() => one('button', 'Deshacer').blur())
      await point(one('status'), 'pointerover')
      await later(60_000)
      assert.match(one('status').textContent, /Guardado/)
      await point(one('status'), 'pointerout')
      await later(6_900)
      assert.match(one('status').textContent, /Guardado/)
      await later(200)
      assert.equal(one('status').textContent, '')
    } finally {
      mock.timers.reset()
    }
  })

  test('F6 reaches an action, which runs once and gives the focus back', async () => {
    let undone = 0
    await draw([h('input', { key: 'field', role: 'textbox' }), h(Toasts, { key: 'toasts' })])
    await focus(one('textbox'))
    assert.equal(await press('F6'), true)
    await change(() => toast('Quitada.', { label: 'Deshacer', run: () => undone++ }))
    assert.equal(await press('F6'), false)
    assert.ok(isFocused(one('button', 'Deshacer')))
    await click(one('button', 'Deshacer'))
    assert.equal(undone, 1)
    assert.equal(one('status').textContent, '')
    assert.ok(isFocused(one('textbox')))
  })
})

describe('the dialog', () => {
  async function drawn() {
    const before = document.createElement('button')
    let closed = 0
    const dialog = (text: string) => {
      const children = [h('select', { key: 1 }), h('input', { key: 2, role: 'textbox' }), text]
      const props = { title: 'Agregar punto', onClose: () => closed++, children }
      return h(Dialog, props)
    }
    const render = await draw(null)
    document.body.append(before)
    before.focus()
    await render(dialog('a'))
    return { before, closed: () => closed, render, dialog }
  }

  test('begins with the first field to write in, and gives the focus back', async () => {
    const { before, render, dialog } = await drawn()
    assert.ok(isFocused(one('textbox')))
    await render(dialog('b'))
    assert.ok(isFocused(one('textbox')))
    await render(null)
    assert.ok(isFocused(before))
  })

  test('asks to be closed by Escape, its button, and a press that begins and ends outside', async () => {
    const { closed } = await drawn()
    await press('Escape')
    assert.equal(closed(), 1)
    await click(one('button', 'Cerrar'))
    assert.equal(closed(), 2)
    const outside = one('textbox').closest('dialog') ?? assert.fail()
    // A text that is selected with the pointer, to beyond the edge.
    await change(() => outside.click())
    assert.equal(closed(), 2)
    await click(outside)
    assert.equal(closed(), 3)
  })
})

test('a button that is not available keeps the focus, gives its reason and does nothing', async () => {
  let done = 0
  const props = { why: 'Sin movimientos.', onClick: () => done++, children: 'XLSX' }
  await draw(h(Button, props))
  const button = one('button', 'XLSX')
  await focus(button)
  assert.ok(isFocused(button))
  const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '')
  assert.equal(reason?.textContent, 'Sin movimientos.')
  await click(button)
  assert.equal(done, 0)
})
