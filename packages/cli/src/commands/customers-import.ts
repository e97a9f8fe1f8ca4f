import type { Imported } from '@sello/service/admin'
import type { Command } from 'commander'
import { type Common, command, onRun } from '../command.ts'
import { COLUMN_NAMES, type RefusedLine, readCustomerTable } from '../customer-table.ts'
import { administer } from '../database.ts'
import type { Io } from '../io.ts'
import { readGiven } from '../secret-input.ts'
import { dataDir, nit } from '../values.ts'

interface Options extends Common {
  readonly nit: string
  readonly dataDir?: string
}

const HELP = `
La primera línea nombra las columnas: ${COLUMN_NAMES}.
Separadas por coma, punto y coma o tabulador. Cada línea se guarda por sí sola: las que no se pueden
guardar se dicen con su número, y el comando termina con 1. Repetirlo no duplica: un cliente se
reconoce por su documento, o por su externalId si no lo tiene, y una celda vacía no cambia nada.`

export function customersImport(io: Io): Command {
  const made = command(io, 'import', 'guarda los clientes de un archivo CSV')
    .usage('<archivo> [opciones]')
    .argument('<archivo>', 'CSV con los clientes; - es la entrada estándar')
    .addOption(nit())
    .addOption(dataDir('.sello'))
    .addHelpText('after', HELP)
  return onRun<Options>(made, io, async (options) => {
    const [file = '-'] = made.args
    const table = readCustomerTable(await readGiven(io, '<archivo>', file))
    const imported = await administer(io, options, (admin, api) =>
      api.importCustomers(admin, options.nit, table.customers),
    )
    const refused = [...table.refused, ...imported.refused].sort((a, b) => a.line - b.line)
    const report = { ...imported, refused }
    return {
      json: { nit: options.nit, ...report },
      text: textOf(options.nit, report),
      ending: refused.length > 0 ? 'refused' : undefined,
    }
  })
}

function textOf(nit: string, { created, updated, unchanged, refused }: Imported): string {
  const counts = [
    `${created} nuevos`,
    `${updated} cambiados`,
    `${unchanged} sin cambio`,
    `${refused.length} rechazados`,
  ]
  return [`Clientes del NIT ${nit}: ${counts.join(', ')}.`, ...refused.flatMap(linesOf)].join('\n')
}

function linesOf({ line, problems }: RefusedLine): readonly string[] {
  return problems.map(({ field, message }) => `  línea ${line}, ${field}: ${message}`)
}
