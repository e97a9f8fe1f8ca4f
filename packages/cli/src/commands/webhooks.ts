/** The addresses to which what happens is sent, by a program's key. */
import type { EntregaDelWebhook, Webhook, WebhookPatch, WebhookRequest } from '@sello/client'
import { type Command, Option } from 'commander'
import { type CallingOptions, callingOptions, connect } from '../calling/connect.ts'
import { grid } from '../calling/grid.ts'
import { command, onRun } from '../command.ts'
import { usage } from '../exit.ts'
import { columns, type Io } from '../io.ts'
import { localTime } from '../local-time.ts'

type Tipos = NonNullable<WebhookRequest['tipos']>

interface Described extends CallingOptions {
  readonly descripcion?: string
  readonly types?: Tipos
}

const TYPES = 'qué se envía, separado por comas, como dte.sellado,dte.rechazado (si falta: todo)'
const typesOption = () =>
  new Option('--types <lista>', TYPES).argParser((text) => text.split(',').map((one) => one.trim()))

const ONE = (io: Io, name: string, summary: string) =>
  command(io, name, summary).usage('<id> [opciones]').argument('<id>')

const when = (instant: string | null) => (instant === null ? null : localTime(instant))

export function webhooksList(io: Io): Command {
  const made = callingOptions(command(io, 'list', 'lista los webhooks de la empresa'))
  return onRun<CallingOptions>(made, io, async (options) => {
    const { sello, signal } = await connect(io, options)
    const { webhooks } = await sello.webhooks.list({ signal })
    const header = ['id', 'url', 'estado', 'falla desde', 'descripción']
    const cells = webhooks.map((one) => [
      ...[one.id, one.url, one.activo ? 'activo' : `apagado (${one.apagado?.por})`],
      ...[when(one.fallaDesde), one.descripcion],
    ])
    const text = webhooks.length === 0 ? 'No hay webhooks.' : grid(header, cells)
    return { json: { webhooks }, text }
  })
}

export function webhooksCreate(io: Io): Command {
  const made = callingOptions(
    command(io, 'create', 'crea un webhook y muestra su secreto, por única vez')
      .usage('<url> [opciones]')
      .argument('<url>', 'adónde se envía, como https://erp.example.com/sello')
      .option('--description <texto>', 'cómo lo llama usted')
      .addOption(typesOption()),
  )
  return onRun<Described>(made, io, async ({ descripcion, types, ...options }) => {
    const { sello, signal } = await connect(io, options)
    const request = { url: made.args[0] ?? '', descripcion, tipos: types } as WebhookRequest
    const webhook = await sello.webhooks.create(request, { signal })
    return { json: webhook, text: withSecret(webhook) }
  })
}

interface UpdateOptions extends Described {
  readonly to?: string
  readonly on?: true
  readonly off?: true
}

export function webhooksUpdate(io: Io): Command {
  const made = callingOptions(
    ONE(io, 'update', 'cambia, apaga o enciende un webhook')
      .option('--to <url>', 'adónde se envía desde ahora')
      .option('--description <texto>', 'cómo lo llama usted')
      .addOption(typesOption())
      .option('--on', 'lo enciende: sigue donde quedó')
      .option('--off', 'lo apaga'),
  )
  return onRun<UpdateOptions>(made, io, async ({ to, descripcion, types, on, off, ...options }) => {
    if (on && off) usage('--on y --off: es uno de los dos.')
    const turned = on ? { activo: true } : off ? { activo: false } : {}
    const patch = { url: to, descripcion, tipos: types, ...turned } as WebhookPatch
    const { sello, signal } = await connect(io, options)
    const webhook = await sello.webhooks.update(made.args[0] ?? '', patch, { signal })
    return { json: webhook, text: textOf(webhook) }
  })
}

