/** The public certificates: anyone can read them, and they verify what was issued. */
import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { after, before, test } from 'node:test'
import { createWorld, type World } from '../../../../test/world.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const ask = (nit: string) => world.app.inject({ method: 'GET', url: `/v1/certificates/${nit}` })

test('200 without a key: the certificate verifies a document, and nothing private is in it', async () => {
  const reply = await ask(world.company.nit)
  const { nit, certificados } = reply.json()
  const issued = await world.issue()
  const [header, payload, signature] = issued.body.jws.split('.')
  const key = createPublicKey(certificados[0].publicKeyPem)
  const data = Buffer.from(`${header}.${payload}`)

  assert.equal(reply.statusCode, 200)
  assert.equal(nit, world.company.nit)
  assert.ok(verify('sha512', data, key, Buffer.from(signature, 'base64url')))
  assert.doesNotMatch(reply.body, /PRIVATE/)
  assert.equal(reply.headers['access-control-allow-origin'], '*')
})

test('404 for a company that does not issue here, 400 for an invalid NIT', async () => {
  assert.equal((await ask('06140101900099')).json().error.code, 'not_found')
  assert.equal((await ask('abc')).json().error.code, 'invalid_request')
})
