/** What depends on the console's configured origin, which no request changes. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { settingsFindings } from '../../src/admin.ts'
import { enterByLink, openBrowser, signInAs } from '../people.ts'
import { createWorld, EMPRESA, type World, type WorldOptions } from '../world.ts'

const HTTPS = 'https://sello.example.com'
const HSTS = 'max-age=31536000; includeSubDomains'
const FORGED = { host: 'evil.example' }
const FORWARDED = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' }

async function inWorld(options: WorldOptions, work: (world: World) => Promise<void>) {
  const world = await createWorld(options)
  try {
    await work(world)
  } finally {
    await world.close()
  }
}

/** The cookies that a sign-in sets, with their attributes. */
async function cookiesOf(world: World, headers: Readonly<Record<string, string>>) {
  const { correo } = await signInAs(world, 'lector')
  const browser = openBrowser(world)
  await enterByLink(world, browser, correo, headers)
  assert.equal((await browser.get('/session', headers)).status, 200, 'the cookie is read again')
  const { headers: answered } = await browser.send('POST', '/salir', {}, headers)
  return String(answered['set-cookie'])
}

test('under a public origin of https each cookie is Secure and __Host-, whatever the request says', async () => {
  await inWorld({ publicOrigin: HTTPS }, async (world) => {
    const cookies = await cookiesOf(world, {})
    assert.match(cookies, /^__Host-sello_session=.*; Secure$/)
  })
})

test('without one no cookie is Secure, whatever a trusted proxy says: its browser could not return it', async () => {
  await inWorld({ trustedProxies: ['127.0.0.1'] }, async (world) => {
    const cookies = await cookiesOf(world, { 'x-forwarded-proto': 'https' })
    assert.match(cookies, /^sello_session=/)
    assert.doesNotMatch(cookies, /Secure/)
  })
})

// biome-ignore format: a table
const CALLS = [
  ['GET',    '/v1/openapi.json', {},                                 [401, 200]],
  ['GET',    '/v1/dte',          {},                                 [401]],
  ['POST',   '/v1/dte',          { 'content-type': 'text/plain' },   [401]],
  ['PUT',    '/v1/dte',          {},                                 [405]],
  ['GET',    '/v1/nada',         {},                                 [404]],
  ['GET',    '/v1/%zz',          {},                                 [400]],
  ['GET',    '/console/api/session', { 'sec-fetch-site': 'same-origin' }, [401]],
  ['POST',   '/console/api/entrar/contrasena', {},                   [403]],
  ['GET',    '/assets/nada.js',  {},                                 [404]],
] as const

test('every answer carries nosniff and a policy, and HSTS where the public origin is https', async () => {
  for (const publicOrigin of [HTTPS, 'http://localhost:80']) {
    await inWorld({ publicOrigin }, async (world) => {
      const { apiKey } = world.company.key
      const issued = await world.issue()
      const answers = [issued.headers]
      for (const [method, url, headers, statuses] of CALLS) {
        const reply = await world.app.inject({ method, url, headers })
        assert.ok((statuses as readonly number[]).includes(reply.statusCode), `${method} ${url}`)
        answers.push(reply.headers as typeof issued.headers)
      }
      const known = { 'x-service-key': apiKey }
      for (const url of ['/v1/status', `/v1/dte/${issued.body.codigoGeneracion}/file`]) {
        const reply = await world.app.inject({ method: 'GET', url, headers: known })
        answers.push(reply.headers as typeof issued.headers)
      }
      for (const headers of answers) {
        assert.equal(headers['x-content-type-options'], 'nosniff')
        assert.equal(headers['referrer-policy'], 'no-referrer')
        const policy = String(headers['content-security-policy'])
        for (const directive of ['object-src', 'base-uri', 'frame-ancestors']) {
          assert.ok(policy.includes(`${directive} 'none'`), policy)
        }
        const expected = publicOrigin === HTTPS ? HSTS : undefined
        assert.equal(headers['strict-transport-security'], expected)
      }
    })
  }
})

