/** The page of a document, whose address begins with its company, while another machine of the cluster is away. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { deliverDue } from '../../src/flows/delivering/deliver.ts'
import { relay } from '../../src/ledger/outbox/relay.ts'
import { createSmtp } from '../../src/outside/mail/smtp.ts'
import { ON_CLUSTER } from '../citus.ts'
import { companyElsewhere, whileAway } from '../machines.ts'
import { type Mailbox, partOf, startMailbox } from '../mail-server.ts'
import { type Company, createWorld, SALE, type World } from '../world.ts'

const ORIGIN = 'https://sello.example.com'

let box: Mailbox
let world: World
before(async () => {
  if (ON_CLUSTER.skip) return
  box = await startMailbox()
  const mail = { service: createSmtp(box.server), through: createSmtp, origin: ORIGIN }
  world = await createWorld({ mail })
})
after(async () => {
  await world?.close()
  await box?.close()
})

/** Issues, sends, and reads the address in the mail. */
async function addressOf({ key }: Company): Promise<string> {
  const { status, text } = await world.issue(
    { ...SALE, entrega: { correo: ['maria@example.com'] } },
    { key },
  )
  assert.equal(status, 200, text)
  await relay(world.deps)
  await deliverDue(world.deps)
  const mail = partOf(box.received.at(-1) as never, 'text/plain')?.toString() ?? ''
  const path = /https:\/\/sello\.example\.com(\/d\/[\w-]+)/.exec(mail)?.[1]
  assert.ok(path, mail)
  return path
}

const visit = async (url: string) => (await world.app.inject({ method: 'GET', url })).statusCode

test(
  'a buyer of a company elsewhere reads the document and takes its files',
  ON_CLUSTER,
  async () => {
    const there = await companyElsewhere(world)
    const [here, away] = [await addressOf(world.company), await addressOf(there)]
    await whileAway(world.deps.pool, there, async () => {
      for (const end of ['', '/copia.pdf', '/documento.json']) {
        assert.equal(await visit(here + end), 200, end)
      }
      assert.equal(await visit(away), 503)
    })
    assert.equal(await visit(away), 200)
  },
)
