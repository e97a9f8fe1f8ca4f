/** What a company states to those whose money it takes: the affiliates of its cards, the principals of its sales. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hoy } from '../../src/clock.ts'
import { CONTRIBUYENTE } from '../generated-forms.ts'
import { choose, emit, fill, focused, pickFrom } from '../hands.ts'
import type { World } from '../world.ts'
import { create, DIRECCION, faultless, total } from './types.ts'

export function liquidaciones(world: () => World): void {
  test('what an affiliate was paid with cards is liquidated, with a commission by its percentage', async () => {
    const page = await world().ownerPage('/emitir/09')
    await create(page, 'Afiliada Ficticia')
    await fill(page, {
      'receptor.numDocumento': '0614-121285-001-7',
      'receptor.nrc': '765432-1',
      'receptor.tipoEstablecimiento': '02',
      'receptor.correo': 'afiliada@example.com',
      ...DIRECCION,
    })
    await choose(page, 'receptor.codActividad', '46900')
    await page.click('button:has-text("Listo")')
    await focused(page, /^liquidacionContable\.desde$/)
    await fill(page, {
      'liquidacionContable.desde': '2026-10-01',
      'liquidacionContable.hasta': '2026-10-31',
      'liquidacionContable.valorOperaciones': '11,300',
      'liquidacionContable.sinPercepcion.monto': '300',
      'liquidacionContable.comision': '3%',
    })
    await total(page, '$ 10,722.24')
    await page.keyboard.press('Control+Enter')
    await page.waitForSelector('.err:has-text("Falta decir qué no se sujeta a percepción")')
    await focused(page, /^liquidacionContable\.sinPercepcion\.descripcion$/)
    await page.keyboard.type('Propinas')
    await fill(page, {
      'liquidacionContable.responsable.nombre': 'Ana Ficticia',
      'liquidacionContable.responsable.documento': '00016297-5',
    })
    await faultless(page)
    await emit(page, world(), 'Liquidación de tarjetas sellada')
    await page.click('a:has-text("Ver documento")')
    await page.waitForSelector('dt:has-text("Afiliado")')
    await pickFrom(page, 'Corregir', 'Emitir otra igual')
    await page.waitForSelector('h1:has-text("Nueva liquidación de tarjetas")')
    await total(page, '$ 10,722.24')
    const comision = page.locator('[data-at="liquidacionContable.comision"]')
    assert.equal(await comision.inputValue(), '3%')
    await comision.fill('0')
    await total(page, '$ 11,105.31')
  })

  test('what was sold for a principal is gathered, what stands on paper is added, and no document goes twice', async () => {
    const sold = await sellForOther(world(), 500)
    const page = await world().ownerPage('/emitir/08')
    await create(page, 'Mandante Ficticia')
    await fill(page, {
      'receptor.numDocumento': MANDANTE,
      'receptor.nrc': '765432-1',
      ...DIRECCION,
    })
    await choose(page, 'receptor.codActividad', '46900')
    await page.click('button:has-text("Listo")')
    await focused(page, /^mes$/)
    await page.keyboard.press('Enter')
    await page.waitForSelector('.toast:has-text("Se agregó un documento.")')
    await total(page, '$ 565.00')
    const numero = page.locator('[data-at$="/numero"]')
    assert.equal(await numero.first().inputValue(), sold)
    assert.equal(await numero.first().getAttribute('readonly'), '')
    await page.locator('[data-at="mes"]').click()
    await page.waitForSelector('.toast:has-text("Ya está en la lista todo lo de")')

    await numero.last().focus()
    await page.keyboard.type('4815')
    await page.keyboard.press('Enter')
    await focused(page, /\/tipo$/)
    await page.keyboard.press('Enter')
    await focused(page, /\/fecha$/)
    await page
      .locator('[data-at$="/fecha"]')
      .nth(1)
      .fill(`${hoy().slice(0, 7)}-01`)
    await page.locator('[data-at$="/precio"]').nth(1).fill('100')
    await total(page, '$ 678.00')
    await pickFrom(page, 'Más de la línea 2', 'Otros montos…')
    await fill(page, { 'liquidado.percibido': '1', 'liquidado.exento': '10' })
    await faultless(page)
    await page.click('dialog button:has-text("Listo")')
    await total(page, '$ 689.00')
    await faultless(page)
    await emit(page, world(), 'Liquidación sellada')
    await page.click('a:has-text("Ver documento")')
    await page.waitForSelector('dt:has-text("Mandante")')
    await pickFrom(page, 'Corregir', 'Emitir otra igual')
    await page.waitForSelector('h1:has-text("Nueva liquidación")')
    await page.waitForSelector('text=Mandante Ficticia')
    await focused(page, /^mes$/)
    await page.keyboard.press('Enter')
    await page.waitForSelector('.toast:has-text("Nada por liquidar a este mandante")')
  })
}

const MANDANTE = '0614-121285-001-7'

/** The code of a sealed crédito fiscal for the principal. */
async function sellForOther(world: World, precioUni: number): Promise<string> {
  const { numDocumento, nombre, nrc, codActividad, correo } = CONTRIBUYENTE
  const { departamento, municipio, distrito, complemento } = CONTRIBUYENTE
  const { status, body } = await world.v1('/dte', {
    tipoDte: '03',
    receptor: {
      ...{ numDocumento, nombre, nrc, codActividad, correo },
      direccion: { departamento, municipio, distrito, complemento },
    },
    items: [{ descripcion: 'Café en consignación', cantidad: 1, precioUni }],
    ventaTercero: { nit: MANDANTE.replaceAll('-', ''), nombre: 'Mandante', codDomiciliado: 1 },
  })
  assert.equal(status, 200, JSON.stringify(body))
  return body.codigoGeneracion
}
