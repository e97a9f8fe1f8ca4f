/** Makes what the ministry asks for in its test service before it authorizes production. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Sello } from '@sello/client'
import {
  CAMPANA,
  CAMPANA_USUAL,
  CERTIFICACION_ORDER,
  METAS_CERTIFICACION,
  type Metas,
  TIPOS_DTE,
  type TipoDte,
} from '@sello/contract'
import { type Command, Option } from 'commander'
import { type CallingOptions, callingOptions, connect } from '../calling/connect.ts'
import { readJsonFile } from '../calling/json-file.ts'
import { personOf } from '../calling/person.ts'
import { quotaAhead, quotaWaiter } from '../calling/quota.ts'
import type { Desk } from '../certify/desk.ts'
import { makeSeries, settle } from '../certify/documents.ts'
import {
  countEvents,
  makeContingencies,
  makeInvalidations,
  makeReturns,
  type Persona,
} from '../certify/events.ts'
import { readGoals } from '../certify/goals.ts'
import { announcedOutages } from '../certify/outages.ts'
import { leftOf, markdownOf, reportOf, textOf } from '../certify/report.ts'
import type { Receptor } from '../certify/requests.ts'
import { type Serie, takeInventory } from '../certify/slots.ts'
import { command, onRun } from '../command.ts'
import { CliError, usage } from '../exit.ts'
import type { Io } from '../io.ts'
import { localDay, localTime } from '../local-time.ts'
import type { Progress } from '../sheet/issue-all.ts'
import { createProgress } from '../sheet/progress.ts'
import { dataDir } from '../values.ts'

interface Options extends CallingOptions {
  readonly types?: readonly TipoDte[]
  readonly goals?: Metas
  readonly campaign: string
  readonly receivers?: string
  readonly responsable?: Persona
  readonly pause: number
  readonly out: string
  readonly plan?: boolean
  readonly outages?: boolean
  readonly dataDir?: string
}

const AFTER = `
Emite de verdad en el ambiente de pruebas; con una llave de producción no hace nada. Se puede detener y
seguir cuando sea: lo que ya existe se encuentra por su referencia, y nada se hace dos veces. Al final
escribe certificacion-<nombre>.md y .json con los códigos y los sellos.
El 03, 04, 07, 08 y 09 van a contribuyentes: necesitan quien los reciba, de verdad y con su permiso:
sus clientes guardados con NIT, o --receivers. Los eventos de contingencia piden anunciar que Hacienda no
responde: los hace quien opera el servicio, con --outages.
Para grabar lo que Hacienda respondió y compararlo con el simulador: sello start --record, y después
sello simulator replay.
Ejemplo: sello certify --responsible "Ana Ficticia,00016297-5" --outages`

export function certify(io: Io): Command {
  const made = callingOptions(
    command(io, 'certify', 'hace en pruebas lo que Hacienda pide antes de autorizar producción')
      .addOption(
        new Option('--types <lista>', 'p. ej. 01,03 (si falta: los de la llave)').argParser(
          typesOf,
        ),
      )
      .addOption(
        new Option('--goals <lista>', 'p. ej. 01=10,03=5, si su avance pide otros').argParser(
          goalsOf,
        ),
      )
      .option('--campaign <nombre>', 'letras y números; otro nombre empieza otra', CAMPANA_USUAL)
      .option('--receivers <archivo>', 'JSON: {"receptores": [{…}]}, como en "receptor"')
      .addOption(
        new Option(
          '--responsible <nombre,documento>',
          'quién responde por las invalidaciones; sin él no se hacen',
        ).argParser(personOf),
      )
      .addOption(
        new Option('--pause <segundos>', 'entre llamada y llamada')
          .default(1, '1')
          .argParser(Number),
      )
      .option('--out <carpeta>', 'dónde se escribe el informe', '.')
      .option('--plan', 'solo dice qué hay y qué falta')
      .option('--outages', 'en la máquina que opera el servicio: hace también las contingencias')
      .addOption(dataDir('.sello')),
  ).addHelpText('after', AFTER)
  return onRun<Options>(made, io, (options) => run(io, options))
}

function typesOf(text: string): readonly TipoDte[] {
  const types = text.split(',').map((one) => one.trim())
  const wrong = types.filter((one) => !TIPOS_DTE.some((tipo) => tipo === one))
  if (wrong.length > 0) usage(`--types: ${wrong.join(', ')} no es un tipo de documento.`)
  return CERTIFICACION_ORDER.filter((tipo) => types.includes(tipo))
}

function goalsOf(text: string): Metas {
  return (
    readGoals(text) ??
    usage('--goals: tipos o eventos y cantidades hasta 1000, como 01=90,03=75,retorno=5.')
  )
}

async function run(io: Io, options: Options) {
  const { campaign, pause } = options
  if (!CAMPANA.test(campaign)) usage('--campaign: de 1 a 20 letras minúsculas y números.')
  if (!(pause >= 0 && pause <= 600)) usage('--pause: segundos, de 0 a 600.')
  const { sello, signal } = await connect(io, options)
  const status = await sello.status({ signal })
  if (status.ambiente !== '00') {
    throw new CliError(
      'refused',
      'Esta llave es de producción: la certificación se hace en pruebas.',
    )
  }
  assertNotMonthEnd(io)
  const goals = options.goals ?? METAS_CERTIFICACION
  const isWanted = (tipo: TipoDte) => (options.types ?? status.llave.tiposDte).includes(tipo)
  const types = CERTIFICACION_ORDER.filter((tipo) => isWanted(tipo) && (goals.get(tipo) ?? 0) > 0)
  const progress = createProgress(io)
  const wait = (ms: number) => sleep(ms, signal)
  const desk: Desk = {
    ...{ sello, campaign, types, goals, signal },
    receptores: await receptoresOf(io, sello, options.receivers, signal),
    outages: options.outages ? announcedOutages({ io, options, sello, signal, wait }) : null,
    inventory: await takeInventory(
      sello,
      campaign,
      [...new Set([...types, '01' as const])],
      signal,
    ),
    failures: [],
    hoy: () => localDay(io.now()),
    pause: wait,
    pauseMs: pause * 1_000,
    waitQuota: quotaWaiter(io, wait),
    step: (estado) => progress.step({ estado }),
  }
  const ahead = quotaAhead(leftOf(desk, seriesFor(desk)), status.limites)
  if (options.plan !== true) {
    if (ahead !== null) io.err(ahead)
    await makeAll(desk, progress, options.responsable)
  }
  const report = reportOf(desk, status.emisor.nit, await countEvents(desk))
  const more = options.plan === true && ahead !== null ? `\n${ahead}` : ''
  const result = { json: report, text: textOf(report) + more }
  if (options.plan === true) return result
  await writeReport(options.out, campaign, report)
  return report.completa ? result : { ...result, ending: 'refused' as const }
}

/** Refuses (`interrupted`) where the run is stopped: what was made stays, and the next run finds it. */
async function makeAll(desk: Desk, progress: Progress, responsable: Persona | undefined) {
  const series = seriesFor(desk)
  progress.begin(leftOf(desk, series))
  let cause: unknown
  try {
    await make(desk, series, responsable)
  } catch (error) {
    if (!desk.signal.aborted) throw error
    cause = error // the call that was under way; its outcome is found like the others
  } finally {
    progress.end()
  }
  if (!desk.signal.aborted) return
  const message = 'Detenida. Lo hecho queda hecho: el mismo comando sigue donde quedó.'
  throw new CliError('interrupted', message, { cause })
}

