/** Operations on what leaves the service or waits for a person: mail, webhooks, proposals and event 17. */
import assert from 'node:assert/strict'
import { ABSENT, type Actors, type Calls, pick, sale } from './tenants.ts'

/** A company has no more than eight in an environment. */
const HOOKS_MAX = 5

/** A proposal of nobody, as the console writes ids. */
const NO_PROPOSAL = ABSENT.toLowerCase()

/** An NIT of nobody. */
const NOBODY = '06149999999999'

export const outsideOperations = ({ about, call, meet }: Calls) => ({
  sendMail: (actors: Actors) =>
    about('sendMail', actors, actors.other.codes, (code) => [
      'POST',
      `/v1/dte/${code}/entregas`,
      { correo: ['comprador@example.com'] },
    ]),
  revokePage: (actors: Actors) =>
    about('revokePage', actors, actors.other.codes, (code) => ['DELETE', `/v1/dte/${code}/pagina`]),
  async propose({ tenant }: Actors) {
    const { status, text, body } = await call(tenant, 'POST', '/v1/propuestas', sale(tenant))
    assert.equal(status, 201, text)
    tenant.proposals.push(body.id)
    meet('propose', true)
  },
  async listProposals({ tenant }: Actors) {
    const { status, text } = await call(tenant, 'GET', '/v1/propuestas')
    assert.equal(status, 200, text)
    meet('listProposals', true)
  },
  readProposal: (actors: Actors) =>
    about('readProposal', actors, actors.other.proposals, (id) => ['GET', `/v1/propuestas/${id}`]),
  async readProposalInConsole(actors: Actors) {
    await inConsole(actors, 'GET', (id) => `/v1/propuestas/${id}`)
    meetProposal(meet, 'readProposalInConsole', actors)
  },
  async issueProposalInConsole(actors: Actors) {
    await inConsole(actors, 'POST', (id) => `/propuestas/${id}/emitir`)
    meetProposal(meet, 'issueProposalInConsole', actors)
  },
  async discardProposalInConsole(actors: Actors) {
    await inConsole(actors, 'DELETE', (id) => `/v1/propuestas/${id}`)
    meetProposal(meet, 'discardProposalInConsole', actors)
  },
  discardProposal: (actors: Actors) =>
    about('discardProposal', actors, actors.other.proposals, (id) => [
      'DELETE',
      `/v1/propuestas/${id}`,
    ]),
  async createHook({ tenant }: Actors) {
    if (tenant.hooks.length >= HOOKS_MAX) return
    const url = `http://127.0.0.1:9999/${tenant.mark}`
    const { status, text, body } = await call(tenant, 'POST', '/v1/webhooks', { url })
    assert.equal(status, 201, text)
    tenant.hooks.push(body.id)
    tenant.hookSecrets.push(body.secreto)
    meet('createHook', true)
  },
  async listHooks({ tenant }: Actors) {
    const { status, text } = await call(tenant, 'GET', '/v1/webhooks')
    assert.equal(status, 200, text)
    meet('listHooks', true)
  },
  changeHook: (actors: Actors) =>
    about('changeHook', actors, actors.other.hooks, (id) => [
      'PATCH',
      `/v1/webhooks/${id}`,
      { descripcion: `De ${actors.tenant.mark}` },
    ]),
  rotateHook: (actors: Actors) =>
    about('rotateHook', actors, actors.other.hooks, (id) => ['POST', `/v1/webhooks/${id}/rotate`]),
  testHook: (actors: Actors) =>
    about('testHook', actors, actors.other.hooks, (id) => ['POST', `/v1/webhooks/${id}/test`]),
  async hookDeliveries(actors: Actors) {
    const { tenant, other, which } = actors
    await about('hookDeliveries', actors, other.hooks, (id) => [
      'GET',
      `/v1/webhooks/${id}/deliveries`,
    ])
    const hook = pick(tenant.hooks, which)
    if (hook === undefined) return
    const { body } = await call(tenant, 'GET', `/v1/webhooks/${hook}/deliveries`)
    const listed: { id: string }[] = body.entregas ?? []
    const known = new Set(tenant.deliveries)
    tenant.deliveries.push(...listed.map(({ id }) => id).filter((id) => !known.has(id)))
  },
  async retryDelivery(actors: Actors) {
    const hook = pick(actors.tenant.hooks, actors.which) ?? ABSENT
    await about('retryDelivery', actors, actors.other.deliveries, (id) => [
      'POST',
      `/v1/webhooks/${hook}/deliveries/${id}/retry`,
    ])
  },
  dropHook: (actors: Actors) =>
    about('dropHook', actors, actors.other.hooks, (id) => ['DELETE', `/v1/webhooks/${id}`]),
  async report({ tenant }: Actors) {
    const desde = `${tenant.operaciones.length + 1}`
    const items = [{ tipoDocumento: '02', desde, hasta: desde, precioUni: 1 }]
    const { status, text, body } = await call(tenant, 'POST', '/v1/operaciones-especiales', {
      items,
    })
    assert.equal(status, 200, text)
    tenant.operaciones.push(body.codigoGeneracion)
    meet('report', true)
  },
  async listReports({ tenant }: Actors) {
    const { status, text } = await call(tenant, 'GET', '/v1/operaciones-especiales')
    assert.equal(status, 200, text)
    meet('listReports', true)
  },
  readReport: (actors: Actors) =>
    about('readReport', actors, actors.other.operaciones, (code) => [
      'GET',
      `/v1/operaciones-especiales/${code}`,
    ]),
  queryReport: (actors: Actors) =>
    about('queryReport', actors, actors.other.operaciones, (code) => ['GET', `/v1/dte/${code}`]),
  fileOfReport: (actors: Actors) =>
    about('fileOfReport', actors, actors.other.operaciones, (code) => [
      'GET',
      `/v1/dte/${code}/file?raw=true`,
    ]),
  voidReported: (actors: Actors) =>
    about('voidReported', actors, actors.other.operaciones, (anulaDe) => [
      'POST',
      '/v1/operaciones-especiales',
      { items: [{ tipoDocumento: '02', desde: '1', hasta: '1', precioUni: 1, anulaDe }] },
    ]),
})

