/** Whether a port can be had, before anything is started on it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { occupy } from '../test/cli.ts'
import { assertFree, freeOrAny } from './ports.ts'

const HOST = '127.0.0.1'
/** Of documentation alone: no machine has it. */
const ELSEWHERE = { host: '192.0.2.1', port: 0 }
const NOT_HERE = {
  ...{ name: 'CliError', ending: 'unavailable' },
  message: 'Esta máquina no tiene la dirección 192.0.2.1. Elija otra con --host.',
}

test('a free port is taken as it is, and instead of a taken one any is', async () => {
  const { port, close } = await occupy(0)
  assert.equal(await freeOrAny({ host: HOST, port }), 0)
  await assert.rejects(assertFree({ host: HOST, port }), {
    message: `El puerto ${port} está ocupado. Elija otro con --port.`,
  })
  close()
  assert.equal(await freeOrAny({ host: HOST, port }), port)
  await assertFree({ host: HOST, port })
  await assertFree({ host: HOST, port }) // nothing listens there since
})

test('an address that is not of this machine is refused either way', async () => {
  await assert.rejects(freeOrAny(ELSEWHERE), NOT_HERE)
  await assert.rejects(assertFree(ELSEWHERE), NOT_HERE)
})
