/** `sello simulator replay`: asks the simulator what the ministry was asked, and says where they disagree. */
import { type Command, Option } from 'commander'
import { type Common, command, onRun } from '../command.ts'
import { CliError, usage } from '../exit.ts'
import { type Io, printable } from '../io.ts'
import { openSimulator } from '../ministry.ts'
import { readRecording } from '../replay/recording.ts'
import { replay } from '../replay/replay.ts'
import { reportOf, textOf } from '../replay/report.ts'
import { connectSimulator, withEmptied } from '../replay/simulator.ts'

interface Options extends Common {
  readonly url?: string
  readonly schemas?: string
}

const NOTE = `
La carpeta es la de "sello start --record" (SELLO_MH_RECORD). Cada intercambio se repite en su orden y con
su hora en un simulador nuevo, con empresas y firmas de ensayo; se comparan el código HTTP, estado,
clasificaMsg, codigoMsg, descripcionMsg, mensaje, las observaciones y si hubo sello. Los sellos, las horas
y las sesiones no se comparan. Termina con 0 si todo es igual y con 1 si algo difiere.
Ejemplo: sello simulator replay grabacion`

export function simulatorReplay(io: Io): Command {
  const made = command(io, 'replay', 'repite ante el simulador lo grabado con Hacienda, y compara')
    .usage('<carpeta> [opciones]')
    .argument('<carpeta>', 'la grabación')
    .addOption(
      new Option(
        '--url <dirección>',
        'ese simulador en marcha en vez de uno nuevo; al final queda como estaba',
      ),
    )
    .option('--schemas <carpeta>', 'comprueba además los esquemas JSON que publica Hacienda')
    .addHelpText('after', NOTE)
  return onRun<Options>(made, io, async ({ url, schemas }) => {
    const recording = await readRecording(made.args[0] ?? '')
    const { isRequested } = io.stopping
    const asked = (at: string) => replay(recording.exchanges, connectSimulator(at), isRequested)
    const replayed = await (url === undefined
      ? withNew(schemas, asked)
      : withEmptied(addressOf(url, schemas), () => asked(addressOf(url, schemas))))
    if (isRequested()) throw new CliError('interrupted', 'Detenida: no se comparó todo.')
    const report = reportOf(recording, replayed)
    const result = { json: report, text: printable(textOf(report)) }
    return report.diferencias.length === 0 ? result : { ...result, ending: 'refused' as const }
  })
}

async function withNew<T>(
  schemas: string | undefined,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const simulator = await openSimulator({ host: '127.0.0.1', port: 0, schemas })
  try {
    return await work(simulator.url)
  } finally {
    await simulator.close()
  }
}

function addressOf(url: string, schemas: string | undefined): string {
  if (schemas !== undefined) usage('--schemas es de un simulador nuevo: no va con --url.')
  if (/^https?:\/\/[^\s?#]+$/.test(url)) return url.replace(/\/+$/, '')
  return usage('--url: es una dirección http o https, como http://127.0.0.1:4700.')
}
