import type { FileQuery } from '@sello/client'
import { type Command, Option } from 'commander'
import { type CallingOptions, callingOptions, connect } from '../calling/connect.ts'
import { writeWhole } from '../calling/files.ts'
import { command, onRun } from '../command.ts'
import type { Io } from '../io.ts'
import { wholeNumber } from '../values.ts'

interface Options extends CallingOptions {
  readonly kind?: 'json' | 'pdf' | 'ticket'
  readonly raw?: boolean
  readonly paperWidthMm?: number
  readonly out?: string
}

export function file(io: Io): Command {
  const made = callingOptions(
    command(io, 'file', 'descarga el archivo de un documento')
      .usage('<codigoGeneracion> [opciones]')
      .argument('<codigoGeneracion>')
      .addOption(
        new Option('--kind <clase>', 'json, pdf o ticket (si falta: json)').choices([
          'json',
          'pdf',
          'ticket',
        ]),
      )
      .option('--raw', 'el JSON con el JWS, también sin sello')
      .option('--paper-width-mm <número>', 'ancho del papel del tiquete', (text) =>
        wholeNumber('--paper-width-mm', text, 120),
      )
      .option('--out <ruta>', 'dónde se guarda (si falta: aquí, con el nombre que el servicio da)'),
  )
  return onRun<Options>(made, io, async (options) => {
    const [codigoGeneracion = ''] = made.args
    const { kind, raw, paperWidthMm, out } = options
    const query: FileQuery = { kind, raw, paperWidthMm }
    const { sello, signal } = await connect(io, options)
    const { bytes, name, contentType, source } = await sello.file(codigoGeneracion, query, {
      signal,
    })
    // Use only the last part of the service's file name, so that it cannot point elsewhere.
    const path = await writeWhole(out ?? (name.split(/[/\\]/).at(-1) || codigoGeneracion), bytes)
    const json = { file: path, bytes: bytes.length, contentType, source }
    return { json, text: `${path}  (${bytes.length} bytes)` }
  })
}
