import type { DteRequest, SignRequest } from '@sello/client'
import { TIPOS_DTE } from '@sello/contract'
import { type Command, Option } from 'commander'
import { settleArchive } from '../calling/archive-settle.ts'
import { type CallingOptions, callingOptions, connect } from '../calling/connect.ts'
import { writeIssued } from '../calling/files.ts'
import { issuedResult } from '../calling/issued-text.ts'
import { readJsonFile } from '../calling/json-file.ts'
import { watch } from '../calling/watch.ts'
import { command, onRun } from '../command.ts'
import { usage } from '../exit.ts'
import { columns, type Io } from '../io.ts'
import { localTime } from '../local-time.ts'
import { ACCEPTABLE } from '../sheet/acceptable.ts'
import type { FromOptions } from '../sheet/issue-file.ts'
import { codes, commaList, wholeNumber } from '../values.ts'
import { queryResult } from './get.ts'

interface Options extends CallingOptions {
  readonly idempotencyKey?: string
  readonly out?: string
  readonly watch?: boolean
  /** Only of issue. */
  readonly mail?: readonly string[]
}

const KEY = 'la clave de la operación; si falta, se toma la de su referencia, o una nueva'

function documentCommand(io: Io, name: string, summary: string): Command {
  return callingOptions(
    command(io, name, summary)
      .usage('<archivo> [opciones]')
      .argument('<archivo>', 'JSON de la petición; - es la entrada estándar')
      .option('--idempotency-key <texto>', KEY),
  )
}

interface IssueOptions extends Options, Omit<FromOptions, 'out'> {
  readonly from?: string
}

const ACCEPT =
  'con --from: emite aunque haya otras hojas con datos, filas o columnas ocultas, o ventas iguales; separados por comas'

const FROM_HELP = `
De una hoja de cálculo: "sello template 01" escribe la plantilla. Todo se revisa antes de emitir nada;
con «producto» una fila toma de la lista de productos lo que sus celdas no dicen. Lo emitido se anota
en ARCHIVO.sello.jsonl, y repetir el comando sigue donde quedó sin duplicar.
Cada venta lleva su «referencia»: por ella una copia del archivo no la emite otra vez. El ejemplo de la
plantilla no se emite nunca. Antes de emitir se avisa de otras hojas con datos (hojas), de lo que está
oculto (ocultas) y de las ventas iguales (iguales): en la terminal se pregunta, y con --yes hay que
decirlo con --accept. Ningún archivo se sobrescribe: otro resultado se llama resultados-2.csv.`

/** A document, or with `--from` all those of a spreadsheet. */
export function issue(io: Io): Command {
  const made = callingOptions(
    command(io, 'issue', 'emite un documento, o con --from los de una hoja de cálculo')
      .usage('<archivo> [opciones] | --from <hoja> [opciones]')
      .argument('[archivo]', 'JSON de la petición; - es la entrada estándar')
      .option('--idempotency-key <texto>', KEY)
      .option('--out <carpeta>', 'guarda ahí el JSON y el PDF')
      .option('--watch', 'si Hacienda no responde, espera su sello')
      .option('--mail <direcciones>', 'a quién se envía por correo, con comas', (text) =>
        commaList('--mail', text),
      )
      .option('--from <hoja>', 'CSV o XLSX con una fila por línea de documento')
      .addOption(
        new Option('--dte-type <tipo>', 'con --from: el tipo (si falta: 01)').choices(TIPOS_DTE),
      )
      .option('--check', 'con --from: solo revisa y suma')
      .option('--yes', 'con --from: no pide confirmación')
      .option('--without-reference', 'con --from: emite también las filas sin referencia')
      .option('--accept <avisos>', ACCEPT, (text) => codes('--accept', text, ACCEPTABLE))
      .option('--concurrency <número>', 'con --from: cuántas a la vez (si falta: 8)', (text) =>
        Math.max(1, wholeNumber('--concurrency', text, 64)),
      )
      .addHelpText('after', FROM_HELP),
  )
  return onRun<IssueOptions>(made, io, async (options) => {
    const { from } = options
    const [file] = made.args
    if (from === undefined) {
      return file === undefined
        ? usage('Falta <archivo>, o --from.')
        : issueBy(io, made, options, 'issue')
    }
    if (file !== undefined) usage('Se emite un archivo o una hoja (--from), no los dos.')
    const { issueFile } = await import('../sheet/issue-file.ts')
    return issueFile(io, from, options)
  })
}

export function sign(io: Io): Command {
  const made = documentCommand(io, 'sign', 'firma y transmite lo que respondió prepare')
    .option('--out <carpeta>', 'guarda ahí el JSON y el PDF')
    .option('--watch', 'si Hacienda no responde, espera su sello')
  return onRun<Options>(made, io, (options) => issueBy(io, made, options, 'sign'))
}

async function issueBy(io: Io, made: Command, options: Options, how: 'issue' | 'sign') {
  const { out, idempotencyKey, mail } = options
  const read = await readJsonFile(io, made.args[0] ?? '-')
  const request = mail ? { ...(read as DteRequest), entrega: { correo: [...mail] } } : read
  const connection = await connect(io, options)
  const { sello, signal } = connection
  const asked = { signal, idempotencyKey }
  const issued =
    how === 'issue'
      ? await sello.issue(request as DteRequest, asked)
      : await sello.sign(request as SignRequest, asked)
  const files = out === undefined ? [] : await writeIssued(out, issued)
  const isWatched = options.watch && issued.estado !== 'sellado'
  const found = isWatched ? await watch(io, connection, issued.codigoGeneracion) : null
  await settleArchive(io, sello) // the document is sealed now
  return found ? queryResult(found) : issuedResult(issued, files)
}

export function prepare(io: Io): Command {
  const made = documentCommand(
    io,
    'prepare',
    'reserva el número y arma el documento, sin firmarlo; --json es lo que sign recibe',
  )
  return onRun<Options>(made, io, async (options) => {
    const request = (await readJsonFile(io, made.args[0] ?? '-')) as DteRequest
    const { idempotencyKey } = options
    const { sello, signal } = await connect(io, options)
    const prepared = await sello.prepare(request, { signal, idempotencyKey })
    const text = columns([
      ['estado', prepared.estado],
      ['numeroControl', prepared.numeroControl],
      ['codigoGeneracion', prepared.codigoGeneracion],
      ['totalPagar', `$${prepared.totales.totalPagar.toFixed(2)}`],
      ['venceEn', localTime(prepared.venceEn)],
    ])
    return { json: prepared, text: `${text}\n\nPara firmarlo guarde lo que responde --json.` }
  })
}
