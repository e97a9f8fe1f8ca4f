/** What a program proposes, a person issues: with the person's own sign key, and once. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createLog } from '../../src/base/log.ts'
import { signInAs } from '../people.ts'
import { callProposals, issueProposal, openOwner, propose, type Signer } from '../proposals.ts'
import { atOnce, PATIENT } from '../races/numbers.ts'
import { createWorld, type World } from '../world.ts'

const lines: string[] = []
const log = createLog('error', { write: (line: string) => void lines.push(line) })

let world: World
let owner: Signer
before(async () => {
  world = await createWorld({ ...PATIENT, log })
  owner = await openOwner(world)
})
after(() => world.close())

const read = async (id: string) => (await callProposals(world, 'GET', `/${id}`)).body

test('a person issues it, and the proposal, the document and the audit log name each other', async () => {
  const agent = await world.mintKey(world.company.nit, { passphrase: null, label: 'Asistente' })
  const proposal = await propose(world, undefined, agent)
  const { status, body } = await issueProposal(world, owner, proposal.id)
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.estado, 'sellado')
  assert.equal(body.totales.totalPagar, proposal.totales.totalPagar)

  const { codigoGeneracion } = body
  const { estado, emitido } = await read(proposal.id)
  assert.deepEqual([estado, emitido], ['emitida', { codigoGeneracion, estado: 'sellado' }])
  const document = (await world.query(codigoGeneracion)).body
  assert.equal(document.referencia, proposal.referencia)
  const { entradas } = (await owner.get(`/${world.company.nit}/auditoria`)).body
  const entry = entradas.find(({ acto }: { acto: string }) => acto === 'propuestas.emitir')
  assert.equal(entry.sobre, codigoGeneracion)
  assert.ok(entry.persona.includes(owner.correo))
  const detalle = { ambiente: '00', status: 200, propuesta: proposal.id, llave: agent.keyId }
  assert.deepEqual(entry.detalle, detalle)
  const row = await world.deps.pool.one<{ key_id: string }>(
    'select key_id from documents where codigo_generacion = $1',
    [codigoGeneracion],
  )
  assert.notEqual(row.key_id, agent.keyId)
})

test('without the person’s sign key nothing is issued, and the proposal still waits', async () => {
  const { id } = await propose(world)
  const spent = await world.numbersSpent()
  const none = await issueProposal(
    world,
    Object.assign(Object.create(owner), { signKey: undefined }),
    id,
  )
  assert.equal(none.body.error.code, 'sign_key_required')
  const program = world.company.key.signKey ?? ''
  const foreign = await issueProposal(
    world,
    Object.assign(Object.create(owner), { signKey: program }),
    id,
  )
  assert.equal(foreign.body.error.code, 'sign_key_invalid')
  assert.equal(await world.numbersSpent(), spent)
  assert.equal((await read(id)).estado, 'pendiente')
})

test('a reader and an accountant see it, and neither issues nor discards it', async () => {
  const { id } = await propose(world)
  const { nit } = world.company
  for (const rol of ['lector', 'contador'] as const) {
    const person = await signInAs(world, rol)
    assert.equal((await person.get(`/${nit}/00/v1/propuestas/${id}`)).status, 200)
    assert.equal((await issueProposal(world, person, id)).body.error.code, 'role_not_allowed')
    const gone = await person.send('DELETE', `/${nit}/00/v1/propuestas/${id}`)
    assert.equal(gone.body.error.code, 'role_not_allowed')
  }
})

test('two people who issue it at once, each many times, make one document', async () => {
  const other = await openOwner(world)
  for (let round = 0; round < 4; round += 1) {
    const { id, referencia } = await propose(world)
    const spent = await world.numbersSpent()
    const replies = await atOnce(12, (n) => issueProposal(world, n % 2 ? owner : other, id))
    const outcomes = replies.map(({ status, body }) => (status === 200 ? 200 : body.error.code))
    assert.ok(outcomes.filter((one) => one === 200).length <= 6, 'the replays of one person')
    assert.deepEqual(
      outcomes.filter((one) => !EXPECTED.has(one)),
      [],
    )
    assert.equal(await world.numbersSpent(), spent + 1)
    const rows = await world.deps.pool.many<{ code: string }>(
      'select upper(codigo_generacion::text) as code from documents where referencia = $1',
      [referencia],
    )
    assert.equal(rows.length, 1)
    const late = await issueProposal(world, other, id)
    const codigoGeneracion = rows[0]?.code
    assert.deepEqual([late.status, late.body.error.details], [409, { codigoGeneracion }])
  }
})

/** On a busy machine a call may be told to come back; nothing was made of it. */
const EXPECTED = new Set([
  ...([200, 'reference_in_use', 'idempotency_in_flight', 'service_unavailable'] as const),
])

