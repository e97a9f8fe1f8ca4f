import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'

/**
 * An esbuild plugin: bundled modules still find their fonts and programs by their original location in the project.
 *
 * @type {import('esbuild').Plugin}
 */
export const inPlace = {
  name: 'in place',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]packages[\\/][^/\\]+[\\/](src|test)[\\/].*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      const url = JSON.stringify(pathToFileURL(path).href)
      return { contents: text.replaceAll('import.meta.url', () => url), loader: 'ts' }
    })
  },
}
