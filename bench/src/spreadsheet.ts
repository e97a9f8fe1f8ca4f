/**
 * `sello issue --from` compared with the bench's own callers: the same sales with the same concurrency, against one
 * running service, in interleaved rounds of both orders, because the machine's speed drifts.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadCount } from './load.ts'
import { waitedCpuMs } from './process.ts'
import type { World } from './world.ts'

export interface Asked {
  readonly rows: number
  readonly rounds: number
  readonly callers: number
}

/** One round. */
export interface Ran {
  readonly perSecond: number
  /** CPU of the calling process in ms per document; for the spreadsheet, of the whole run including its start. */
  readonly callerMs: number
  readonly serviceMs: number
}

export interface Spreadsheet extends Asked {
  readonly pairs: readonly { readonly sheet: Ran; readonly bench: Ran }[]
}

const SELLO = fileURLToPath(new URL('../../packages/cli/bin/sello.js', import.meta.url))

export async function measureSpreadsheet(world: World, asked: Asked): Promise<Spreadsheet> {
  const folder = await mkdtemp(join(tmpdir(), 'sello-bench-sheet-'))
  try {
    const pairs = []
    for (let round = 0; round < asked.rounds; round += 1) {
      if (round % 2 === 0) {
        const sheet = await runSheet(world, asked, folder, round)
        pairs.push({ sheet, bench: await runBench(world, asked) })
      } else {
        const bench = await runBench(world, asked)
        pairs.push({ sheet: await runSheet(world, asked, folder, round), bench })
      }
    }
    return { ...asked, pairs }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function runBench(world: World, { rows, callers }: Asked): Promise<Ran> {
  const before = world.cpu()
  const { sealed, seconds } = await loadCount(world, { callers, count: rows })
  const now = world.cpu()
  return {
    perSecond: sealed / seconds,
    callerMs: (now.callers - before.callers) / sealed,
    serviceMs: (now.service - before.service) / sealed,
  }
}

/** From the ledger's first line, after all checks, to the end of the command. */
async function runSheet(
  world: World,
  { rows, callers }: Asked,
  folder: string,
  round: number,
): Promise<Ran> {
  const file = join(folder, `ventas-${round}.csv`)
  await writeFile(file, csv(rows, round))
  const before = { service: world.cpu().service, own: waitedCpuMs() }
  const args = [
    ...[SELLO, 'issue', '--from', file, '--yes', '--accept', 'iguales'],
    ...['--concurrency', String(callers)],
  ]
  const { PATH } = process.env
  const { url, key } = world
  const env = {
    ...{ PATH, HOME: folder, SELLO_URL: url },
    ...{ SELLO_API_KEY: key.apiKey, SELLO_SIGN_KEY: key.signKey ?? '' },
  }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (text) => {
    said += text
  })
  const [code] = await once(child, 'close')
  const ended = Date.now()
  if (code !== 0) throw new Error(`the spreadsheet was not issued: ${said.slice(-500)}`)
  const { birthtimeMs } = await stat(`${file}.sello.jsonl`)
  return {
    perSecond: rows / ((ended - birthtimeMs) / 1000),
    callerMs: (waitedCpuMs() - before.own) / rows,
    serviceMs: (world.cpu().service - before.service) / rows,
  }
}

const HEADER =
  'referencia,descripcion,cantidad,precioUni,tipoItem,montoDescu,tipoVenta,tipoDocumento,numDocumento,nombre,departamento,municipio,distrito,complemento,correo'
const BUYER = '13,000000018,Cliente de la Medición,06,23,14,Avenida Central 5,cliente@example.com'
const LINES = [
  `"Café de altura, 1 lb",2,5.65,1,,,${BUYER}`,
  '"Filtros de papel, caja de 100",1,3.4,1,,,,,,,,,,',
  'Molinillo manual de acero,1,28.25,1,,,,,,,,,,',
  'Taza de barro,4,2.825,1,1.13,,,,,,,,,',
  'Libro de recetas,1,9.5,1,,exenta,,,,,,,,',
]

/** The sale of the bench's callers. */
function csv(rows: number, round: number): string {
  const sales = Array.from({ length: rows }, (_, n) =>
    LINES.map((line) => `B${round}-${n},${line}`).join('\n'),
  )
  return `${HEADER}\n${sales.join('\n')}\n`
}
