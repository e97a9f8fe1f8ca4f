/** What changes while an act of the console waits for its turn: it is checked once more when it has it. */
import assert from 'node:assert/strict'
import { createECDH } from 'node:crypto'
import { after, before, test } from 'node:test'
import { addPerson } from '../../src/admin.ts'
import { type Tx, transaction } from '../../src/base/db/tx.ts'
import { lockPeople } from '../../src/ledger/people/company-people.ts'
import { fingerprintOf } from '../../src/ledger/people/sign-key-requests.ts'
import { LOCK_WAITS } from '../citus.ts'
import { type Browser, type BrowserReply, codeOf, openBrowser, signInAs } from '../people.ts'
import { until } from '../until.ts'
import { createWorld, PASSPHRASE, type World } from '../world.ts'

let world: World
let nit: string
let owner: Browser
before(async () => {
  world = await createWorld()
  nit = world.company.nit
  owner = await signInAs(world, 'dueno')
})
after(() => world.close())

const lockCompany = async (tx: Tx) => {
  const { id } = await tx.one<{ id: string }>('select company_id as id from companies')
  await lockPeople(tx, id)
}

/** Begins the calls while what they need is locked, makes the change once all wait, and lets them go on. */
async function meanwhile(
  calls: readonly (() => Promise<BrowserReply>)[],
  change: (tx: Tx) => Promise<unknown> = async () => {},
  lock: (tx: Tx) => Promise<unknown> = lockCompany,
): Promise<readonly BrowserReply[]> {
  const { pool } = world.deps
  const replies = await transaction(pool, async (tx) => {
    await lock(tx)
    const asked = calls.map((call) => call())
    const areWaiting = async () => (await pool.many(LOCK_WAITS)).length === calls.length
    await until('every call waits', areWaiting)
    await change(tx)
    return { asked }
  })
  return Promise.all(replies.asked)
}

async function invite(correo: string): Promise<string> {
  const { body } = await owner.send('POST', `/${nit}/invitaciones`, { correo, rol: 'lector' })
  return new URL(body.url).hash.slice(1)
}

const acceptAsNew = (token: string) => () =>
  openBrowser(world).send('POST', '/invitacion/aceptar', {
    ...{ token, nombre: 'Nuevo Socio', contrasena: 'cuatro palabras muy verdes' },
  })
const told = (reply: BrowserReply) => [codeOf(reply), reply.body?.error?.message]

test('an invitation that is accepted twice at once is accepted once', async () => {
  const token = await invite('dos-veces@example.com')
  const replies = await meanwhile([acceptAsNew(token), acceptAsNew(token)])
  const [joined, refused] = replies.toSorted((one, other) => one.status - other.status).map(told)
  assert.deepEqual(joined, ['200', undefined])
  assert.deepEqual(refused, ['401 sign_in_failed', 'Esta invitación ya se usó. Pida otra.'])
})

test('an account that was made meanwhile is not entered by the invitation, which still waits for it', async () => {
  const correo = 'entretanto@example.com'
  const token = await invite(correo)
  const [refused] = await meanwhile([acceptAsNew(token)], () =>
    addPerson(world.admin, {
      ...{ correo, nombre: 'Otra', member: null, operador: false, password: null },
    }),
  )
  assert.deepEqual(refused && told(refused), [
    ...['401 session_required', `Entre con ${correo} para aceptar.`],
  ])
  const { personas, invitaciones } = (await owner.get(`/${nit}/personas`)).body
  const mails = (all: readonly { correo: string }[]) => all.map((one) => one.correo)
  assert.ok(!mails(personas).includes(correo))
  assert.ok(mails(invitaciones).includes(correo))
})

for (const [what, sql] of [
  ['left', 'delete from memberships where person_id = $1'],
  ['has a smaller role', `update memberships set rol = 'lector' where person_id = $1`],
] as const) {
  test(`whoever ${what} meanwhile invites nobody`, async () => {
    const leaving = await signInAs(world, 'dueno')
    const given = { correo: `de-${what.length}@example.com`, rol: 'emisor' }
    const [refused] = await meanwhile(
      [() => leaving.send('POST', `/${nit}/invitaciones`, given)],
      (tx) => tx.run(sql, [leaving.personId]),
    )
    assert.deepEqual(refused && told(refused), [
      ...['403 role_not_allowed', 'No tiene permiso para esto. Pídalo a un dueño de la empresa.'],
    ])
    const { invitaciones } = (await owner.get(`/${nit}/personas`)).body
    assert.ok(invitaciones.every(({ correo }: { correo: string }) => correo !== given.correo))
  })
}

test('whoever asks for a sign key again meanwhile gets none for the browser of before', async () => {
  const issuer = await signInAs(world, 'emisor')
  const [own, other] = [createECDH('prime256v1'), createECDH('prime256v1')]
  const clavePublica = own.generateKeys().toString('base64url')
  const { id } = (await issuer.send('POST', `/${nit}/firma/00/pedido`, { clavePublica })).body
  const huella = fingerprintOf(own.getPublicKey())
  const [refused] = await meanwhile(
    [() => owner.send('POST', `/${nit}/pedidos-de-firma/${id}`, { frase: PASSPHRASE, huella })],
    (tx) =>
      tx.run('update sign_key_requests set public_key = $2 where request_id = $1', [
        ...[id, other.generateKeys()],
      ]),
    (tx) =>
      tx.one('select request_id from sign_key_requests where request_id = $1 for update', [id]),
  )
  const message = 'id: la persona pidió de nuevo entretanto. Repita con el pedido nuevo.'
  assert.deepEqual(refused && told(refused), ['422 refused', message])
  assert.equal((await issuer.get(`/${nit}/firma/00`)).body.pedido.sellado, null)
})
