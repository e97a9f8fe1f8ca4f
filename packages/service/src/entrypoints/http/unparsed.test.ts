/** Bytes that are no call, on a connection that can say nothing any more. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { boundConnections, CONNECTION_LIMITS } from './connections.ts'
import { answerUnparsed } from './unparsed.ts'

test('a client that takes no answer any more is closed without one', () => {
  const connections = boundConnections(createServer(), {
    ...{ limits: CONNECTION_LIMITS, trustedProxies: [] },
    ...{ refuse: () => {}, count: () => {} },
  })
  const socket = new Socket()
  socket.end()
  const [wasDestroyed, wrote] = [socket.destroyed, socket.bytesWritten]
  answerUnparsed(new Error('Parse Error'), socket, connections)
  assert.deepEqual([wasDestroyed, socket.destroyed, socket.bytesWritten], [false, true, wrote])
})
