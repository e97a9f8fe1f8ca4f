import { type Command, Option } from 'commander'
import { type Common, command, onRun } from '../command.ts'
import { columns, type Io, say } from '../io.ts'
import { openSimulator } from '../ministry.ts'
import { assertFree } from '../ports.ts'
import { host, port, wholeNumber } from '../values.ts'
import { simulatorCertificate } from './simulator-certificate.ts'

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
  const made = command(io, 'simulator', 'pone en marcha un Ministerio de Hacienda simulado')
    .addOption(port(PORT_DEFAULT))
    .addOption(host())
    .option('--schemas <carpeta>', 'comprueba además los esquemas JSON que publica Hacienda')
    .addOption(latency.argParser((text) => wholeNumber('--latency', text, LATENCY_MS_MAX)))
    .enablePositionalOptions() // `--json` after `certificate` is of that command
    .addCommand(simulatorCertificate(io))
  return onRun<Options>(made, io, async (options) => {
    const address = { host: options.host ?? '127.0.0.1', port: options.port ?? PORT_DEFAULT }
    await assertFree(address)
    const { schemas, latency = 0 } = options
    const running = await openSimulator({ ...address, schemas, latencyMs: latency })
    say(io, options.json, {
      json: { simulatorUrl: running.url },
      text: textOf(running.url),
    })
    await io.stopping.requested
    await running.close()
    return null
  })
}

function textOf(url: string): string {
  const facts = columns([
    ['dirección', url],
    ['mando', `${url}/_sim/state  (y taxpayers, faults, clock, ledger)`],
  ])
  return `El simulador de Hacienda escucha.\n${facts}
Una empresa de ensayo:  sello simulator certificate --simulator ${url} …
Para que el servicio lo use:  SELLO_MH_TEST_URL=${url} sello start
Ctrl-C para detener.`
}
