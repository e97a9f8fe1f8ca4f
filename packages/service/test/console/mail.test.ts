/** A company's mail from the console: when it is sent, by which server, and whether that works. */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Message, Send } from '../../src/outside/mail/mail.ts'
import { startMailbox } from '../mail-server.ts'
import { type Browser, signInAs } from '../people.ts'
import { createWorld, EMPRESA, type World } from '../world.ts'

let world: World
let owner: Browser & { readonly correo: string }
let path: string
const sent: Message[] = []
/** With what the company's own server was entered. */
const used: unknown[] = []
const service: Send = async (message) => {
  sent.push(message)
  return { kind: 'sent' }
}
let box: Awaited<ReturnType<typeof startMailbox>>

before(async () => {
  box = await startMailbox()
  const { createSmtp } = await import('../../src/outside/mail/smtp.ts')
  world = await createWorld({
    mail: {
      service,
      // A public name that leads to the mailbox of this test.
      through(server) {
        used.push(server.auth)
        return createSmtp({ ...box.server, auth: server.auth, sender: server.sender })
      },
      origin: null,
    },
  })
  owner = await signInAs(world, 'dueno')
  path = `/${world.company.nit}/correo`
})
after(async () => {
  await world.close()
  await box.close()
})

const SERVIDOR = {
  ...{ host: 'smtp.example.com', port: 587, tls: 'starttls', sender: 'ventas@example.com' },
  ...{ usuario: 'sello', contrasena: 'secreta' },
}
const put = (body: object) => owner.send('PUT', path, body)
const probe = async () => (await owner.send('POST', `${path}/prueba`, {})).body

test('the settings are read and changed, each by itself, and no secret comes back', async () => {
  const first = (await owner.get(path)).body
  assert.deepEqual(first, {
    ...{ entrega: 'nunca', pagina: true, servidor: null, delServicio: true },
  })
  const changed = await put({ entrega: 'si_tiene_correo' })
  assert.deepEqual(changed.body, { ...first, entrega: 'si_tiene_correo' })
  const own = await put({ servidor: SERVIDOR })
  const { contrasena: _, ...shown } = SERVIDOR
  assert.deepEqual(own.body.servidor, { ...shown, dkim: false })
  assert.ok(!own.bytes.includes('secreta'))
  const off = await put({ servidor: null, pagina: false })
  assert.deepEqual(off.body, { ...first, entrega: 'si_tiene_correo', pagina: false })
  assert.deepEqual((await put({ pagina: true })).body, { ...off.body, pagina: true })

  const { entradas } = (await owner.get(`/${world.company.nit}/auditoria`)).body
  const acts = entradas.filter(({ acto }: { acto: string }) => acto === 'correo.cambiar')
  assert.deepEqual(
    acts.map(({ detalle }: { detalle: { servidor?: string } }) => detalle.servidor),
    [undefined, null, 'smtp.example.com', undefined],
  )
  assert.ok(!JSON.stringify(entradas).includes('secreta'))
})

test('a server may speak TLS from the start, and ask for no name', async () => {
  const server = { ...SERVIDOR, port: 465, tls: 'implicit', usuario: null, contrasena: null }
  const { status, body } = await put({ servidor: server })
  const { contrasena: _, ...shown } = server
  assert.deepEqual([status, body.servidor], [200, { ...shown, dkim: false }], JSON.stringify(body))
  assert.equal((await put({ servidor: null })).body.servidor, null)
})

test('a key that signs is taken as its file has it, and a password with every space', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const llave = privateKey.export({ type: 'pkcs8', format: 'pem' })
  const contrasena = ' con  espacios '
  const signing = { ...SERVIDOR, contrasena, dkim: { selector: 'sello', llave } }
  const { status, body } = await put({ servidor: signing })
  assert.deepEqual([status, body.servidor?.dkim], [200, true], JSON.stringify(body))
  box.received.length = 0
  assert.equal((await probe()).enviado, false, 'the mailbox knows another password')
  assert.deepEqual(used.at(-1), { user: SERVIDOR.usuario, pass: contrasena })
  assert.equal((await put({ servidor: null })).body.servidor, null)
})

