import type { Command } from 'commander'
import { type Common, command, onRun } from '../command.ts'
import { tellOf, withDatabase } from '../database.ts'
import { CliError } from '../exit.ts'
import type { Io } from '../io.ts'
import { settingsOf } from '../settings.ts'

export function dbDistribute(io: Io): Command {
  const made = command(
    io,
    'distribute',
    'reparte las tablas de una base nueva entre las máquinas de Citus (en preparación)',
  ).addHelpText('after', NOTE)
  return onRun<Common>(made, io, async () => {
    const config = await settingsOf(io, {})
    if (config.databaseUrl === null) throw new CliError('refused', WITHOUT_URL)
    const { distribute } = await import('@sello/service/admin')
    const done = await withDatabase(config, tellOf(io, config), ({ databaseUrl }) =>
      distribute(databaseUrl ?? '').catch((error: unknown) => {
        if (!isDistributionRefused(error)) throw error
        throw new CliError('refused', `La base de datos ${error.message}`, { cause: error })
      }),
    )
    return { json: done, text: textOf(done.tables.length, done.workers) }
  })
}

function textOf(tables: number, workers: number): string {
  const machines = workers === 1 ? 'la máquina' : `las ${workers} máquinas`
  return tables === 0
    ? `Todas las tablas ya tenían su lugar entre ${machines}.`
    : `Se repartieron ${tables} tablas entre ${machines}.`
}

/** By name: the service is only loaded when it is called. */
function isDistributionRefused(error: unknown): error is Error {
  return error instanceof Error && error.name === 'DistributionRefused'
}

const WITHOUT_URL =
  'La base de datos propia de Sello es de una sola máquina. Ponga en DATABASE_URL la del coordinador de Citus.'

const NOTE = `
DATABASE_URL es la del coordinador. Antes: "create extension citus" en cada máquina, "select
citus_set_coordinator_host(…)" y "select citus_add_node(…)" en el coordinador. La base no debe tener documentos.

No es para producción todavía: docs/scale.md dice qué falta. Una base repartida no vuelve a ser de una máquina.`
