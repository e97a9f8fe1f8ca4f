/** What a person reads of a company's own destinations, as the service knows them. */
import assert from 'node:assert/strict'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { decryptLocation } from '@sello/client'
import { startS3 } from '../../../service/test/s3.ts'
import { run } from '../../test/cli.ts'
import { API_KEY, type Asked, startScripted } from '../../test/scripted-service.ts'

let service: Awaited<ReturnType<typeof startScripted>>
before(async () => {
  service = await startScripted()
})
after(() => service.stop())

/** In El Salvador, 10:20:00. */
const AT = '2026-10-05T16:20:00Z'
const NO_KEY =
  'sello: Falta la llave de apertura: --unlock-key-file, SELLO_UNLOCK_KEY o un perfil que la tenga.'

test('the destinations are listed with what each lacks, and never with what is encrypted', async () => {
  const one = { id: 'd-1', kind: 'byos_folder', label: 'Disco', listo: true, verificadoEl: AT }
  const two = { id: 'd-2', kind: 'managed', label: 'Otro', listo: false, verificadoEl: null }
  const stored = [{ ...one, sellado: { datos: 'x' } }, two]
  const lacking = [{ id: 'd-1', pendientes: 3, desde: AT, ultimoError: 'Lleno.' }]
  const answer = (line: string) => ({
    body: { destinos: line.endsWith('/status') ? lacking : stored },
  })
  const shown = await service.sello(['archive', 'list'], answer)
  const json = await service.sello(['archive', 'list', '--json'], answer)
  const none = await service.sello(['archive', 'list'], { body: { destinos: [] } })

  assert.equal(
    shown.text,
    `destino  clase        nombre  cuenta  comprobado           le faltan  desde                último error
d-1      byos_folder  Disco   sí      2026-10-05 10:20:00  3          2026-10-05 10:20:00  Lleno.
d-2      managed      Otro    no      –                    –          –                    –`,
  )
  assert.deepEqual(JSON.parse(json.text), { destinos: [{ ...one, ...lacking[0] }, two] })
  assert.equal(none.text, 'No hay destinos. Conecte uno: sello archive connect.')
})

test('without the key that opens them destinations are only listed and ended', async () => {
  for (const command of ['verify', 'push', 'pull']) {
    const ended = await service.sello(['archive', command], { body: {} })
    assert.deepEqual([ended.code, ended.stderr, ended.asked], [2, NO_KEY, []])
  }
  const ended = await service.sello(['archive', 'disconnect', 'd-1'], { body: {} })
  assert.equal(ended.text, 'El destino d-1 ya no cuenta.')
  assert.deepEqual(
    ended.asked.map(({ line }) => line),
    ['DELETE /v1/storage/destinations/d-1'],
  )
})

const OLD = { id: '0b9f6c1e-0000-4000-8000-000000000001', revision: 4 }
const CONNECTED = 'Destino conectado: desde ahora lo que se emite con esta llave se copia ahí.'

/** A service with one destination, which has verified what is put. */
function connecting(verificadoEl: string | null) {
  return (line: string) => {
    if (line === 'GET /v1/status') return { body: { emisor: { nit: '06140101900019' } } }
    if (line === 'GET /v1/storage/destinations') return { body: { destinos: [OLD] } }
    const of = { id: OLD.id, kind: 'byos_folder', label: 'Disco', revision: 5, sellado: {} }
    return { body: { ...of, listo: true, verificadoEl } }
  }
}

function putIn(asked: readonly Asked[]): Asked {
  const [put, ...others] = asked.filter(({ line }) => line.startsWith('PUT'))
  assert.ok(put && others.length === 0)
  return put
}

test('a connected destination is told, and a new key once, with where it has to be kept', async () => {
  const shown = await service.sello(['archive', 'connect', '--folder', 'nueva'], connecting(AT))
  assert.equal(
    shown.text,
    `${CONNECTED}
  destino     ${OLD.id}
  clase       carpeta
  nombre      Disco
  revisión    5
  comprobado  2026-10-05 10:20:00`,
  )
  assert.match(
    shown.stderr,
    /^Llave de apertura: sellouk_[\w-]{43}\nGuárdela y désela a quien emita, en SELLO_UNLOCK_KEY: no se puede volver a mostrar\.$/,
  )
  const { sellado: _, ...put } = putIn(shown.asked).body as Record<string, unknown>
  assert.deepEqual(put, { kind: 'byos_folder', label: 'Carpeta propia', revision: 1 })
  assert.equal((await stat(service.folder.in('nueva'))).mode & 0o777, 0o750)
  const json = await service.sello(
    ['archive', 'connect', '--folder', 'otra', '--json'],
    connecting(AT),
  )
  const { unlockKey, sellado, kind } = JSON.parse(json.text)
  assert.ok(json.stderr.includes(unlockKey))
  assert.deepEqual([sellado, kind], [undefined, 'byos_folder'])
})

