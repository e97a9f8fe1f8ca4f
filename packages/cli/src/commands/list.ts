import type { ListQuery, ListRow } from '@sello/client'
import type { Command } from 'commander'
import { type CallingOptions, callingOptions, connect } from '../calling/connect.ts'
import { grid } from '../calling/grid.ts'
import { command, onRun } from '../command.ts'
import type { Io } from '../io.ts'
import { wholeNumber } from '../values.ts'

interface Options extends CallingOptions {
  readonly desde?: string
  readonly hasta?: string
  readonly estado?: string
  readonly tipoDte?: string
  readonly referencia?: string
  readonly limit?: number
  readonly all?: boolean
}

const LIMIT = 50
const PAGE = 100

export function list(io: Io): Command {
  const made = callingOptions(
    command(io, 'list', 'lista los documentos, de los más nuevos a los más viejos')
      .option('--since <fecha>', 'fecha de emisión, incluida (AAAA-MM-DD)')
      .option('--until <fecha>', 'fecha de emisión, incluida (AAAA-MM-DD)')
      .option('--state <estado>', 'sellado, contingencia, invalidado o firmado')
      .option('--dte-type <tipo>', 'tipo de documento, como 01')
      .option('--reference <texto>', 'su propia referencia')
      .option('--limit <número>', `cuántos (si falta: ${LIMIT})`, (text) =>
        wholeNumber('--limit', text, 999_999_999),
      )
      .option('--all', 'todos'),
  )
  return onRun<Options>(made, io, async (options) => {
    const { desde, hasta, referencia, all, limit = LIMIT } = options
    const wanted = all ? Number.POSITIVE_INFINITY : limit
    const filters = { estado: options.estado, tipoDte: options.tipoDte } as ListQuery
    const query = { desde, hasta, referencia, ...filters, limit: Math.min(wanted, PAGE) }
    const { sello, signal } = await connect(io, options)
    const rows: ListRow[] = []
    if (wanted > 0) {
      for await (const row of sello.list(query, { signal })) {
        rows.push(row)
        if (rows.length >= wanted) break
      }
    }
    return { json: { documentos: rows }, text: rows.length === 0 ? NONE : table(rows) }
  })
}

const NONE = 'No hay documentos.'

function table(rows: readonly ListRow[]): string {
  const header = ['fecha', 'estado', 'tipo', 'numeroControl', 'total', 'receptor', 'referencia']
  return grid(
    header,
    rows.map((row) => [
      row.fecEmi,
      row.estado,
      row.tipoDte,
      row.numeroControl,
      row.totales.totalPagar,
      row.receptor?.nombre?.slice(0, 30) ?? null,
      row.referencia,
    ]),
  )
}