test('an answer to bytes that are not HTTP carries nosniff too', async () => {
  await inWorld({}, async ({ app }) => {
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
    const socket = connect(Number(port), '127.0.0.1', () => socket.write('nada\r\n\r\n'))
    const [bytes] = await once(socket, 'data')
    assert.match(String(bytes), /^HTTP\/1.1 400 [\s\S]*X-Content-Type-Options: nosniff\r\n/)
  })
})

const INVITED = { correo: 'nueva@example.com', rol: 'emisor' }
const CREATED = {
  ...EMPRESA,
  nit: '06140101901234',
  dueno: { correo: 'duena@example.com', nombre: 'Dueña' },
}

test('without a public origin nobody is invited and no company is made, and the refusal names the setting', async () => {
  await inWorld({ publicOrigin: null, trustedProxies: ['127.0.0.1'] }, async (world) => {
    const owner = await signInAs(world, 'dueno')
    const operator = await signInAs(world, 'operador')
    for (const [headers, origin] of [
      [{}, 'http://localhost:80'],
      [FORGED, 'http://evil.example'],
      [FORWARDED, 'https://evil.example'],
    ] as const) {
      const asked = { ...headers, origin } // as that host's page would send it
      for (const reply of [
        await owner.send('POST', `/${world.company.nit}/invitaciones`, INVITED, asked),
        await operator.send('POST', '/empresas', CREATED, asked),
      ]) {
        assert.equal(reply.status, 422, JSON.stringify(reply.body))
        assert.match(reply.body.error.message, /SELLO_PUBLIC_ORIGIN/)
        assert.doesNotMatch(JSON.stringify(reply.body), /evil/)
      }
    }
    const { empresas } = (await operator.get('/empresas')).body
    assert.deepEqual(
      empresas.map(({ nit }: { nit: string }) => nit),
      [world.company.nit],
    )
    assert.deepEqual((await owner.get(`/${world.company.nit}/personas`)).body.invitaciones, [])
  })
})

test('a link leads to the public origin, or in the demonstration to this machine, never to the Host header', async () => {
  for (const [options, origin] of [
    [{ publicOrigin: HTTPS }, HTTPS],
    [{ publicOrigin: null, isDemonstration: true }, 'http://localhost'],
  ] as const) {
    await inWorld(options, async (world) => {
      const owner = await signInAs(world, 'dueno')
      const page = options.publicOrigin ?? 'http://evil.example'
      const path = `/${world.company.nit}/invitaciones`
      const { status, body } = await owner.send('POST', path, INVITED, { ...FORGED, origin: page })
      assert.equal(status, 201, JSON.stringify(body))
      assert.ok(body.url.startsWith(origin), body.url)
      assert.doesNotMatch(body.url, /evil/)
    })
  }
})

test('https without trusted proxies is a finding that names both settings; each other pair is none', () => {
  const found = settingsFindings({ publicOrigin: HTTPS, trustedProxies: [] })
  const mensaje = `SELLO_PUBLIC_ORIGIN es ${HTTPS}, y falta TRUSTED_PROXIES: todas las llamadas parecen venir del proxy que atiende https, así que los límites por dirección son de todos juntos y ninguna llave con direcciones permitidas funciona.`
  const queHacer = 'Ponga en TRUSTED_PROXIES la dirección de ese proxy y reinicie el servicio.'
  const about = { nit: null, ambiente: null, mensaje, queHacer }
  assert.deepEqual(found, [{ gravedad: 'aviso', codigo: 'proxies', ...about }])
  for (const sound of [
    { publicOrigin: HTTPS, trustedProxies: ['10.0.0.1'] },
    { publicOrigin: 'http://localhost:4600', trustedProxies: [] },
    { publicOrigin: null, trustedProxies: [] },
  ]) {
    assert.deepEqual(settingsFindings(sound), [])
  }
})
