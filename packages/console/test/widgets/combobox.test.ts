/** What a combobox does with keys, in a document without a browser. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createElement as h, type KeyboardEvent, StrictMode, useState } from 'react'
import type { Choice } from '../../src/ui/combobox.tsx'
import { all, change, click, draw, focus, isFocused, one, press, type } from './dom.ts'

const { Combobox, Found } = await import('../../src/ui/combobox.tsx')
const { useOptions } = await import('../../src/ui/use-options.ts')

describe('the list below a field', () => {
  const taken: number[] = []
  function List({ keys, first }: { keys: readonly string[]; first?: number }) {
    const options = useOptions(keys, (at) => taken.push(at), first)
    const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
      moved.push(options.move(event))
    }
    return h('div', null, [
      h('input', { key: 'field', role: 'combobox', onKeyDown, 'data-active': options.active }),
      ...keys.map((key, at) => h('div', { ...options.optionOf(at), key }, key)),
    ])
  }
  let moved: boolean[] = []
  const active = () => Number(one('combobox').dataset.active)
  const drawn = async (keys: readonly string[], first?: number) => {
    const redraw = await draw(h(List, { keys, ...(first === undefined ? {} : { first }) }))
    moved = []
    await focus(one('combobox'))
    return redraw
  }

  test('is walked by arrows alone, from its end to its beginning', async () => {
    await drawn(['a', 'b', 'c'])
    assert.equal(active(), -1)
    const walked: number[] = []
    for (const key of ['ArrowUp', 'ArrowDown', 'x', 'ArrowUp', 'ArrowUp', 'Enter', 'ArrowDown']) {
      const isLeft = await press(key)
      assert.equal(isLeft, !moved.at(-1), key)
      walked.push(active())
    }
    assert.deepEqual(walked, [2, 0, 0, 2, 1, 1, 2])
    assert.deepEqual(moved, [true, true, false, true, true, false, true])
    await click(one('option', 'b'))
    assert.deepEqual(taken.splice(0), [1])
    assert.ok(isFocused(one('combobox')))
  })

  test('has nothing to walk to where it is empty, and begins where it is said to', async () => {
    await drawn([])
    assert.equal(await press('ArrowDown'), false)
    assert.equal(await press('ArrowUp'), false)
    assert.equal(active(), -1)
    const redraw = await drawn(['a', 'b'], 0)
    assert.equal(active(), 0)
    await press('ArrowDown')
    assert.equal(active(), 1)
    await redraw(h(List, { keys: ['c', 'a', 'b'], first: 0 }))
    assert.equal(active(), 2, 'the same option')
    await redraw(h(List, { keys: ['c'], first: 0 }))
    assert.equal(active(), 0)
    await redraw(h(List, { keys: [], first: 0 }))
    assert.equal(active(), -1)
  })
})

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

describe('what stands around a combobox', () => {
  const CHOICE = { key: 'a', value: 'a', label: 'Ana', texts: ['Ana'] }
  const PROPS = { label: 'Cliente', text: '', onText: () => {}, onChoose: () => {} }
  const drawn = async (props: object) => {
    await draw(h(Combobox<string>, { ...PROPS, choices: [CHOICE], ...props }))
    return one('combobox') as HTMLInputElement
  }
  const isOpen = () => all('listbox').length === 1

  test('is said to readers, and only where there is something to say', async () => {
    const names = ['aria-label', 'aria-invalid', 'aria-describedby', 'id', 'data-at', 'placeholder']
    const said = (field: HTMLElement) => names.map((name) => field.getAttribute(name))
    const field = await drawn({})
    assert.deepEqual(said(field), ['Cliente', null, null, null, null, null])
    assert.deepEqual(
      ['aria-autocomplete', 'autocomplete', 'spellcheck', 'aria-expanded'].map((name) =>
        field.getAttribute(name),
      ),
      ['list', 'off', 'false', 'false'],
    )
    const more = { invalid: true, describedBy: 'e', id: 'i', dataAt: 'receptor', placeholder: 'x' }
    assert.deepEqual(said(await drawn(more)), ['Cliente', 'true', 'e', 'i', 'receptor', 'x'])
  })

  test('opens by an arrow, a click and a letter, and closes by Tab, Escape and where the focus goes', async () => {
    const left: string[] = []
    const field = await drawn({ onBlur: () => left.push('blur') })
    await focus(field)
    assert.ok(isOpen())
    await press('Tab')
    assert.equal(isOpen(), false)
    await press('ArrowUp')
    assert.ok(isOpen())
    assert.equal(field.getAttribute('aria-activedescendant'), null, 'the first arrow only opens')
    await press('Escape')
    await click(field)
    assert.ok(isOpen())
    await press('Escape')
    await type(field, 'x')
    assert.ok(isOpen())
    assert.deepEqual(left, [])
    await change(() => field.blur())
    assert.deepEqual([isOpen(), left], [false, ['blur']])
  })

  test('has no list where nothing is found and nothing is said of it', async () => {
    await focus(await drawn({ choices: [] }))
    assert.equal(isOpen(), false)
    await focus(await drawn({ choices: [], empty: 'Nada.' }))
    assert.equal(isOpen(), false, 'nothing is written yet')
    await focus(await drawn({ choices: [], empty: 'Nada.', text: 'x' }))
    assert.equal(one('listbox').textContent, 'Nada.')
    assert.equal(one('combobox').getAttribute('aria-expanded'), 'true')
    const done: string[] = []
    const create = { label: 'Crear', run: () => done.push('create') }
    await focus(await drawn({ choices: [], empty: 'Nada.', text: 'x', create }))
    assert.equal(one('listbox').textContent, 'Crear')
    await click(one('option', 'Crear'))
    assert.deepEqual([done, isOpen()], [['create'], false])
  })

  test('is the list of its own field, each option by its place', async () => {
    const field = await drawn({ create: { label: 'Crear', run: () => {} } })
    await focus(field)
    const options = all('option')
    assert.deepEqual(
      options.map(({ textContent, tabIndex, className }) => [textContent, tabIndex, className]),
      [
        ['Ana', -1, ''],
        ['Crear', -1, 'new'],
      ],
    )
    assert.equal(new Set(options.map(({ id }) => id)).size, 2)
    assert.equal(one('listbox').getAttribute('aria-label'), 'Cliente')
    const scrolled: unknown[] = []
    for (const option of options) option.scrollIntoView = (how) => void scrolled.push(how)
    for (const chosen of ['Ana', 'Crear', 'Ana']) {
      await press('ArrowDown')
      const selected = all('option').filter((o) => o.getAttribute('aria-selected') === 'true')
      assert.deepEqual(
        selected.map(({ textContent }) => textContent),
        [chosen],
      )
    }
    assert.deepEqual(scrolled[0], { block: 'nearest' })
  })

  test('the part that was searched is marked, in either case', async () => {
    const marked = async (text: string, part: string) => {
      await draw(h('p', null, h(Found, { text, part })))
      return document.querySelector('p')?.innerHTML
    }
    assert.equal(await marked('Café Ana', 'ana'), 'Café <mark>Ana</mark>')
    assert.equal(await marked('Café Ana', 'CAF'), '<mark>Caf</mark>é Ana')
    assert.equal(await marked('Café', ''), 'Café')
    assert.equal(await marked('Café', 'z'), 'Café')
  })
})
