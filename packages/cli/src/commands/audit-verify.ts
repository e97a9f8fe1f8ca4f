import type { Command } from 'commander'
import { type Common, command, onRun } from '../command.ts'
import { administer } from '../database.ts'
import { CliError } from '../exit.ts'
import type { Io } from '../io.ts'
import { localTime } from '../local-time.ts'
import { dataDir } from '../values.ts'

interface Options extends Common {
  readonly dataDir?: string
}

export function auditVerify(io: Io): Command {
  const made = command(io, 'verify', 'comprueba que nadie cambió la bitácora de actos')
    .addOption(dataDir('.sello'))
    .addHelpText(
      'after',
      '\nAnote fuera del servicio el final de cada cadena: prueba después que nada anterior cambió.',
    )
  return onRun<Options>(made, io, async (options) => {
    const verdicts = await administer(io, options, (admin, api) => api.verifyAudit(admin))
    const broken = verdicts.filter((verdict) => verdict.broken !== null)
    if (broken.length > 0) {
      const lines = broken.map(
        ({ companyId, broken: at }) =>
          `${companyId}: la cadena no coincide desde la entrada ${at?.seq}${at?.at ? `, del ${localTime(at.at)}` : ''}.`,
      )
      throw new CliError('refused', lines.join('\n'))
    }
    const chains = verdicts.map(({ companyId, entries, head }) => ({ companyId, entries, head }))
    const text = chains.map((one) => `${one.companyId}  ${one.entries} actos  ${one.head ?? ''}`)
    return { json: { chains }, text: ['Cadenas íntegras.', ...text].join('\n') }
  })
}