test('what is discarded or expired is not issued, and what is issued is not discarded', async () => {
  const said = async (id: string) => {
    const { status, body } = await issueProposal(world, owner, id)
    const { code, message, details } = body.error
    return [status, code, message, details]
  }
  const refusal = (message: string) => [
    ...[422, 'refused', `id: ${message}`, { issues: [{ field: 'id', message }] }],
  ]
  const discarded = await propose(world)
  await owner.send('DELETE', `/${world.company.nit}/00/v1/propuestas/${discarded.id}`)
  assert.deepEqual(await said(discarded.id), refusal('alguien descartó la propuesta.'))
  const { id } = await propose(world)
  const expire = 'update proposals set expires_at = $2 where proposal_id = $1'
  await world.deps.pool.many(expire, [id, world.deps.clock.now()])
  const expired = 'la propuesta venció; pida otra o emita la venta usted.'
  assert.deepEqual(await said(id), refusal(expired))
  assert.deepEqual(await said('00000000-0000-4000-8000-000000000000'), [
    ...[404, 'not_found', 'No hay una propuesta con ese id.', { field: 'id' }],
  ])

  const issued = await propose(world)
  assert.equal((await issueProposal(world, owner, issued.id)).status, 200)
  const gone = await callProposals(world, 'DELETE', `/${issued.id}`)
  assert.equal(gone.body.error.details.issues[0].rule, 'propuesta.estado')
  assert.equal((await read(issued.id)).estado, 'emitida')
})

test('one whose document was cancelled is not issued a second time', async () => {
  const { id } = await propose(world)
  const { body } = await issueProposal(world, owner, id)
  await world.deps.pool.many(
    `update documents set estado = 'invalidado' where codigo_generacion = $1`,
    [body.codigoGeneracion],
  )
  assert.equal((await issueProposal(world, owner, id)).status, 409)
})

test('the ministry’s rejection is the proposal’s end: the person corrects the document', async () => {
  const { id } = await propose(world)
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })
  const rejected = await issueProposal(world, owner, id)
  assert.equal(rejected.body.error.code, 'mh_rejected')
  const { estado, emitido } = await read(id)
  assert.deepEqual([estado, emitido.estado], ['emitida', 'rechazado'])
})

test('Inicio says how many wait, and asks only who may issue them', async () => {
  const start = `/${world.company.nit}/00/inicio`
  const { id } = await propose(world)
  const said = async () => {
    const { atender } = (await owner.get(start)).body
    return atender.find(({ clase }: { clase: string }) => clase === 'propuesta')?.texto
  }
  const { propuestas } = (await owner.get(start)).body
  assert.ok(propuestas > 1)
  assert.equal(await said(), `${propuestas} ventas propuestas esperan una firma`)
  const reader = (await (await signInAs(world, 'lector')).get(start)).body
  assert.equal(reader.propuestas, propuestas)
  assert.ok(reader.atender.every(({ clase }: { clase: string }) => clase !== 'propuesta'))
  const { nit } = await world.addCompany()
  const other = await signInAs(world, 'dueno', { nit })
  assert.equal((await other.get(`/${nit}/00/inicio`)).body.propuestas, 0, 'of another company')
  await world.deps.pool.many('delete from proposals where proposal_id <> $1', [id])
  assert.equal(await said(), 'Una venta propuesta espera una firma')
  await callProposals(world, 'DELETE', `/${id}`)
  assert.equal(await said(), undefined)
})

test('what was issued is answered though the audit log cannot be written, and the log says so', async () => {
  const { id } = await propose(world)
  const { nit } = world.company
  const audit = (sql: string) => world.deps.pool.many(`alter table ${sql}`)
  lines.length = 0
  await audit('audit_log rename to audit_log_away')
  try {
    const { status, body } = await issueProposal(world, owner, id)
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal((await owner.send('DELETE', `/${nit}/00/v1/propuestas/${id}`)).status, 422)
  } finally {
    await audit('audit_log_away rename to audit_log')
  }
  const said = lines.map((line) => JSON.parse(line)).map(({ acto, msg, err }) => [acto, msg, !!err])
  const msg = 'an act of a person was done, and is not in the audit log'
  assert.deepEqual(said, [
    ['propuestas.emitir', msg, true],
    ['v1.proposal_discard', msg, true],
  ])
})
