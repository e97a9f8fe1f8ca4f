import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addPerson, makeSignInLink, verifyAudit } from '../../src/admin.ts'
import { transaction } from '../../src/base/db/tx.ts'
import { callerOf } from '../../src/entrypoints/console/app.ts'
import { openBrowser, signInAs } from '../people.ts'
import { createWorld, type World } from '../world.ts'

let world: World

before(async () => {
  world = await createWorld()
})
after(() => world.close())

async function linkFor(correo: string): Promise<string> {
  const member = { nit: world.company.nit, rol: 'dueno' } as const
  await addPerson(world.admin, { correo, nombre: 'Ana', member, operador: false, password: null })
  return (await makeSignInLink(world.admin, { correo, hours: 1 })).token
}

test('a one-time link signs in once, and the session shows the person and the companies', async () => {
  const token = await linkFor('ana@example.com')
  const browser = openBrowser(world)
  const reply = await browser.send('POST', '/entrar/enlace', { token })

  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  const { personaId, ...persona } = reply.body.persona
  assert.match(personaId, /^[0-9a-f-]{36}$/)
  assert.deepEqual(persona, {
    ...{ nombre: 'Ana', correo: 'ana@example.com', operador: false },
    ...{ totp: false, llavesDeAcceso: 0, tieneContrasena: false },
  })
  assert.equal(reply.body.empresas[0].rol, 'dueno')
  assert.equal(reply.body.empresas[0].nit, world.company.nit)
  assert.deepEqual(reply.body.empresas[0].firma, { '00': 'ninguna', '01': 'ninguna' })
  const [cookie, device] = [reply.headers['set-cookie']].flat().map(String)
  const attributes = 'Path=\\/; HttpOnly; SameSite=Strict$'
  assert.match(cookie ?? '', new RegExp(`^sello_session=[\\w-]{43}; Max-Age=604800; ${attributes}`))
  assert.match(
    device ?? '',
    new RegExp(`^sello_device=[\\w-]{43}; Max-Age=31536000; ${attributes}`),
  )

  const session = await browser.get('/session')
  assert.equal(session.status, 200)
  const again = await openBrowser(world).send('POST', '/entrar/enlace', { token })
  assert.deepEqual([again.status, again.body.error.code], [401, 'sign_in_failed'])
})

test('without a session there is nothing, and signing out ends it on the server', async () => {
  const stranger = await openBrowser(world).get('/session')
  assert.deepEqual([stranger.status, stranger.body.error.code], [401, 'session_required'])
  const browser = await signInAs(world, 'lector')
  const kept = new Map(browser.cookies)
  assert.equal((await browser.send('POST', '/salir')).status, 204)
  for (const [name, value] of kept) browser.cookies.set(name, value)
  assert.equal((await browser.get('/session')).status, 401)
})

test('the session of a call is read once, however often the call asks who makes it', async () => {
  const browser = await signInAs(world, 'lector')
  const { deps } = world
  const cookies = Object.fromEntries(browser.cookies)
  const callerBy = (request: object) =>
    callerOf({ deps, now: deps.clock.now(), cookies } as never, request as never)
  const call = { method: 'GET', headers: {} }
  const caller = await callerBy(call)
  assert.equal(caller.person.personId, browser.personId)
  assert.equal(await callerBy(call), caller)
  assert.notEqual(await callerBy({ ...call }), caller)
})

test('a session token planted before the sign-in is never reused', async () => {
  const browser = openBrowser(world)
  const planted = 'A'.repeat(43)
  browser.cookies.set('sello_session', planted)
  const reply = await browser.send('POST', '/entrar/enlace', {
    token: await linkFor('fija@example.com'),
  })
  assert.equal(reply.status, 200)
  assert.notEqual(browser.cookies.get('sello_session'), planted)
})

test('another site makes no call: by Sec-Fetch-Site, by Origin, without the token', async () => {
  const browser = await signInAs(world, 'dueno')
  const crossing = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { 'x-sello-csrf': '' },
    { 'x-sello-csrf': 'A'.repeat(43) },
  ]
  for (const headers of crossing) {
    const reply = await browser.send('POST', '/salir', undefined, headers)
    assert.deepEqual(
      [reply.status, reply.body.error.code],
      [403, 'csrf_refused'],
      JSON.stringify(headers),
    )
  }
  assert.equal((await browser.get('/session', { 'sec-fetch-site': 'cross-site' })).status, 403)
  assert.equal((await browser.get('/session')).status, 200)
})

