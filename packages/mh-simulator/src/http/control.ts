/** The control API under `/_sim/`. */
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { BadScript, type Stream } from '../control/action.ts'
import { ACTIONS } from '../control/table.ts'
import { parse } from '../services/envio.ts'
import type { World } from '../world/world.ts'
import { readBody } from './body.ts'
import { json, type Reply } from './reply.ts'

export async function answerControl(
  world: World,
  message: IncomingMessage,
  path: string,
  query: URLSearchParams,
): Promise<Reply | Stream> {
  const text = await readBody(message)
  if (isRebound(message)) {
    return json(403, {
      error: 'on this machine the simulator is called by its address or localhost',
    })
  }
  const found = find(path)
  if (found.length === 0) return json(404, { error: `no action ${path}` })
  const action = found.find(({ method }) => method === message.method)
  if (!action) {
    const allow = found.map(({ method }) => method).join(', ')
    return { ...json(405, { error: `use ${allow}` }), headers: { allow } }
  }
  if (message.method !== 'GET' && isForeign(message)) {
    return json(403, { error: 'a page of another site may not script the simulator' })
  }
  const rest = action.path === path ? null : path.slice(action.path.length + 1)
  try {
    return action.handle(world, { query, rest, text, body: parse(text ?? '') })
  } catch (error) {
    if (error instanceof BadScript) return json(400, { error: error.message })
    throw error
  }
}

/** Sent by a browser for a page that the simulator has not served; programs send no Origin. */
function isForeign({ headers: { origin, host } }: IncomingMessage): boolean {
  return origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`
}

const LOOPBACK = /^(::ffff:)?127\.|^::1$/
const PORT = /:\d+$/

/**
 * A page of another site whose name was made to lead to this machine (DNS rebinding) has an origin of its own name, and
 * would read and script everything. Names without a dot are not of the public DNS.
 */
function isRebound({ headers: { host = '' }, socket }: IncomingMessage): boolean {
  const name = host.replace(PORT, '').replace(/^\[|\]$/g, '')
  const isOwn = isIP(name) !== 0 || !name.includes('.') || /\.localhost\.?$/i.test(name)
  return LOOPBACK.test(socket.localAddress ?? '') && !isOwn
}

function find(path: string): typeof ACTIONS {
  return ACTIONS.filter(
    (action) =>
      action.path === path ||
      (action.takesRest &&
        /^\/[^/]+$/.test(path.slice(action.path.length)) &&
        path.startsWith(action.path)),
  )
}
