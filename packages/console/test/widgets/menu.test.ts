/** What menus and tabs do with keys, in a document without a browser. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createElement as h, StrictMode, useState } from 'react'
import type { MenuItem } from '../../src/ui/menu.tsx'
import { all, change, click, draw, focus, isFocused, one, press } from './dom.ts'

const { loadMenu, Menu } = await import('../../src/ui/menu.tsx')
const { Tabs } = await import('../../src/ui/tabs.tsx')

describe('the menu', () => {
  async function drawn() {
    const done: string[] = []
    const item = (label: string, why?: string): MenuItem => ({
      label,
      why,
      run: () => done.push(`${label} ${isFocused(button)}`),
    })
    const items = [item('Abrir'), null, item('Invalidar', 'Tiene devoluciones.'), item('Quitar')]
    await draw(h(StrictMode, null, h(Menu, { label: 'Acciones', trigger: 'v', items })))
    const button = one('button', 'Acciones')
    await focus(button)
    return { done, button }
  }
  /** The popup closes after a frame. */
  const settled = () => change(() => new Promise((resolve) => setTimeout(resolve, 20)))
  const open = async (button: HTMLElement) => {
    await change(loadMenu)
    await click(button)
    await settled()
  }

  test('opens on its first item, and walks around by arrows and letters', async () => {
    const { button } = await drawn()
    await open(button)
    assert.equal(button.getAttribute('aria-expanded'), 'true')
    assert.equal(one('menu').getAttribute('aria-label'), 'Acciones')
    assert.ok(isFocused(one('menuitem', 'Abrir')))
    await press('ArrowDown')
    assert.ok(isFocused(one('menuitem', 'Invalidar')))
    await press('End')
    assert.ok(isFocused(one('menuitem', 'Quitar')))
    await press('ArrowDown')
    assert.ok(isFocused(one('menuitem', 'Abrir')))
    await press('q')
    assert.ok(isFocused(one('menuitem', 'Quitar')))
  })

  test('runs an item once, closed, with the focus where a dialog shall give it back', async () => {
    const { button, done } = await drawn()
    await open(button)
    await click(one('menuitem', 'Abrir'))
    await settled()
    assert.deepEqual(done, ['Abrir true'])
    assert.equal(all('menu').length, 0)
    assert.ok(isFocused(button))
  })

  test('what an item gives the focus to keeps it', async () => {
    const field = document.createElement('input')
    const items = [{ label: 'Buscar', run: () => field.focus() }]
    await draw(h(Menu, { label: 'Acciones', trigger: 'v', items }))
    document.body.append(field)
    await focus(one('button', 'Acciones'))
    await open(one('button', 'Acciones'))
    await click(one('menuitem', 'Buscar'))
    await settled()
    assert.ok(isFocused(field))
  })

  test('an item that is not available gives its reason and does nothing', async () => {
    const { button, done } = await drawn()
    await open(button)
    const item = one('menuitem', 'Tiene devoluciones.')
    assert.equal(item.getAttribute('aria-disabled'), 'true')
    await click(item)
    await focus(item)
    await press('Enter')
    assert.deepEqual(done, [])
    assert.equal(all('menu').length, 1)
  })

  test('an item may have a note, in whose place its reason stands while it is not available', async () => {
    const run = () => {}
    const items = [
      { label: 'Copiar', note: 'Ctrl D', run },
      { label: 'Mover', note: 'Alt ↑', why: 'Es la primera.', run },
      { label: 'Quitar', why: null, run },
    ]
    await draw(h(Menu, { label: 'Acciones', trigger: 'v', items, className: 'icon-button' }))
    assert.equal(one('button').className, 'icon-button')
    await open(one('button'))
    assert.deepEqual(
      all('menuitem').map((item) => [
        ...[item.textContent, item.querySelector('small')?.textContent],
        item.getAttribute('aria-disabled'),
      ]),
      [
        ['CopiarCtrl D', 'Ctrl D', null],
        ['MoverEs la primera.', 'Es la primera.', 'true'],
        ['Quitar', undefined, null],
      ],
    )
  })

  test('a press elsewhere closes it, and leaves the focus there', async () => {
    const { button } = await drawn()
    const field = document.createElement('input')
    document.body.append(field)
    await open(button)
    await click(field)
    await settled()
    assert.equal(all('menu').length, 0)
    assert.ok(isFocused(field))
  })

  test('Escape and its own button close it, and the focus returns', async () => {
    const { button } = await drawn()
    await open(button)
    await press('Escape')
    await settled()
    assert.equal(all('menu').length, 0)
    assert.ok(isFocused(button))
    await press('ArrowDown')
    await settled()
    assert.equal(all('menu').length, 1)
    await open(button)
    assert.equal(all('menu').length, 0)
  })
})

test('tabs are chosen by the arrows, Home and End, and one of them is reached by Tab', async () => {
  const TABS = { detalle: 'Detalle', totales: 'Totales', historial: 'Historial' }
  function Page() {
    const [value, onChange] = useState<keyof typeof TABS>('detalle')
    const props = { label: 'Partes', tabs: TABS, value, onChange, children: value }
    return h(Tabs<keyof typeof TABS>, props)
  }
  const parts = { label: 'Partes', tabs: TABS, value: 'detalle' as const, children: 'x' }
  for (const className of ['wide', undefined]) {
    await draw(h(Tabs<keyof typeof TABS>, { ...parts, className, onChange: () => {} }))
    assert.equal(one('tabpanel').getAttribute('class'), className ?? null)
    assert.equal(one('tablist').getAttribute('aria-label'), 'Partes')
  }
  await draw(h(StrictMode, null, h(Page)))
  await focus(one('tab', 'Detalle'))
  for (const [key, label] of [
    ['ArrowRight', 'totales'],
    ['ArrowLeft', 'detalle'],
    ['ArrowLeft', 'historial'],
    ['Home', 'detalle'],
    ['End', 'historial'],
  ] as const) {
    await press(key)
    const tab = one('tab', TABS[label])
    assert.ok(isFocused(tab), `${key}: ${label}`)
    assert.equal(one('tabpanel').textContent, label)
    assert.equal(one('tabpanel').getAttribute('aria-labelledby'), tab.id)
    const chosen = all('tab').filter((one) => one.getAttribute('aria-selected') === 'true')
    assert.deepEqual([chosen, all('tab').filter(({ tabIndex }) => tabIndex === 0)], [[tab], [tab]])
  }
})
