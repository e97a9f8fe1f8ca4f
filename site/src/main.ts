/**
 * `npm run docs`: builds the site into `site/dist/web`, without a network. `-- --serve` then serves it on loopback.
 * VitePress ends it on a dead link.
 */
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vitepress'
import { SITE } from './page.ts'
import { serveSite } from './serve.ts'
import { PAGES, writePages } from './write.ts'

const PORT = 4680

const written = await writePages()
console.log(`${written} pages written`)
await build(SITE)
// The one page beside which the plugin leaves no Markdown.
await copyFile(join(PAGES, 'index.md'), join(SITE, 'dist/web/index.md'))
if (process.argv.includes('--serve')) serveSite(PORT)
