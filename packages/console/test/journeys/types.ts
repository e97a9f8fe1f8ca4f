/** Every type from an empty form to its seal, and notes from a document's own page. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { CONTRIBUYENTE } from '../generated-forms.ts'
import { choose, emit, fill, focused, pickFrom, sign, typeLines } from '../hands.ts'
import { stateResolucion } from '../resolucion.ts'
import { PHONE, WIDE, type World } from '../world.ts'
import { faultsOf } from './pages.ts'

export const DIRECCION = {
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
  })

  test('goods go to somebody on consignment, and to a place of the company’s own', async () => {
    const page = await world().ownerPage('/emitir/04')
    await create(page, 'Consignataria Ficticia')
    await fill(page, { 'receptor.numDocumento': '0614-121285-001-7', ...DIRECCION })
    await choose(page, 'receptor.codActividad', '46900')
    await typeLines(page, [['Camisas', '40', '12.5']])
    await page.keyboard.press('Control+Enter')
    await page.waitForSelector('.err:has-text("Elija a qué título van los bienes.")')
    await focused(page, /^bienTitulo$/)
    await page.keyboard.press('c')
    await total(page, '$ 565.00')
    await faultless(page)
    await emit(page, world(), 'Nota de remisión sellada')
    await page.waitForSelector('dt:has-text("Valor de los bienes") + dd:has-text("565.00")')

    await page.keyboard.press('Enter')
    await focused(page, /^receptor$/)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('ArrowRight')
    await fill(page, { 'receptor.nombreComercial': 'Bodega de Occidente' })
    assert.equal(await page.locator('[data-at="bienTitulo"]').inputValue(), '04')
    await typeLines(page, [['Camisas', '40', '12.5']])
    await faultless(page)
    await emit(page, world(), 'Nota de remisión sellada')
    await page.click('a:has-text("Ver documento")')
    await page.waitForSelector('dt:has-text("Destinatario")')
    await pickFrom(page, 'Corregir', 'Emitir otra igual')
    await page.waitForSelector('h1:has-text("Nueva nota de remisión")')
    assert.equal(
      await page.locator('[data-at="receptor.nombreComercial"]').inputValue(),
      'Bodega de Occidente',
    )
  })

  test('IVA is retained on documents of a supplier and on an own purchase, which a search finds', async () => {
    const { departamento, municipio, distrito, complemento } = CONTRIBUYENTE
    const direccion = { departamento, municipio, distrito, complemento }
    const { status } = await world().v1('/dte', {
      tipoDte: '14',
      receptor: {
        ...{ nombre: 'Vendedora Retenida', numDocumento: '000162975', codActividad: '10005' },
        ...{ correo: 'vendedora@example.com', direccion },
      },
      items: [{ descripcion: 'Maíz', cantidad: 10, precioUni: 30 }],
    })
    assert.equal(status, 200)
    const page = await world().ownerPage('/emitir/07')
    await page.click('label:has-text("Compras a sujetos excluidos")')
    await choose(page, 'compra', 'Vendedora Retenida')
    await total(page, '$ 39.00')
    assert.equal(await page.locator('[data-at$="/precio"]').first().inputValue(), '300')
    await page.waitForSelector('[aria-label=Totales] .notice:has-text("sujeto excluido (14)")')
    await emit(page, world(), 'Retención sellada')

    await page.keyboard.press('Enter')
    await create(page, 'Proveedora Ficticia')
    await fill(page, { 'receptor.numDocumento': '0614-121285-001-7', ...DIRECCION })
    await choose(page, 'receptor.codActividad', '46900')
    const numero = page.locator('[data-at$="/numero"]')
    await numero.first().focus()
    for (const text of ['4815', '32/11', '1000']) {
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    }
    await page.waitForSelector('.err:has-text("«32/11» no es una fecha")')
    const fecha = page.locator('[data-at$="/fecha"]').first()
    await page.evaluate(() => navigator.clipboard.writeText('2/11/2026'))
    await fecha.focus()
    await page.keyboard.press('Control+v')
    await page.keyboard.press('Enter')
    assert.equal(await fecha.inputValue(), '02/11/2026')
    await page.locator('[data-at$="/retencion"]').first().selectOption('C9')
    await page.locator('[data-at$="/retenido"]').first().fill('65')
    await total(page, '$ 65.00')
    await faultless(page)
    await emit(page, world(), 'Retención sellada')
    await page.click('a:has-text("Ver documento")')
    await page.waitForSelector('dt:has-text("Proveedor")')
    await page.waitForSelector('td:has-text("4815") + td:has-text("02/11/2026")')
    await page.waitForSelector('tfoot :text("IVA retenido") >> nth=0')
  })

  test('a company registers its resolution from the form, and states a donation of money and of goods', async () => {
    await stateResolucion(world(), null)
    const page = await world().ownerPage('/emitir/15')
    await page.click('a:has-text("Registrarla")')
    await page.getByLabel('Resolución', { exact: true }).fill('Resolución 12-2026')
    await page.click('button:has-text("Guardar")')
    await page.waitForSelector('text=Datos guardados.')
    await page.keyboard.press('n')
    await page.keyboard.press('o')
    await create(page, 'Donante Ficticia')
    await fill(page, { 'receptor.numDocumento': '00016297-5', ...DIRECCION })
    assert.equal(await page.locator('a:has-text("Registrarla")').count(), 0)
    await page.locator('[data-at$="/descripcion"]').last().focus()
    for (const key of [
      'Cheque',
      'Enter',
      'Enter',
      '500',
      'Enter',
      'Libros',
      'Enter',
      'b',
      'Enter',
    ]) {
      if (key === 'Enter' || key === 'b') await page.keyboard.press(key)
      else await page.keyboard.type(key)
    }
    for (const text of ['40', '12.5']) {
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    }
    await page.locator('[data-at$="/depreciacion"]').first().fill('100')
    await fill(page, { formaPago: '05' })
    await total(page, '$ 900.00')
    await faultless(page)
    await emit(page, world(), 'Donación sellada')
    await page.click('a:has-text("Ver documento")')
    await page.waitForSelector('td:has-text("Libros") + td:has-text("Bien")')
  })

  test('a retention is voided', async () => {
    const page = await world().ownerPage('/documentos?tipo=07&estado=sellado')
    await page.locator('tbody tr a').first().click()
    const numero = (await page.locator('p .code').first().textContent()) ?? ''
    await pickFrom(page, 'Corregir', 'Invalidar')
    await page.selectOption('dialog select >> nth=0', '2')
    await page.fill('[name="responsable.numDocumento"]', '00016297-5')
    await page.fill('dialog input.code', numero.slice(-4))
    await page.click('dialog button:has-text("Invalidar")')
    await sign(page, world(), '.head .pill:has-text("Invalidado")')
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
  })
}

/** Filled in, it is accessible and fits, wide and on a phone. */
export async function faultless(page: Page): Promise<void> {
  for (const size of [PHONE, WIDE]) {
    await page.setViewportSize(size)
    assert.deepEqual(await faultsOf(page), [], `${size.width}`)
  }
}

/** Takes «Crear» of the customer's search. */
export async function create(page: Page, nombre: string): Promise<void> {
  await page.locator('[data-at="receptor"]').fill(nombre)
  await page.click(`[role=option]:has-text("Crear “${nombre}”")`)
  await page.waitForSelector('[data-at="receptor.nombre"]')
}

export const total = (page: Page, text: string) =>
  page.waitForFunction(
    (wanted) => document.querySelector('[data-total]')?.textContent === wanted,
    text,
  )
