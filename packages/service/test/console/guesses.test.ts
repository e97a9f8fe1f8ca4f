import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { addPerson } from '../../src/admin.ts'
import { systemClock } from '../../src/base/clock.ts'
import { addPasskey, createPasskey } from '../passkey.ts'
import { type Browser, codeOf, openBrowser, signInAs } from '../people.ts'
import { createWorld, SALE, type World } from '../world.ts'

const PASSWORD = 'montaña verde lluvia 8'
const MINUTE_MS = 60_000

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

async function person(name: string) {
  const correo = `${name}@example.com`
  const member = { nit: world.company.nit, rol: 'lector' as const }
  const given = { correo, nombre: name, member, operador: false, password: PASSWORD }
  const { personId } = await addPerson(world.admin, given)
  return { correo, personId }
}

const enter = (peer: string, correo: string, contrasena = 'no era esta clave') =>
  openBrowser(world, peer).send('POST', '/entrar/contrasena', { correo, contrasena })

/** The rows of each table. */
async function counts() {
  const { pool } = world.deps
  const tables = await pool.many<{ name: string }>(
    `select c.relname::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
  const all = await Promise.all(
    tables.map(async ({ name }) => {
      const { n } = await pool.one<{ n: bigint }>(`select count(*) as n from ${name}`)
      return [name, Number(n)] as const
    }),
  )
  return Object.fromEntries(all)
}

test('an e-mail of nobody gets the answers of a person’s, from the first guess to the limit', async () => {
  const { correo } = await person('celia')
  const answersFor = async (given: string) => {
    const answers = []
    for (let i = 0; i < 7; i += 1) {
      const { status, body, headers } = await enter('203.0.113.5', given)
      answers.push({ status, body, retryAfter: headers['retry-after'] })
    }
    return answers
  }
  const known = await answersFor(correo)
  assert.deepEqual(await answersFor('nadie@example.com'), known)
  assert.deepEqual(
    known.map(({ status }) => status),
    [401, 401, 401, 401, 401, 429, 429],
  )
})

test('calls of nobody add no row: neither guesses for one e-mail, nor challenges, nor refused answers', async () => {
  await enter('203.0.113.6', 'ninguno@example.com')
  const before = await counts()
  for (let i = 0; i < 30; i += 1) {
    await enter(`203.0.113.${10 + i}`, 'ninguno@example.com')
    const asked = await openBrowser(world).send('POST', '/entrar/llave/opciones', {})
    assert.equal(asked.status, 200)
    const { retoId } = asked.body
    const answered = await openBrowser(world).send('POST', '/entrar/llave', {
      ...{ retoId, respuesta: { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: {} } },
    })
    assert.equal(codeOf(answered), '401 sign_in_failed')
  }
  assert.deepEqual(await counts(), before)
})

test('strangers who guess at once leave the console’s connections and the sales alone; who is known goes first', async () => {
  const { correo } = await person('dina')
  const own = openBrowser(world, '190.86.1.1')
  const given = { correo, contrasena: PASSWORD }
  assert.equal((await own.send('POST', '/entrar/contrasena', given)).status, 200)
  const { consolePool } = world.deps
  let most = 0
  const watch = setInterval(() => {
    const { total, idle, waiting } = consolePool.load()
    most = Math.max(most, total - idle + waiting)
  }, 1)
  const flood = Array.from({ length: 200 }, (_, i) => enter(`10.9.${i}.1`, `x${i}@example.com`))
  const [sale, known] = await Promise.all([
    world.issue(SALE),
    own.send('POST', '/entrar/contrasena', given),
  ])
  const floodIsOver = await Promise.race([
    Promise.all(flood).then(() => true),
    systemClock.sleep(0).then(() => false),
  ])
  const codes = (await Promise.all(flood)).map(codeOf)
  clearInterval(watch)
  assert.deepEqual([sale.status, known.status, floodIsOver], [200, 200, false])
  assert.deepEqual([...new Set(codes)].sort(), ['401 sign_in_failed', '503 service_busy'])
  assert.ok(codes.filter((code) => code.startsWith('401')).length <= 17)
  assert.ok(most <= 3, `${most} connections were used or waited for`)
})

test('a cookie that is not of the person’s browser is a stranger’s: it has no count of its own', async () => {
  const { correo } = await person('elsa')
  const other = await signInAs(world, 'lector')
  const planted = ['A', 'B', 'C', 'D', 'E'].map((letter) => letter.repeat(43))
  const statuses = []
  for (const device of [...planted, other.cookies.get('sello_device') ?? '', 'F'.repeat(43)]) {
    const browser = openBrowser(world, '203.0.113.90')
    browser.cookies.set('sello_device', device)
    const body = { correo, contrasena: 'no era esta clave' }
    statuses.push((await browser.send('POST', '/entrar/contrasena', body)).status)
  }
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429])
})

test('a right guess clears the count of its network, and a right code that of its browser', async () => {
  const { correo } = await person('flora')
  for (let round = 0; round < 2; round += 1) {
    const wrong = [1, 2, 3, 4].map(() => enter('203.0.113.91', correo))
    for (const { status } of await Promise.all(wrong)) assert.equal(status, 401)
    assert.equal((await enter('203.0.113.91', correo, PASSWORD)).status, 200)
  }

  const browser = await signInAs(world, 'lector')
  for (let round = 0; round < 2; round += 1) {
    const { secreto } = (await browser.send('POST', '/yo/totp', {})).body
    const confirm = (codigo: string) => browser.send('POST', '/yo/totp/confirmar', { codigo })
    for (let n = 0; n < 9; n += 1) assert.equal(codeOf(await confirm('xxxxxx')), '422 refused')
    await world.advance(MINUTE_MS)
    const timestamp = world.deps.clock.now().getTime()
    const codigo = new TOTP({ secret: Secret.fromBase32(secreto) }).generate({ timestamp })
    assert.equal(codeOf(await confirm(codigo)), '200')
  }
})

test('a new password of somebody in a session waits for no stranger who guesses', async () => {
  const browser = await signInAs(world, 'lector')
  const flood = Array.from({ length: 60 }, (_, i) => enter(`10.8.${i}.1`, `y${i}@example.com`))
  const contrasena = 'nueve faroles junto al muelle'
  const set = await browser.send('POST', '/yo/contrasena', { contrasena })
  assert.equal(set.status, 204, JSON.stringify(set.body))
  const codes = new Set((await Promise.all(flood)).map(codeOf))
  assert.ok(codes.has('503 service_busy'), 'the line of strangers was full')
})

test('a sign-in by passkey serves once, within five minutes, and only with a challenge that the service issued', async () => {
  const browser = await signInAs(world, 'lector', { correo: 'fabiola@example.com' })
  const passkey = await addPasskey(browser)
  const ask = async () =>
    (await openBrowser(world).send('POST', '/entrar/llave/opciones', {})).body as {
      retoId: string
      opciones: { challenge: string }
    }
  const answer = (retoId: string, respuesta: object) =>
    openBrowser(world).send('POST', '/entrar/llave', { retoId, respuesta })

  const { retoId, opciones } = await ask()
  const respuesta = passkey.answer(opciones)
  const twice = await Promise.all([answer(retoId, respuesta), answer(retoId, respuesta)])
  assert.deepEqual(twice.map(({ status }) => status).sort(), [200, 401])
  assert.equal(codeOf(await answer(retoId, respuesta)), '401 sign_in_failed')
  assert.equal((await answer(retoId.toUpperCase(), respuesta)).status, 401, 'the same one')

  const [one, other] = [await ask(), await ask()]
  assert.equal((await answer(one.retoId, passkey.answer(other.opciones))).status, 401)
  const made = { challenge: Buffer.alloc(32, 7).toString('base64url') }
  assert.equal((await answer(one.retoId, passkey.answer(made))).status, 401)
  assert.equal((await answer(one.retoId, passkey.answer(one.opciones))).status, 200)

  await world.advance(5 * MINUTE_MS)
  assert.equal((await answer(other.retoId, passkey.answer(other.opciones))).status, 401)
  for (const none of [null, 'x', {}, { id: 7 }, { id: null }]) {
    const reply = await openBrowser(world).send('POST', '/entrar/llave', {
      ...{ retoId: other.retoId, respuesta: none },
    })
    assert.equal(codeOf(reply), '401 sign_in_failed', JSON.stringify(none))
  }
})

test('a challenge makes one passkey, also of a browser that does not say how it is reached, and options name it', async () => {
  const browser = await signInAs(world, 'lector', { correo: 'irma@example.com' })
  const { retoId, opciones } = (await browser.send('POST', '/yo/llaves/opciones', {})).body
  assert.deepEqual(opciones.excludeCredentials, [])
  const made = [1, 2].map(() => {
    const { passkey, respuesta } = createPasskey(opciones)
    const { transports: _, ...response } = respuesta.response as Record<string, string>
    return { passkey, respuesta: { ...respuesta, response } }
  })
  const replies = await Promise.all(
    made.map(({ respuesta }) =>
      browser.send('POST', '/yo/llaves', { retoId, respuesta, nombre: 'Mía', prf: false }),
    ),
  )
  const at = replies.findIndex(({ status }) => status === 200)
  const refused = replies[1 - at]?.body.error
  assert.equal(refused.message, 'respuesta: La llave de acceso no se pudo comprobar. Repita.')
  const named = [{ id: made[at]?.passkey.id, type: 'public-key', transports: [] }]
  const again = (await browser.send('POST', '/yo/llaves/opciones', {})).body
  assert.deepEqual(again.opciones.excludeCredentials, named)
  const asked = (await browser.send('POST', '/yo/confirmar/opciones', {})).body
  assert.deepEqual(asked.opciones.allowCredentials, named)
})

test('a challenge of a person serves once, and for no other purpose and no other person', async () => {
  const browser = await signInAs(world, 'lector', { correo: 'gloria@example.com' })
  const passkey = await addPasskey(browser)
  const stranger = await signInAs(world, 'lector', { correo: 'hilda@example.com' })
  const ask = async (path = '/yo/confirmar/opciones', from: Browser = browser) =>
    (await from.send('POST', path, {})).body as {
      retoId: string
      opciones: { challenge: string }
    }
  const confirm = ({ retoId, opciones }: Awaited<ReturnType<typeof ask>>) =>
    browser.send('POST', '/yo/confirmar', { retoId, respuesta: passkey.answer(opciones) })

  for (const foreign of [
    await ask('/yo/confirmar/opciones', stranger),
    await ask('/yo/llaves/opciones'),
    await ask('/entrar/llave/opciones', openBrowser(world)),
  ]) {
    assert.ok(foreign.retoId)
    assert.equal(codeOf(await confirm(foreign)), '401 sign_in_failed')
  }
  const own = await ask()
  const twice = await Promise.all([confirm(own), confirm(own)])
  assert.deepEqual(twice.map(({ status }) => status).sort(), [200, 401])
  const late = await ask()
  await world.advance(5 * MINUTE_MS)
  assert.equal((await confirm(late)).status, 401)
})
