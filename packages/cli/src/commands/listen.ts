import type { IterateOptions, Novedad } from '@sello/client'
import type { Command } from 'commander'
import { type CallingOptions, callingOptions, connect } from '../calling/connect.ts'
import { createForwarder } from '../calling/forward.ts'
import { dollars } from '../calling/grid.ts'
import { command, onRun } from '../command.ts'
import type { Io } from '../io.ts'
import { localTime } from '../local-time.ts'

interface Options extends CallingOptions {
  readonly after: string
  readonly type?: string
  readonly forwardTo?: string
}

const AFTER = `
Con --json cada novedad es una línea, y al terminar se escribe {"siguiente": …}: dado en --after, sigue
donde quedó. Ctrl-C termina. Con --forward-to cada una se envía una vez, firmada como un webhook con el
secreto que se muestra al empezar, y su línea dice qué respondió ese programa.`

export function listen(io: Io): Command {
  const made = callingOptions(
    command(io, 'listen', 'dice qué pasa con los documentos, a medida que pasa')
      .option('--after <lugar>', 'sigue después de ese lugar; 0-0: desde lo más viejo', 'ahora')
      .option('--type <tipo>', 'solo las de un tipo, como dte.sellado')
      .option('--forward-to <url>', 'la envía a un programa suyo, como http://localhost:3000/hook'),
  ).addHelpText('after', AFTER)
  return onRun<Options>(made, io, async ({ after, type, forwardTo, ...options }) => {
    const forwarder = forwardTo === undefined ? null : await createForwarder(io, forwardTo)
    const { sello, signal } = await connect(io, options)
    if (forwarder) io.err(`Secreto: ${forwarder.secret}`)
    let siguiente = after
    const onCursor = (cursor: string) => {
      siguiente = cursor
    }
    const wanted = { after, tipo: type, signal, onCursor } as IterateOptions
    for await (const novedad of sello.events.iterate(wanted)) {
      const came = forwarder && (await forwarder.forward(novedad))
      io.out(options.json ? JSON.stringify(novedad) : [lineOf(novedad), came].join('  ').trimEnd())
      if (options.json && came !== null) io.err(came)
    }
    return { json: { siguiente }, text: `Siga con: sello listen --after ${siguiente}` }
  })
}

function lineOf({ fecha, tipo, datos }: Novedad): string {
  const words = [localTime(fecha), tipo]
  if ('numeroControl' in datos) words.push(datos.numeroControl)
  if ('totales' in datos) words.push(`$${dollars(datos.totales.totalPagar)}`)
  if ('referencia' in datos && datos.referencia !== null) words.push(datos.referencia)
  if ('codigoGeneracion' in datos) words.push(datos.codigoGeneracion)
  else if ('evento' in datos) words.push(datos.evento)
  return words.join('  ')
}
