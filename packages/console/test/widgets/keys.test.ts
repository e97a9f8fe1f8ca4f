/** Keys of the whole console, and the preferences that turn them off or choose the colours. */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { createElement as h } from 'react'
import { draw, focus, isFocused, press } from './dom.ts'

Object.assign(globalThis, { localStorage: window.localStorage })
// The page's timers are those that a test can hold.
Object.assign(window, { setTimeout: (run: () => void, ms: number) => setTimeout(run, ms) })
const { useKeys } = await import('../../src/app/keys.ts')
const { applyTheme, readTheme, setSingleKeys, setTheme, singleKeysOn } = await import(
  '../../src/app/theme.ts'
)

let done: string[] = []
function Page(props: { readonly name?: string }) {
  const note = (what: string) => () => done.push(`${what}${props.name ?? ''}`)
  useKeys({
    commands: note('commands'),
    help: note('help'),
    issue: (letter) => done.push(`issue ${letter}`),
    go: (letter) => done.push(`go ${letter}`),
  })
  return null
}
/** What happened at these keys. */
async function pressed(...keys: readonly string[]): Promise<readonly string[]> {
  done = []
  for (const key of keys) await press(key)
  return done
}

beforeEach(async () => {
  localStorage.clear()
  await draw(h(Page))
})

describe('the keys', () => {
  test('issue a type and go to a page by two letters, in either case', async () => {
    assert.deepEqual(await pressed('n', 'f'), ['issue F'])
    assert.deepEqual(await pressed('G', 'D'), ['go D'])
    assert.deepEqual(await pressed('g', 'n'), ['go N'], 'the second letter begins nothing')
    assert.deepEqual(await pressed('f', 'd'), [])
    assert.deepEqual(await pressed('?'), ['help'])
  })

  test('forget the first letter after a second and a half, and once it was used', async ({
    mock,
  }) => {
    mock.timers.enable({ apis: ['setTimeout'] })
    await press('g')
    mock.timers.tick(1499)
    assert.deepEqual(await pressed('d', 'd'), ['go D'])
    await press('n')
    mock.timers.tick(1500)
    assert.deepEqual(await pressed('f'), [])
    await pressed('g', 'd')
    await press('n')
    mock.timers.tick(1499)
    assert.deepEqual(await pressed('f'), ['issue F'], 'of a later one')
  })

  test('open the menu by Ctrl or Command K anywhere, which the browser then does not use', async () => {
    assert.equal(await press('k', { ctrlKey: true }), false)
    assert.equal(await press('K', { metaKey: true }), false)
    setSingleKeys(false)
    document.body.append(document.createElement('input'))
    await focus(document.querySelector('input') ?? assert.fail())
    done = []
    await press('k', { ctrlKey: true })
    assert.deepEqual(done, ['commands'])
    done = []
    assert.equal(await press('p', { ctrlKey: true }), true)
    assert.equal(await press('k'), true)
    assert.deepEqual(done, [])
  })

  test('are letters in a field, under a dialog or a menu, with another key held, and where they are turned off', async () => {
    for (const kind of ['input', 'textarea', 'select']) {
      const field = document.createElement(kind)
      document.body.append(field)
      await focus(field)
      assert.deepEqual(await pressed('?', 'n', 'f'), [], kind)
      field.remove()
    }
    const edited = document.createElement('div')
    Object.defineProperty(edited, 'isContentEditable', { value: true })
    edited.tabIndex = 0
    document.body.append(edited)
    await focus(edited)
    assert.deepEqual(await pressed('?'), [], 'a text that is edited')
    edited.remove()
    for (const html of ['<dialog open></dialog>', '<div role="menu"></div>']) {
      const over = document.createElement('div')
      over.innerHTML = html
      document.body.append(over)
      assert.deepEqual(await pressed('?', 'g', 'd'), [], html)
      over.remove()
    }
    done = []
    for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) {
      await press('?', held)
    }
    assert.deepEqual(done, [])
    setSingleKeys(false)
    assert.deepEqual(await pressed('?', 'n', 'f'), [])
    setSingleKeys(true)
    assert.deepEqual(await pressed('?'), ['help'])
  })

  test('do what the page that is drawn last wants, and nothing once it is gone', async () => {
    const redraw = await draw(h(Page, { name: ' first' }))
    await redraw(h(Page, { name: ' second' }))
    assert.deepEqual(await pressed('?'), ['help second'])
    await redraw(null)
    assert.deepEqual(await pressed('?'), [])
  })

  test('reach the search of a page that has one', async () => {
    assert.equal(await press('/'), true)
    const search = document.createElement('input')
    search.dataset.search = ''
    document.body.append(search)
    assert.equal(await press('/'), false)
    assert.ok(isFocused(search))
  })
})

describe('the rows of a list', () => {
  let opened: string[] = []
  beforeEach(() => {
    opened = []
    for (const name of ['a', 'b', 'c']) {
      const row = document.createElement('div')
      row.dataset.row = ''
      row.id = name
      row.innerHTML = '<span>x</span><button type="button">Abrir</button>'
      row.querySelector('button')?.addEventListener('click', () => opened.push(name))
      document.body.append(row)
    }
  })
  const marked = () =>
    [...document.querySelectorAll<HTMLElement>('[data-on=true]')].map(({ id }) => id)

  test('are walked by J and K without leaving their ends, and opened by Enter', async () => {
    await press('Enter')
    assert.deepEqual(opened, [], 'none is marked')
    const seen: string[][] = []
    for (const key of ['j', 'j', 'k', 'k', 'k', 'j', 'j', 'j', 'x']) {
      await press(key)
      seen.push(marked())
    }
    assert.deepEqual(seen.flat().join(''), 'abaaabccc')
    await press('Enter')
    assert.deepEqual(opened, ['c'])
    await focus(document.querySelector('#a button') ?? assert.fail())
    await press('Enter')
    assert.deepEqual(opened, ['c'], 'the key is of what has the focus')
  })

  test('of an empty list are none', async () => {
    for (const row of document.querySelectorAll('[data-row]')) row.remove()
    await press('j')
    await press('Enter')
    assert.deepEqual([marked(), opened], [[], []])
  })
})

test('the theme is the one that was chosen, or the one of the system', async () => {
  const drawn = () => document.documentElement.getAttribute('data-theme')
  assert.equal(readTheme(), 'auto')
  for (const theme of ['light', 'dark'] as const) {
    setTheme(theme)
    assert.deepEqual([readTheme(), drawn()], [theme, theme])
  }
  localStorage.setItem('sello.tema', 'light')
  applyTheme()
  assert.equal(drawn(), 'light')
  setTheme('auto')
  assert.deepEqual([readTheme(), drawn()], ['auto', null])
  localStorage.setItem('sello.tema', 'purple')
  assert.equal(readTheme(), 'auto')
})

test('keys of one letter are on until somebody turns them off', () => {
  assert.equal(singleKeysOn(), true)
  setSingleKeys(false)
  assert.equal(singleKeysOn(), false)
  setSingleKeys(true)
  assert.equal(singleKeysOn(), true)
})
