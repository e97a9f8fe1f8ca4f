import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factura } from '../../test/documentos.ts'
import { startMinistry } from '../../test/ministry.ts'
import { startSimulator } from '../index.ts'

/** A caller that waited for an answer would take it for the ministry's silence. */
test('a rule of the simulator that breaks is told as such, and the next call is answered', async (t) => {
  let isBroken = true
  const receptor = () => {
    if (isBroken) throw new Error('a rule broke')
    return null
  }
  const ministry = await startMinistry(t, { checks: { receptor } })
  const documento = factura()

  const { status, body } = await ministry.send(documento)
  assert.equal(status, 500)
  assert.deepEqual(body, { error: 'the simulator failed: a rule broke' })

  isBroken = false
  assert.equal((await ministry.send(documento)).status, 200)
})

test('what is closed twice says so', async () => {
  const simulator = await startSimulator()
  await simulator.close()
  await assert.rejects(simulator.close(), { code: 'ERR_SERVER_NOT_RUNNING' })
})

test('an idle connection is kept for two minutes, so that the client is who ends it', async (t) => {
  const { url } = await startMinistry(t)
  const { headers } = await fetch(`${url}/_sim/state`)
  assert.equal(headers.get('keep-alive'), 'timeout=120')
})
