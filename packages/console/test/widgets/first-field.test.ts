/** Which field a form begins with, and that a dialog and a menu give the focus back. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { TipoDte } from '@sello/contract'
import { createElement as h } from 'react'
import type { Form } from '../../src/emitir/form.ts'
import { change, draw, isFocused } from './dom.ts'

const { cellId, firstCell } = await import('../../src/emitir/cells.ts')
const { fieldAt, focusCell, focusFirst, isPhone, useFocusFirst } = await import(
  '../../src/emitir/focus.ts'
)
const { formVacio, receptorVacio } = await import('../../src/emitir/form.ts')
const { lineaVacia } = await import('../../src/emitir/lineas/linea.ts')
const { useModal } = await import('../../src/ui/use-modal.ts')

const A = { ...lineaVacia(), id: 'a', descripcion: 'Café' }
const B = { ...lineaVacia(), id: 'b' }
const receptor = receptorVacio('Ana')
const relacionados = [{ codigoGeneracion: 'X' } as Form['relacionados'][number]]
const lineas = [A, B]

// biome-ignore format: a table
const FIRST: readonly (readonly [tipoDte: TipoDte, values: Partial<Form>, at: string])[] = [
  ['01', {},                                        'linea/b/descripcion'],
  ['03', {},                                        'receptor'],
  ['03', { receptor },                              'linea/b/descripcion'],
  ['04', {},                                        'receptor'],
  ['04', { propio: true },                          'bienTitulo'],
  ['04', { propio: true, bienTitulo: '04' },        'linea/b/descripcion'],
  ['05', {},                                        'documentosRelacionados'],
  ['05', { relacionados },                          'linea/a/descripcion'],
  ['07', { receptor },                              'linea/b/numero'],
  ['08', { receptor },                              'linea/b/numero'],
  ['08', { receptor, lineas: [B] },                 'mes'],
  ['09', { receptor },                              'liquidacionContable.desde'],
  ['09', { receptor, contable: { ...formVacio('09').contable, desde: '2026-10-01' } }, 'liquidacionContable.valorOperaciones'],
  ['15', { receptor },                              'linea/b/descripcion'],
]
const AT = [...new Set(FIRST.map(([, , at]) => at))]

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))

beforeEach(async () => {
  await draw(null)
  for (const at of AT) {
    const field = document.createElement('input')
    field.dataset.at = at
    document.body.append(field)
  }
})
const focused = () => (document.activeElement as HTMLElement | null)?.dataset.at

test('the first field is the first thing that is still to be written', async () => {
  for (const [tipoDte, values, at] of FIRST) {
    const form = { ...formVacio(tipoDte), lineas, ...values }
    const active = document.activeElement as HTMLElement | null
    active?.blur()
    focusFirst(form)
    await frame()
    await frame()
    assert.equal(focused(), at, `${tipoDte} ${Object.keys(values)}`)
  }
  assert.equal(cellId('a', 'precio'), 'linea/a/precio')
  assert.equal(firstCell({ tipoDte: '09' }, 'a'), 'liquidacionContable.valorOperaciones')
})

test('a cell is gone to and brought into sight; one that is not drawn is left', () => {
  const field = fieldAt('receptor') ?? assert.fail()
  const scrolled: unknown[] = []
  field.scrollIntoView = (how) => void scrolled.push(how)
  focusCell('receptor')
  focusCell('nowhere')
  assert.ok(isFocused(field))
  assert.deepEqual(scrolled, [{ block: 'nearest' }])
  assert.equal(fieldAt('nowhere'), null)
})

test('a form that opens, or becomes another type’s, has the focus; what is typed moves nothing', async () => {
  const Page = ({ form }: { form: Form }) => {
    useFocusFirst(form)
    return null
  }
  const place = document.createElement('div')
  document.body.append(place)
  const form = { ...formVacio('03'), lineas }
  const redraw = await draw(h(Page, { form }))
  for (const at of AT) {
    const field = document.createElement('input')
    field.dataset.at = at
    document.body.append(field)
  }
  await frame()
  await frame()
  assert.equal(focused(), 'receptor')
  const active = document.activeElement as HTMLElement
  active.blur()
  await redraw(h(Page, { form: { ...form, observaciones: 'x' } }))
  await frame()
  await frame()
  assert.equal(focused(), undefined)
  await redraw(h(Page, { form: { ...formVacio('01'), lineas } }))
  await frame()
  await frame()
  assert.equal(focused(), 'linea/b/descripcion')
})

test('on a phone no field is gone to, which would open its keyboard', async () => {
  const { matchMedia } = globalThis
  const asked: string[] = []
  globalThis.matchMedia = ((query: string) => {
    asked.push(query)
    return { matches: true }
  }) as never
  try {
    assert.equal(isPhone(), true)
    focusFirst({ ...formVacio('01'), lineas })
    await frame()
    await frame()
  } finally {
    globalThis.matchMedia = matchMedia
  }
  assert.equal(focused(), undefined)
  assert.equal(asked[0], '(max-width: 759px)')
})

test('a dialog is modal while it is drawn, and closed with it', async () => {
  const done: string[] = []
  const { close, showModal } = HTMLDialogElement.prototype
  const Modal = ({ box = false }) => {
    const { ref, onCancel, onPointerDown, onClick, onKeyDown } = useModal(() => done.push('asked'))
    const inside = box ? h('input', { type: 'checkbox' }) : h('input', { role: 'textbox' })
    return h('dialog', { ref, onCancel, onPointerDown, onClick, onKeyDown }, inside)
  }
  HTMLDialogElement.prototype.showModal = function show() {
    done.push('open')
    showModal.call(this)
  }
  HTMLDialogElement.prototype.close = function shut() {
    done.push('closed')
    close.call(this)
  }
  try {
    const redraw = await draw(h(Modal))
    const dialog = document.querySelector('dialog') ?? assert.fail()
    const cancel = new Event('cancel', { cancelable: true })
    await change(() => dialog.dispatchEvent(cancel))
    assert.ok(cancel.defaultPrevented, 'the page closes it')
    const used = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
    used.preventDefault()
    let heard = 0
    document.body.addEventListener('keydown', () => heard++)
    await change(() => dialog.dispatchEvent(used))
    assert.equal(heard, 0, 'nothing around it hears the key')
    const letter = new KeyboardEvent('keydown', { key: 'a', bubbles: true, cancelable: true })
    await change(() => dialog.dispatchEvent(letter))
    assert.deepEqual([letter.defaultPrevented, heard], [false, 1])
    await redraw(null)
    assert.deepEqual(done, ['open', 'asked', 'closed'])
  } finally {
    Object.assign(HTMLDialogElement.prototype, { close, showModal })
  }
})
