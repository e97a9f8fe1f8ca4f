/** Operations on a company's own storage. */
import assert from 'node:assert/strict'
import { systemRandom } from '../../src/base/clock.ts'
import { ABSENT, type Actors, type Calls, pick, type Tenant } from './tenants.ts'

export const storageOperations = ({ about, call, meet }: Calls) => ({
  async listDestinations({ tenant }: Actors) {
    const { status, body } = await call(tenant, 'GET', '/v1/storage/destinations')
    assert.equal(status, 200)
    const own = new Set(tenant.destinations)
    const shown: { id: string; kind: string }[] = body.destinos
    assert.ok(shown.every(({ id, kind }) => own.has(id) || kind.startsWith('managed')))
    meet('listDestinations', true)
  },
  async storageStatus({ tenant }: Actors) {
    const listed = await call(tenant, 'GET', '/v1/storage/destinations')
    const { status, body } = await call(tenant, 'GET', '/v1/storage/status')
    assert.equal(status, 200)
    const idsOf = (destinos: { id: string }[]) => destinos.map(({ id }) => id)
    assert.deepEqual(idsOf(body.destinos), idsOf(listed.body.destinos))
    meet('storageStatus', true)
  },
  async connectDestination({ tenant }: Actors) {
    const id = systemRandom.uuid()
    const { status, text } = await call(
      tenant,
      'PUT',
      `/v1/storage/destinations/${id}`,
      destino(tenant, 1),
    )
    assert.equal(status, 200, text)
    tenant.destinations.push(id)
    meet('connectDestination', true)
  },
  changeDestination: (actors: Actors) =>
    about('changeDestination', actors, actors.other.destinations, (id) => [
      'PUT',
      `/v1/storage/destinations/${id}`,
      destino(actors.tenant, 2),
    ]),
  verifyDestination: (actors: Actors) =>
    about('verifyDestination', actors, actors.other.destinations, (id) => [
      'POST',
      `/v1/storage/destinations/${id}/verification`,
      { revision: 1, writtenBy: 'sdk' },
    ]),
  reportCopy: (actors: Actors) =>
    about('reportCopy', actors, actors.other.codes, (code) => [
      'POST',
      `/v1/storage/copies/${code}/byos`,
      { secretId: pick(actors.tenant.destinations, actors.which) ?? ABSENT, jsonPath: 'x.json' },
    ]),
  async reportInto(actors: Actors) {
    const sealed = pick(actors.tenant.sealed, actors.which)
    if (!sealed) return
    await about('reportInto', actors, actors.other.destinations, (secretId) => [
      'POST',
      `/v1/storage/copies/${sealed.code}/byos`,
      { secretId, jsonPath: sealed.jsonPath },
    ])
  },
  endDestination: (actors: Actors) =>
    about('endDestination', actors, actors.other.destinations, (id) => [
      'DELETE',
      `/v1/storage/destinations/${id}`,
    ]),
})

const destino = ({ companyMark }: Tenant, revision: number) => ({
  kind: 'byos_bucket',
  label: `Respaldo de ${companyMark}`,
  revision,
  sellado: {
    v: 1,
    iv: 'a'.repeat(16),
    datos: Buffer.from(`${companyMark} secreto`).toString('base64url').padEnd(24, 'A'),
  },
})
