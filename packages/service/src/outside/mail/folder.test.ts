/** Mail that goes to a folder: each message with all that it has, closed to others, and replaced if it is sent again. */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { makeFolder } from '../../../test/folder.ts'
import { headerOf, startMailbox } from '../../../test/mail-server.ts'
import type { MailSettings } from '../../base/config-mail.ts'
import { createMailFolder } from './folder.ts'
import type { Message } from './mail.ts'
import { NO_MAIL, openMail } from './open.ts'
import { createSmtp } from './smtp.ts'

const ID = '9f1c2d3e-4b5a-4c6d-8e7f-0a1b2c3d4e5f'
const MESSAGE: Message = {
  ...{ id: ID, fromName: 'Café', to: 'ana@example.com', replyTo: null, language: 'es' },
  ...{ subject: 'Su factura', text: 'Hola\nAna', html: '<img src="cid:l@s"><img src="cid:l@s">' },
  attachments: [
    { filename: 'a.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF-') },
    { filename: 'logo.png', contentType: 'image/png', content: Buffer.from('PNG'), cid: 'l@s' },
  ],
}
const SENDER = 'facturas@ventas.example.com'
const { signal } = new AbortController()

let folder = ''
before(async () => {
  folder = await makeFolder('mail')
})
after(() => rm(folder, { recursive: true }))

const read = async (path: string) => String(await readFile(path))
const modeOf = async (path: string) => (await stat(path)).mode & 0o777

test('a message is a folder with its whole, its text, its page with the images beside it, and its files', async () => {
  const box = join(folder, 'buzon')
  const send = createMailFolder(box, SENDER)
  assert.deepEqual(await send(MESSAGE, signal), { kind: 'sent' })
  const path = join(box, ID)
  const names = ['a.pdf', 'logo.png', 'mensaje.eml', 'mensaje.html', 'mensaje.txt']
  assert.deepEqual((await readdir(path)).sort(), names)
  const [pdf, logo, eml = '', html, text] = await Promise.all(
    names.map((one) => read(join(path, one))),
  )
  assert.deepEqual([pdf, logo, text], ['%PDF-', 'PNG', 'Hola\nAna'])
  assert.equal(html, '<img src="logo.png"><img src="logo.png">')
  assert.match(eml, /^To: ana@example\.com\r$/m)
  assert.match(eml, /^From: .* <facturas@ventas\.example\.com>\r$/m)
  assert.doesNotMatch(eml, /[^\r]\n/)
  assert.deepEqual(
    await Promise.all(names.map((one) => modeOf(join(path, one)))),
    Array(5).fill(0o600),
  )
  assert.equal(await modeOf(path), 0o700)

  await send({ ...MESSAGE, text: 'Otra vez', attachments: [] }, signal)
  assert.deepEqual(await readdir(box), [ID])
  assert.deepEqual((await readdir(path)).sort(), names.slice(2))
  assert.equal(await read(join(path, 'mensaje.txt')), 'Otra vez')
})

const NONE: MailSettings = { folder: null, server: null, sender: SENDER, dkim: null, origin: null }

test('mail goes to a folder before any server, or nowhere, and links to where the service is by then', async () => {
  assert.deepEqual([NO_MAIL.service, NO_MAIL.origin, NO_MAIL.through], [null, null, createSmtp])
  const settings = { ...NONE }
  const mail = await openMail(settings)
  assert.deepEqual([mail.service, mail.through, mail.origin], [null, createSmtp, null])
  Object.assign(settings, { origin: 'https://sello.example.com' })
  assert.equal(mail.origin, 'https://sello.example.com')
  const server = { host: '127.0.0.1', port: 1, tls: 'none', auth: null } as const
  const both = {
    ...NONE,
    folder: join(folder, 'ambos'),
    server: { ...server, innerNetwork: true, ca: null },
  }
  const { service } = await openMail(both)
  assert.deepEqual(await service?.(MESSAGE, signal), { kind: 'sent' })
  assert.deepEqual(await readdir(join(folder, 'ambos')), [ID])
})

test('mail is signed for the domain of its sender with a key that can sign, or it is not sent at all', async () => {
  const box = await startMailbox()
  const keyFile = join(folder, 'dkim.pem')
  const settings = { ...NONE, server: box.server, dkim: { selector: 'sello', keyFile } }
  await writeFile(keyFile, 'x')
  await assert.rejects(openMail(settings), {
    message: 'SELLO_DKIM_KEY_FILE: la llave DKIM no es una llave privada PEM sin contraseña.',
  })
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
  await writeFile(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  for (const [given, signed] of [
    [settings, /d=ventas\.example\.com;.* s=sello;/],
    [{ ...settings, dkim: null }, /^$/],
  ] as const) {
    box.received.length = 0
    const { service } = await openMail(given)
    assert.deepEqual(await service?.(MESSAGE, signal), { kind: 'sent' })
    const [mail] = box.received
    assert.equal(mail?.from, SENDER)
    assert.match((mail && headerOf(mail, 'DKIM-Signature')) ?? '', signed)
  }
  await box.close()
})
