/** What all pages share: read once, and the same for everybody. */
import { readFile } from 'node:fs/promises'

/** Those of the console: the paper's own files lack what a browser asks of a font. */
const FONTS = ['sello-sans-400.woff2', 'sello-sans-600.woff2']

export interface Asset {
  readonly type: string
  readonly bytes: Buffer
}

/** By address below `/d`. */
export async function readAssets(): Promise<ReadonlyMap<string, Asset>> {
  const own = (name: string) => new URL(`../../../pagina/${name}`, import.meta.url)
  const files = [
    ['/firma.js', 'text/javascript; charset=utf-8', own('firma.js')],
    ['/pagina.css', 'text/css; charset=utf-8', own('pagina.css')],
    ...FONTS.map((file) => {
      const path = new URL(`../../../../console/src/fonts/${file}`, import.meta.url)
      return [`/fuente/${file}`, 'font/woff2', path] as const
    }),
  ] as const
  return new Map(
    await Promise.all(
      files.map(
        async ([address, type, path]) => [address, { type, bytes: await readFile(path) }] as const,
      ),
    ),
  )
}
