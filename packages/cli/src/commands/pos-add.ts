import { type Ambiente, TIPOS_DTE, type TipoDte } from '@sello/contract'
import type { Command } from 'commander'
import { type Common, command, onRun, required } from '../command.ts'
import { administer } from '../database.ts'
import { usage } from '../exit.ts'
import type { Io } from '../io.ts'
import { AMBIENTE_DEFAULT, ambiente, correlativo, dataDir, nit, year } from '../values.ts'

interface Options extends Common {
  readonly nit: string
  readonly codEstable: string
  readonly codPuntoVenta: string
  readonly departamento?: string
  readonly municipio?: string
  readonly distrito?: string
  readonly complemento?: string
  readonly telefono?: string
  readonly first?: readonly First[]
  readonly ambiente?: Ambiente
  readonly year?: number
  readonly dataDir?: string
}

interface First {
  readonly tipoDte: TipoDte
  readonly first: bigint
}

export function posAdd(io: Io): Command {
  const made = command(io, 'add', 'agrega un punto de venta')
    .addOption(nit())
    .addOption(
      required('--establishment-code <código>', 'establecimiento ante Hacienda, p. ej. M001'),
    )
    .addOption(required('--pos-code <código>', 'punto de venta ante Hacienda, p. ej. P001'))
    .option('--department <código>', 'dirección propia: CAT-012 (si falta: la de la empresa)')
    .option('--municipality <código>', 'dirección propia: CAT-013')
    .option('--district <código>', 'dirección propia: CAT-008')
    .option('--address <texto>', 'dirección propia: calle, número, colonia')
    .option('--phone <número>', 'teléfono propio (si falta: el de la empresa)')
    .option(
      '--first <tipo=número,…>',
      'con qué números sigue, si otro programa gastó los de antes: 01=4501,03=121',
      readFirsts,
    )
    .addOption(ambiente())
    .addOption(year())
    .addOption(dataDir('.sello'))
  return onRun<Options>(made, io, async (options) => {
    const { nit, codEstable, codPuntoVenta, telefono } = options
    const pos = {
      codEstable,
      codPuntoVenta,
      telefono,
      direccion: direccionOf(options),
      firsts: firstsOf(options),
    }
    const pointOfSaleId = await administer(io, options, (admin, api) =>
      api.addPointOfSale(admin, nit, pos),
    )
    const text = `Punto de venta ${codEstable}${codPuntoVenta} agregado al NIT ${nit}.`
    return { json: { nit, pointOfSaleId, codEstable, codPuntoVenta }, text }
  })
}

/** Environment and year belong to `--first`; without it they are refused. */
function firstsOf({ first, ambiente, year }: Options) {
  if (first) return { ambiente: ambiente ?? AMBIENTE_DEFAULT, year, firsts: first }
  if (ambiente !== undefined || year !== undefined) {
    usage('--environment y --year van con --first: el punto de venta sirve en los dos ambientes.')
  }
  return undefined
}

function readFirsts(text: string): First[] {
  const given = text.split(',').map((one) => one.trim().split('='))
  const firsts = given.map(([tipo = '', number = '', ...rest]) => {
    const tipoDte = TIPOS_DTE.find((known) => known === tipo)
    if (!tipoDte || rest.length > 0) {
      return usage(`--first: es tipo=número, con comas. Tipos: ${TIPOS_DTE.join(', ')}.`)
    }
    return { tipoDte, first: correlativo(`--first ${tipo}`, number) }
  })
  if (new Set(firsts.map(({ tipoDte }) => tipoDte)).size === firsts.length) return firsts
  usage('--first: un tipo está dos veces. Deje uno.')
}

/** All four parts, or none. */
function direccionOf({ departamento, municipio, distrito, complemento }: Options) {
  const parts = [departamento, municipio, distrito, complemento]
  if (parts.every((part) => part === undefined)) return undefined
  if (departamento && municipio && distrito && complemento) {
    return { departamento, municipio, distrito, complemento }
  }
  usage(
    'La dirección propia lleva las cuatro: --department, --municipality, --district y --address.',
  )
}
