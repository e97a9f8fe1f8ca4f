import type { Ambiente } from '@sello/contract'
import type { ImportedCertificate } from '@sello/service/admin'
import type { Command } from 'commander'
import { type Common, command, onRun, required } from '../command.ts'
import { administer } from '../database.ts'
import { columns, type Io } from '../io.ts'
import { localDay } from '../local-time.ts'
import {
  assertOneStdin,
  readGiven,
  readSecret,
  type Secret,
  secretOption,
} from '../secret-input.ts'
import { AMBIENTE_DEFAULT, ambiente, dataDir, nit } from '../values.ts'

interface Options extends Common {
  readonly nit: string
  readonly file: string
  readonly ambiente?: Ambiente
  readonly passwordFile?: string
  readonly passphraseFile?: string
  readonly dataDir?: string
}

export const PASSWORD: Secret = {
  what: 'la contraseña de la llave privada del certificado',
  option: '--password-file',
  variable: 'SELLO_CERTIFICATE_PASSWORD',
}

/** Needed again whenever a signing key is minted. */
export const PASSPHRASE: Secret = {
  what: 'la frase que abre la bóveda de firma',
  option: '--passphrase-file',
  variable: 'SELLO_PASSPHRASE',
}

export function certificateImport(io: Io): Command {
  const made = command(io, 'import', 'guarda el certificado de la empresa en su bóveda de firma')
    .addOption(nit())
    .addOption(required('--file <ruta>', 'el archivo del certificado que entrega Hacienda'))
    .addOption(ambiente())
    .addOption(secretOption(PASSWORD))
    .addOption(secretOption(PASSPHRASE))
    .addOption(dataDir('.sello'))
    .addHelpText('after', NOTE)
  return onRun<Options>(made, io, async (options) => {
    const { nit, ambiente = AMBIENTE_DEFAULT, passwordFile, passphraseFile } = options
    assertOneStdin([
      ['--file', options.file],
      [PASSWORD.option, passwordFile],
      [PASSPHRASE.option, passphraseFile],
    ])
    const xml = await readGiven(io, '--file', options.file)
    const password = await readSecret(io, PASSWORD, passwordFile)
    const passphrase = await readSecret(io, { ...PASSPHRASE, isNew: true }, passphraseFile)
    const imported = await administer(io, options, (admin, api) =>
      api.importCertificate(admin, nit, { ambiente, xml, password, passphrase }),
    )
    return { json: { nit, ambiente, ...imported }, text: textOf(imported) }
  })
}

const NOTE = `
La frase la elige usted, de 15 caracteres o más. Sello no la guarda: sin ella no se pueden
crear más llaves que firmen, y habría que importar el certificado otra vez. Importar otro
certificado retira el anterior, y las llaves que firmaban con él dejan de firmar.`

function textOf({ nombre, fingerprint, validFrom, validTo }: ImportedCertificate): string {
  const facts = columns([
    ['titular', nombre],
    ['vigencia', `${localDay(validFrom)} a ${localDay(validTo)}`],
    ['huella', fingerprint],
  ])
  return `Certificado guardado en la bóveda.\n${facts}`
}
