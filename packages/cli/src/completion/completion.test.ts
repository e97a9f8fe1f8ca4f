/** Each shell reads its script and is asked, as by a person at its prompt, what may stand at the end of a line. */
import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { without } from '../../../../scripts/test-tools.ts'
import { createFolder, type Folder, run } from '../../test/cli.ts'
import { ioOf } from '../../test/io.ts'
import { ask, SHELLS } from '../../test/shells.ts'
import { createProgram } from '../program.ts'
import { nodesOf } from './nodes.ts'

const program = createProgram(ioOf().io)

// biome-ignore format: a table
const CASES: readonly (readonly [what: string, line: string, offers: readonly string[]])[] = [
  ['the first word',                             'sello ',                              program.commands.map((one) => one.name())],
  ['the beginning of the first word',            'sello st',                            ['start', 'status', 'storage']],
  ['the commands of a group',                    'sello key ',                          ['mint', 'list', 'show', 'limit', 'deactivate', 'reactivate', 'revoke']],
  ['the commands of a command that also runs',   'sello simulator ',                    ['certificate', 'replay']],
  ['a flag',                                     'sello key mint --e',                  ['--environment', '--establishment-code', '--expires']],
  ['a flag after another with its value',        'sello key mint --nit 1 --no',         ['--no-sign']],
  ['a flag after a file',                        'sello issue factura.json --dt',       ['--dte-type']],
  ['a value of few',                             'sello start --jobs ',                 ['here', 'none']],
  ['a value of few, begun',                      'sello company mail --when si_',       ['si_tiene_correo']],
  ['a value of few after the sign',              'sello start --jobs=h',                ['--jobs=here']],
  ['a value that only the help lists',           'sello key mint --environment ',       ['00', '01']],
  ['a file after a flag',                        'sello certificate import --file lla', ['llave de caja.crt']],
  ['a folder after a flag',                      'sello demo --data-dir dat',           ['datos']],
  ['a file as the argument',                     'sello issue fac',                     ['factura.json']],
  ['the words of an argument',                   'sello completion ',                   ['bash', 'fish', 'zsh']],
  ['nothing for a text that nobody knows',       'sello key mint --label fac',          []],
  ['nothing where neither commands nor files go', 'sello get fac',                      []],
  ['no flag of 0.1',                             'sello key mint --cod-p',              []],
]

const LINES = CASES.map(([, line]) => line)

for (const shell of SHELLS) {
  describe(`${shell} completes`, { skip: without(import.meta.url, shell) }, () => {
    let folder: Folder
    let answers: ReadonlyMap<string, readonly string[]>
    before(async () => {
      folder = await createFolder()
      await mkdir(folder.in('datos'))
      for (const name of ['factura.json', 'llave de caja.crt']) await writeFile(folder.in(name), '')
      const { stdout, code } = await run(['completion', shell])
      assert.equal(code, 0)
      answers = await ask(shell, { folder, script: stdout, lines: LINES })
    })
    after(() => folder.remove())

    for (const [what, line, offers] of CASES) {
      test(`${what}: ${line}`, () => {
        assert.deepEqual([...(answers.get(line) ?? ['(no answer)'])].sort(), [...offers].sort())
      })
    }
  })
}

test('a flag whose name speaks of a file or folder completes them', () => {
  const flags = nodesOf(program).flatMap(({ path, flags }) =>
    flags.map(({ names, value }) => ({ flag: `sello${path} ${names.at(-1)}`, value })),
  )
  const ofFiles = flags.filter(({ flag }) => /[ -](dir|file|files|folder|logo|out)$/.test(flag))

  assert.ok(ofFiles.length > 20)
  assert.deepEqual(
    ofFiles.filter(({ value }) => value !== 'path' && value !== null),
    [],
  )
})

test('an unknown shell is refused with those that there are', async () => {
  const ended = await run(['completion', 'tcsh'])

  assert.equal(ended.code, 2)
  assert.match(ended.stderr, /tcsh: ese valor no vale\. Valen: bash, zsh, fish\./)
})
