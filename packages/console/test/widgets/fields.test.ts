/** A field with its label, help and fault, and a form that says itself what is wrong with it. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createElement as h } from 'react'
import { all, change, draw, isFocused, one, type } from './dom.ts'

const { Check } = await import('../../src/ui/check.tsx')
const { copy } = await import('../../src/ui/copy.ts')
const { Field } = await import('../../src/ui/field.tsx')
const { Form, textOf } = await import('../../src/ui/form.tsx')
const { Input, Password } = await import('../../src/ui/input.tsx')
const { Month } = await import('../../src/ui/month.tsx')
const { Toasts } = await import('../../src/ui/toast.tsx')
const { CamposDelWebhook, readWebhook } = await import(
  '../../src/paginas/ajustes/campos-webhook.tsx'
)
const { Filtros } = await import('../../src/paginas/filtros.tsx')

const input = (n = 0) => document.querySelectorAll('input')[n] ?? assert.fail(`no input ${n}`)
const label = () => document.querySelector('label') ?? assert.fail()
const described = () =>
  (input().getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter(Boolean)
    .map((id) => document.getElementById(id)?.textContent)

describe('a field', () => {
  test('connects its label, its help and its error with its control', async () => {
    const control = h('input')
    await draw(h(Field, { label: 'Nombre', children: control } as never))
    assert.equal(label().htmlFor, input().id)
    assert.deepEqual([label().textContent, described()], ['Nombre', []])
    assert.equal(input().getAttribute('aria-invalid'), null)
    assert.equal(label().parentElement?.className, 'field')
    const more = { optional: true, help: 'Ayuda.', error: 'Falta.', className: 'w6' }
    await draw(h(Field, { label: 'Nombre', ...more, children: control } as never))
    assert.deepEqual(
      [label().textContent, described()],
      ['Nombre (opcional)', ['Ayuda.', 'Falta.']],
    )
    assert.equal(input().getAttribute('aria-invalid'), 'true')
    assert.equal(label().parentElement?.className, 'field w6')
  })

  test('of one line takes what an input takes, and of a secret is not completed', async () => {
    const props = { label: 'NIT', help: 'Ayuda.', error: 'Falta.', width: 'w6', maxLength: 17 }
    await draw(h(Input, { ...props, optional: true }))
    assert.deepEqual([label().textContent, described()], ['NIT (opcional)', ['Ayuda.', 'Falta.']])
    assert.deepEqual([input().className, input().maxLength], ['input', 17])
    assert.equal(label().parentElement?.className, 'field w6')
    await draw(h(Input, { label: 'NIT', className: 'input num' }))
    assert.deepEqual([input().className, label().textContent], ['input num', 'NIT'])
    await draw(h(Password, { label: 'Frase', name: 'frase' }))
    const { type: kind, autocomplete, required, name } = input()
    assert.deepEqual([kind, autocomplete, required, name], ['password', 'off', true, 'frase'])
  })

  test('to tick says whether it is', async () => {
    const ticked: boolean[] = []
    await draw(h(Check, { onCheck: (is) => ticked.push(is), name: 'todas' }, 'Todas'))
    assert.deepEqual(
      [input().type, input().name, label().textContent],
      [...['checkbox', 'todas', 'Todas']],
    )
    await change(() => input().click())
    await change(() => input().click())
    assert.deepEqual(ticked, [true, false])
    await draw(h(Check, null, 'Sin aviso'))
    await change(() => input().click())
  })
})

describe('a form', () => {
  async function drawn() {
    const sent: string[] = []
    const onSubmit = (event: { currentTarget: HTMLFormElement }) =>
      sent.push(`${textOf(event.currentTarget, 'a')}|${textOf(event.currentTarget, 'c')}`)
    const fields = ['a', 'b'].map((name) =>
      h(Input, { key: name, name, label: name.toUpperCase(), required: true }),
    )
    await draw(h(Form, { onSubmit: onSubmit as never }, fields))
    const form = document.querySelector('form') ?? assert.fail()
    const submit = () =>
      change(() => form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
    const faults = () => [...document.querySelectorAll('.err')].map((e) => e.textContent)
    return { sent, form, submit, faults }
  }

  test('marks each field that is wrong and goes to the first; what is mended is no longer marked', async () => {
    const { sent, form, submit, faults } = await drawn()
    assert.equal(form.noValidate, true)
    await submit()
    assert.deepEqual(faults(), ['Falta este dato.', 'Falta este dato.'])
    assert.ok(isFocused(input()))
    assert.deepEqual(sent, [])
    await type(input(), ' x ')
    assert.deepEqual(faults(), ['Falta este dato.'])
    await type(input(1), 'y')
    assert.deepEqual(faults(), [])
    await submit()
    assert.deepEqual(sent, ['x|'])
  })
})

describe('a webhook', () => {
  const news = () => document.querySelector('fieldset')
  const drawn = (webhook?: object) =>
    draw(h('form', null, h(CamposDelWebhook, { problem: null, webhook } as never)))
  const read = () => readWebhook(document.querySelector('form') ?? assert.fail())
  const box = (name: string) =>
    document.querySelector<HTMLInputElement>(`input[name="${name}"]`) ?? assert.fail(name)

  test('has an address, and is told all news or those that are chosen', async () => {
    await drawn()
    const { type: kind, required, maxLength } = box('url')
    assert.deepEqual([kind, required, maxLength], ['url', true, 2000])
    const { required: needed, maxLength: letters } = box('descripcion')
    assert.deepEqual([needed, letters], [false, 100])
    assert.match(document.body.textContent, /Solo|Todas las novedades, también las que vengan/)
    await type(box('url'), ' https://erp.example.com/ ')
    assert.deepEqual(read(), { url: 'https://erp.example.com/', descripcion: null, tipos: null })
    await change(() => box('todas').click())
    assert.equal(news()?.querySelector('legend')?.textContent, 'Solo estas')
    assert.throws(read, { message: 'Elija al menos una novedad.' })
    await change(() => box('dte.sellado').click())
    await change(() => box('copia.fallida').click())
    await type(box('descripcion'), ' ERP ')
    assert.deepEqual(read(), {
      ...{ url: 'https://erp.example.com/', descripcion: 'ERP' },
      tipos: ['dte.sellado', 'copia.fallida'],
    })
  })

  test('that is stored begins as it is', async () => {
    const stored = { url: 'https://a.example.com/', descripcion: 'ERP', tipos: ['dte.sellado'] }
    await drawn(stored)
    assert.deepEqual(read(), stored)
    await drawn({ ...stored, tipos: null, descripcion: null })
    assert.deepEqual([news(), read().tipos, read().descripcion], [null, null, null])
  })

  test('that is refused says why at its address', async () => {
    await draw(h(CamposDelWebhook, { problem: 'No responde.' }))
    assert.deepEqual(described(), [
      'Pública y con https. Se le envía un POST firmado por cada novedad.',
      'No responde.',
    ])
  })
})

test('a search has its words, and its other filters only where there are any', async () => {
  const texts: string[] = []
  const given = {
    label: 'Buscar',
    placeholder: 'Nombre',
    text: 'an',
    onText: (t: string) => texts.push(t),
  }
  await draw(h(Filtros, given as never))
  const { type: kind, placeholder, value } = input()
  assert.deepEqual([kind, placeholder, value], ['search', 'Nombre', 'an'])
  assert.equal(input().getAttribute('aria-label'), 'Buscar')
  assert.ok(input().hasAttribute('data-search'), 'the key / goes here')
  assert.equal(all('button').length, 0)
  await type(input(), 'ana')
  assert.deepEqual(texts, ['ana'])
})

test('a month is chosen among those of the years between two', async () => {
  const chosen: string[] = []
  const props = { value: '2025-07', from: '2024-03', to: '2026-11' }
  const redraw = await draw(h(Month, { ...props, onChange: (month) => chosen.push(month) }))
  const selects = () => [...document.querySelectorAll('select')]
  const [month, year] = selects()
  assert.ok(month && year)
  assert.deepEqual(
    [month.getAttribute('aria-label'), year.getAttribute('aria-label')],
    ['Mes', 'Año'],
  )
  assert.deepEqual([month.value, year.value], ['07', '2025'])
  const options = (select: HTMLSelectElement) =>
    [...select.options].map(
      ({ value, textContent, disabled }) => `${value} ${textContent} ${disabled}`,
    )
  assert.deepEqual(
    options(year).map((one) => one.split(' ')[1]),
    ['2026', '2025', '2024'],
  )
  assert.deepEqual(
    [options(month).length, options(month)[0], options(month)[11]],
    [...[12, '01 Enero false', '12 Diciembre false']],
  )
  const pick = (select: HTMLSelectElement, value: string) =>
    change(() => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value') ?? {}
      set?.call(select, value)
      select.dispatchEvent(new Event('change', { bubbles: true }))
    })
  await pick(month, '09')
  await redraw(h(Month, { ...props, onChange: (one) => chosen.push(one) }))
  await pick(year, '2024')
  assert.deepEqual(chosen, ['2025-09', '2024-07'])
  const edge = { ...props, value: '2024-03', onChange: () => {} }
  await redraw(h(Month, edge))
  const disabled = [...(selects()[0]?.options ?? [])].filter((one) => one.disabled)
  assert.deepEqual(
    disabled.map(({ value }) => value),
    ['01', '02'],
  )
  await redraw(h(Month, { ...edge, value: '2026-11' }))
  const late = [...(selects()[0]?.options ?? [])].filter((one) => one.disabled)
  assert.deepEqual(
    late.map(({ value }) => value),
    ['12'],
  )
})

test('what was copied is said, and what the browser did not let be copied', async ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  await draw(h(Toasts))
  const texts: string[] = []
  let isAllowed = true
  const clipboard = {
    writeText: async (text: string) => {
      if (!isAllowed) throw new Error('NotAllowedError')
      texts.push(text)
    },
  }
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
  await change(() => copy('sello', 'Copiado.'))
  isAllowed = false
  await change(() => copy('otra', 'Copiado.'))
  assert.deepEqual(texts, ['sello'])
  const said = [...one('status').children].map(({ textContent }) => textContent)
  assert.deepEqual(said, ['Copiado.', 'El navegador no dejó copiar.'])
  await draw(null)
})