function seriesFor({ types }: Desk): readonly Serie[] {
  const own: readonly Serie[] = types.includes('01') ? types : ['01', ...types]
  return [...own, 'contingencia', 'invalidacion']
}

async function make(desk: Desk, series: readonly Serie[], responsable: Persona | undefined) {
  for (const serie of series) {
    if (serie !== 'contingencia') await makeSeries(desk, serie)
  }
  await settle(desk, SETTLING_MS)
  await makeContingencies(desk)
  await makeReturns(desk)
  await makeInvalidations(desk, responsable)
}

const SETTLING_MS = 2 * 60_000

async function receptoresOf(
  io: Io,
  sello: Sello,
  file: string | undefined,
  signal: AbortSignal,
): Promise<readonly Receptor[]> {
  if (file !== undefined) {
    const { receptores } = (await readJsonFile(io, file)) as { receptores?: unknown }
    if (!Array.isArray(receptores) || receptores.length === 0) {
      usage(`${file}: se espera {"receptores": [{…}]}, con uno al menos.`)
    }
    return receptores
  }
  const found: Receptor[] = []
  for await (const { customerId, tipoDocumento } of sello.customers.list(
    { activo: true },
    { signal },
  )) {
    if (tipoDocumento === NIT) found.push({ customerId })
    if (found.length >= RECEPTORES_MAX) break
  }
  return found
}

const NIT = '36'
const RECEPTORES_MAX = 20

/** Ends early, and as well, where the run is stopped. */
async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch((error: Error) => {
    if (error.name !== 'AbortError') throw error
  })
}

/** Documents are dated when they are signed, and those of a month are due before it ends. */
function assertNotMonthEnd(io: Io): void {
  const now = localTime(io.now())
  const tomorrow = localTime(new Date(io.now().getTime() + 86_400_000))
  if (now.slice(11, 13) === '23' && now.slice(5, 7) !== tomorrow.slice(5, 7)) {
    throw new CliError('refused', 'En la última hora del mes no se certifica: siga mañana.')
  }
}

async function writeReport(folder: string, campaign: string, report: ReturnType<typeof reportOf>) {
  const name = join(folder, `certificacion-${campaign}`)
  await writeFile(`${name}.md`, markdownOf(report))
  await writeFile(`${name}.json`, `${JSON.stringify(report, null, 2)}\n`)
}
