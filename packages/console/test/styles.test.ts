/** Classes of CSS modules: a name that is misspelled would only be missed on the screen. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const SRC = fileURLToPath(new URL('../src', import.meta.url))
const IMPORT = /import (\w+) from '(\.[^']*\.module\.css)'/g

test('every class that a component names is in its module, and every class of a module is named', async () => {
  const names = await readdir(SRC, { recursive: true })
  const unused = new Map<string, Set<string>>()
  for (const name of names.filter((one) => one.endsWith('.module.css'))) {
    const text = (await readFile(join(SRC, name), 'utf8')).replaceAll(/:global\([^)]*\)/g, '')
    const selectors = text.replaceAll(/\{[^{}]*\}/g, '{}') // values have dots too
    unused.set(name, new Set([...selectors.matchAll(/\.([a-z]\w*)/gi)].map(([, of]) => of ?? '')))
  }
  const known = new Map([...unused].map(([name, classes]) => [name, new Set(classes)]))
  const missing: string[] = []
  for (const name of names.filter((one) => one.endsWith('.tsx'))) {
    const text = await readFile(join(SRC, name), 'utf8')
    for (const [, local, path = ''] of text.matchAll(IMPORT)) {
      const module = join(dirname(name), path)
      for (const [, used = ''] of text.matchAll(new RegExp(`(?<![\\w./])${local}\\.(\\w+)`, 'g'))) {
        if (!known.get(module)?.has(used)) missing.push(`${name}: ${local}.${used}`)
        unused.get(module)?.delete(used)
      }
    }
  }
  assert.deepEqual(missing, [])
  assert.deepEqual(
    [...unused].flatMap(([name, classes]) => [...classes].map((one) => `${name}: .${one}`)),
    [],
  )
})