type ConsoleMethod = 'GET' | 'POST' | 'DELETE'

function meetProposal(meet: Calls['meet'], operation: string, { tenant, other }: Actors): void {
  if (other.proposals.length > 0) meet(operation, tenant === other)
}

/**
 * An owner asks about a proposal below the own company: another's is answered like one that never was. Below another's
 * company the answer is that of a company that never was.
 */
async function inConsole(
  { tenant, other, which }: Actors,
  method: ConsoleMethod,
  pathOf: (id: string) => string,
): Promise<void> {
  const id = pick(other.proposals, which)
  if (id === undefined) return
  const { owner, ambiente } = tenant
  const ask = async (nit: string, one: string, where = ambiente) => {
    const path = `/${nit}/${where}${pathOf(one)}`
    const headers = { 'x-service-sign-key': owner.signKey }
    const { status, bytes } = await (method === 'GET'
      ? owner.get(path, headers)
      : owner.send(method, path, method === 'POST' ? {} : undefined, headers))
    return { status, text: bytes.toString() }
  }
  const reply = await ask(tenant.nit, id)
  if (tenant === other) {
    const issued = reply.status === 200 && method === 'POST' ? JSON.parse(reply.text) : null
    if (issued) tenant.codes.push(issued.codigoGeneracion)
    return
  }
  const absent = await ask(tenant.nit, NO_PROPOSAL)
  assert.equal(absent.status, 404, absent.text)
  assert.deepEqual(
    [reply.status, reply.text.replaceAll(id, NO_PROPOSAL)],
    [absent.status, absent.text],
  )
  if (tenant.nit === other.nit) return
  const [below, nowhere] = [
    await ask(other.nit, id, other.ambiente),
    await ask(NOBODY, NO_PROPOSAL),
  ]
  assert.ok(below.status >= 400, below.text)
  assert.deepEqual(
    [below.status, below.text.replaceAll(other.nit, NOBODY)],
    [nowhere.status, nowhere.text],
  )
}
