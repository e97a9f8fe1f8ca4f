/** Why a database cannot be used, for an operator: each reason with what to do, and the exit code of each kind. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explainDatabase, tellOf } from './database.ts'

const SERVER = {
  databaseUrl: 'postgres://u:Secreta-1@db/x',
  dataDir: '/d',
  preparedStatements: 'on',
}
const EMBEDDED = { ...SERVER, databaseUrl: null }
type Config = Parameters<typeof explainDatabase>[1]
const explained = (error: unknown, config: object = SERVER) =>
  explainDatabase(error, config as Config)
const withCode = (code: string) => Object.assign(new Error('boom'), { code })
const named = (name: string) => Object.assign(new Error('boom'), { name })

const GONE =
  'se reinicia o dejó de responder. Lo que ya se guardó, queda; revise que el servidor esté arriba y repita.'

// biome-ignore format: a table
const REASONS: readonly (readonly [error: unknown, says: string])[] = [
  [withCode('ECONNREFUSED'),    'no responde. Revise que el servidor esté arriba, y su dirección y puerto.'],
  [withCode('ETIMEDOUT'),       'no responde. Revise que el servidor esté arriba, y su dirección y puerto.'],
  [withCode('ENOTFOUND'),       'está en un servidor que no existe. Revise el nombre.'],
  [withCode('EAI_AGAIN'),       'está en un servidor cuyo nombre no se puede resolver ahora. Revise la red.'],
  [withCode('ERR_INVALID_URL'), 'no tiene una dirección válida. Es postgres://usuario:clave@servidor:5432/base.'],
  [withCode('28P01'),           'no acepta ese usuario o esa contraseña.'],
  [withCode('28000'),           'no acepta ese usuario desde esta máquina. Revise pg_hba.conf.'],
  [withCode('3D000'),           'no existe en ese servidor. Créela y repita.'],
  [withCode('42501'),           'no deja crear tablas a ese usuario. Déle permiso sobre el esquema public.'],
  [withCode('57P01'),           GONE],
  [withCode('57P02'),           GONE],
  [withCode('57P03'),           GONE],
  [withCode('57P04'),           'no se pudo abrir: boom'],
  [named('DatabaseUnavailable'), GONE],
  [named('CommitUnknown'),      GONE],
  ['boom',                      'no se pudo abrir: boom'],
]

for (const [error, says] of REASONS) {
  test(`the database of a server ${says} (${(error as { code?: string }).code ?? error})`, () => {
    const { message, ending } = explained(error)
    assert.equal(message, `La base de datos de DATABASE_URL ${says}`)
    assert.equal(ending, 'unavailable')
  })
}

test('the included database is named by its folder, and no server is blamed for it', () => {
  const { message, ending } = explained(withCode('28P01'), EMBEDDED)
  assert.deepEqual(
    [message, ending],
    ['La base de datos de /d no se pudo abrir: boom', 'unavailable'],
  )
  const full = Object.assign(withCode('ENOSPC'), { path: '/d/x' })
  assert.equal(explained(full, EMBEDDED).message, '/d/x: no queda espacio en el disco.')
  const own = explained(full).message
  assert.equal(own, 'La base de datos de DATABASE_URL no se pudo abrir: boom')
})

// biome-ignore format: a table
const UNFIT: readonly (readonly [name: string, config: object, ending: string, says: string])[] = [
  ['MigrationRefused', SERVER, 'refused', 'La base de datos de DATABASE_URL es de otra versión de Sello. Use la versión con que se hizo, o una más nueva que ella.'],
  ['MigrationRefused', EMBEDDED, 'refused', 'La base de datos de /d es de otra versión de Sello. Use la versión con que se hizo, o una más nueva que ella.'],
  ['PoolerRefused', SERVER, 'refused', 'La base de datos de DATABASE_URL está detrás de un pooler que no pasa los límites de cada conexión. Ponga SELLO_PREPARED_STATEMENTS=pooler con PgBouncer 1.21 o más nuevo y su max_prepared_statements, o SELLO_PREPARED_STATEMENTS=off con cualquier otro.'],
  ['PoolerRefused', { ...SERVER, preparedStatements: 'pooler' }, 'refused', 'La base de datos de DATABASE_URL está detrás de un pooler que no lleva las sentencias preparadas: un PgBouncer anterior a 1.21, o con max_prepared_statements = 0. Ponga SELLO_PREPARED_STATEMENTS=off, o use uno más nuevo con max_prepared_statements = 1000.'],
  ['NoEmbeddedDatabase', EMBEDDED, 'unavailable', 'La base de datos de /d pide el PostgreSQL incluido, y esta instalación no lo tiene. Ponga DATABASE_URL con el de un servidor, o instale de nuevo sin --omit=optional.'],
]

for (const [name, config, wanted, says] of UNFIT) {
  test(`${name} says: ${says.slice(0, 80)}…`, () => {
    const { message, ending } = explained(named(name), config)
    assert.deepEqual([message, ending], [says, wanted])
  })
}

test('a person is told once how long a database is waited for', () => {
  const said: string[] = []
  const err = (text: string) => void said.push(text)
  const { onWait } = tellOf({ err }, { databaseWaitMs: 29_001 } as Parameters<typeof tellOf>[1])
  onWait()
  onWait()
  assert.deepEqual(said, [
    'sello: la base de datos no responde todavía; se espera hasta 30 segundos.',
  ])
})
