import type { DteRequest, SignRequest } from '@sello/client'
import type { Command } from 'commander'
import { type CallingOptions, callingOptions, connect } from '../calling/connect.ts'
import { writeIssued } from '../calling/files.ts'
import { issuedResult } from '../calling/issued-text.ts'
import { readJsonFile } from '../calling/json-file.ts'
import { watch } from '../calling/watch.ts'
import { command, onRun } from '../command.ts'
import { columns, type Io } from '../io.ts'
import { queryResult } from './get.ts'

interface Options extends CallingOptions {
  readonly idempotencyKey?: string
  readonly out?: string
  readonly watch?: boolean
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

export function issue(io: Io): Command {
  const made = documentCommand(io, 'issue', 'emite un documento')
    .option('--out <carpeta>', 'guarda ahí el JSON y el PDF')
    .option('--watch', 'si Hacienda no responde, espera su sello')
  return onRun<Options>(made, io, (options) => issueBy(io, made, options, 'issue'))
}

export function sign(io: Io): Command {
  const made = documentCommand(io, 'sign', 'firma y transmite lo que respondió prepare')
    .option('--out <carpeta>', 'guarda ahí el JSON y el PDF')
    .option('--watch', 'si Hacienda no responde, espera su sello')
  return onRun<Options>(made, io, (options) => issueBy(io, made, options, 'sign'))
}

async function issueBy(io: Io, made: Command, options: Options, how: 'issue' | 'sign') {
  const { out, idempotencyKey } = options
  const request = await readJsonFile(io, made.args[0] ?? '-')
  const connection = await connect(io, options)
  const { sello, signal } = connection
  const asked = { signal, idempotencyKey }
  const issued =
    how === 'issue'
      ? await sello.issue(request as DteRequest, asked)
      : await sello.sign(request as SignRequest, asked)
  const files = out === undefined ? [] : await writeIssued(out, issued)
  if (!options.watch || issued.estado === 'sellado') return issuedResult(issued, files)
  return queryResult(await watch(io, connection, issued.codigoGeneracion))
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
      ['venceEn', prepared.venceEn],
    ])
    return { json: prepared, text: `${text}\n\nPara firmarlo guarde lo que responde --json.` }
  })
}
