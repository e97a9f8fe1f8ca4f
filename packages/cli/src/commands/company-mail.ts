import { ENTREGAS_POR_DEFECTO, type EntregaPorDefecto } from '@sello/contract'
import type { MailChange, NewMailServer } from '@sello/service/admin'
import { type Command, Option } from 'commander'
import { type Common, command, onRun } from '../command.ts'
import { administer } from '../database.ts'
import { usage } from '../exit.ts'
import { columns, type Io } from '../io.ts'
import { readGiven, readSecret, type Secret, secretOption } from '../secret-input.ts'
import { dataDir, nit } from '../values.ts'

interface Options extends Common {
  readonly nit: string
  readonly when?: EntregaPorDefecto
  readonly page?: 'on' | 'off'
  readonly smtp?: string | false
  readonly sender?: string
  readonly passwordFile?: string
  readonly dkimKeyFile?: string
  readonly dkimSelector?: string
  readonly innerNetwork?: true
  readonly dataDir?: string
}

const PASSWORD: Secret = {
  what: 'la contraseña del servidor de correo',
  option: '--password-file',
  variable: 'SELLO_SMTP_PASSWORD',
}

export function companyMail(io: Io): Command {
  const made = command(io, 'mail', 'dice cómo se envían por correo los documentos, y lo muestra')
    .addOption(nit())
    .addOption(
      new Option('--when <cuándo>', 'si la petición no dice a quién').choices(ENTREGAS_POR_DEFECTO),
    )
    .addOption(
      new Option(
        '--page <sí o no>',
        'si sus documentos tienen una página para el comprador',
      ).choices(['on', 'off']),
    )
    .option(
      '--smtp <dirección>',
      'servidor propio: smtp://usuario@correo.example.com:587, o smtps://',
    )
    .option('--no-smtp', 'el correo sale por el servidor del servicio')
    .option('--sender <dirección>', 'de qué dirección sale; va con --smtp')
    .addOption(secretOption(PASSWORD))
    .option('--dkim-key-file <ruta>', 'la llave privada RSA que firma el correo (PEM)')
    .option('--dkim-selector <palabra>', 'la que va delante de ._domainkey; va con --dkim-key-file')
    .option('--inner-network', 'el servidor puede estar en esta máquina o en su red interna')
    .addOption(dataDir('.sello'))
    .addHelpText('after', NOTE)
  return onRun<Options>(made, io, async (options) => {
    const { nit } = options
    const isGiven = made.getOptionValueSource('smtp') === 'cli'
    const change: MailChange = {
      ...(options.when === undefined ? {} : { entrega: options.when }),
      ...(options.page === undefined ? {} : { pagina: options.page === 'on' }),
      ...(isGiven ? { server: await serverOf(io, options) } : {}),
    }
    const { nombre, entrega, pagina, servidor } = await administer(io, options, (admin, api) =>
      api.setMail(admin, nit, change),
    )
    const facts = columns([
      [
        'si la petición no dice',
        entrega === 'nunca' ? 'no se envía' : 'al correo del receptor, si tiene',
      ],
      [
        'sale por',
        servidor ? `${servidor.host}:${servidor.port}` : 'el servidor de correo del servicio',
      ],
      ['página del comprador', pagina ? 'sí' : 'no'],
      ...(servidor ? [['de', servidor.sender] as const] : []),
      ...(servidor ? [['firma DKIM', servidor.dkim ? 'sí' : 'no'] as const] : []),
    ])
    return { json: { nit, entrega, pagina, servidor }, text: `Correo de ${nombre}:\n${facts}` }
  })
}

async function serverOf(io: Io, options: Options): Promise<NewMailServer | null> {
  const { smtp, sender, passwordFile, dkimKeyFile, dkimSelector } = options
  if (!smtp) return null
  if (sender === undefined) usage('--smtp va con --sender.')
  if ((dkimKeyFile === undefined) !== (dkimSelector === undefined)) {
    usage('--dkim-key-file y --dkim-selector van juntas.')
  }
  const url = URL.canParse(smtp) ? new URL(smtp) : null
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '' || url.password !== '') {
    usage('--smtp: es una dirección como smtp://usuario@correo.example.com:587, sin contraseña.')
  }
  const isImplicit = url.protocol === 'smtps:'
  const user = decodeURIComponent(url.username)
  const key = dkimKeyFile === undefined ? null : await readGiven(io, '--dkim-key-file', dkimKeyFile)
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isImplicit ? 465 : 587),
    tls: isImplicit ? 'implicit' : 'starttls',
    auth: user === '' ? null : { user, pass: await readSecret(io, PASSWORD, passwordFile) },
    sender,
    dkim: key && { selector: dkimSelector ?? '', privateKey: key.toString() },
    innerNetwork: options.innerNetwork ?? false,
  }
}

const NOTE = `
Sin opciones muestra lo que hay. La conexión va siempre cifrada: smtps:// desde el comienzo, y smtp:// con
STARTTLS, que el servidor tiene que ofrecer. La petición de cada documento puede decir otra cosa (entrega).`
