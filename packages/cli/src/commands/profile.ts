import type { Command } from 'commander'
import { grid } from '../calling/grid.ts'
import {
  checkName,
  DEFAULT_PROFILE,
  type Profile,
  profileFile,
  readProfiles,
  writeProfiles,
} from '../calling/profile.ts'
import { type Common, command, onRun, required } from '../command.ts'
import { CliError, usage } from '../exit.ts'
import type { Io } from '../io.ts'
import { assertOneStdin, readSecret, type Secret, secretOption } from '../secret-input.ts'

interface Options extends Common {
  readonly url: string
  readonly name?: string
  readonly apiKeyFile?: string
  readonly signKeyFile?: string
  /** False with `--no-sign-key`. */
  readonly signKey: boolean
}

const API_KEY: Secret = {
  what: 'la llave de API',
  option: '--api-key-file',
  variable: 'SELLO_API_KEY',
}
const SIGN_KEY: Secret = {
  what: 'la llave de firma',
  option: '--sign-key-file',
  variable: 'SELLO_SIGN_KEY',
}

const name = '--name <nombre>'

export function profileSet(io: Io): Command {
  const made = command(io, 'set', 'guarda la dirección de un servicio y sus llaves')
    .addOption(required('--url <dirección>', 'dirección del servicio'))
    .option(name, 'nombre del perfil (si falta: default)')
    .addOption(secretOption(API_KEY))
    .addOption(secretOption(SIGN_KEY))
    .option('--no-sign-key', 'las llamadas de este perfil no firman')
  return onRun<Options>(made, io, async (options) => {
    const { url, apiKeyFile, signKeyFile, name = DEFAULT_PROFILE } = options
    if (!/^https?:\/\/[^\s?#]+$/.test(url)) usage('--url: es una dirección http o https.')
    assertOneStdin([
      ['--api-key-file', apiKeyFile],
      ['--sign-key-file', signKeyFile],
    ])
    const apiKey = await readSecret(io, API_KEY, apiKeyFile)
    const signKey = options.signKey ? await readSecret(io, SIGN_KEY, signKeyFile) : undefined
    const profiles = await readProfiles(io)
    const baseUrl = url.replace(/\/+$/, '')
    const before = profiles[name]
    // Keep the unlock key when the service's keys are replaced.
    const unlockKey = before?.baseUrl === baseUrl ? before.unlockKey : undefined
    const profile: Profile = { baseUrl, apiKey, signKey, unlockKey }
    const file = await writeProfiles(io, {
      ...profiles,
      [checkName(name)]: profile,
    })
    return { json: { name, file }, text: `Perfil ${name} guardado en ${file} (solo usted lo lee).` }
  })
}

export function profileList(io: Io): Command {
  const made = command(io, 'list', 'muestra los perfiles, sin sus llaves')
  return onRun<Common>(made, io, async () => {
    const all = Object.entries(await readProfiles(io)).map(([name, profile]) => ({
      name,
      baseUrl: profile.baseUrl,
      // The public part of a key, before its secret.
      keyId: profile.apiKey?.split('.')[0] ?? null,
      signs: profile.signKey !== undefined,
    }))
    const rows = all.map((one) => [one.name, one.baseUrl, one.keyId, one.signs ? 'sí' : 'no'])
    const none = 'No hay perfiles. Guarde uno con "sello profile set".'
    return {
      json: { file: profileFile(io), profiles: all },
      text: rows.length === 0 ? none : grid(['perfil', 'dirección', 'llave', 'firma'], rows),
    }
  })
}

export function profileRemove(io: Io): Command {
  const made = command(io, 'remove', 'borra un perfil').option(name, 'cuál (si falta: default)')
  return onRun<Pick<Options, 'name' | 'json'>>(made, io, async ({ name = DEFAULT_PROFILE }) => {
    const { [name]: gone, ...rest } = await readProfiles(io)
    if (!gone) throw new CliError('refused', `No hay un perfil ${name}.`)
    await writeProfiles(io, rest)
    return { json: { name }, text: `Perfil ${name} borrado.` }
  })
}
