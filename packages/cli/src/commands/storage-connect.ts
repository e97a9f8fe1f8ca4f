import type { Command } from 'commander'
import { Option } from 'commander'
import { type Common, command, onRun } from '../command.ts'
import { administer } from '../database.ts'
import { usage } from '../exit.ts'
import { columns, type Io } from '../io.ts'
import { localTime } from '../local-time.ts'
import { readSecret, type Secret, secretOption } from '../secret-input.ts'
import { dataDir, nit } from '../values.ts'

interface Options extends Common {
  readonly nit: string
  readonly managed?: string
  readonly s3?: string
  readonly region: string
  readonly accessKeyId?: string
  readonly secretFile?: string
  readonly dataDir?: string
}

const SECRET: Secret = {
  what: 'la llave secreta del depósito',
  option: '--secret-file',
  variable: 'SELLO_S3_SECRET',
}

export function storageConnect(io: Io): Command {
  const made = command(io, 'connect', 'conecta y comprueba dónde se guardan los documentos')
    .addOption(nit())
    .addOption(new Option('--managed <carpeta>', 'carpeta de esta máquina, que Sello administra'))
    .addOption(new Option('--s3 <dirección>', 'depósito S3, p. ej. https://s3.example.com/dte'))
    .addOption(new Option('--region <región>', 'del depósito').default('us-east-1'))
    .addOption(new Option('--access-key-id <id>', 'identificador de la llave del depósito'))
    .addOption(secretOption(SECRET))
    .addOption(dataDir('.sello'))
    .addHelpText(
      'after',
      '\nRepetirlo la comprueba otra vez: sirve 30 días desde cada comprobación.',
    )
  return onRun<Options>(made, io, async (options) => {
    const destination = await connect(io, options)
    const facts = columns([
      [destination.kind === 'managed_folder' ? 'carpeta' : 'depósito', destination.location],
      ['comprobada', localTime(destination.verifiedAt)],
    ])
    const text = `Destino conectado al NIT ${options.nit}.\n${facts}`
    return { json: { nit: options.nit, ...destination }, text }
  })
}

async function connect(io: Io, options: Options) {
  const { nit, managed, s3: url, region, accessKeyId, secretFile } = options
  if ((managed === undefined) === (url === undefined)) {
    usage('Diga dónde: --managed CARPETA o --s3 DIRECCIÓN, una de las dos.')
  }
  if (managed !== undefined) {
    return administer(io, options, (admin, api) => api.connectManagedFolder(admin, nit, managed))
  }
  if (url === undefined || accessKeyId === undefined) usage('--s3 va con --access-key-id.')
  const secretAccessKey = await readSecret(io, SECRET, secretFile)
  const bucket = { url, region, accessKeyId, secretAccessKey }
  return administer(io, options, (admin, api) => api.connectManagedBucket(admin, nit, bucket))
}