test('a server of the inner network, an address that is none and a key that would not sign are refused', async () => {
  for (const wrong of [
    { ...SERVIDOR, host: '127.0.0.1' },
    { ...SERVIDOR, host: '10.0.0.7' },
    { ...SERVIDOR, sender: 'ventas' },
    { ...SERVIDOR, sender: 'a@example.com\r\nBcc: b@example.com' },
    { ...SERVIDOR, dkim: { selector: 'sello', llave: 'no es una llave' } },
    { ...SERVIDOR, tls: 'none' },
  ]) {
    const { status } = await put({ servidor: wrong })
    assert.ok(status === 422 || status === 400, JSON.stringify(wrong))
  }
  assert.equal((await owner.get(path)).body.servidor, null)
})

test('a test goes to the person who asks, by the service’s server or by the company’s own', async (t) => {
  const limits = t.mock.method(AbortSignal, 'timeout')
  assert.deepEqual(await probe(), { enviado: true, a: owner.correo, motivo: null })
  const { id, html, ...message } = sent.at(-1) ?? assert.fail()
  const { nombre, nombreComercial, correo } = EMPRESA
  const issuer = nombreComercial ?? nombre
  const title = 'El correo funciona'
  assert.deepEqual(message, {
    ...{ fromName: issuer, to: owner.correo, replyTo: { name: issuer, address: correo } },
    ...{ subject: `Prueba del correo de ${issuer}`, language: 'es', attachments: [] },
    text: [
      title.toUpperCase(),
      'Así llegarán los documentos de la empresa a sus compradores, con la copia impresa y el archivo del documento.',
      `--\n${nombre} · NIT ${world.company.nit}`,
    ].join('\n\n'),
  })
  assert.match(id, /^[0-9a-f-]{36}$/)
  assert.ok(html.includes('<html lang="es">') && html.includes(title), html)
  assert.deepEqual(limits.mock.calls.at(-1)?.arguments, [30_000])

  await put({ servidor: SERVIDOR })
  assert.equal((await probe()).enviado, true)
  assert.deepEqual(box.received.at(-1)?.to, [owner.correo])
  assert.equal(box.received.at(-1)?.from, SERVIDOR.sender)

  await put({ servidor: { ...SERVIDOR, contrasena: 'otra' } })
  const refused = await probe()
  assert.equal(refused.enviado, false)
  assert.ok(refused.motivo.length > 5)
})

test('a test names a company without a trade name by its own, and is not sent where no server would', async () => {
  await put({ servidor: null })
  const { pool } = world.deps
  await pool.many('update companies set nombre_comercial = null')
  assert.equal((await probe()).enviado, true)
  assert.equal(sent.at(-1)?.fromName, EMPRESA.nombre)
  assert.equal(sent.at(-1)?.subject, `Prueba del correo de ${EMPRESA.nombre}`)
  await pool.many('update companies set nombre_comercial = $1, correo = $2', ['Café', 'josé@a.sv'])
  assert.equal((await probe()).enviado, true)
  assert.equal(sent.at(-1)?.replyTo, null)

  const count = sent.length
  await pool.many('update people set correo = $1 where correo = $2', ['josé@a.sv', owner.correo])
  const motivo = 'No se puede enviar a su dirección.'
  assert.deepEqual(await probe(), { enviado: false, a: 'josé@a.sv', motivo })
  await pool.many('update people set correo = $2 where correo = $1', ['josé@a.sv', owner.correo])
  assert.equal(sent.length, count)
})

test('tests are few: a company may not knock at servers all day', async () => {
  const statuses = []
  for (let n = 0; n < 12; n += 1) {
    statuses.push((await owner.send('POST', `${path}/prueba`, {})).status)
  }
  assert.ok(statuses.includes(429))
})
