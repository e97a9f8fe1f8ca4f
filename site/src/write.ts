/** Writes every page and picture where VitePress reads them. */
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileOf, ROOT, SITE } from './page.ts'
import { allPages } from './pages.ts'

export const PAGES = join(SITE, 'dist/pages')

/** What was there before is gone. */
export async function writePages(): Promise<number> {
  await rm(PAGES, { recursive: true, force: true })
  const pages = await allPages()
  for (const { path, text } of pages) {
    const file = join(PAGES, fileOf(path))
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  await cp(join(ROOT, 'docs/images'), join(PAGES, 'public/images'), { recursive: true })
  return pages.length
}
