/** The state of a demonstration is read back as it was written, by its owner alone, and a damaged one is refused. */
import assert from 'node:assert/strict'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { createFolder } from '../../test/cli.ts'
import { CliError, EXIT } from '../exit.ts'
import { type DemoState, readState, stateFile, writeState } from './state.ts'

const STATE: DemoState = {
  ...{ nit: '1', nombre: 'Café', mhPassword: 'm', passphrase: 'p', dueno: null },
  ...{ publicKeyPem: 'pem', keys: [] },
}

test('what a demonstration needs again is only its owner’s', async (t) => {
  const folder = await createFolder()
  t.after(() => folder.remove())
  assert.equal(await readState(folder.path), null)
  await writeState(folder.path, STATE)
  await writeState(folder.path, { ...STATE, nombre: 'Otro' })

  assert.deepEqual(await readState(folder.path), { ...STATE, nombre: 'Otro' })
  assert.equal((await stat(stateFile(folder.path))).mode & 0o777, 0o600)
  assert.deepEqual(await readdir(folder.path), ['demo.json'])

  await writeFile(stateFile(folder.path), '{')
  await assert.rejects(readState(folder.path), (error) => {
    assert.ok(error instanceof CliError)
    const path = stateFile(folder.path)
    assert.equal(error.message, `${path} está dañado. Bórrelo y repita: se harán otras llaves.`)
    return EXIT[error.ending] === 1
  })
})
