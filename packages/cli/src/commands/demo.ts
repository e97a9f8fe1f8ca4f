import type { Command } from 'commander'
import { type Common, command, onRun } from '../command.ts'
import { toJson, toText } from '../demo/announce.ts'
import { issueFirst } from '../demo/first-document.ts'
import { type Io, say } from '../io.ts'
import { dataDir, port, record } from '../values.ts'

interface Options extends Common {
  readonly dataDir?: string
  readonly port?: number
  readonly schemas?: string
  readonly record?: string
  /** False with `--no-first-document`. */
  readonly firstDocument: boolean
}

const DATA_DIR = '.sello/demo'
const PORT = 4600

export function demo(io: Io): Command {
  const made = command(
    io,
    'demo',
    'pone todo en marcha, con una empresa de prueba y un Hacienda simulado',
  )
    .addOption(port(PORT))
    .addOption(dataDir(DATA_DIR))
    .option(
      '--schemas <carpeta>',
      'el simulador comprueba además los esquemas que publica Hacienda',
    )
    .addOption(record())
    .option('--no-first-document', 'no emite una primera factura')
  return onRun<Options>(made, io, async (options) => {
    const { dataDir = DATA_DIR, port = PORT, schemas, record } = options
    if (!options.json) io.err('Preparando la demostración…')
    const { withDemoWorld } = await import('../demo/world.ts')
    await withDemoWorld(io, { dataDir, port, schemas, record }, async (world) => {
      if (io.stopping.isRequested()) return
      const { service, state, simulatorUrl } = world
      const ready = {
        baseUrl: service.url,
        clockUrl: service.clockUrl,
        operatorUrl: service.operatorUrl,
        simulatorUrl,
        consoleUrl: world.consoleUrl,
        mailboxUrl: world.mailboxUrl,
        dataDir: world.dataDir,
      }
      const [key] = state.keys
      const first =
        options.firstDocument && key ? await issueFirst(service.url, key, world.dataDir) : null
      say(io, options.json, { json: toJson(ready, state), text: toText(ready, state, first) })
      await io.stopping.requested
    })
    return null
  })
}
