/** `sello issue --from FILE`: checked as a whole, shown, and issued so that a repeat duplicates nothing. */
import { createHash } from 'node:crypto'
import { parse } from 'node:path'
import type { Sello } from '@sello/client'
import type { TipoDte } from '@sello/contract'
import { settleArchive } from '../calling/archive-settle.ts'
import { type CallingOptions, connect } from '../calling/connect.ts'
import { dollars } from '../calling/grid.ts'
import { createBeside, removeDrafts } from '../calling/new-file.ts'
import { quotaWaiter } from '../calling/quota.ts'
import { CliError } from '../exit.ts'
import { columns, type Io, type Result } from '../io.ts'
import { confirm } from '../prompt.ts'
import { within } from '../within.ts'
import type { Acceptable } from './acceptable.ts'
import { type CheckedFile, checkFile, PROBLEMS_SHOWN } from './check-file.ts'
import { issueAll } from './issue-all.ts'
import { type Ledger, openLedger } from './ledger.ts'
import { assertServiceHasIssued, assertUnchanged } from './old-ledger.ts'
import { resultsCsv } from './results.ts'
import type { Sale } from './sales.ts'
import { assertDecided, settleWarnings } from './warnings.ts'

export interface FromOptions extends CallingOptions {
  readonly tipoDte?: TipoDte
  readonly out?: string
  readonly check?: boolean
  readonly yes?: boolean
  readonly sinReferencia?: boolean
  readonly accept?: readonly Acceptable[]
  readonly concurrency?: number
}

const CONCURRENCY = 8

export async function issueFile(io: Io, file: string, options: FromOptions): Promise<Result> {
  const { tipoDte = '01' } = options
  const checkedFile = await checkFile(io, file, { ...options, tipoDte })
  const { sales, pending, warnings } = checkedFile
  if (options.check) return previewResult(tipoDte, checkedFile)

  assertDecided(io, file, warnings, options)
  const { sello, baseUrl } = checkedFile.connection ?? (await connect(io, options))
  const { emisor, ambiente, llave } = await sello.status()
  const destino = createHash('sha256').update(`${emisor.nit}\n${ambiente}`).digest('hex')
  const ledger = await openLedger(`${file}.sello.jsonl`, { tipoDte, destino: destino.slice(0, 32) })
  try {
    assertUnchanged(file, ledger, sales)
    if (llave.alcances.includes('query')) await assertServiceHasIssued(sello, ledger, sales)
    io.err(
      `${previewText(tipoDte, checkedFile)}\n${columns([
        ['empresa', `${emisor.nombre}, NIT ${emisor.nit}`],
        ['ambiente', ambiente === '00' ? '00 pruebas' : '01 PRODUCCIÓN'],
        ['llave', `${llave.label}, ${baseUrl}`],
      ])}`,
    )
    await settleWarnings(io, warnings, options)
    if (!options.yes && pending.length > 0) await confirm(io, questionOf(pending.length))
    return await issueSales({ io, file, options, sello, ledger, checkedFile })
  } finally {
    await ledger.close()
  }
}

interface Issuing {
  readonly io: Io
  readonly file: string
  readonly options: FromOptions
  readonly sello: Sello
  readonly ledger: Ledger
  readonly checkedFile: CheckedFile
}

async function issueSales(issuing: Issuing): Promise<Result> {
  const { io, file, options, sello, ledger, checkedFile } = issuing
  const { sales, pending, checked } = checkedFile
  const folder = options.out ?? `${parse(file).dir || '.'}/${parse(file).name}-documentos`
  const { createProgress } = await import('./progress.ts')
  await removeDrafts(folder)
  let results = ''
  try {
    await issueAll({
      desk: {
        sello,
        ledger,
        folder,
        waitQuota: quotaWaiter(io, (ms) => pauseUnlessStopped(io, ms)),
      },
      ...{ sales, concurrency: options.concurrency ?? CONCURRENCY, totalPagar: checked.totalPagar },
      progress: createProgress(io),
      isStopping: io.stopping.isRequested,
    })
  } finally {
    results = await createBeside(`${file}.resultados.csv`, resultsCsv(ledger, sales))
  }
  await settleArchive(io, sello)
  return resultOf({ io, results, folder, ledger, sales, pending })
}

