/** Where keys and the state of calls are kept, and as whose. */
import assert from 'node:assert/strict'
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { test } from 'node:test'
import { createFolder } from '../../test/cli.ts'
import { profileFile, readProfiles, stateFolder, writeProfiles } from './profile.ts'

type Env = Readonly<Record<string, string>>
// biome-ignore format: a table
const PLACES: readonly (readonly [env: Env, file: string, state: string])[] = [
  [{},                                                     `${homedir()}/.config/sello/profiles.json`, `${homedir()}/.local/state/sello`],
  [{ HOME: '/casa' },                                      '/casa/.config/sello/profiles.json',        '/casa/.local/state/sello'],
  [{ HOME: '', XDG_CONFIG_HOME: '', XDG_STATE_HOME: '' },  `${homedir()}/.config/sello/profiles.json`, `${homedir()}/.local/state/sello`],
  [{ HOME: '/casa', XDG_CONFIG_HOME: '/conf' },            '/conf/sello/profiles.json',                '/casa/.local/state/sello'],
  [{ HOME: '/casa', XDG_STATE_HOME: '/estado' },           '/casa/.config/sello/profiles.json',        '/estado/sello'],
  [{ HOME: '/casa', SELLO_PROFILES: '/p.json', XDG_CONFIG_HOME: '/conf' }, '/p.json',                  '/casa/.local/state/sello'],
]
for (const [env, file, state] of PLACES) {
  test(`with ${JSON.stringify(env)} profiles are in ${file}, and the state in ${state}`, () => {
    assert.deepEqual([profileFile({ env }), stateFolder({ env })], [file, state])
  })
}

test('profiles are written whole, in a folder and a file of their owner alone, also over what a killed run left', async (t) => {
  const folder = await createFolder()
  t.after(() => folder.remove())
  const env = { XDG_CONFIG_HOME: folder.in('conf') }
  assert.deepEqual(await readProfiles({ env }), {})
  const path = folder.in('conf/sello')
  assert.equal(await writeProfiles({ env }, {}), `${path}/profiles.json`)
  assert.equal((await stat(path)).mode & 0o777, 0o700)
  await writeFile(`${path}/profiles.json.new`, 'a longer text than what is written now')
  await chmod(`${path}/profiles.json.new`, 0o644)
  await writeProfiles({ env }, { uno: { baseUrl: 'http://a' } })

  const file = `${path}/profiles.json`
  assert.equal(
    await readFile(file, 'utf8'),
    '{\n  "profiles": {\n    "uno": {\n      "baseUrl": "http://a"\n    }\n  }\n}\n',
  )
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  assert.deepEqual(await readdir(path), ['profiles.json'])
  assert.deepEqual(await readProfiles({ env }), { uno: { baseUrl: 'http://a' } })
})

test('a place of profiles that cannot be read is told as it is', async (t) => {
  const folder = await createFolder()
  t.after(() => folder.remove())
  await mkdir(folder.in('p.json'), { mode: 0o700 })
  await assert.rejects(readProfiles({ env: { SELLO_PROFILES: folder.in('p.json') } }), {
    code: 'EISDIR',
  })
})
