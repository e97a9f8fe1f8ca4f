/** `sello issue --from FILE`: checked as a whole, shown, and issued so that a repeat duplicates nothing. */
import { createHash } from 'node:crypto'
import { parse } from 'node:path'
import type { TipoDte } from '@sello/contract'
import { settleArchive } from '../calling/archive-settle.ts'
import { type CallingOptions, connect } from '../calling/connect.ts'
import { writeWhole } from '../calling/files.ts'
import { dollars } from '../calling/grid.ts'
import { CliError } from '../exit.ts'
import { columns, type Io, type Result } from '../io.ts'
import { confirm } from '../prompt.ts'
import type { Checked } from './check.ts'
import { checkFile, PROBLEMS_SHOWN, refuseRows } from './check-file.ts'
import { issueAll } from './issue-all.ts'
import { isChanged, type Ledger, openLedger } from './ledger.ts'
import { resultsCsv } from './results.ts'
import type { RowProblem, Sale } from './sales.ts'

export interface FromOptions extends CallingOptions {
  readonly tipoDte?: TipoDte
  readonly out?: string
  readonly check?: boolean
  readonly yes?: boolean
  readonly concurrency?: number
}

const CONCURRENCY = 8

export async function issueFile(io: Io, file: string, options: FromOptions): Promise<Result> {
  const { tipoDte = '01', concurrency = CONCURRENCY } = options
  const checkedFile = await checkFile(io, file, { ...options, tipoDte })
  const { sales, pending, checked } = checkedFile
  const issued = sales.length - pending.length
  if (options.check) return previewResult(tipoDte, checked, issued)

  const { sello, baseUrl } = checkedFile.connection ?? (await connect(io, options))
  const { emisor, ambiente, llave } = await sello.status()
  const destino = createHash('sha256').update(`${emisor.nit}\n${ambiente}`).digest('hex')
  const ledger = await openLedger(`${file}.sello.jsonl`, { tipoDte, destino: destino.slice(0, 32) })
  try {
    const changed = sales.flatMap((sale) => changedProblem(ledger, sale))
    if (changed.length > 0) refuseRows(file, changed)
    io.err(
      `${previewText(tipoDte, checked, issued)}\n${columns([
        ['empresa', `${emisor.nombre}, NIT ${emisor.nit}`],
        ['ambiente', ambiente === '00' ? '00 pruebas' : '01 PRODUCCIÓN'],
        ['llave', `${llave.label}, ${baseUrl}`],
      ])}`,
    )
    if (!options.yes && pending.length > 0) await confirm(io, questionOf(pending.length))
    const folder = options.out ?? `${parse(file).dir || '.'}/${parse(file).name}-documentos`
    const { createProgress } = await import('./progress.ts')
    const waitQuota = quotaWaiter(io)
    try {
      await issueAll({
        desk: { sello, ledger, folder, waitQuota },
        ...{ sales, concurrency, totalPagar: checked.totalPagar },
        progress: createProgress(io.now),
        isStopping: io.stopping.isRequested,
      })
    } finally {
      await writeWhole(`${file}.resultados.csv`, resultsCsv(ledger, sales))
    }
    await settleArchive(io, sello)
    return resultOf({ io, file, folder, ledger, sales })
  } finally {
    await ledger.close()
  }
}

const questionOf = (count: number) =>
  count === 1 ? '¿Emitir un documento?' : `¿Emitir ${count} documentos?`

function changedProblem(ledger: Ledger, sale: Sale): readonly RowProblem[] {
  const entry = ledger.find(ledger.referenciaOf(sale))
  if (!isChanged(entry, sale)) return []
  const message = `ya se emitió (${entry?.numeroControl}) y ahora dice otra cosa. Deje la fila como estaba; si es otra venta, póngale otra referencia.`
  return [{ row: sale.rows[0] ?? 0, column: 'referencia', message }]
}

function previewResult(tipoDte: TipoDte, checked: Checked, issued: number): Result {
  const json = { tipoDte, ...checked.totals, emitidos: issued }
  return { json, text: previewText(tipoDte, checked, issued) }
}

/** Preview of the pending sales. */
function previewText(tipoDte: TipoDte, { totals }: Checked, issued: number): string {
  const amount = (text: string) => `$${dollars(Number(text))}`
  return columns([
    ['documentos', `${totals.documentos} de tipo ${tipoDte}`],
    ...(issued > 0 ? [['ya emitidos', String(issued)] as const] : []),
    ['gravado', amount(totals.gravado)],
    ['exento', amount(totals.exento)],
    ['no sujeto', amount(totals.noSujeto)],
    ['IVA', amount(totals.iva)],
    ['total a pagar', amount(totals.pagar)],
  ])
}

/** All workers wait together, because the quota is per key. */
function quotaWaiter(io: Io) {
  let waiting: Promise<void> | null = null
  return (seconds: number) => {
    waiting ??= (async () => {
      io.err(`La llave agotó su cuota: sigue en ${seconds} s.`)
      await Promise.race([pause(seconds * 1000), io.stopping.requested])
      waiting = null
      if (io.stopping.isRequested()) {
        throw new CliError('interrupted', 'Interrumpido. Repita el mismo comando para seguir.')
      }
    })()
    return waiting
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

interface Ended {
  readonly io: Io
  readonly file: string
  readonly folder: string
  readonly ledger: Ledger
  readonly sales: readonly Sale[]
}

function resultOf({ io, file, folder, ledger, sales }: Ended): Result {
  const entries = sales.map((sale) => ledger.find(ledger.referenciaOf(sale)))
  const count = (...estados: readonly (string | undefined)[]) =>
    entries.filter((entry) => estados.includes(entry?.estado)).length
  const json = {
    sellados: count('sellado'),
    contingencia: count('contingencia'),
    rechazados: count('rechazado', 'refused'),
    pendientes: count(undefined),
    resultados: `${file}.resultados.csv`,
    libro: ledger.path,
    carpeta: folder,
  }
  const refused = entries.filter((entry) => entry?.message !== undefined).slice(0, PROBLEMS_SHOWN)
  const text = [
    columns([
      ['sellados', String(json.sellados)],
      ['en espera de Hacienda', String(json.contingencia)],
      ['rechazados', String(json.rechazados)],
      ['pendientes', String(json.pendientes)],
      ['resultados', json.resultados],
      ['archivos', folder],
    ]),
    ...refused.map((entry) => `fila ${entry?.rows.join(', ')}: ${entry?.message}`),
    ...(json.pendientes > 0 ? ['Repita el mismo comando para seguir: nada se duplica.'] : []),
  ].join('\n')
  if (json.pendientes > 0 && io.stopping.isRequested()) return { json, text, ending: 'interrupted' }
  return { json, text, ending: json.rechazados + json.pendientes > 0 ? 'refused' : undefined }
}