test('a session ends after 12 idle hours, and after 7 days however busy', async () => {
  const own = await createWorld()
  try {
    const HOUR_MS = 3_600_000
    const browser = await signInAs(own, 'lector')
    for (let at = 0; at < 15; at++) {
      await own.advance(11 * HOUR_MS)
      assert.equal((await browser.get('/session')).status, 200)
    }
    await own.advance(4 * HOUR_MS)
    assert.equal((await browser.get('/session')).status, 401, 'seven days')
    const idle = await signInAs(own, 'lector')
    await own.advance(12 * HOUR_MS + 1_000)
    assert.equal((await idle.get('/session')).status, 401)
    const left = await signInAs(own, 'lector')
    await own.advance(11 * HOUR_MS)
    assert.equal((await left.get('/empresas', { 'x-sello-unattended': '1' })).status, 200)
    await own.advance(1 * HOUR_MS + 1_000)
    assert.equal((await left.get('/session')).status, 401, 'its page asked by itself')
  } finally {
    await own.close()
  }
})

test('an unpaired surrogate breaks no chain, and a refused action has a second entry', async () => {
  const own = await createWorld()
  try {
    const browser = await signInAs(own, 'lector')
    const cut = `${'a'.repeat(99)}${encodeURIComponent('\u{1F600}')}`
    await browser.send('DELETE', `/yo/llaves/${cut}`)
    const wrong = await browser.send('POST', '/yo/totp/confirmar', { codigo: '000000' })
    assert.ok(wrong.status >= 400, `${wrong.status}`)
    const chains = await verifyAudit(own.admin)
    assert.deepEqual(
      chains.map(({ broken }) => broken),
      chains.map(() => null),
    )
    const acts = await own.deps.pool.many<{ acto: string; sobre: string }>(
      `select acto, sobre from audit_log where acto like 'yo.%' order by seq`,
    )
    assert.deepEqual(
      acts.map(({ acto }) => acto),
      ['yo.llaves.quitar', 'yo.totp.confirmar', 'yo.totp.confirmar.sin_efecto'],
    )
    assert.ok(acts[0]?.sobre.endsWith('a\ufffd'))
  } finally {
    await own.close()
  }
})

test('verification detects a changed, a removed and an added entry, and a truncated end', async () => {
  const own = await createWorld()
  const { pool } = own.deps
  const tamper = (sql: string) => transaction(pool, (tx) => tx.run(sql))
  const broken = async () =>
    (await verifyAudit(own.admin)).map(({ broken: at }) => at && Number(at.seq))
  try {
    const browser = await signInAs(own, 'dueno')
    await browser.send('POST', '/salir')
    assert.deepEqual(await broken(), [null, null])
    await tamper('create table kept as select * from audit_log')
    const restore = () =>
      transaction(pool, async (tx) => {
        await tx.run('delete from audit_log')
        await tx.run('insert into audit_log select * from kept')
      })
    const zero = `company_id = '00000000-0000-0000-0000-000000000000'`

    await tamper(`update audit_log set acto = 'otro' where ${zero} and seq = 2`)
    assert.deepEqual(await broken(), [2, null])
    await restore()
    await tamper(`delete from audit_log where ${zero} and seq = 2`)
    assert.deepEqual(await broken(), [2, null])
    await restore()
    await tamper(`delete from audit_log where ${zero} and seq = 3`)
    assert.deepEqual(await broken(), [3, null])
    await restore()
    await tamper(`insert into audit_log select company_id, 4, at, person_id, persona, acto, sobre, detalle, peer, mac
                    from audit_log where ${zero} and seq = 3`)
    assert.deepEqual(await broken(), [4, null])
    await restore()
    await tamper(`delete from audit_heads where ${zero}`)
    assert.deepEqual(await broken(), [1, null])
  } finally {
    await own.close()
  }
})

test('an address with an encoded digit reaches no other route than the one that was checked', async () => {
  const browser = await signInAs(world, 'dueno')
  const { nit } = world.company
  assert.equal((await browser.get(`/${nit}/00/v1/dte`)).status, 200)
  for (const path of [`/${nit}/0%30/v1/dte`, `/%30${nit.slice(1)}/00/v1/dte`]) {
    const reply = await browser.get(path)
    assert.equal(`${reply.status} ${reply.body.error.code}`, '403 role_not_allowed', path)
  }
})
