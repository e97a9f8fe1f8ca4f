/** `npm run bench -- webhooks [--documents N] [--rounds N] [--warm-up N] [--callers N] [--hang] [--mail]`: the CPU of a sale with a webhook, or with a mail to its buyer, beside one without, in interleaved rounds. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { fetch } from 'undici'
import { type Mailbox, startMailbox } from '../../packages/service/test/mail-server.ts'
import { loadCount, percentile, SALE } from './load.ts'
import { startWorld, type World } from './world.ts'

interface Asked {
  readonly documents: number
  readonly callers: number
}

interface Round {
  /** Of service and database, in ms a document, until everything was delivered. */
  readonly cpuMs: number
  readonly perSecond: number
  readonly p50: number
}

export async function measureWebhooks(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      documents: { type: 'string', default: '1000' },
      rounds: { type: 'string', default: '6' },
      'warm-up': { type: 'string', default: '3000' },
      callers: { type: 'string', default: '16' },
      hang: { type: 'boolean', default: false },
      mail: { type: 'boolean', default: false },
    },
  })
  const asked = { documents: Number(values.documents), callers: Number(values.callers) }
  const mailbox = values.mail ? await startMailbox(PLAIN) : null
  const world = await startWorld(0, { settings: { ...SETTINGS, ...mailSettings(mailbox) } })
  const runWith = mailbox
    ? (asked: Asked) => runWithMail(world, asked, mailbox)
    : (asked: Asked) => runWithWebhook(world, asked, values.hang)
  try {
    await loadCount(world, { callers: 64, count: Number(values['warm-up']) })
    await runWith({ ...asked, documents: 200 }) // what is loaded at first use
    const pairs: Pair[] = []
    for (let round = 0; round < Number(values.rounds); round += 1) {
      if (round % 2 === 0) {
        const off = await runWithout(world, asked)
        pairs.push({ off, on: await runWith(asked) })
      } else {
        const on = await runWith(asked)
        pairs.push({ off: await runWithout(world, asked), on })
      }
    }
    process.stdout.write(linesOf(pairs))
  } finally {
    await world.stop()
    await mailbox?.close()
  }
}

/** As the relay of the service's own machine. */
const PLAIN = { hideSTARTTLS: true, disabledCommands: ['STARTTLS'] }
const mailSettings = (mailbox: Mailbox | null) =>
  mailbox === null
    ? {}
    : {
        SELLO_SMTP_URL: `smtp://localhost:${mailbox.server.port}`,
        SELLO_MAIL_FROM: 'facturas@example.com',
      }
const MAILED = JSON.stringify({
  ...JSON.parse(SALE),
  entrega: { correo: ['cliente@example.com'] },
})

const SETTINGS = {
  SELLO_INNER_WEBHOOKS: 'on',
  SELLO_MH_CONNECTIONS: '2048',
  SELLO_CONNECTIONS_PER_ADDRESS: '4096',
}

interface Pair {
  readonly off: Round
  readonly on: Round
}

function linesOf(pairs: readonly Pair[]): string {
  const said = ({ cpuMs, perSecond, p50 }: Round) =>
    `${cpuMs.toFixed(2)} ms of CPU, ${perSecond.toFixed(0)} a second, p50 ${p50.toFixed(1)} ms`
  const ratios = pairs.map(({ off, on }) => on.cpuMs / off.cpuMs)
  const lines = pairs.map(
    ({ off, on }, n) => `with ${said(on)}; without ${said(off)}; ratio ${ratios[n]?.toFixed(3)}`,
  )
  const middle = percentile(
    ratios.toSorted((a, b) => a - b),
    0.5,
  )
  return `${[...lines, `the ratio in the middle is ${middle.toFixed(3)}`].join('\n')}\n`
}

const SETTLE_MS = 2_000

/** Answers at once, or never. */
async function startReceiver(hangs: boolean) {
  let got = 0
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      got += 1
      if (!hangs) response.writeHead(204).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    got: () => got,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function call(world: World, method: 'POST' | 'DELETE', path: string, body?: object) {
  const answer = await fetch(`${world.url}/v1/webhooks${path}`, {
    method,
    headers: {
      'x-service-key': world.key.apiKey,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
  return (await answer.json()) as { readonly id: string }
}

const used = (world: World) => world.cpu().service + world.cpu().database

async function runWithout(world: World, asked: Asked): Promise<Round> {
  const before = used(world)
  const { latencies, sealed, seconds } = await loadCount(world, {
    callers: asked.callers,
    count: asked.documents,
  })
  await sleep(SETTLE_MS) // the job that numbers the feed
  const cpuMs = (used(world) - before) / sealed
  return { cpuMs, perSecond: sealed / seconds, p50: percentile(latencies, 0.5) }
}

async function runWithWebhook(world: World, asked: Asked, hangs: boolean): Promise<Round> {
  const receiver = await startReceiver(hangs)
  const { id } = await call(world, 'POST', '', { url: receiver.url })
  await sleep(SETTLE_MS)
  const before = used(world)
  const { latencies, sealed, seconds } = await loadCount(world, {
    callers: asked.callers,
    count: asked.documents,
  })
  const until = Date.now() + SETTLE_MS
  while (Date.now() < until || (!hangs && receiver.got() < sealed)) await sleep(100)
  const cpuMs = (used(world) - before) / sealed
  await call(world, 'DELETE', `/${id}`)
  receiver.stop()
  return { cpuMs, perSecond: sealed / seconds, p50: percentile(latencies, 0.5) }
}

async function runWithMail(world: World, asked: Asked, mailbox: Mailbox): Promise<Round> {
  mailbox.received.length = 0
  const before = used(world)
  const { latencies, sealed, seconds } = await loadCount(world, {
    callers: asked.callers,
    count: asked.documents,
    request: MAILED,
  })
  const until = Date.now() + SETTLE_MS
  while (Date.now() < until || mailbox.received.length < sealed) await sleep(100)
  const cpuMs = (used(world) - before) / sealed
  return { cpuMs, perSecond: sealed / seconds, p50: percentile(latencies, 0.5) }
}
