/** Every type from an empty form to its seal, and notes from a document's own page. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { CONTRIBUYENTE } from '../generated-forms.ts'
import { choose, emit, fill, pickFrom, typeLines } from '../hands.ts'
import type { World } from '../world.ts'

const DIRECCION = {
  'receptor.departamento': '06',
  'receptor.distrito': '14',
  'receptor.complemento': 'Calle Ficticia 123, Colonia Ejemplo',
}

/** Played with every change (smoke.test.ts). */
export function creditNote(world: () => World): void {
  test('a crédito fiscal is sealed, and from its page a credit note over a part of it', async () => {
    const page = await world().ownerPage('/emitir/03')
    await create(page, 'Ferretería del Volcán')
    await fill(page, {
      'receptor.numDocumento': '0614-010190-001-9',
      'receptor.nrc': '123456-7',
      'receptor.telefono': '22111111',
      'receptor.correo': 'compras@example.com',
      ...DIRECCION,
    })
    await choose(page, 'receptor.codActividad', '46900')
    await typeLines(page, [['Martillo', '10', '12.5']])
    await total(page, '$ 141.25')
    await emit(page, world(), 'Crédito fiscal sellado')
    const numero = await page.locator('[aria-label=Resultado] dd.code').first().textContent()

    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await page.click(`a:has-text("${numero?.slice(-6)}")`)
    await pickFrom(page, 'Corregir', 'Nota de crédito')
    await page.waitForSelector('h1:has-text("Nueva nota de crédito")')
    const cantidad = page.locator('[data-at$="/cantidad"]').first()
    await cantidad.fill('4')
    await total(page, '$ 56.50')
    await emit(page, world(), 'Nota de crédito sellada')

    // Exceeding the balance is reported before sending.
    await page.goto(`${world().root}/emitir/05`)
    await choose(page, 'documentosRelacionados', numero ?? '')
    await page.locator('[data-at$="/cantidad"]').first().fill('7')
    await page.waitForSelector(
      '[aria-label="Por corregir"] button:has-text("quedan 75.00 por acreditar")',
    )
    await page.close()
  })
}

export function types(world: () => World): void {
  test('a debit note, an export of services and a purchase from an excluded subject are sealed', async () => {
    const { numDocumento, nombre, nrc, codActividad, correo } = CONTRIBUYENTE
    const { departamento, municipio, distrito, complemento } = CONTRIBUYENTE
    await world().v1('/dte', {
      tipoDte: '03',
      receptor: {
        ...{ numDocumento, nombre, nrc, codActividad, correo },
        direccion: { departamento, municipio, distrito, complemento },
      },
      items: [{ descripcion: 'Cemento', cantidad: 20, precioUni: 9.5 }],
    })
    const page = await world().ownerPage('/emitir/06')
    await choose(page, 'documentosRelacionados', 'Ferretería Ficticia')
    await page.locator('[data-at$="/cantidad"]').first().fill('1')
    await emit(page, world(), 'Nota de débito sellada')

    await page.keyboard.press('n')
    await page.keyboard.press('x')
    await create(page, 'Foreign Buyer LLC')
    await fill(page, {
      'receptor.numDocumento': '98-7654321',
      'receptor.codPais': 'US',
      'receptor.tipoPersona': '2',
      'receptor.complemento': '100 Fictional Street, Miami FL',
      'receptor.descActividad': 'Importación de alimentos',
      'receptor.correo': 'buyer@example.com',
    })
    await page.click('label:has-text("Servicios")')
    await typeLines(page, [['Consultoría', '3', '150']])
    await total(page, '$ 450.00')
    await emit(page, world(), 'Exportación sellada')

    await page.keyboard.press('n')
    await page.keyboard.press('s')
    await create(page, 'Agricultora Ficticia')
    await fill(page, {
      'receptor.numDocumento': '00016297-5',
      'receptor.correo': 'agricultora@example.com',
      ...DIRECCION,
    })
    await typeLines(page, [['Maíz', '12.5', '18.4']])
    await total(page, '$ 230.00')
    await emit(page, world(), 'Sujeto excluido sellado')
    await page.close()
  })

  test('a rejected invoice is corrected in its form, keeps its number, and its new customer is stored', async () => {
    await world().ministry('faults', { service: 'recepciondte', kind: 'reject', times: 1 })
    const page = await world().ownerPage('/emitir/01')
    await create(page, 'Jabonería Imaginaria')
    await typeLines(page, [['Jabón', '2', '1.25']])
    await emit(page, world(), 'Hacienda no la aceptó')
    const said = (await page.locator('[aria-label=Resultado]').textContent()) ?? ''
    const numero = /DTE-01-\w+-\d{15}/.exec(said)?.[0] ?? 'none'
    await page.waitForSelector(
      `[aria-label=Resultado] :text("Conserva el número ${numero} hasta el ")`,
    )
    await page.click('[aria-label=Resultado] button:has-text("Corregir y emitir")')
    await page.waitForSelector('h1:has-text("Corregir: factura")')
    await page.locator('[data-at$="/cantidad"]').first().fill('3')
    await total(page, '$ 3.75')
    await emit(page, world(), 'Factura sellada')
    assert.equal(await page.locator('[aria-label=Resultado] dd.code').first().textContent(), numero)
    await page.goto(`${world().root}/clientes`)
    await page.waitForSelector('table :text("Jabonería Imaginaria")')
    await page.close()
  })
}

/** Takes «Crear» of the customer's search. */
async function create(page: Page, nombre: string): Promise<void> {
  await page.locator('[data-at="receptor"]').fill(nombre)
  await page.click(`[role=option]:has-text("Crear “${nombre}”")`)
  await page.waitForSelector('[data-at="receptor.nombre"]')
}

const total = (page: Page, text: string) =>
  page.waitForFunction(
    (wanted) => document.querySelector('[data-total]')?.textContent === wanted,
    text,
  )
