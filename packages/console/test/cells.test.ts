/** What the keys do in a cell of the lines, without a browser: each is one call, or is left to the browser. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KeyboardEvent } from 'react'
import { onCellKey, type RowActs } from '../src/emitir/cells.ts'
import type { Clase, Column } from '../src/emitir/lineas/columnas.ts'
import { BIEN, EFECTIVO, type Linea, lineaVacia } from '../src/emitir/lineas/linea.ts'

interface Pressed {
  readonly key: string
  readonly ctrlKey?: boolean
  readonly altKey?: boolean
  readonly shiftKey?: boolean
  readonly repeat?: boolean
  /** Where the cursor is in `24`, which the cell has. */
  readonly at?: number
}

interface Of {
  readonly isEnd?: boolean
  readonly lineas?: Clase
  readonly linea?: Partial<Linea>
  readonly tagName?: string
}

/** What was called, and whether the browser's own use of the key was stopped. */
function press(
  column: Column,
  pressed: Pressed,
  { isEnd = false, lineas = 'venta', linea = {}, tagName = 'INPUT' }: Of = {},
) {
  const calls: unknown[][] = []
  const record =
    (name: string) =>
    (...args: unknown[]) => {
      calls.push([name, ...args.slice(1)])
    }
  const names = ['set', 'go', 'remove', 'copy', 'move', 'leave'] as const
  const acts = {
    ...Object.fromEntries(names.map((name) => [name, record(name)])),
    isEnd: () => isEnd,
  } as unknown as RowActs
  let isStopped = false
  const { at = 1, ...keys } = pressed
  const event = {
    ...{ ctrlKey: false, altKey: false, shiftKey: false, repeat: false, ...keys },
    currentTarget: { tagName, value: '24', selectionStart: at, selectionEnd: at },
    preventDefault: () => {
      isStopped = true
    },
  } as unknown as KeyboardEvent<HTMLElement>
  onCellKey(event, { linea: { ...lineaVacia(), ...linea }, column, lineas, acts, before: '12' })
  return { calls, isStopped }
}

// biome-ignore format: a table
const KEYS: readonly (readonly [column: Column, pressed: Pressed, call: readonly unknown[]])[] = [
  ['descripcion', { key: 'Enter' },                     ['go', 'cantidad', 0]],
  ['cantidad',    { key: 'Enter' },                     ['go', 'precio', 0]],
  ['precio',      { key: 'Enter' },                     ['go', null, 1]],
  ['venta',       { key: 'Enter' },                     ['go', null, 1]],
  ['precio',      { key: 'ArrowDown' },                 ['go', 'precio', 1]],
  ['precio',      { key: 'ArrowUp' },                   ['go', 'precio', -1]],
  ['precio',      { key: 'ArrowUp', altKey: true },     ['move', -1]],
  ['cantidad',    { key: 'ArrowRight', at: 2 },         ['go', 'precio', 0]],
  ['cantidad',    { key: 'ArrowLeft', at: 0 },          ['go', 'descripcion', 0]],
  ['cantidad',    { key: 'd', ctrlKey: true },          ['copy']],
  ['cantidad',    { key: 'Delete', ctrlKey: true },     ['remove']],
  ['cantidad',    { key: 'Escape' },                    ['set', { cantidad: '12' }]],
  ['descripcion', { key: 'F6' },                        ['leave']],
]

test('each key of a cell does one thing', () => {
  for (const [column, pressed, call] of KEYS) {
    const { calls, isStopped } = press(column, pressed)
    assert.deepEqual(calls, [call], `${pressed.key} in ${column}`)
    assert.ok(isStopped, pressed.key)
  }
})

test('a key held down adds, copies and removes no row', () => {
  for (const pressed of [
    { key: 'Enter' },
    { key: 'd', ctrlKey: true },
    { key: 'Delete', ctrlKey: true },
  ]) {
    const { calls, isStopped } = press('precio', { ...pressed, repeat: true })
    assert.deepEqual([calls, isStopped], [[], true], pressed.key)
  }
})

test('the empty row at the end is left by Enter from any cell, and by Tab from its first', () => {
  assert.deepEqual(press('precio', { key: 'Enter' }, { isEnd: true }).calls, [['leave']])
  assert.deepEqual(press('descripcion', { key: 'Tab' }, { isEnd: true }).calls, [['leave']])
  assert.deepEqual(press('precio', { key: 'Tab' }, { isEnd: true }).calls, [])
})

test('within a text the arrows stay the browser’s, as do Tab, Ctrl Enter and letters', () => {
  // biome-ignore format: a table
  for (const pressed of [
    { key: 'ArrowRight', at: 1 }, { key: 'ArrowLeft', at: 1 }, { key: 'ArrowRight', at: 2, shiftKey: true },
    { key: 'Tab' }, { key: 'Enter', ctrlKey: true }, { key: 'a' },
  ]) {
    assert.deepEqual(press('cantidad', pressed), { calls: [], isStopped: false }, pressed.key)
  }
})

test('Enter goes through what a line has: money is not counted, and each document begins with its number', () => {
  const after = (column: Column, of: Of) => press(column, { key: 'Enter' }, of).calls[0]
  const money = { lineas: 'donacion', linea: { donacion: EFECTIVO } } as const
  const goods = { lineas: 'donacion', linea: { donacion: BIEN } } as const
  assert.deepEqual(after('descripcion', money), ['go', 'donacion', 0])
  assert.deepEqual(after('donacion', money), ['go', 'precio', 0])
  assert.deepEqual(after('donacion', goods), ['go', 'cantidad', 0])
  assert.deepEqual(after('precio', goods), ['go', null, 1])
  const listed = { lineas: 'retencion' } as const
  assert.deepEqual(after('numero', listed), ['go', 'fecha', 0])
  assert.deepEqual(after('fecha', listed), ['go', 'precio', 0])
  assert.deepEqual(after('retencion', listed), ['go', null, 1])
})

test('in a list the arrows up and down choose, and the others go on at once', () => {
  const list = { lineas: 'donacion', linea: { donacion: BIEN }, tagName: 'SELECT' } as const
  assert.deepEqual(press('donacion', { key: 'ArrowDown' }, list).calls, [])
  assert.deepEqual(press('donacion', { key: 'ArrowRight' }, list).calls, [['go', 'cantidad', 0]])
  assert.deepEqual(press('donacion', { key: 'ArrowUp', altKey: true }, list).calls, [['move', -1]])
})
