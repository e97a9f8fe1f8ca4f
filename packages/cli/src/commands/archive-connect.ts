import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Destino, Provider, StorageLocation } from '@sello/client'
import { type Command, Option } from 'commander'
import { type CallingOptions, callingOptions, connect, credentialsOf } from '../calling/connect.ts'
import { readProfiles, writeProfiles } from '../calling/profile.ts'
import { command, onRun } from '../command.ts'
import { CliError, usage } from '../exit.ts'
import { columns, type Io } from '../io.ts'
import { localTime } from '../local-time.ts'
import { readSecret, type Secret, secretOption } from '../secret-input.ts'

interface Options extends CallingOptions {
  readonly folder?: string
  readonly s3?: string
  readonly provider?: Provider
  readonly bucket?: string
  readonly endpoint?: string
  readonly region?: string
  readonly accessKeyId?: string
  readonly secretFile?: string
  readonly label?: string
  readonly id?: string
  readonly takeOver?: boolean
}

const SECRET: Secret = {
  what: 'la llave secreta del depósito',
  option: '--secret-file',
  variable: 'SELLO_S3_SECRET',
}

/** Repeated here so that other commands do not load the library. */
const PROVIDERS: readonly Provider[] = ['aws', 'r2', 'b2', 'minio', 'spaces', 'wasabi', 's3']

const HELP = `
Lo suyo (dirección, depósito, llaves) se cifra en esta máquina con su llave de apertura y así se guarda
en el servicio, que no lo puede leer. Sin una (--unlock-key-file, SELLO_UNLOCK_KEY o el perfil) se crea
y se muestra, por única vez. Repetirlo con --id cambia las credenciales de un destino.`

export function archiveConnect(io: Io): Command {
  const made = callingOptions(
    command(io, 'connect', 'conecta y comprueba un destino propio: carpeta o depósito S3')
      .option('--folder <carpeta>', 'carpeta de esta máquina, o de un disco que tenga montado')
      .option('--s3 <dirección>', 'depósito S3, p. ej. https://s3.example.com/dte')
      .addOption(new Option('--provider <cuál>', 'en vez de --s3, con --bucket').choices(PROVIDERS))
      .option('--bucket <nombre>', 'el depósito, con --provider')
      .option('--endpoint <dirección>', 'el servidor, con r2, minio o s3')
      .option('--region <región>', 'del depósito')
      .option('--access-key-id <id>', 'identificador de la llave del depósito')
      .addOption(secretOption(SECRET))
      .option('--label <texto>', 'cómo se llama el destino')
      .option('--id <id>', 'un destino que ya está: cambia lo que guarda')
      .option('--take-over', 'toma un lugar que tiene la marca de otro destino')
      .addHelpText('after', HELP),
  )
  return onRun<Options>(made, io, async (options) => {
    const location = await locationOf(io, options)
    const { sello, signal } = await connect(io, options)
    const given = await credentialsOf(io, options)
    const { newUnlockKey } = await import('@sello/client')
    const unlockKey = given.unlockKey ?? newUnlockKey()
    // Store the key before the destination: a destination that nobody can decrypt is useless.
    const saved = given.unlockKey === undefined ? await saveUnlockKey(io, given, unlockKey) : null
    const shown = given.unlockKey === undefined ? unlockKey : null
    if (shown !== null) sayKey(io, shown, saved)
    const { connectDestination } = await import('@sello/client/node')
    const { label = nameOf(location), id, takeOver } = options
    const wanted = { label, location, id, takeOver }
    const destino = await connectDestination({ sello, unlockKey }, wanted, { signal })
    const json = { ...destino, sellado: undefined, unlockKey: shown ?? undefined }
    return { json, text: textOf(destino) }
  })
}

function textOf({ id, kind, label, revision, verificadoEl }: Destino): string {
  const facts = columns([
    ['destino', id],
    ['clase', kind === 'byos_folder' ? 'carpeta' : 'depósito'],
    ['nombre', label],
    ['revisión', String(revision)],
    ['comprobado', verificadoEl ? localTime(verificadoEl) : 'no'],
  ])
  return `Destino conectado: desde ahora lo que se emite con esta llave se copia ahí.\n${facts}`
}

/** Goes to standard error, since the result may go to a file. */
function sayKey(io: Io, unlockKey: string, profile: string | null): void {
  const where =
    profile === null
      ? 'Guárdela y désela a quien emita, en SELLO_UNLOCK_KEY: no se puede volver a mostrar.'
      : `Quedó en el perfil ${profile}. Guárdela también aparte: no se puede volver a mostrar.`
  io.err(`Llave de apertura: ${unlockKey}\n${where}`)
}

type Given = Awaited<ReturnType<typeof credentialsOf>>

/** Saves it in the profile that the call's key came from; null: the key came from elsewhere. */
async function saveUnlockKey(io: Io, { profile: name }: Given, unlockKey: string) {
  if (name === null) return null
  const profiles = await readProfiles(io)
  const profile = profiles[name]
  if (!profile) return null
  await writeProfiles(io, { ...profiles, [name]: { ...profile, unlockKey } })
  return name
}

async function locationOf(io: Io, options: Options): Promise<StorageLocation> {
  const { folder, s3, provider } = options
  const ways = [folder, s3, provider].filter((way) => way !== undefined)
  if (ways.length !== 1)
    usage('Diga dónde: --folder, --s3 o --provider con --bucket; uno de los tres.')
  if (folder !== undefined) {
    const path = resolve(folder)
    await mkdir(path, { recursive: true, mode: 0o750 })
    return { kind: 'byos_folder', path }
  }
  const { url, region } = await addressOf(options)
  const { accessKeyId } = options
  if (accessKeyId === undefined) usage('Un depósito va con --access-key-id.')
  const secretAccessKey = await readSecret(io, SECRET, options.secretFile)
  return { kind: 'byos_bucket', url, region, accessKeyId, secretAccessKey }
}

async function addressOf({ s3, provider, bucket, endpoint, region }: Options) {
  const { bucketAt } = await import('@sello/client')
  if (s3 !== undefined) return { url: s3.replace(/\/+$/, ''), region: region ?? 'us-east-1' }
  if (provider === undefined || bucket === undefined) usage('--provider va con --bucket.')
  const at = bucketAt({ provider, bucket, endpoint, region })
  if ('problem' in at) throw new CliError('usage', `--provider ${provider}: ${at.problem}`)
  return at
}

const nameOf = (location: StorageLocation) =>
  location.kind === 'byos_folder'
    ? 'Carpeta propia'
    : `Depósito ${new URL(location.url).pathname.slice(1)}`
