/** A world whose exchanges with the ministry are recorded, and a day in it that has every kind of exchange. */
import assert from 'node:assert/strict'
import { createPrivateKey, sign } from 'node:crypto'
import { type Clock, systemClock, systemRandom } from '../src/base/clock.ts'
import { createLog } from '../src/base/log.ts'
import { transmitLots } from '../src/entrypoints/jobs/lots.ts'
import { transmitDue } from '../src/entrypoints/jobs/transmit.ts'
import { createRecorder, type Recorder } from '../src/outside/recording/recorder.ts'
import { giveBack, invalidate } from './corrections.ts'
import { watchOutages } from './jobs.ts'
import { nota, sealed } from './notas.ts'
import { createWorld, type World, type WorldOptions } from './world.ts'

export interface RecordedWorld {
  readonly world: World
  readonly recorder: Recorder
}

export async function createRecordedWorld(
  folder: string,
  { log = createLog('silent'), ...options }: WorldOptions = {},
): Promise<RecordedWorld> {
  const shared: { world: World | null } = { world: null }
  const clock: Clock = {
    now: () => shared.world?.deps.clock.now() ?? systemClock.now(),
    sleep: systemClock.sleep,
  }
  const secret = systemRandom.bytes(32)
  const recorder = createRecorder({ folder, secret, clock, random: systemRandom, log })
  const mh = { timeoutMs: 4_000, budgetMs: 20_000 }
  const keepTests = recorder.keep
  const world = await createWorld({ silencesMax: 2, mh, log, keepTests, ...options })
  shared.world = world
  return { world, recorder }
}

export const TURISTA = {
  tipoDocumento: '13',
  numDocumento: '00016297-5',
  nombre: 'Hortensia Quintanilla',
  correo: 'hortensia.quintanilla@example.com',
  telefono: '77889900',
  direccion: {
    ...{ departamento: '06', municipio: '23', distrito: '14' },
    complemento: 'Pasaje Los Almendros 12',
  },
}

export const VENTA = {
  tipoDte: '01',
  receptor: TURISTA,
  items: [{ descripcion: 'Consulta de Hortensia', cantidad: 2, precioUni: 11.3 }],
}

/** Types 01, 03 and 05, a return, an invalidation, a rejection, an answer that was lost, and a contingency with its lot. */
export async function playDay(world: World): Promise<void> {
  const issue = async (body: object) => {
    const { status, text, body: said } = await world.issue(body)
    assert.equal(status, 200, text)
    return said.codigoGeneracion as string
  }
  const first = await issue(VENTA)
  const second = await issue({ ...VENTA, items: [{ ...VENTA.items[0], descripcion: 'Otra' }] })
  await issue(nota(await sealed(world), 10))
  assert.equal((await giveBack(world, first, [{ linea: 1, cantidad: 1 }])).status, 200)
  assert.equal((await invalidate(world, second)).status, 200)
  await sendWrongSum(world, second)
  await world.mh.fault({ service: 'recepciondte', kind: 'drop_answer', times: 1 })
  await issue(VENTA)
  await passOutage(world)
}

/** Signed by the company, and wrong: nothing that the service would send by itself. */
async function sendWrongSum(world: World, like: string): Promise<void> {
  const { nit } = world.company
  const rows = await world.mh.ledger()
  const [, payload = ''] = rows.find((row) => row.codigoGeneracion === like)?.jws.split('.') ?? []
  const documento = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const codigoGeneracion = systemRandom.uuid().toUpperCase()
  documento.identificacion.codigoGeneracion = codigoGeneracion
  documento.identificacion.numeroControl = 'DTE-01-M001P001-000000000009999'
  documento.resumen.subTotal += 1
  const text = JSON.stringify(documento)
  const input = `${Buffer.from('{"alg":"RS512"}').toString('base64url')}.${Buffer.from(text).toString('base64url')}`
  const { company_id: companyId } = await world.deps.pool.one<{ company_id: string }>(
    'select company_id from companies where nit = $1',
    [nit],
  )
  const answer = await world.deps.mh.send({
    ...{ kind: 'documento', companyId, ambiente: '00', nit, codigoGeneracion, tipoDte: '01' },
    version: documento.identificacion.version,
    payload: text,
    signature: sign('sha512', Buffer.from(input), keyIn(world.company.certificado)),
  })
  assert.equal(answer.kind, 'rejected', JSON.stringify(answer))
}

const keyIn = (certificado: string) =>
  createPrivateKey({
    key: Buffer.from(/<privateKey>.*?(MII[\w+/=]+)/s.exec(certificado)?.[1] ?? '', 'base64'),
    ...{ format: 'der', type: 'pkcs8' },
  })

async function passOutage(world: World): Promise<void> {
  await world.mh.fault({ service: '*', kind: 'status' })
  for (let i = 0; i < 4; i++) assert.equal((await world.issue(VENTA)).status, 202)
  await world.mh.clearFaults()
  await world.advance(13_000)
  await watchOutages(world.deps)
  assert.equal((await world.issue(VENTA)).status, 200)
  for (let i = 0; i < 6; i++) {
    await watchOutages(world.deps)
    await transmitDue(world.deps)
    await transmitLots(world.deps)
    await world.advance(70_000)
  }
}
