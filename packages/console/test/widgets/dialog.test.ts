/** What dialogs, toasts and buttons do with keys, in a document without a browser. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'
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

describe('toasts that come together', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
  afterEach(async () => {
    await draw(null)
    mock.timers.reset()
  })
  const said = () => [...one('status').children].map(({ textContent }) => textContent)

  test('are the last three', async () => {
    await draw(h(Toasts))
    for (const text of ['uno', 'dos', 'tres', 'cuatro']) await change(() => toast(text))
    assert.deepEqual(said(), ['dos', 'tres', 'cuatro'])
    assert.equal(one('status').getAttribute('aria-live'), 'polite')
  })

  test('go each seven seconds after it came, and an action takes only its own', async () => {
    await draw(h(Toasts))
    const later = (ms: number) => change(() => mock.timers.tick(ms))
    await later(7000)
    assert.deepEqual(said(), [])
    await change(() => toast('uno'))
    await later(3000)
    await change(() => toast('dos', { label: 'Deshacer', run: () => {} }))
    await change(() => toast('tres', { label: 'Reponer', run: () => {} }))
    await later(3999)
    assert.equal(said().length, 3)
    await later(1)
    assert.deepEqual(said(), ['dosDeshacer', 'tresReponer'])
    await press('F6')
    assert.ok(isFocused(one('button', 'Reponer')), 'of the last one')
    await change(() => one('button', 'Reponer').blur())
    await click(one('button', 'Deshacer'))
    assert.deepEqual(said(), ['tresReponer'])
  })

  test('go by themselves after one that went under the pointer, or with the focus', async () => {
    await draw(h(Toasts))
    const later = (ms: number) => change(() => mock.timers.tick(ms))
    await later(7000)
    for (const hold of [
      () => point(one('status'), 'pointerover'),
      () => focus(one('button', 'Deshacer')),
    ]) {
      await change(() => toast('uno', { label: 'Deshacer', run: () => {} }))
      await hold()
      await later(60_000)
      assert.deepEqual(said(), ['unoDeshacer'])
      await change(() => one('button', 'Deshacer').click())
      assert.deepEqual(said(), [])
      await change(() => toast('dos'))
      await later(7000)
      assert.deepEqual(said(), [])
    }
  })

  test('leave F6 to what has used it already, and to the page once they are gone', async () => {
    const redraw = await draw(h(Toasts))
    await change(() => toast('uno', { label: 'Deshacer', run: () => {} }))
    const used = (event: KeyboardEvent) => event.preventDefault()
    document.addEventListener('keydown', used, { capture: true })
    await press('F6')
    assert.equal(isFocused(one('button', 'Deshacer')), false)
    document.removeEventListener('keydown', used, { capture: true })
    await redraw(null)
    assert.equal(await press('F6'), true)
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

const NAMED = { children: 'XLSX' }

test('a dialog has its title as its name, the look of its kind, and what stands below it', async () => {
  const shown = async (kind: object) => {
    const props = { title: 'Agregar punto', onClose: () => {}, ...NAMED, ...kind }
    await draw(h(Dialog, props))
    const dialog = document.querySelector('dialog') ?? assert.fail()
    const title = document.getElementById(dialog.getAttribute('aria-labelledby') ?? '')
    const footer = dialog.querySelector('footer')
    return [dialog.className, title?.textContent, footer?.textContent]
  }
  const named = 'Agregar punto'
  assert.deepEqual(await shown({}), ['dialog_dialog', named, undefined])
  assert.deepEqual(await shown({ wide: true }), ['dialog_dialog dialog_wide', named, undefined])
  assert.deepEqual(await shown({ panel: true }), ['dialog_dialog dialog_panel', named, undefined])
  assert.deepEqual(await shown({ ask: true, footer: 'b' }), [
    'dialog_dialog dialog_ask',
    named,
    'b',
  ])
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

test('a button has the look of each of its kinds, and is busy where it works', async () => {
  const classOf = async (props: object) => {
    await draw(h(Button, { ...NAMED, ...props }))
    return one('button').className
  }
  assert.equal(await classOf({}), 'btn')
  for (const [kind, name] of [
    ...([
      ['primary', 'primary'],
      ['quiet', 'quiet'],
      ['danger', 'danger'],
    ] as const),
    ...([
      ['small', 'compact'],
      ['xl', 'large'],
      ['className', 'own'],
    ] as const),
  ]) {
    assert.equal(await classOf({ [kind]: kind === 'className' ? 'own' : true }), `btn ${name}`)
  }
  let done = 0
  const states = () =>
    ['aria-disabled', 'aria-busy', 'type'].map((of) => one('button').getAttribute(of))
  await draw(h(Button, { ...NAMED, busy: true, onClick: () => done++ }))
  assert.deepEqual(states(), ['true', 'true', 'button'])
  await click(one('button'))
  assert.equal(done, 0)
  await draw(h(Button, { ...NAMED, onClick: () => done++, type: 'submit' }))
  assert.deepEqual(states(), [null, null, 'submit'])
  await click(one('button'))
  assert.equal(done, 1)
})

test('the reason stands below its button, within the page, while that has the focus or the pointer', async () => {
  await draw(h(Button, { ...NAMED, why: 'Sin movimientos.' }))
  const button = one('button')
  const reason = document.querySelector<HTMLElement>('[popover]') ?? assert.fail()
  const shown: (boolean | undefined)[] = []
  reason.togglePopover = (is) => shown.push(is as boolean | undefined) > 0
  Object.defineProperty(document.documentElement, 'clientWidth', { value: 320, configurable: true })
  Object.defineProperty(reason, 'offsetWidth', { value: 100 })
  const at = async (left: number) => {
    button.getBoundingClientRect = () => ({ left, bottom: 50 }) as DOMRect
    await point(button, 'pointerover')
    await point(button, 'pointerout')
    return [reason.style.left, reason.style.top]
  }
  assert.deepEqual(await at(40), ['40px', '54px'])
  assert.deepEqual(await at(2), ['8px', '54px'])
  assert.deepEqual(await at(300), ['212px', '54px'])
  assert.deepEqual(shown, [true, false, true, false, true, false])
  await focus(button)
  await change(() => button.blur())
  assert.deepEqual(shown.slice(6), [true, false])
  assert.equal(reason.getAttribute('aria-hidden'), 'true')
})