test('a destination of before keeps its place with the key that is given, which is not shown', async () => {
  const env = { SELLO_UNLOCK_KEY: `sellouk_${'c'.repeat(43)}` }
  const args = [
    'archive',
    'connect',
    '--folder',
    'mia',
    '--id',
    OLD.id,
    '--label',
    'Disco',
    '--json',
  ]
  const json = await service.sello(args, connecting(null), { env })
  assert.deepEqual([json.code, json.stderr], [0, ''])
  assert.equal(JSON.parse(json.text).unlockKey, undefined)
  const put = putIn(json.asked)
  assert.equal(put.line, `PUT /v1/storage/destinations/${OLD.id}`)
  const { label, revision } = put.body as Record<string, unknown>
  assert.deepEqual([label, revision], ['Disco', 5])
  const other = [...args.slice(0, 4), '--take-over']
  const taken = await service.sello(other, connecting(null), { env })
  assert.match(taken.text, /^ {2}comprobado {2}no$/m)
  const foreign = await service.sello(args.slice(0, 4), connecting(null), { env })
  assert.deepEqual([taken.code, foreign.code], [0, 1])
  assert.match(foreign.stderr, /es de otro destino/)
})

test('a new key is kept in the profile that the call’s key came from', async () => {
  const SELLO_PROFILES = service.folder.in('perfiles.json')
  const uno = { baseUrl: service.url, apiKey: API_KEY }
  const profiles = { uno, default: { baseUrl: 'http://otro.test' } }
  await writeFile(SELLO_PROFILES, JSON.stringify({ profiles }), { mode: 0o600 })
  service.answer(connecting(AT))
  const args = ['archive', 'connect', '--folder', 'perfil', '--profile', 'uno']
  const env = { HOME: service.folder.path, SELLO_PROFILES }
  const { code, stderr } = await run(args, { env, cwd: service.folder.path })
  const kept = JSON.parse(await readFile(SELLO_PROFILES, 'utf8')).profiles
  assert.equal(code, 0, stderr)
  assert.equal(
    stderr,
    `Llave de apertura: ${kept.uno.unlockKey}\nQuedó en el perfil uno. Guárdela también aparte: no se puede volver a mostrar.\n`,
  )
  assert.deepEqual(kept, { ...profiles, uno: { ...uno, unlockKey: kept.uno.unlockKey } })
})

test('a bucket is connected by its address or by its provider, and only the company can read where it is', async () => {
  const s3 = await startS3()
  const unlockKey = `sellouk_${'c'.repeat(43)}`
  const env = { SELLO_UNLOCK_KEY: unlockKey, SELLO_S3_SECRET: 'secreta' }
  // biome-ignore format: a table
  const places: readonly (readonly [args: readonly string[], url: string, region: string, label: string])[] = [
    [['--s3', `${s3.url}/uno/a//`],                                     `${s3.url}/uno/a`, 'us-east-1', 'Depósito uno/a'],
    [['--s3', `${s3.url}/dos`, '--region', 'eu-1'],                     `${s3.url}/dos`,   'eu-1',      'Depósito dos'],
    [['--provider', 'r2', '--bucket', 'tres', '--endpoint', s3.url],    `${s3.url}/tres`,  'auto',      'Depósito tres'],
    [['--provider', 'minio', '--bucket', 'cuatro', '--endpoint', s3.url, '--label', 'Mío'], `${s3.url}/cuatro`, 'us-east-1', 'Mío'],
  ]
  for (const [args, url, region, label] of places) {
    const answer = (line: string) =>
      line.startsWith('P') ? { body: { ...OLD, kind: 'byos_bucket', label } } : connecting(AT)(line)
    const connect = ['archive', 'connect', ...args, '--access-key-id', 'k']
    const shown = await service.sello(connect, answer, { env })
    assert.equal(
      shown.text,
      `${CONNECTED}
  destino     ${OLD.id}
  clase       depósito
  nombre      ${label}
  revisión    4
  comprobado  no`,
      shown.stderr,
    )
    const { line, body } = putIn(shown.asked)
    const { sellado, ...put } = body as { sellado: never; revision: number }
    assert.deepEqual(put, { kind: 'byos_bucket', label, revision: 1 })
    const binding = { nit: '06140101900019', id: line.split('/').at(-1) ?? '', revision: 1 }
    assert.deepEqual(await decryptLocation(unlockKey, binding, sellado), {
      ...{ kind: 'byos_bucket', url, region, accessKeyId: 'k', secretAccessKey: 'secreta' },
    })
  }
  await s3.close()
  assert.equal(s3.files.size, places.length, 'a mark in each')
})
