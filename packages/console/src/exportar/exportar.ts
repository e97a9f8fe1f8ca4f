/**
 * Exports of documents, one at a time. An export continues while the person visits other pages, shows its
 * progress, and can be stopped. The browser tab must stay open.
 */
import { type Fila as Renglon, toCsv } from '@sello/paper/csv'
import { toXlsx, XLSX } from '@sello/paper/xlsx'
import { createZip, ZIP_FILES_MAX } from '@sello/paper/zip'
import { ApiError, call, callRaw } from '../api/http.ts'
import type { Fila, PaginaDocumentos } from '../api/types.ts'
import { apiOf, type Workspace } from '../app/workspace.ts'
import { hoy } from '../clock.ts'
import { TIPO } from '../tipos.ts'
import { ESTADO } from '../ui/estado.tsx'
import { messageOf } from '../ui/states.tsx'
import { count } from '../ui/text.ts'
import { toast } from '../ui/toast.tsx'
import { download } from './download.ts'
import { exportacion } from './estado.ts'

export type Formato = 'csv' | 'xlsx' | 'zip'

/** The service's largest page. */
const PAGE = 500
const FILES_AT_ONCE = 4
/** Two files for each document: its JSON and its printed copy. */
const DOCUMENTS_IN_ZIP_MAX = Math.floor(ZIP_FILES_MAX / 2)

interface Asked {
  readonly formato: Formato
  readonly filtros: URLSearchParams
  readonly total: number
}

/** Ends with the file in the browser's downloads, or with a message that says why not. */
export async function exportar(
  workspace: Workspace,
  { formato, filtros, total }: Asked,
): Promise<void> {
  if (formato === 'zip' && total > DOCUMENTS_IN_ZIP_MAX) {
    return toast(`Un ZIP lleva hasta ${count(DOCUMENTS_IN_ZIP_MAX)} documentos. Elija un período.`)
  }
  const signal = exportacion.begin(total)
  if (!signal) return toast('Espere a que termine la exportación que está en marcha.')
  try {
    const run = { workspace, filtros, signal }
    const blob = formato === 'zip' ? await toZip(run) : await toTable(run, formato)
    download(blob, `documentos-${hoy()}.${formato}`)
  } catch (error) {
    toast(signal.aborted ? 'Exportación cancelada.' : messageOf(error))
  } finally {
    exportacion.end()
  }
}

interface Run {
  readonly workspace: Workspace
  readonly filtros: URLSearchParams
  readonly signal: AbortSignal
}

async function* pagesOf({ workspace, filtros, signal }: Run): AsyncGenerator<readonly Fila[]> {
  let cursor: string | null = null
  do {
    const params = new URLSearchParams(filtros)
    params.set('limit', String(PAGE))
    if (cursor !== null) params.set('cursor', cursor)
    const page: PaginaDocumentos = await call(`${apiOf(workspace)}/documentos?${params}`, {
      signal,
    })
    yield page.documentos
    cursor = page.siguiente
  } while (cursor !== null)
}

// biome-ignore format: a table
const COLUMNAS: readonly (readonly [string, (fila: Fila) => string | number])[] = [
  ['Estado',               (f) => ESTADO[f.estado].word],
  ['Tipo',                 (f) => f.tipoDte],
  ['Documento',            (f) => TIPO[f.tipoDte].nombre],
  ['Número de control',    (f) => f.numeroControl],
  ['Código de generación', (f) => f.codigoGeneracion],
  ['Sello',                (f) => f.selloRecibido ?? ''],
  ['Fecha',                (f) => f.fecEmi],
  ['Hora',                 (f) => f.horEmi],
  ['Cliente',              (f) => f.receptor?.nombre ?? ''],
  ['Documento del cliente',(f) => f.receptor?.numDocumento ?? ''],
  ['Referencia',           (f) => f.referencia ?? ''],
  ['Gravadas',             (f) => f.totales.totalGravada],
  ['IVA',                  (f) => f.totales.totalIva],
  ['Total a pagar',        (f) => f.totales.totalPagar],
  ['Devuelto',             (f) => f.devuelto ?? 0],
]

async function toTable(run: Run, formato: 'csv' | 'xlsx'): Promise<Blob> {
  const rows: Renglon[] = [COLUMNAS.map(([name]) => name)]
  for await (const filas of pagesOf(run)) {
    rows.push(...filas.map((fila) => COLUMNAS.map(([, of]) => of(fila))))
    exportacion.step(filas.length)
  }
  return formato === 'csv'
    ? new Blob([toCsv(rows)], { type: 'text/csv;charset=utf-8' })
    : new Blob([...toXlsx({ nombre: 'Documentos', rows })], { type: XLSX })
}

const WITH_FILES: ReadonlySet<string> = new Set(['sellado', 'invalidado'])

async function toZip(run: Run): Promise<Blob> {
  const zip = createZip()
  let without = 0
  for await (const filas of pagesOf(run)) {
    const next = filas.values()
    const work = async () => {
      for (const fila of next) {
        if (WITH_FILES.has(fila.estado)) {
          const folder = `${fila.fecEmi.slice(0, 7)}/${fila.numeroControl}`
          for (const kind of ['json', 'pdf'])
            zip.add(`${folder}.${kind}`, await fileOf(run, fila, kind))
        } else without += 1
        exportacion.step(1)
      }
    }
    await Promise.all(Array.from({ length: FILES_AT_ONCE }, work))
  }
  if (without > 0) toast(`Sin archivos, porque no tienen sello: ${count(without)}.`)
  return new Blob([...zip.finish()], { type: 'application/zip' })
}

/** When the hourly rate limit is reached it waits as long as the service says. */
async function fileOf(
  { workspace, signal }: Run,
  { codigoGeneracion }: Fila,
  kind: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const path = `${apiOf(workspace)}/v1/dte/${codigoGeneracion}/file?kind=${kind}`
  for (;;) {
    try {
      return new Uint8Array(await (await callRaw(path, { signal })).arrayBuffer())
    } catch (error) {
      const seconds =
        error instanceof ApiError && error.status === 429 ? error.retryAfterSeconds : null
      if (seconds === null) throw error
      await waited(seconds * 1000, signal)
    }
  }
}

/** Rejects as soon as the export is cancelled. */
function waited(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
