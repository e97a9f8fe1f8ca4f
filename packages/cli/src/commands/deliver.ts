import type { Command } from 'commander'
import { type CallingOptions, callingOptions, connect } from '../calling/connect.ts'
import { command, onRun, required } from '../command.ts'
import { columns, type Io } from '../io.ts'
import { commaList } from '../values.ts'

interface Options extends CallingOptions {
  readonly mail: readonly string[]
  readonly idempotencyKey?: string
}

export function deliver(io: Io): Command {
  const made = callingOptions(
    command(io, 'deliver', 'envía un documento por correo otra vez')
      .usage('<codigoGeneracion> [opciones]')
      .argument('<codigoGeneracion>')
      .addOption(
        required('--mail <direcciones>', 'a quién, con comas').argParser((text) =>
          commaList('--mail', text),
        ),
      )
      .option('--idempotency-key <texto>', 'la clave de la operación'),
  )
  return onRun<Options>(made, io, async (options) => {
    const { mail: correo, idempotencyKey } = options
    const { sello, signal } = await connect(io, options)
    const how = { signal, idempotencyKey }
    const answer = await sello.deliver(made.args[0] ?? '', { correo: [...correo] }, how)
    const rows = answer.entregas.map(
      ({ destino, estado, id }) => [destino, `${estado}  ${id}`] as const,
    )
    return { json: answer, text: `${columns(rows)}\n\nCómo terminó lo dice "sello get".` }
  })
}
