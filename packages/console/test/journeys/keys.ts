/** A sale by the keyboard alone, counted in keys, and where the hands are after each dialog of issuing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { CONTRIBUYENTE } from '../generated-forms.ts'
import { emit, focused, headed, OBEYS, pickFrom, sign, typeLines } from '../hands.ts'
import { stateResolucion } from '../resolucion.ts'
import type { World } from '../world.ts'
import { open } from './keyboard.ts'

const FIRST_CELL = /^linea\/[^/]+\/(descripcion|numero)$/
const LINES = [
  ['Pan', '2', '1.25'],
  ['Leche', '', '2'],
  ['Miel', '1', '4.5'],
] as const
const DOCUMENTOS = [
  ['A1B2C3D4-0000-4000-8000-00000000A1B2', '1/11/2026', '1000'],
  ['4815', '2/11', '250.55'],
  ['77', '3/11', '100'],
] as const
/** What stands between name and amount is money already. */
const DONADO = [
  ['Cheque', '', '500'],
  ['Billetes', '', '20'],
  ['Transferencia', '', '100.5'],
] as const
/** `N` and the letter, Enter in each cell, and `Ctrl Enter`. */
const OF_A_SALE = 2 + 3 * LINES.length + 1
/** The first that the search finds: an arrow and Enter. */
const OF_A_SEARCH = 2
/** Its letter in the list, and Tab. */
const OF_A_TITLE = 2

interface Sale {
  readonly letter: string
  /** The page that it begins on. */
  readonly from: string
  readonly seal: string
  /** What is searched for before the lines, and where. */
  readonly search?: readonly [at: string, text: string]
  /** The letter of the title under which goods go. */
  readonly title?: string
  readonly lines?: readonly (readonly [string, string, string])[]
  /** A note has the lines of its document, and needs none. */
  readonly isNote?: boolean
  /** Where the next sale begins. */
  readonly begins: RegExp
  /** Keys besides the texts that are typed. */
  readonly keys: number
}

const RECEPTOR = /^receptor$/
const RELACIONADO = /^documentosRelacionados$/

// biome-ignore format: a table
const SALES: readonly Sale[] = [
  { letter: 'f', from: '',             seal: 'Factura sellada',         begins: FIRST_CELL,  keys: OF_A_SALE },
  { letter: 'c', from: '/documentos',  seal: 'Crédito fiscal sellado',  begins: RECEPTOR,    keys: OF_A_SALE + OF_A_SEARCH, search: ['receptor', 'Molino Contado'] },
  { letter: 'r', from: '/clientes',    seal: 'Nota de crédito sellada', begins: RELACIONADO, keys: 3 + OF_A_SEARCH, search: ['documentosRelacionados', 'Ferretería Ficticia'], isNote: true },
  { letter: 'd', from: '/productos',   seal: 'Nota de débito sellada',  begins: RELACIONADO, keys: 3 + OF_A_SEARCH, search: ['documentosRelacionados', 'Ferretería Ficticia'], isNote: true },
  { letter: 'x', from: '/contingencia', seal: 'Exportación sellada',    begins: RECEPTOR,    keys: OF_A_SALE + OF_A_SEARCH, search: ['receptor', 'Counted Buyer'] },
  { letter: 's', from: '/libros',      seal: 'Sujeto excluido sellado', begins: RECEPTOR,    keys: OF_A_SALE + OF_A_SEARCH, search: ['receptor', 'Agricultora Contada'] },
  { letter: 'n', from: '/documentos',  seal: 'Nota de remisión sellada', begins: RECEPTOR,   keys: OF_A_SALE + OF_A_SEARCH + OF_A_TITLE, search: ['receptor', 'Molino Contado'], title: 'c' },
  { letter: 't', from: '/clientes',    seal: 'Retención sellada',       begins: RECEPTOR,    keys: OF_A_SALE + OF_A_SEARCH, search: ['receptor', 'Molino Contado'], lines: DOCUMENTOS },
  { letter: 'o', from: '/productos',   seal: 'Donación sellada',        begins: RECEPTOR,    keys: OF_A_SALE + OF_A_SEARCH, search: ['receptor', 'Molino Contado'], lines: DONADO },
]

