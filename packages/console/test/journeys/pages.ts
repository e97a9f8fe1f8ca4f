/** Every page is accessible and fits, in both themes and three sizes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { PHONE, WIDE, type World } from '../world.ts'

/** Of a company. */
export const PAGES = [
  '/emitir/01',
  '/emitir/03',
  '/emitir/04',
  '/emitir/05',
  '/emitir/07',
  '/emitir/08',
  '/emitir/09',
  '/emitir/11',
  '/emitir/14',
  '/emitir/15',
  '',
  '/documentos',
  '/propuestas',
  '/libros',
  '/operaciones',
  '/clientes',
  '/productos',
  '/contingencia',
  '/ajustes/empresa',
  '/ajustes/puntos',
  '/ajustes/certificado',
  '/ajustes/credenciales',
  '/ajustes/correo',
  '/ajustes/almacenamiento',
  '/ajustes/llaves',
  '/ajustes/webhooks',
  '/ajustes/personas',
  '/ajustes/certificacion',
  '/ajustes/produccion',
  '/ajustes/auditoria',
  '/preparar',
]

/** Of the person, and of all companies. */
export const OWN_PAGES = ['/yo/acceso', '/yo/firma', '/yo/atajos', '/empresas']

const SIZES = { 'a phone': PHONE, 'a tablet': { width: 820, height: 1180 }, wide: WIDE }

export function pages(world: () => World): void {
  test('every page is accessible and fits, on a phone, on a tablet and wide, in light and dark', async () => {
    const page = await world().newPage()
    const { origin, root } = world()
    const problems: string[] = []
    await page.goto(`${root}/documentos`)
    const document = await page.getAttribute('tbody tr a', 'href')
    const urls = PAGES.map((path) => root + path)
    for (const url of [...urls, origin + document, ...OWN_PAGES.map((path) => origin + path)]) {
      await page.goto(url)
      await page.waitForSelector('h1')
      await page.waitForLoadState('networkidle')
      for (const [name, size] of Object.entries(SIZES)) {
        await page.setViewportSize(size)
        for (const found of await checkFits(page)) problems.push(`${url} on ${name}: ${found}`)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          for (const found of await checkAccessible(page)) {
            problems.push(`${url} on ${name}, ${colorScheme}: ${found}`)
          }
        }
      }
    }
    assert.deepEqual(problems, [])
  })
}

async function checkFits(page: Page): Promise<readonly string[]> {
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  const narrow = await page.evaluate((least) => {
    const typed = 'textarea, select, input:not([type=checkbox], [type=radio], [type=file])'
    return [...document.querySelectorAll<HTMLElement>(typed)]
      .filter((field) => field.checkVisibility() && field.clientWidth < least)
      .map((field) => field.outerHTML.slice(0, 160))
  }, FIELD_PX)
  return [
    ...(sideways > 0 ? [`it scrolls sideways by ${sideways} px`] : []),
    ...narrow.map((html) => `too narrow to read: ${html}`),
  ]
}

/** Four digits and their padding. A field of no width at all is none to axe. */
const FIELD_PX = 56

async function checkAccessible(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode() // in the page; otherwise each analysis ends in a new one, in a process of its own
    .options({
      resultTypes: ['violations'], // what is right is not described in full
      runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
      rules: { region: { enabled: true } }, // everything stands in a landmark
    })
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`)
}

/** What axe finds in the page as it is, whether it scrolls sideways, and fields too narrow to read. */
export const faultsOf = async (page: Page): Promise<readonly string[]> => [
  ...(await checkFits(page)),
  ...(await checkAccessible(page)),
]
