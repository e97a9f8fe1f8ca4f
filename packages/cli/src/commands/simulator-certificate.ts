/** `sello simulator certificate`: a certificate and its key for rehearsing, made at the moment. */
import { open, rm } from 'node:fs/promises'
import { type Command, Option } from 'commander'
import { type Common, command, onRun, required } from '../command.ts'
import { CliError, usage } from '../exit.ts'
import { FILE_REASONS } from '../explain.ts'
import { columns, type Io } from '../io.ts'
import { localDay } from '../local-time.ts'
import { assertOneStdin, readSecret, secretOption } from '../secret-input.ts'
import { registerTaxpayer } from '../simulator-control.ts'
import { nit } from '../values.ts'
import { PASSWORD as KEY_PASSWORD } from './certificate-import.ts'
import { PASSWORD as API_PASSWORD } from './company-password.ts'

interface Options extends Common {
  readonly nit: string
  readonly nombre: string
  readonly file: string
  readonly simulator?: string
  readonly passwordFile?: string
  readonly apiPasswordFile?: string
}

/** A rehearsal takes days; the file may be made again at any time. */
const YEARS = 1
const ONLY_OWNER = 0o600
const API = { ...API_PASSWORD, option: '--api-password-file' }

export function simulatorCertificate(io: Io): Command {
  const made = command(io, 'certificate', 'hace un certificado de ensayo, con su llave')
    .addOption(nit())
    .addOption(required('--full-name <texto>', 'nombre o razón social'))
    .addOption(required('--file <ruta>', 'el archivo que se escribe; uno que ya existe no se toca'))
    .addOption(secretOption(KEY_PASSWORD))
    .addOption(new Option('--simulator <dirección>', 'registra la empresa en ese simulador'))
    .addOption(secretOption(API))
    .addHelpText('after', NOTE)
  return onRun<Options>(made, io, async (options) => {
    const { nit, nombre, file, simulator, passwordFile, apiPasswordFile } = options
    if (simulator !== undefined && !/^https?:\/\/[^\s?#]+$/.test(simulator)) {
      usage('--simulator: es una dirección http o https, como http://127.0.0.1:4700.')
    }
    assertOneStdin([
      [KEY_PASSWORD.option, passwordFile],
      [API.option, apiPasswordFile],
    ])
    const password = await readSecret(io, KEY_PASSWORD, passwordFile)
    const apiPassword = simulator === undefined ? null : await readSecret(io, API, apiPasswordFile)
    const { issueCertificadoMH } = await import('@sello/mh-simulator')
    const validFrom = io.now()
    const validTo = new Date(validFrom)
    validTo.setUTCFullYear(validTo.getUTCFullYear() + YEARS)
    const request = { nit, nombre, password, validFrom, validTo }
    const { xml, publicKeyPem } = issueCertificadoMH(request)
    await writeNew(file, xml)
    if (simulator !== undefined && apiPassword !== null) {
      const taxpayer = { nit, nombre, password: apiPassword, publicKeyPem }
      await registerTaxpayer(simulator, taxpayer).catch(async (error: unknown) => {
        await rm(file) // the same command can be repeated
        throw error
      })
    }
    const facts = columns([
      ['archivo', file],
      ['titular', nombre],
      ['vigencia', `${localDay(validFrom)} a ${localDay(validTo)}`],
      ...(simulator === undefined ? [] : [['registrada en', simulator] as const]),
    ])
    return {
      json: { nit, file, validFrom, validTo, publicKeyPem, simulator: simulator ?? null },
      text: `Certificado de ensayo hecho. Solo el simulador lo acepta.\n${facts}\nSigue: sello certificate import --nit ${nit} --file ${file}`,
    }
  })
}

const NOTE = `
La llave se genera en el momento y queda solo en ese archivo. El certificado es ficticio y lo dice: sirve
para ensayar con "sello simulator", y Hacienda lo rechaza. Con --simulator la empresa queda registrada
en el simulador con esa llave y con la contraseña de la API que se dé; registrarla otra vez la reemplaza.`

/** Readable by its owner only, and never over a file that is there: it may be a real certificate. */
async function writeNew(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', ONLY_OWNER).catch((error: NodeJS.ErrnoException) => {
    const reason =
      error.code === 'EEXIST' ? 'ya existe, y no se reemplaza.' : FILE_REASONS[String(error.code)]
    if (reason === undefined) throw error
    throw new CliError('refused', `--file: ${path}: ${reason}`, { cause: error })
  })
  try {
    await file.writeFile(text)
  } finally {
    await file.close()
  }
}
