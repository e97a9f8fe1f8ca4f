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
    const text = `${url}\nSirve una vez, durante una hora. Quien lo tenga entra como ${correo}.`
    return { json: { correo, url, expiresAt: expiresAt.toISOString() }, text }
  })
}
