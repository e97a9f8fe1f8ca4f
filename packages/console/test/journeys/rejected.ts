/** Rejected documents are corrected from their page. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { hoy } from '../../src/clock.ts'
import { CONTRIBUYENTE } from '../generated-forms.ts'
import { emit } from '../hands.ts'
import type { World } from '../world.ts'

const SALE = { tipoDte: '01', items: [{ descripcion: 'Silla', cantidad: 4, precioUni: 25 }] }

export function rejected(world: () => World): void {
  test('a rejected invoice is corrected from its page with its origins, and keeps its number', async () => {
    const origen = {
      ...{ tipoDocumento: '04', numeroDocumento: 'NR-000123', tipoGeneracion: 1 },
      fechaEmision: hoy(),
    }
    const before = await rejectedOf(world(), { ...SALE, origenes: [origen] })
    const page = await correct(world(), before.codigoGeneracion)
    const number = page.locator('[data-at="origenes[0].numeroDocumento"]')
    assert.equal(await number.inputValue(), 'NR-000123')
    await page.locator('[data-at$="/cantidad"]').first().fill('2')
    await emit(page, world(), 'Factura sellada')
    const { estado, numeroControl, documento } = await queried(world(), before.codigoGeneracion)
    assert.deepEqual([estado, numeroControl], ['sellado', before.numeroControl])
    assert.equal(documento.documentoRelacionado[0].numeroDocumento, 'NR-000123')
    assert.equal(documento.cuerpoDocumento[0].cantidad, 2)
  })

  test('a rejected credit note is corrected over the same document, and the balance counts it once', async () => {
    const { numDocumento, nombre, nrc, codActividad, correo } = CONTRIBUYENTE
    const { departamento, municipio, distrito, complemento } = CONTRIBUYENTE
    const sold = await world().v1('/dte', {
      tipoDte: '03',
      receptor: {
        ...{ numDocumento, nombre, nrc, codActividad, correo },
        direccion: { departamento, municipio, distrito, complemento },
      },
      items: [{ descripcion: 'Lámina', cantidad: 5, precioUni: 12 }],
    })
    assert.equal(sold.status, 200, JSON.stringify(sold.body))
    const before = await rejectedOf(world(), {
      tipoDte: '05',
      documentosRelacionados: [{ codigoGeneracion: sold.body.codigoGeneracion }],
      items: [{ descripcion: 'Lámina', cantidad: 1, precioUni: 12 }],
    })
    const page = await correct(world(), before.codigoGeneracion)
    await page.waitForSelector(`b.code:has-text("${sold.body.numeroControl}")`)
    // Left and entered again with a change: the correction is where it was.
    await page.locator('[data-at$="/cantidad"]').first().fill('6')
    await page.waitForSelector(
      '[aria-label="Por corregir"] button:has-text("quedan 60.00 por acreditar")',
    )
    await page.waitForSelector('text=Borrador guardado')
    await page.reload()
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('[data-at$="/cantidad"]')?.value === '6',
    )
    await page.locator('[data-at$="/cantidad"]').first().fill('5')
    await emit(page, world(), 'Nota de crédito sellada')
    const { estado, numeroControl } = await queried(world(), before.codigoGeneracion)
    assert.deepEqual([estado, numeroControl], ['sellado', before.numeroControl])
  })
}

interface Rejected {
  readonly codigoGeneracion: string
  readonly numeroControl: string
}

/** A document that a program sent and the ministry rejected. */
async function rejectedOf(world: World, body: object): Promise<Rejected> {
  await world.ministry('faults', { service: 'recepciondte', kind: 'reject', times: 1 })
  const answer = await world.v1('/dte', body)
  assert.equal(answer.body.error?.code, 'mh_rejected', JSON.stringify(answer.body))
  return answer.body.error.details
}

/** The form of a correction, opened from the document's own page. */
async function correct(world: World, codigo: string): Promise<Page> {
  const page = await world.ownerPage(`/documentos/${codigo}`)
  await page.click('a:has-text("Corregir y emitir")')
  await page.waitForSelector('h1:has-text("Corregir:")')
  await page.waitForSelector('[role=row][aria-rowindex]')
  return page
}

async function queried({ api, nit }: World, codigo: string) {
  return (await api.get(`/console/api/${nit}/00/v1/dte/${codigo}`)).json()
}
