import type { Status } from '@sello/client'
import type { Command } from 'commander'
import { type CallingOptions, callingOptions, connect } from '../calling/connect.ts'
import { command, onRun } from '../command.ts'
import { columns, type Io } from '../io.ts'
import { localDay, localTime } from '../local-time.ts'

export function status(io: Io): Command {
  const made = callingOptions(
    command(io, 'status', 'dice qué puede hacer la llave y qué le falta a la empresa'),
  )
  return onRun<CallingOptions>(made, io, async (options) => {
    const { sello, signal } = await connect(io, options)
    const status = await sello.status({ signal })
    return { json: status, text: textOf(status), ending: status.ok ? undefined : 'refused' }
  })
}

function textOf(status: Status): string {
  const { emisor, llave, firma, almacenamiento, contingencia, ministerio, limites } = status
  const { certificado } = firma
  const window = ({ remaining, limit }: { remaining: number; limit: number }) =>
    `${remaining} de ${limit}`
  return columns([
    ['empresa', `${emisor.nombre}, NIT ${emisor.nit}`],
    ['ambiente', status.ambiente === '00' ? '00 pruebas' : '01 producción'],
    ['llave', `${llave.label} (${llave.keyId}): ${llave.alcances.join(', ')}`],
    ['tipos', llave.tiposDte.join(', ')],
    ['firma', firma.vaultDeFirma ? 'sí' : 'no'],
    ['certificado', certificado ? `vale hasta ${localDay(certificado.validTo)}` : 'ninguno'],
    ['almacenamiento', almacenamiento.listo ? 'listo' : 'sin un destino verificado'],
    [
      'Hacienda',
      ministerio.mantenimientoHasta
        ? `en mantenimiento hasta ${localTime(ministerio.mantenimientoHasta)}`
        : ministerio.estado,
    ],
    ['en espera', `${contingencia.documentos} documentos`],
    ...(contingencia.queHacer ? [['qué hacer', contingencia.queHacer] as const] : []),
    ['quedan', `${window(limites.hora)} por hora, ${window(limites.dia)} por día`],
    ...status.advertencias.map(({ mensaje }) => ['atención', mensaje] as const),
    ['lista', status.ok ? 'sí' : 'no'],
  ])
}
