#!/usr/bin/env node
/** `mh-simulator`: the simulator by itself, without the service and its command line. */
import { parseArgs } from 'node:util'
import { startSimulator } from './simulator.ts'

const PORT_DEFAULT = 4700
const OPTIONS = {
  port: { type: 'string' },
  host: { type: 'string' },
  'data-file': { type: 'string' },
  schemas: { type: 'string' },
  latency: { type: 'string' },
  lot: { type: 'string' },
  'token-life': { type: 'string' },
  environment: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

const HELP = `mh-simulator: el Ministerio de Hacienda de El Salvador, simulado, para probar programas que emiten DTE.
Nada de lo que sella tiene valor fiscal.

  --port <n>            puerto (si falta: ${PORT_DEFAULT})
  --host <dirección>    interfaz (si falta: 127.0.0.1, solo esta máquina)
  --data-file <archivo> recuerda ahí lo que recibió, de un arranque al siguiente
  --schemas <carpeta>   comprueba además los esquemas JSON que publica Hacienda
  --latency <ms>        espera antes de cada respuesta
  --lot <ms>            tiempo que tarda un lote en procesarse
  --token-life <ms>     duración de una sesión (si falta: 24 horas)
  --environment 00|01   recibe solo ese ambiente
  --help                esto

Su página, con lo que llegó y los botones: http://127.0.0.1:${PORT_DEFAULT}/_sim/`

/** Ends with 2 and what is wrong: nothing was started. */
function refuse(why: string): never {
  console.error(`${why}\nmh-simulator --help dice las opciones.`)
  process.exit(2)
}

function wholeNumber(name: string, text: string | undefined, max: number): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,10}$/.test(text) && Number(text) <= max) return Number(text)
  return refuse(`--${name}: es un número entero de 0 a ${max}.`)
}

function read(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

const DAY_MS = 86_400_000
const given = read(process.argv.slice(2))
if (given.help) {
  console.log(HELP)
  process.exit(0)
}
const { environment: ambiente } = given
if (ambiente !== undefined && ambiente !== '00' && ambiente !== '01') {
  refuse('--environment: es 00 (pruebas) o 01 (producción).')
}
const numbers = {
  port: wholeNumber('port', given.port, 65_535) ?? PORT_DEFAULT,
  latencyMs: wholeNumber('latency', given.latency, 60_000),
  lotMs: wholeNumber('lot', given.lot, DAY_MS),
  tokenLifeMs: wholeNumber('token-life', given['token-life'], 30 * DAY_MS),
}
const texts = {
  host: given.host,
  dataFile: given['data-file'],
  schemasDir: given.schemas,
  ambiente,
}
const all = Object.entries({ ...numbers, ...texts }).filter(([, value]) => value !== undefined)
const simulator = await startSimulator(Object.fromEntries(all)).catch((error: unknown) =>
  refuse(`No arrancó: ${error instanceof Error ? error.message : String(error)}`),
)
console.log(`El simulador de Hacienda escucha en ${simulator.url}
Página: ${simulator.url}/_sim/   Ctrl-C para detener.`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void simulator.close())
}
