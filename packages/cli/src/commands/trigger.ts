/** Makes something happen, so that a program that listens can be tried. */
import { Argument, type Command, Option } from 'commander'
import { type CallingOptions, callingOptions, connect } from '../calling/connect.ts'
import { command, onRun } from '../command.ts'
import { CliError } from '../exit.ts'
import type { Io } from '../io.ts'

const AFTER = `
Emite de verdad una factura de $1.00 en el ambiente de pruebas, que Hacienda sella; por eso pide una
llave de pruebas que emita. Un webhook se prueba sin emitir con "sello webhooks test".`

/** What it sells, without a buyer. */
const SALE = {
  tipoDte: '01',
  items: [{ descripcion: 'Prueba de novedades', cantidad: 1, precioUni: 1 }],
} as const

export function trigger(io: Io): Command {
  const made = callingOptions(
    command(
      io,
      'trigger',
      'hace que pase algo en el ambiente de pruebas, para probar quién escucha',
    )
      .usage('<tipo> [opciones]')
      .addArgument(new Argument('<tipo>', 'qué: dte.sellado').choices(['dte.sellado']))
      .addOption(new Option('--idempotency-key <texto>', 'la clave de la operación')),
  ).addHelpText('after', AFTER)
  return onRun<CallingOptions & { readonly idempotencyKey?: string }>(made, io, async (options) => {
    const { idempotencyKey, ...calling } = options
    const { sello, signal } = await connect(io, calling)
    const { ambiente } = await sello.status({ signal })
    if (ambiente !== '00') {
      throw new CliError('refused', 'Esta llave es de producción: con ella no se emiten pruebas.')
    }
    const issued = await sello.issue(SALE, { signal, idempotencyKey })
    const { estado, codigoGeneracion, numeroControl } = issued
    const text = `${numeroControl} ${estado} (${codigoGeneracion}). Se dice en unos segundos.`
    return { json: issued, text }
  })
}
