/** Goods that went with a nota de remisión, and the sale that follows. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CONTRIBUYENTE } from '../generated-forms.ts'
import { emit, pickFrom } from '../hands.ts'
import type { World } from '../world.ts'
import { faultless, total } from './types.ts'

export function remisiones(world: () => World): void {
  test('what a nota de remisión sent is invoiced with its lines, and names it as its origin', async () => {
    const { nombre, nrc, codActividad, correo } = CONTRIBUYENTE
    const { departamento, municipio, distrito, complemento } = CONTRIBUYENTE
    const direccion = { departamento, municipio, distrito, complemento }
    const remitir = async (receptor: object) => {
      const { status, body } = await world().v1('/dte', {
        ...{ tipoDte: '04', bienTitulo: '04', receptor, descuentos: { gravadas: 10 } },
        items: [
          { descripcion: 'Camisas', cantidad: 40, precioUni: 12.5, montoDescu: 20 },
          { descripcion: 'Libros', cantidad: 10, precioUni: 1.25, tipoVenta: 'exenta' },
        ],
      })
      assert.equal(status, 200, JSON.stringify(body))
      return body.codigoGeneracion as string
    }
    const codigo = await remitir({
      ...{ numDocumento: '06140202901027', nombre, nrc, codActividad, correo, direccion },
    })
    const page = await world().ownerPage(`/documentos/${codigo}`)
    await pickFrom(page, 'Corregir', 'Facturar lo remitido: crédito fiscal')
    await page.waitForSelector('h1:has-text("Nuevo crédito fiscal")')
    await total(page, '$ 543.60') // 470.00 with its IVA, and 12.50
    await page.waitForSelector(`text=${nombre}`)
    const origen = page.locator('[data-at="origenes[0].numeroDocumento"]')
    assert.equal(await origen.inputValue(), codigo)
    const fecha = page.locator('[data-at="origenes[0].fechaEmision"]')
    assert.equal(await fecha.getAttribute('type'), 'date')
    await faultless(page)
    await emit(page, world(), 'Crédito fiscal sellado')

    await page.goto(`${world().root}/documentos/${codigo}`)
    await pickFrom(page, 'Corregir', 'Facturar lo remitido: factura')
    await page.waitForSelector('h1:has-text("Nueva factura")')
    await total(page, '$ 543.60')
    assert.equal(await page.locator('[data-at$="/precio"]').first().inputValue(), '14.125')

    await page.goto(`${world().root}/documentos/${await remitir({ propio: true })}`)
    await page.click('button[aria-label="Corregir"]')
    const item = page.locator('[role=menuitem]:has-text("Facturar lo remitido")').first()
    await item.waitFor()
    assert.equal(await item.getAttribute('aria-disabled'), 'true')
  })
}
