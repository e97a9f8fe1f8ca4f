/**
 * The sales of a day, issued at night by cron from a CSV of the till:
 *
 *   npx tsx examples/lote.ts demo.json ventas.csv
 *
 * `referencia,descripcion,cantidad,precio`, a row for each line of a sale, prices with IVA; rows of one referencia are
 * one invoice (01). Each outcome is appended to `ventas.csv.resultado.csv` as soon as it is known. Killed anywhere and
 * started again, it goes on: what has an outcome is skipped, and what had none yet is asked for under the same key.
 *
 * Ends with 0 if each sale has its document, 1 if a person must look at some, 2 if some have no answer yet: run it again.
 */
import { appendFile, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { type DteRequest, isSelloError, Sello } from '@sello/client'
import { fileKeyStore } from '@sello/client/node'

/** Sales under way at once: within the limits of a key, and the ministry's answers overlap. */
const AT_ONCE = 4

interface Outcome {
  readonly estado: string
  readonly numeroControl?: string | null
  readonly codigoGeneracion?: string
  readonly detalle?: string
}

const [file = 'demo.json', ventas = 'ventas.csv'] = process.argv.slice(2)
const resultado = `${ventas}.resultado.csv`
const { baseUrl, companies } = JSON.parse(await readFile(file, 'utf8'))
const { apiKey, signKey } = companies[0].keys[0]
const keyStore = fileKeyStore(`${ventas}.llaves.jsonl`)
const sello = new Sello({ baseUrl, apiKey, signKey, keyStore, deadlineMs: 300_000 })

/** Rows of fields. Quoted fields may hold commas and doubled quotes, and no line break. */
function rowsOf(csv: string): readonly (readonly string[])[] {
  const lines = csv.replace(/^\uFEFF/, '').split(/\r?\n/)
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
      ),
    )
}

const field = (value: unknown) => `"${String(value ?? '').replaceAll('"', '""')}"`

function salesOf(csv: string): readonly DteRequest[] {
  const [head, ...rows] = rowsOf(csv)
  if (head?.join() !== 'referencia,descripcion,cantidad,precio') {
    throw new Error(`${ventas} no empieza con referencia,descripcion,cantidad,precio`)
  }
  const sales = new Map<string, { descripcion: string; cantidad: number; precioUni: number }[]>()
  for (const [referencia = '', descripcion = '', cantidad, precio] of rows) {
    const items = sales.get(referencia) ?? []
    items.push({ descripcion, cantidad: Number(cantidad), precioUni: Number(precio) })
    sales.set(referencia, items)
  }
  return [...sales].map(([referencia, items]) => ({ tipoDte: '01', referencia, items }))
}

/** Null: the outcome is not known, and the next run asks again under the same key. */
async function issue(sale: DteRequest): Promise<Outcome | null> {
  try {
    return await sello.issue(sale)
  } catch (error) {
    if (isSelloError(error, 'reference_in_use')) return sello.query(error.details.codigoGeneracion)
    if (!isSelloError(error)) throw error
    if (error.status === 401 || error.status === 403) throw error // the key, and not this sale
    if (error.status === 429) {
      await wait((error.retryAfterSeconds ?? 5) * 1_000)
      return issue(sale)
    }
    if (error.outcome === 'unknown' || (error.status ?? 0) >= 500) return null
    return { estado: 'revisar', detalle: error.message }
  }
}

const known = await readFile(resultado, 'utf8').catch(() => '')
// A kill may cut the last row short: it has no outcome, and the next one begins a line of its own.
if (known !== '' && !known.endsWith('\n')) await appendFile(resultado, '\n')
const done = new Set(
  rowsOf(known.slice(0, known.lastIndexOf('\n') + 1))
    .filter((row) => row.length === 5)
    .map(([referencia]) => referencia),
)
const waiting = salesOf(await readFile(ventas, 'utf8')).filter((sale) => !done.has(sale.referencia))
const counts: Record<string, number> = {}
const next = waiting.values()

async function work(): Promise<void> {
  for (const sale of next) {
    const outcome = await issue(sale)
    const estado = outcome?.estado ?? 'sin respuesta'
    counts[estado] = (counts[estado] ?? 0) + 1
    if (outcome === null) continue
    const { numeroControl, codigoGeneracion, detalle } = outcome
    const row = [sale.referencia, estado, numeroControl, codigoGeneracion, detalle]
    await appendFile(resultado, `${row.map(field).join()}\n`)
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, work))
const said = Object.entries(counts).map(([estado, count]) => `${count} ${estado}`)
console.log(`${done.size} de antes; ${said.join(', ') || 'nada nuevo'}`)
process.exitCode = counts.revisar ? 1 : counts['sin respuesta'] ? 2 : 0