const questionOf = (count: number) =>
  count === 1 ? '¿Emitir un documento?' : `¿Emitir ${count} documentos?`

function previewResult(tipoDte: TipoDte, file: CheckedFile): Result {
  const { sales, pending, checked, warnings } = file
  const avisos = warnings.map(({ aviso, mensaje, pregunta }) => {
    return { aviso, mensaje, seDecide: pregunta !== null }
  })
  const json = { tipoDte, ...checked.totals, emitidos: sales.length - pending.length, avisos }
  const told = warnings.map(({ mensaje }) => `Aviso: ${mensaje}`)
  return { json, text: [previewText(tipoDte, file), ...told].join('\n') }
}

/** Preview of the pending sales. */
function previewText(tipoDte: TipoDte, { sales, pending, checked }: CheckedFile): string {
  const { totals } = checked
  const issued = sales.length - pending.length
  const rows = pending.reduce((sum, sale) => sum + sale.rows.length, 0)
  const from = rows === totals.documentos ? '' : `, de ${rows} filas`
  const amount = (text: string) => `$${dollars(Number(text))}`
  return columns([
    ['documentos', `${totals.documentos} de tipo ${tipoDte}${from}`],
    ...(issued > 0 ? [['ya emitidos', String(issued)] as const] : []),
    ['gravado', amount(totals.gravado)],
    ['exento', amount(totals.exento)],
    ['no sujeto', amount(totals.noSujeto)],
    ['IVA', amount(totals.iva)],
    ['total a pagar', amount(totals.pagar)],
  ])
}

async function pauseUnlessStopped({ stopping }: Io, ms: number): Promise<void> {
  await within(ms, stopping.requested, null)
  if (!stopping.isRequested()) return
  throw new CliError('interrupted', 'Interrumpido. Repita el mismo comando para seguir.')
}

interface Ended {
  readonly io: Io
  readonly results: string
  readonly folder: string
  readonly ledger: Ledger
  readonly sales: readonly Sale[]
  readonly pending: readonly Sale[]
}

function resultOf({ io, results, folder, ledger, sales, pending }: Ended): Result {
  const entries = sales.map((sale) => ledger.find(ledger.referenciaOf(sale)))
  const count = (...estados: readonly (string | undefined)[]) =>
    entries.filter((entry) => estados.includes(entry?.estado)).length
  const found = pending.filter((sale) => ledger.find(ledger.referenciaOf(sale))?.previo)
  const json = {
    sellados: count('sellado'),
    contingencia: count('contingencia'),
    rechazados: count('rechazado', 'refused'),
    pendientes: count(undefined),
    emitidosAntes: sales.length - pending.length + found.length,
    resultados: results,
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
    ...beforeText(json.emitidosAntes, sales.length),
    ...(json.pendientes > 0 ? ['Repita el mismo comando para seguir: nada se duplica.'] : []),
  ].join('\n')
  if (json.pendientes > 0 && io.stopping.isRequested()) return { json, text, ending: 'interrupted' }
  return { json, text, ending: json.rechazados + json.pendientes > 0 ? 'refused' : undefined }
}

/** Otherwise next month's sales with last month's references would be taken for issued, and nobody would see it. */
function beforeText(before: number, all: number): readonly string[] {
  if (before === 0) return []
  const which =
    before === all
      ? 'No había nada nuevo que emitir: todas las ventas de este archivo ya estaban emitidas'
      : `${before} de estas ventas ya ${before === 1 ? 'estaba emitida' : 'estaban emitidas'}`
  return [
    `${which}, y no se emitieron otra vez. Si son ventas nuevas, guarde la hoja con otro nombre y ponga a cada una otra referencia.`,
  ]
}
