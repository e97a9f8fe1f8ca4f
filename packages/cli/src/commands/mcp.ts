import type { Command } from 'commander'
import { type CallingOptions, callingOptions, connect, credentialsOf } from '../calling/connect.ts'
import { command, onRun } from '../command.ts'
import { CliError, usage } from '../exit.ts'
import type { Io } from '../io.ts'

const AFTER = `
Lo inicia el programa del agente, que le habla por la entrada y la salida estándar. Las herramientas leen,
validan y preparan ventas; ninguna firma ni emite: lo preparado lo emite una persona en la consola. La llave de
firma no se usa aunque esté dada. Por HTTP es lo mismo en la ruta /mcp del servicio.`

export function mcp(io: Io): Command {
  const made = callingOptions(
    command(io, 'mcp', 'da a un agente herramientas para leer y preparar ventas (MCP)'),
  ).addHelpText('after', AFTER)
  return onRun<CallingOptions>(made, io, async (options) => {
    if (options.apiKeyFile === '-') {
      usage('--api-key-file: la entrada estándar es del agente; dé la llave en un archivo.')
    }
    const { baseUrl, signal } = await connect(io, options) // refuses a malformed address or key
    const { apiKey } = await credentialsOf(io, options)
    const { serveMcpStdio } = await import('@sello/service/mcp')
    const problem = await serveMcpStdio({ baseUrl, apiKey, signal })
    if (problem === null) return null
    throw new CliError('refused', `La conexión con el programa del agente se cortó: ${problem}.`)
  })
}
