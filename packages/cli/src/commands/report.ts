/** Special operations (event 17): paper that stays beside the DTE. */
import type { OperacionesRequest } from '@sello/client'
import type { Command } from 'commander'
import { type CallingOptions, callingOptions, connect } from '../calling/connect.ts'
import { dollars } from '../calling/grid.ts'
import { readJsonFile } from '../calling/json-file.ts'
import { command, onRun } from '../command.ts'
import { columns, type Io } from '../io.ts'

interface Options extends CallingOptions {
  readonly idempotencyKey?: string
}

export function report(io: Io): Command {
  const made = callingOptions(
    command(io, 'report', 'reporta facturas simplificadas y comprobantes de control interno')
      .usage('<archivo> [opciones]')
      .argument('<archivo>', 'JSON con las líneas (items); - es la entrada estándar')
      .option('--idempotency-key <texto>', 'la clave de la operación'),
  )
  return onRun<Options>(made, io, async ({ idempotencyKey, ...options }) => {
    const request = (await readJsonFile(io, made.args[0] ?? '-')) as OperacionesRequest
    const { sello, signal } = await connect(io, options)
    const answer = await sello.operaciones.report(request, { signal, idempotencyKey })
    const text = columns([
      ['estado', answer.estado],
      ['evento', answer.codigoGeneracion],
      ['total', `$${dollars(answer.totales.total)}`],
      ...('selloRecibido' in answer ? [['selloRecibido', answer.selloRecibido] as const] : []),
      ...('detalle' in answer ? [['detalle', answer.detalle] as const] : []),
    ])
    return { json: answer, text }
  })
}
