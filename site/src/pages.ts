/** Every page of the site: those written by hand in `pages/`, and those printed from the code. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { docsPages } from './docs-pages.ts'
import { type Page, SITE } from './page.ts'
import { commandsPage } from './reference/commands-page.ts'
import { errorsPage } from './reference/errors-page.ts'
import { routePages } from './reference/routes-page.ts'
import { typesPage } from './reference/types-page.ts'

export async function allPages(): Promise<readonly Page[]> {
  return [
    ...(await writtenPages()),
    ...routePages(),
    typesPage(),
    errorsPage(),
    commandsPage(),
    ...(await docsPages()),
  ]
}

async function writtenPages(): Promise<readonly Page[]> {
  const folder = join(SITE, 'pages')
  const files = await readdir(folder, { recursive: true })
  return Promise.all(
    files
      .filter((file) => file.endsWith('.md'))
      .map(async (file) => ({
        path: `/${file.replace(/(index)?\.md$/, '')}`,
        text: await readFile(join(folder, file), 'utf8'),
      })),
  )
}
