/** What a combobox does with keys, in a document without a browser. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createElement as h, StrictMode, useState } from 'react'
import type { Choice } from '../../src/ui/combobox.tsx'
import { all, click, draw, focus, isFocused, one, press, type } from './dom.ts'

const { Combobox } = await import('../../src/ui/combobox.tsx')

describe('the combobox', () => {
  const CHOICES: readonly Choice<string>[] = ['Pan', 'Pantalón', 'Café'].map((name) => ({
    key: name,
    value: name,
    label: name,
    texts: [name, name === 'Café' ? '0614-1' : null],
  }))

  async function drawn(given: { readonly create?: boolean } = {}) {
    const done: string[] = []
    function Page() {
      const [text, setText] = useState('')
      const found = CHOICES.filter(({ value }) =>
        value.toLowerCase().startsWith(text.toLowerCase()),
      )
      return h(Combobox<string>, {
        label: 'Producto',
        text,
        onText: setText,
        choices: text === '0614-1' ? CHOICES : found,
        onChoose: (value) => done.push(`chose ${value}`),
        onEnter: () => done.push('enter'),
        create: given.create ? { label: 'Crear', run: () => done.push('create') } : null,
        empty: 'Nada coincide.',
      })
    }
    await draw(h(StrictMode, null, h(Page)))
    const field = one('combobox')
    await focus(field)
    return { field, done }
  }
  const activeOf = (field: HTMLElement) => {
    const id = field.getAttribute('aria-activedescendant')
    return id === null ? null : (document.getElementById(id)?.textContent ?? 'nothing')
  }

  test('opens with the focus, and says what the arrows chose', async () => {
    const { field } = await drawn()
    assert.equal(field.getAttribute('aria-expanded'), 'true')
    assert.equal(field.getAttribute('aria-controls'), one('listbox').id)
    assert.equal(activeOf(field), null)
    await press('ArrowDown')
    assert.equal(activeOf(field), 'Pan')
    await press('ArrowUp')
    assert.equal(activeOf(field), 'Café')
    assert.equal(one('option', 'Café').getAttribute('aria-selected'), 'true')
  })

  test('Enter on a half-typed word takes nothing that merely begins alike', async () => {
    const { field, done } = await drawn()
    await type(field, 'Pa')
    await press('Enter')
    assert.deepEqual(done, ['enter'])
  })

  test('Enter takes what was written in full, without accents and by its code', async () => {
    for (const [written, value] of [
      ['pan', 'Pan'],
      ['café', 'Café'],
      ['0614-1', 'Café'],
    ] as const) {
      const { field, done } = await drawn()
      await type(field, written)
      await press('Enter')
      assert.deepEqual(done, [`chose ${value}`], written)
      assert.equal(all('listbox').length, 0)
    }
  })

  test('what the arrows chose is taken before what is written, and typing on forgets it', async () => {
    const { field, done } = await drawn()
    await type(field, 'pan')
    await press('ArrowDown')
    await press('ArrowDown')
    await press('Enter')
    assert.deepEqual(done, ['chose Pantalón'])
    await type(field, 'p')
    await press('ArrowDown')
    await type(field, 'pa')
    assert.equal(activeOf(field), null)
  })

  test('the last choice creates, also where nothing is found', async () => {
    const { field, done } = await drawn({ create: true })
    await type(field, 'Queso')
    await press('ArrowUp')
    await press('Enter')
    assert.deepEqual(done, ['create'])
  })

  test('Escape closes the list and not what is around it; Ctrl Enter is of the page', async () => {
    const { field, done } = await drawn()
    let heard = 0
    document.body.addEventListener('keydown', () => heard++, { once: true })
    await press('Escape')
    assert.deepEqual([heard, all('listbox').length], [0, 0])
    await type(field, 'Pan')
    await press('Enter', { ctrlKey: true })
    assert.deepEqual(done, [])
  })

  test('a pointer chooses without taking the focus, and says when there is nothing', async () => {
    const { field, done } = await drawn()
    await click(one('option', 'Pantalón'))
    assert.deepEqual(done, ['chose Pantalón'])
    assert.ok(isFocused(field))
    await type(field, 'zzz')
    assert.match(one('listbox').textContent, /Nada coincide/)
  })
})
