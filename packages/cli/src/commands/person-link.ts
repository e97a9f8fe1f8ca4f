import type { Command } from 'commander'
import { type Common, command, onRun, required } from '../command.ts'
import { administer } from '../database.ts'
import type { Io } from '../io.ts'
import { settingsOf } from '../settings.ts'
import { dataDir } from '../values.ts'

interface Options extends Common {
  readonly correo: string
  readonly dataDir?: string
}

/** Long enough to hand over, short enough to limit misuse. */
const HOURS = 1

/** This command cannot see where the service listens. */
const ADDRESS_GUESSED = `
La dirección es la de los ajustes de este comando, no la del servicio en marcha: si escucha en otra, dé
aquí los mismos SELLO_HOST y SELLO_PORT, o SELLO_PUBLIC_ORIGIN.`

export function personLink(io: Io): Command {
  const made = command(io, 'link', 'da un enlace con que una persona entra una vez')
    .addOption(required('--email <correo>', 'de quien entra'))
    .addOption(dataDir('.sello'))
    .addHelpText(
      'after',
      '\nEs el primer acceso, y el camino de vuelta de quien perdió su contraseña y sus llaves.',
    )
  return onRun<Options>(made, io, async (options) => {
    const { correo } = options
    const { publicOrigin, host, port, basePath } = await settingsOf(io, options)
    const origin = publicOrigin ?? `http://${host === '127.0.0.1' ? 'localhost' : host}:${port}`
    const { url, expiresAt } = await administer(io, options, async (admin, api) => {
      const { token, expiresAt } = await api.makeSignInLink(admin, { correo, hours: HOURS })
      return { url: api.signInAddress(origin + basePath, token), expiresAt }
    })
    const where = publicOrigin === null ? ADDRESS_GUESSED : ''
    const text = `${url}\nSirve una vez, durante una hora. Quien lo tenga entra como ${correo}.${where}`
    return { json: { correo, url, expiresAt: expiresAt.toISOString() }, text }
  })
}