export function keys(world: () => World): void {
  test('three lines of each type are sold by the keyboard alone from any page, and the next sale begins with Enter', async () => {
    await prepare(world())
    const page = await world().ownerPage('/emitir/01')
    await pickFrom(page, 'Más acciones', 'Vaciar')
    await typeLines(page, [['Sal', '1', '1']])
    await emit(page, world(), 'Factura sellada') // the sign key is open now
    for (const sale of SALES) {
      await open(page, world(), sale.from)
      const count = await sell(page, world(), sale)
      console.log(`${sale.seal}: ${count.keys} keys and ${count.typed} typed letters`)
      assert.ok(count.keys <= sale.keys, `${sale.seal}: ${count.keys} keys`)

      await page.keyboard.press('Enter')
      await focused(page, sale.begins)
    }
  })

  test('[Emitir] and its own address opened again lead to what is written first', async () => {
    const page = await world().ownerPage('/documentos')
    const emitir = page.locator('nav[aria-label=Principal] a:has-text("Emitir")').first()
    await emitir.focus()
    await page.keyboard.press('Enter')
    await focused(page, FIRST_CELL)
    await emitir.focus()
    await page.keyboard.press('Enter')
    await focused(page, FIRST_CELL)
  })

  test('after each dialog of issuing the hands are where they go on', async () => {
    const page = await world().ownerPage('/emitir/01')
    await pickFrom(page, 'Más acciones', 'Vaciar')
    await focused(page, FIRST_CELL)

    await page.locator('button:has-text("Pegar de Excel")').first().focus()
    await page.keyboard.press('Enter')
    await page.locator('dialog textarea').evaluate((field) => {
      const data = new DataTransfer()
      data.setData('text/plain', 'Pan\t2\t1.25\nLeche\t1\t2')
      const event = { clipboardData: data, bubbles: true, cancelable: true }
      field.dispatchEvent(new ClipboardEvent('paste', event))
    })
    await page.locator('dialog button:has-text("Agregar 2 líneas")').focus()
    await page.keyboard.press('Enter')
    await focused(page, FIRST_CELL)
    const rows = page.locator('[role=row] textarea')
    assert.equal(await rows.nth(2).evaluate((cell) => cell === document.activeElement), true)

    const menu = page.locator('button[aria-label="Más de la línea 1"]')
    await menu.focus()
    await page.keyboard.press('Enter')
    await page.waitForSelector('[role=menuitem]:focus')
    await page.keyboard.press('Enter')
    await page.locator('dialog:has-text("Tributos además del IVA")').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    assert.equal(await menu.evaluate((button) => button === document.activeElement), true)

    const more = page.locator('button:has-text("Observaciones")')
    await more.focus()
    await page.keyboard.press('Enter')
    await focused(page, /^observaciones$/)
    await pickFrom(page, 'Más acciones', 'Vaciar')
    await focused(page, FIRST_CELL)
  })

  test('a sign key that is not opened gives the hands back to the cell', async () => {
    const page = await world().newPage() // a browser without the sign key
    await page.goto(`${world().root}/emitir/14`)
    await page.goto(`${world().root}/emitir/01`)
    await focused(page, FIRST_CELL)
    await typeLines(page, [['Pan', '1', '1']])
    await page.waitForSelector(OBEYS)
    await page.keyboard.press('Control+Enter')
    await page.locator('dialog [name=frase]').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    await focused(page, FIRST_CELL)
  })
}

/** Customers that the sales search for, and two documents of three lines that the notes adjust. */
async function prepare(world: World): Promise<void> {
  await stateResolucion(world)
  const { departamento, municipio, distrito, complemento } = CONTRIBUYENTE
  const direccion = { departamento, municipio, distrito, complemento }
  const { numDocumento, nrc, codActividad, correo } = CONTRIBUYENTE
  const contribuyente = { numDocumento, nrc, codActividad, correo, direccion }
  for (const customer of [
    { ...contribuyente, nombre: 'Molino Contado', numDocumento: '06140202901027' },
    {
      ...{ nombre: 'Counted Buyer LLC', numDocumento: '98-1111111', codPais: 'US' },
      ...{ tipoPersona: 2, descActividad: 'Importación', correo, complemento: '1 Fictional St' },
    },
    { nombre: 'Agricultora Contada', numDocumento: '000162975', correo, direccion },
  ]) {
    const { status, body } = await world.v1('/customers', customer)
    assert.ok(status < 300 || body.error.code === 'customer_exists', JSON.stringify(body))
  }
  const items = LINES.map(([descripcion, , precio]) => ({
    ...{ descripcion, cantidad: 1, precioUni: Number(precio) },
  }))
  const receptor = { ...contribuyente, nombre: CONTRIBUYENTE.nombre }
  for (let n = 0; n < 2; n++) {
    const { status, body } = await world.v1('/dte', { tipoDte: '03', receptor, items })
    assert.equal(status, 200, JSON.stringify(body))
  }
}

/** The keys that were pressed until the seal; the letters of texts are counted apart. */
async function sell(page: Page, world: World, sale: Sale) {
  const { letter, search, title, lines = LINES, isNote, seal } = sale
  const count = { keys: 0, typed: 0 }
  const press = (key: string) => {
    count.keys++
    return page.keyboard.press(key)
  }
  const type = (text: string) => {
    count.typed += text.length
    return page.keyboard.type(text)
  }
  await press('n')
  await press(letter)
  if (search) {
    const [at, text] = search
    await focused(page, new RegExp(`^${at}$`))
    await type(text)
    const found = page.locator('[role=option]', { hasText: text, hasNotText: 'Crear' })
    await found.first().waitFor()
    await press('ArrowDown')
    await press('Enter')
  }
  if (title) {
    await focused(page, /^bienTitulo$/)
    await press(title)
    await press('Tab')
  }
  await focused(page, FIRST_CELL)
  for (const line of isNote ? [] : lines) {
    for (const text of line) {
      await type(text)
      await press('Enter')
    }
  }
  assert.equal(await page.locator('[role=row][aria-rowindex]').count(), LINES.length + 1)
  await page.waitForSelector(OBEYS)
  await press('Control+Enter')
  await sign(page, world, `h2:has-text("${seal}")`)
  // The page is the document: nothing of the form is left on it.
  assert.equal(await page.locator('[role=grid]').count(), 0)
  await headed(page, seal)
  return count
}
