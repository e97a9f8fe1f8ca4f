import type { Simulator } from '@sello/mh-simulator'
import { type Command, Option } from 'commander'
import { type Common, command, onRun } from '../command.ts'
import { CliError } from '../exit.ts'
import { columns, type Io, say } from '../io.ts'
import { type Address, assertFree, explainListen } from '../ports.ts'
import { host, port, wholeNumber } from '../values.ts'

interface Options extends Common {
  readonly port?: number
  readonly host?: string
  readonly schemas?: string
  readonly latency?: number
}

const PORT_DEFAULT = 4700
const LATENCY_MS_MAX = 60_000

export function simulator(io: Io): Command {
  const latency = new Option('--latency <ms>', 'espera antes de cada respuesta (si falta: 0)')
  const made = command(io, 'simulator', 'el Ministerio de Hacienda, simulado')
    .addOption(port(PORT_DEFAULT))
    .addOption(host())
    .option('--schemas <carpeta>', 'comprueba además los esquemas JSON que publica Hacienda')
    .addOption(latency.argParser((text) => wholeNumber('--latency', text, LATENCY_MS_MAX)))
  return onRun<Options>(made, io, async (options) => {
    const address = { host: options.host ?? '127.0.0.1', port: options.port ?? PORT_DEFAULT }
    await assertFree(address)
    const running = await open(address, options)
    say(io, options.json, {
      json: { simulatorUrl: running.url },
      text: textOf(running.url),
    })
    await io.stopping.requested
    await running.close()
    return null
  })
}

async function open(address: Address, { schemas, latency = 0 }: Options): Promise<Simulator> {
  const { startSimulator } = await import('@sello/mh-simulator')
  const given = schemas === undefined ? {} : { schemasDir: schemas }
  try {
    return await startSimulator({ ...address, ...given, latencyMs: latency })
  } catch (error) {
    const explained = explainListen(error, address)
    if (explained !== error || schemas === undefined) throw explained
    const said = error instanceof Error ? error.message : String(error)
    throw new CliError('refused', `--schemas: no sirve la carpeta ${schemas}: ${said}`, {
      cause: error,
    })
  }
}

function textOf(url: string): string {
  const facts = columns([
    ['dirección', url],
    ['guion', `${url}/_sim/  (contribuyentes, fallas, reloj, lo recibido)`],
  ])
  return `El simulador de Hacienda escucha.\n${facts}
Para que el servicio lo use:  SELLO_MH_TEST_URL=${url} sello start
Ctrl-C para detener.`
}
