import type { Command } from 'commander'
import { type Common, command, onRun } from '../command.ts'
import { administer } from '../database.ts'
import type { Io } from '../io.ts'
import { localTime } from '../local-time.ts'
import { dataDir, nit } from '../values.ts'

interface Options extends Common {
  readonly nit: string
  readonly undo?: boolean
  readonly dataDir?: string
}

export function companySwitchProduction(io: Io): Command {
  const made = command(io, 'switch-production', 'pasa una empresa a producción')
    .addOption(nit())
    .option('--undo', 'la saca de producción: sus llaves live dejan de funcionar')
    .addOption(dataDir('.sello'))
    .addHelpText('after', NOTE)
  return onRun<Options>(made, io, async (options) => {
    const { nit, undo = false } = options
    if (undo) {
      await administer(io, options, (admin, api) => api.leaveProduction(admin, nit))
      const text = `La empresa ${nit} ya no está en producción: sus llaves live se rechazan.`
      return { json: { nit, productionSince: null }, text }
    }
    const { nombre, productionSince } = await administer(io, options, (admin, api) =>
      api.switchProduction(admin, nit),
    )
    const text = `${nombre} está en producción desde ${localTime(productionSince)}. Emita sus llaves con "sello key mint --environment 01".`
    return { json: { nit, productionSince }, text }
  })
}

const NOTE = `
Se comprueba que haya certificado vigente y contraseña de Hacienda del ambiente 01, un punto de venta, un
destino de almacenamiento comprobado, y un documento de prueba sellado de cada tipo que la empresa dice que
emite ("sello company types"). La autorización de Hacienda para emitir en
producción no se le puede preguntar: asegúrese de tenerla.`
