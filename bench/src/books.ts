/**
 * The books of a month with many documents: the time of each file, and by how much the service's memory grows while it
 * is made. The documents are copies of two real ones, a fifth of them to taxpayers, encrypted as the service does it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { fillMonth } from '../../packages/service/test/filled-month.ts'
import { issueOnce, send } from './load.ts'
import { memoryMiB } from './process.ts'
import type { World } from './world.ts'

export interface Books {
  readonly documents: number
  readonly files: readonly BookFile[]
}

export interface BookFile {
  readonly name: string
  readonly seconds: number
  readonly bytes: number
  /** RSS of the service, at most while it is made, above what it was after a collection. */
  readonly grewMiB: number
}

const EVERY_MS = 50
/** For the collection, and for the allocator to give back its pages. */
const COLLECTED_MS = 2_000
const COLLECTIONS = 3
const HOURS_2 = 7_200_000

const CREDITO = JSON.stringify({
  tipoDte: '03',
  receptor: {
    numDocumento: '0614-010190-002-7',
    nrc: '765432',
    nombre: 'Compradora, S.A. de C.V.',
    codActividad: '47190',
    direccion: { departamento: '06', municipio: '23', distrito: '14', complemento: 'Calle 1' },
    correo: 'compras@example.com',
  },
  items: [{ descripcion: 'Harina, 10 quintales', cantidad: 1, precioUni: 100 }],
})

const INGRESO = 'operacion=1&ingreso=1'
const FILES = (mes: string) =>
  [
    ['the books, as JSON', `/v1/books/${mes}`],
    ['book of taxpayers', `/v1/books/${mes}/file?archivo=contribuyentes`],
    ['book of final consumers', `/v1/books/${mes}/file?archivo=consumidorFinal`],
    ['annex 1, sales to taxpayers', `/v1/books/${mes}/file?archivo=anexo1&${INGRESO}`],
    ['annex 2, sales to final consumers', `/v1/books/${mes}/file?archivo=anexo2&${INGRESO}`],
    ['voided documents', `/v1/books/${mes}/file?archivo=anexoAnulados`],
  ] as const

export async function measureBooks(world: World, documents: number): Promise<Books> {
  const pool = new Pool(world.url, { headersTimeout: HOURS_2, bodyTimeout: HOURS_2 })
  try {
    await issueOnce(pool, world)
    await send(pool, world, CREDITO)
    await world.administer((admin) => fillMonth(admin, documents))
    const mes = new Date().toISOString().slice(0, 7)
    const files: BookFile[] = []
    // Unmeasured: the first months of a process make its heap grow, whichever file is asked for.
    for (const [, path] of FILES(mes).slice(-1)) await get(pool, world, path)
    for (const [name, path] of FILES(mes))
      files.push(await fileOf(world, name, () => get(pool, world, path)))
    const twice = FILES(mes).slice(0, 2)
    const both = () => Promise.all(twice.map(([, path]) => get(pool, world, path)))
    files.push(
      await fileOf(world, 'the first two at once', async () => {
        const sizes = await both()
        return sizes.reduce((sum, size) => sum + size, 0)
      }),
    )
    return { documents, files }
  } finally {
    await pool.close()
  }
}

/** The size of the answer, which is not kept. */
async function get(pool: Pool, { key }: World, path: string): Promise<number> {
  const headers = { 'x-service-key': key.apiKey }
  const { statusCode, body } = await pool.request({ method: 'GET', path, headers })
  let bytes = 0
  for await (const part of body) {
    bytes += part.length
    if (statusCode !== 200) throw new Error(`${path} was answered ${statusCode}: ${part}`)
  }
  return bytes
}

async function fileOf(
  { service }: World,
  name: string,
  make: () => Promise<number>,
): Promise<BookFile> {
  for (let at = 0; at < COLLECTIONS; at++) {
    process.kill(service.pid, 'SIGWINCH') // COLLECTING
    await sleep(COLLECTED_MS)
  }
  const restingMiB = memoryMiB(service.pid)
  let mostMiB = restingMiB
  const watch = setInterval(() => {
    mostMiB = Math.max(mostMiB, memoryMiB(service.pid))
  }, EVERY_MS)
  const began = performance.now()
  try {
    const bytes = await make()
    const seconds = (performance.now() - began) / 1000
    return { name, seconds, bytes, grewMiB: mostMiB - restingMiB }
  } finally {
    clearInterval(watch)
  }
}