export function webhooksDelete(io: Io): Command {
  const made = callingOptions(ONE(io, 'delete', 'elimina un webhook: no se le envía nada más'))
  return onRun<CallingOptions>(made, io, async (options) => {
    const { sello, signal } = await connect(io, options)
    const gone = await sello.webhooks.delete(made.args[0] ?? '', { signal })
    return { json: gone, text: `Webhook ${gone.id} eliminado.` }
  })
}

export function webhooksRotate(io: Io): Command {
  const made = callingOptions(
    ONE(io, 'rotate', 'cambia el secreto; el anterior firma también un día más'),
  )
  return onRun<CallingOptions>(made, io, async (options) => {
    const { sello, signal } = await connect(io, options)
    const webhook = await sello.webhooks.rotate(made.args[0] ?? '', { signal })
    return { json: webhook, text: withSecret(webhook) }
  })
}

export function webhooksTest(io: Io): Command {
  const made = callingOptions(ONE(io, 'test', 'envía una prueba a un webhook'))
  return onRun<CallingOptions>(made, io, async (options) => {
    const { sello, signal } = await connect(io, options)
    const id = made.args[0] ?? ''
    const sent = await sello.webhooks.test(id, { signal })
    const text = `La prueba ${sent.id} se envía ahora. Cómo terminó: sello webhooks deliveries ${id}`
    return { json: sent, text }
  })
}

interface DeliveriesOptions extends CallingOptions {
  readonly estado?: EntregaDelWebhook['estado']
  readonly limit: string
}

export function webhooksDeliveries(io: Io): Command {
  const made = callingOptions(
    ONE(io, 'deliveries', 'lista lo enviado a un webhook y lo que falta')
      .addOption(
        new Option('--state <estado>', 'solo las de un estado').choices([
          'pendiente',
          'entregada',
          'fallida',
        ]),
      )
      .option('--limit <cuántas>', 'cuántas a lo sumo', '50'),
  )
  return onRun<DeliveriesOptions>(made, io, async ({ estado, limit, ...options }) => {
    if (!/^[1-9]\d{0,5}$/.test(limit)) usage('--limit: es un número entero desde 1.')
    const { sello, signal } = await connect(io, options)
    const entregas: EntregaDelWebhook[] = []
    const query = estado === undefined ? {} : { estado }
    for await (const one of sello.webhooks.deliveries(made.args[0] ?? '', query, { signal })) {
      if (entregas.push(one) >= Number(limit)) break
    }
    const header = ['webhook-id', 'tipo', 'estado', 'intentos', 'próximo', 'motivo']
    const cells = entregas.map((one) => [
      ...[one.id, one.tipo, one.estado, `${one.intentos}`],
      ...[when(one.proximoIntento), one.motivo],
    ])
    return {
      json: { entregas },
      text: entregas.length === 0 ? 'No hay entregas.' : grid(header, cells),
    }
  })
}

export function webhooksRetry(io: Io): Command {
  const made = callingOptions(
    command(io, 'retry', 'envía algo otra vez a un webhook')
      .usage('<id> <webhook-id> [opciones]')
      .argument('<id>')
      .argument('<webhook-id>', 'el de lo enviado, como nv_4f0b…'),
  )
  return onRun<CallingOptions>(made, io, async (options) => {
    const [id = '', entrega = ''] = made.args
    const { sello, signal } = await connect(io, options)
    const sent = await sello.webhooks.retry(id, entrega, { signal })
    return { json: sent, text: `${sent.id} (${sent.tipo}) se envía otra vez ahora.` }
  })
}

const textOf = ({ id, url, activo, tipos }: Webhook): string =>
  columns([
    ['id', id],
    ['url', url],
    ['envía', tipos === null ? 'todo' : tipos.join(', ')],
    ['activo', activo ? 'sí' : 'no'],
  ])

const withSecret = ({ secreto, ...webhook }: Webhook & { readonly secreto: string }): string =>
  `${textOf(webhook)}\n${columns([['secreto', secreto]])}\nGuarde el secreto: no se muestra otra vez.`
