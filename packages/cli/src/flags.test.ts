/** Flags are English, and those of 0.1 still work, with a notice. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import type { Command } from 'commander'
import { createFolder, type Folder, run } from '../test/cli.ts'
import { FLAGS, flagOf } from './flags.ts'
import { createProgram } from './program.ts'

let folder: Folder
before(async () => {
  folder = await createFolder()
})
after(() => folder.remove())

function commands(said: string[] = []): readonly Command[] {
  const stopping = { requested: new Promise<void>(() => {}), isRequested: () => false }
  const err = (text: string) => void said.push(text)
  const { env, stdin, stderr } = process
  const io = { env, stdin, stderr, stopping, out: () => {}, err, now: () => new Date() }
  const all = (one: Command): readonly Command[] => [one, ...one.commands.flatMap(all)]
  return all(createProgram(io))
}

test('the help of every command has the English flags only', () => {
  for (const one of commands()) {
    const help = one.helpInformation()
    for (const [flag, wire] of FLAGS) {
      assert.doesNotMatch(help, new RegExp(`${wire}(?![\\w-])`), `${one.name()}: ${flag}`)
    }
  }
})

test('every renamed flag works in both forms wherever it is one, for the same value', () => {
  const seen = new Set<string>()
  for (const [flag, wire] of FLAGS) {
    for (const { options } of commands()) {
      const option = options.find(({ long }) => long === flag)
      const old = options.find(({ long }) => long === wire)
      if (option) assert.ok(old, `${flag} without ${wire}`)
      if (!option || !old) continue
      seen.add(flag)
      assert.equal(old.attributeName(), option.attributeName())
      assert.equal(old.parseArg, option.parseArg)
      assert.deepEqual([old.required, old.hidden, option.hidden], [option.required, true, false])
    }
  }
  assert.deepEqual(
    FLAGS.map(([flag]) => flag).filter((flag) => !seen.has(flag)),
    [],
    'a row without a command',
  )
})

test('a flag of 0.1 is taken, with one short notice on standard error', async () => {
  const args = ['--nit', '06140101900019', '--json']
  const env = { SELLO_MH_PASSWORD: '' }
  const wrong = ['company', 'password', ...args]
  const old = await run([...wrong, '--ambiente', '7'], { env, cwd: folder.path })
  const now = await run([...wrong, '--environment', '7'], { env, cwd: folder.path })

  assert.match(
    old.stderr,
    /^--ambiente ahora es --environment; la forma anterior deja de valer en la próxima versión\.\n$/,
  )
  assert.equal(now.stderr, '')
  assert.equal(old.stdout, now.stdout)
  assert.match(now.stdout, /--environment: es 00 \(pruebas\) o 01/)
  assert.deepEqual([old.code, now.code], [2, 2])
})

test('a repeated flag collects its values in either form, also the untaxed charges of a return', async () => {
  const said: string[] = []
  const made = commands(said).find((one) => one.name() === 'return')
  made?.parseOptions([
    '--untaxed',
    '1=2',
    '--no-gravado',
    '2=3.5',
    '--linea',
    '1=1',
    '--line',
    '2=1',
  ])

  assert.deepEqual(made?.opts(), {
    noGravado: [
      { linea: 1, noGravado: 2 },
      { linea: 2, noGravado: 3.5 },
    ],
    linea: [
      { linea: 1, cantidad: 1 },
      { linea: 2, cantidad: 1 },
    ],
  })
  assert.equal(said.length, 2)
})

test('docs/cli.md lists the flags of 0.1', async () => {
  const text = await readFile(new URL('../../../docs/cli.md', import.meta.url), 'utf8')
  const rows = [...text.matchAll(/^\| `(--[a-z-]+)` \| `(--[a-z-]+)` \|$/gm)]

  assert.deepEqual(
    rows.map(([, flag, wire]) => [flag, wire]),
    FLAGS.map((row) => [...row]),
  )
})

test('a refused member is named by its flag', () => {
  assert.deepEqual(['codActividad', 'nrc', 'codEstable', 'externalId'].map(flagOf), [
    ...['--activity-code', '--nrc', '--establishment-code', '--external-id'],
  ])
})
