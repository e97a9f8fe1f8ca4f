import type { Finding } from '@sello/service/admin'
import type { Command } from 'commander'
import { type Common, command, onRun } from '../command.ts'
import { administer } from '../database.ts'
import type { Io } from '../io.ts'
import { settingsOf } from '../settings.ts'
import { dataDir } from '../values.ts'

interface Options extends Common {
  readonly dataDir?: string
}

export function doctor(io: Io): Command {
  const made = command(io, 'doctor', 'dice qué está detenido, vencido o por vencer, y qué hacer')
    .addOption(dataDir('.sello'))
    .addHelpText('after', NOTE)
  return onRun<Options>(made, io, async (options) => {
    const settings = await settingsOf(io, options)
    const hallazgos = await administer(io, options, async (admin, api) => [
      ...(await api.diagnose(admin, { folders: [settings.dataDir] })), // grave ones first
      ...api.settingsFindings(settings),
    ])
    const graves = hallazgos.filter(({ gravedad }) => gravedad === 'grave').length
    return {
      json: { ok: graves === 0, hallazgos },
      text: hallazgos.length === 0 ? 'Todo está en orden.' : hallazgos.map(textOf).join('\n'),
      ...(graves > 0 ? { ending: 'refused' as const } : {}),
    }
  })
}

const NOTE = `
Termina con 0 cuando nada grave se encontró, también si hay avisos, y con 1 cuando algo ya no funciona.`

export function textOf({ gravedad, nit, ambiente, mensaje, queHacer }: Finding): string {
  const where = [nit, ambiente === null ? null : AMBIENTE[ambiente]].filter((word) => word !== null)
  const about = where.length === 0 ? '' : ` ${where.join(', ')}:`
  return `${MARK[gravedad]}${about} ${mensaje}\n       ${queHacer}`
}

const MARK = { grave: 'GRAVE', aviso: 'aviso' } as const
const AMBIENTE = { '00': 'pruebas', '01': 'producción' } as const
