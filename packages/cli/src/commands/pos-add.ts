import type { Command } from 'commander'
import { type Common, command, onRun, required } from '../command.ts'
import { administer } from '../database.ts'
import { usage } from '../exit.ts'
import type { Io } from '../io.ts'
import { dataDir, nit } from '../values.ts'

interface Options extends Common {
  readonly nit: string
  readonly codEstable: string
  readonly codPuntoVenta: string
  readonly departamento?: string
  readonly municipio?: string
  readonly distrito?: string
  readonly complemento?: string
  readonly telefono?: string
  readonly dataDir?: string
}

export function posAdd(io: Io): Command {
  const made = command(io, 'add', 'agrega un punto de venta')
    .addOption(nit())
    .addOption(required('--cod-estable <código>', 'establecimiento ante Hacienda, p. ej. M001'))
    .addOption(required('--cod-punto-venta <código>', 'punto de venta ante Hacienda, p. ej. P001'))
    .option('--departamento <código>', 'dirección propia: CAT-012 (si falta: la de la empresa)')
    .option('--municipio <código>', 'dirección propia: CAT-013')
    .option('--distrito <código>', 'dirección propia: CAT-008')
    .option('--complemento <texto>', 'dirección propia: calle, número, colonia')
    .option('--telefono <número>', 'teléfono propio (si falta: el de la empresa)')
    .addOption(dataDir('.sello'))
  return onRun<Options>(made, io, async (options) => {
    const { nit, codEstable, codPuntoVenta, telefono } = options
    const pos = { codEstable, codPuntoVenta, telefono, direccion: direccionOf(options) }
    const pointOfSaleId = await administer(io, options, (admin, api) =>
      api.addPointOfSale(admin, nit, pos),
    )
    const text = `Punto de venta ${codEstable}${codPuntoVenta} agregado al NIT ${nit}.`
    return { json: { nit, pointOfSaleId, codEstable, codPuntoVenta }, text }
  })
}

/** All four parts, or none. */
function direccionOf({ departamento, municipio, distrito, complemento }: Options) {
  const parts = [departamento, municipio, distrito, complemento]
  if (parts.every((part) => part === undefined)) return undefined
  if (departamento && municipio && distrito && complemento) {
    return { departamento, municipio, distrito, complemento }
  }
  usage(
    'La dirección propia lleva las cuatro: --departamento, --municipio, --distrito y --complemento.',
  )
}
