/** Every page is accessible and fits, in both themes, wide and on a phone. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import { PHONE, WIDE, type World } from '../world.ts'

/** Of a company. */
export const PAGES = [
  '/emitir/01',
  '/emitir/03',
  '/emitir/05',
  '/emitir/11',
  '/emitir/14',
  '',
  '/documentos',
  '/libros',
  '/clientes',
  '/productos',
  '/contingencia',
  '/ajustes/empresa',
  '/ajustes/puntos',
  '/ajustes/certificado',
  '/ajustes/credenciales',
  '/ajustes/almacenamiento',
  '/ajustes/llaves',
  '/ajustes/personas',
  '/ajustes/produccion',
  '/ajustes/auditoria',
  '/preparar',
]

export function pages(world: () => World): void {
  for (const [name, size, theme] of [
    ['wide and light', WIDE, 'light'],
    ['a phone and dark', PHONE, 'dark'],
  ] as const) {
    test(`every page is accessible and fits, ${name}`, async () => {
      const page = await world().newPage(size, theme)
      for (const path of PAGES) {
        await page.goto(world().root + path)
        await page.waitForSelector('h1')
        await page.waitForLoadState('networkidle')
        const sideways = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        assert.ok(sideways <= 0, `${path} scrolls sideways by ${sideways} px`)
        const { violations } = await new AxeBuilder({ page })
          .setLegacyMode() // in the page; otherwise each analysis ends in a new one, in a process of its own
          .options({ resultTypes: ['violations'] }) // what is right is not described in full
          .withTags(['wcag2a', 'wcag2aa', 'wcag22aa'])
          .analyze()
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`)
        assert.deepEqual(found, [], `${path} (${name})`)
      }
      await page.context().close()
    })
  }
}
