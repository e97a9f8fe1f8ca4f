import { type Ambiente, TIPOS_DTE, type TipoDte } from '@sello/contract'
import type { Command } from 'commander'
import { type Common, command, onRun, required } from '../command.ts'
import { administer } from '../database.ts'
import type { Io } from '../io.ts'
import { AMBIENTE_DEFAULT, ambiente, codes, correlativo, dataDir, nit, year } from '../values.ts'

interface Options extends Common {
  readonly nit: string
  readonly codEstable: string
  readonly codPuntoVenta: string
  readonly tipoDte: TipoDte
  readonly first: bigint
  readonly ambiente?: Ambiente
  readonly year?: number
  readonly dataDir?: string
}

export function seriesSet(io: Io): Command {
  const made = command(io, 'set', 'dice con qué número sigue una serie que empezó en otro programa')
    .addOption(nit())
    .addOption(
      required('--establishment-code <código>', 'establecimiento ante Hacienda, p. ej. M001'),
    )
    .addOption(required('--pos-code <código>', 'punto de venta ante Hacienda, p. ej. P001'))
    .addOption(
      required('--dte-type <tipo>', `de los que se emiten: ${TIPOS_DTE.join(', ')}`).argParser(
        (text) => codes('--dte-type', text, TIPOS_DTE)[0],
      ),
    )
    .addOption(
      required('--first <número>', 'el próximo: uno más que el último del otro programa').argParser(
        (text) => correlativo('--first', text),
      ),
    )
    .addOption(ambiente())
    .addOption(year())
    .addOption(dataDir('.sello'))
    .addHelpText('after', NOTE)
  return onRun<Options>(made, io, async (options) => {
    const { nit, codEstable, codPuntoVenta, tipoDte, first, year: of } = options
    const at = { codEstable, codPuntoVenta, ambiente: options.ambiente ?? AMBIENTE_DEFAULT }
    const [set] = await administer(io, options, (admin, api) =>
      api.setSeriesFirst(admin, nit, { ...at, year: of, firsts: [{ tipoDte, first }] }),
    )
    if (!set) throw new Error('bug: a series was set and is not told')
    const text = `La serie ${tipoDte} ${codEstable}${codPuntoVenta} de ${set.year} sigue con ${set.numeroControl}.`
    return { json: { nit, ...at, ...set }, text }
  })
}

const NOTE = `
Cada tipo, punto de venta, ambiente y año cuenta aparte. Un número que ya se dio no se da otra vez:
el primero es mayor que el último. Queda en la bitácora (sello audit verify).`
