/** The MCP server of both transports. Loads its library when it is first asked for (ADR 0118). */

import type { CallToolResult, Server } from '@modelcontextprotocol/server'
import { Refused, VERSION } from '@sello/contract'
import { errorBody } from '../http/errors.ts'
import { type Answer, TOOLS, type V1Call } from './tools.ts'

export interface V1Answer {
  readonly status: number
  readonly text: string
  /** Seconds, as the header says it; absent: the answer has none. */
  readonly retryAfter?: string
}
export type CallV1 = (call: V1Call) => Promise<V1Answer>

/** More would fill an agent's context, and tell it nothing. */
const ANSWER_CHARS_MAX = 100_000

const INSTRUCTIONS =
  'Documentos tributarios electrónicos de El Salvador. Las herramientas leen, validan y preparan; ninguna firma ni emite. Lo que preparar deja lo emite una persona en la consola, en la dirección que responde: désela y no diga que la venta está emitida hasta que leer_propuesta lo diga. Los montos los calcula el servicio.'

const TEXTS = TOOLS.map(({ name, title, description, input, writes }) => ({
  name,
  title,
  description,
  inputSchema: JSON.parse(JSON.stringify(input)) as { type: 'object' },
  annotations: {
    readOnlyHint: writes !== true,
    destructiveHint: false,
    idempotentHint: writes !== true,
    openWorldHint: false,
  },
}))

/** A server whose tools call /v1 by `call`, for one caller. */
export async function createMcpServer(call: CallV1): Promise<Server> {
  const { Server } = await import('@modelcontextprotocol/server')
  const server = new Server(
    { name: 'sello', version: VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  )
  server.setRequestHandler('tools/list', async () => ({ tools: TEXTS }))
  server.setRequestHandler('tools/call', async ({ params }) =>
    runTool(call, params.name, params.arguments ?? {}),
  )
  return server
}

/** What a tool answers: the JSON of /v1, or its refusal in words that an agent can follow. */
async function runTool(call: CallV1, name: string, given: Answer): Promise<CallToolResult> {
  const tool = TOOLS.find((one) => one.name === name)
  if (!tool) return refusal(`No hay una herramienta ${JSON.stringify(name.slice(0, 100))}.`)
  try {
    const asked = tool.run(given)
    if ('answer' in asked) return result(JSON.stringify(asked.answer))
    const { status, text } = await call(asked)
    if (status >= 400) return refusal(text)
    if (!tool.trim) return result(text)
    return result(JSON.stringify(tool.trim(JSON.parse(text) as Answer, given)))
  } catch (error) {
    if (error instanceof Refused) return refusal(errorBody(error))
    throw error
  }
}

const refusal = (text: string): CallToolResult => ({
  content: [{ type: 'text', text: text.slice(0, ANSWER_CHARS_MAX) }],
  isError: true,
})

function result(text: string): CallToolResult {
  if (text.length <= ANSWER_CHARS_MAX) return { content: [{ type: 'text', text }] }
  return refusal(
    `La respuesta tiene ${text.length} caracteres, y caben ${ANSWER_CHARS_MAX}: pida menos, con limit o sin las líneas.`,
  )
}
