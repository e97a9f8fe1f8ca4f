/** What a person reads of a company's own destinations, as the service knows them. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startScripted } from '../../test/scripted-service.ts'

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
