import type { Ambiente } from '@sello/contract'
import { type Command, Option } from 'commander'
import { type Common, command, onRun } from '../command.ts'
import { columns, type Io, say } from '../io.ts'
import { openSimulator } from '../ministry.ts'
import { assertFree } from '../ports.ts'
import { ambiente, host, port, wholeNumber } from '../values.ts'
import { simulatorCertificate } from './simulator-certificate.ts'
import { simulatorReplay } from './simulator-replay.ts'

interface Options extends Common {
  readonly port?: number
  readonly host?: string
  readonly schemas?: string
  readonly latency?: number
  readonly lot?: number
  readonly tokenLife?: number
  readonly dataFile?: string
  readonly environment?: Ambiente
}

const PORT_DEFAULT = 4700
const LATENCY_MS_MAX = 60_000
const DAY_MS = 86_400_000

export function simulator(io: Io): Command {
  const ms = (name: string, description: string, max: number) =>
    new Option(`--${name} <ms>`, description).argParser((text) =>
      wholeNumber(`--${name}`, text, max),
    )
  const made = command(io, 'simulator', 'pone en marcha un Ministerio de Hacienda simulado')
    .addOption(port(PORT_DEFAULT))
    .addOption(host())
    .option('--schemas <carpeta>', 'comprueba además los esquemas JSON que publica Hacienda')
    .addOption(ms('latency', 'espera antes de cada respuesta (si falta: 0)', LATENCY_MS_MAX))
    .addOption(ms('lot', 'lo que tarda un lote en procesarse (si falta: 0)', DAY_MS))
    .addOption(ms('token-life', 'lo que dura una sesión (si falta: 24 horas)', 30 * DAY_MS))
    .addOption(
      new Option('--data-file <archivo>', 'recuerda ahí lo que recibe, de un arranque al otro'),
    )
    .addOption(ambiente('recibe solo ese ambiente: 00 pruebas, 01 producción'))
    .enablePositionalOptions() // `--json` after `certificate` is of that command
    .addCommand(simulatorCertificate(io))
    .addCommand(simulatorReplay(io))
  return onRun<Options>(made, io, async (options) => {
    const address = { host: options.host ?? '127.0.0.1', port: options.port ?? PORT_DEFAULT }
    await assertFree(address)
    const { schemas, latency = 0, lot, tokenLife, dataFile, environment } = options
    const running = await openSimulator({
      ...{ ...address, schemas, latencyMs: latency, lotMs: lot, tokenLifeMs: tokenLife },
      ...{ dataFile, ambiente: environment },
    })
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
    ['página', `${url}/_sim/`],
  ])
  return `El simulador de Hacienda escucha.\n${facts}
Una empresa de ensayo:  sello simulator certificate --simulator ${url} …
Para que el servicio lo use:  SELLO_MH_TEST_URL=${url} sello start
Ctrl-C para detener.`
}
