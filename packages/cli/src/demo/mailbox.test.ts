/** The demonstration's mailbox answers whoever calls it by its address. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startMailbox } from './mailbox.ts'

test('the mailbox is not read under another name that leads to this machine', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sello-mailbox-'))
  const mailbox = await startMailbox(folder)
  t.after(async () => {
    await mailbox.close()
    await rm(folder, { recursive: true })
  })
  const { port } = new URL(mailbox.url)
  const statusOf = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      request(mailbox.url, { headers: { host } }, (reply) => {
        reply.resume().once('end', () => resolve(reply.statusCode))
      })
        .once('error', reject)
        .end()
    })
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
    assert.equal(await statusOf(host), 200, host)
  }
  for (const host of [`evil.example:${port}`, `localhost.evil.example:${port}`, 'evil.example']) {
    assert.equal(await statusOf(host), 403, host)
  }
})

const ID = '0b9f6c1e-0000-4000-8000-000000000001'
const NEWER = '0b9f6c1e-0000-4000-8000-000000000002'

async function messageIn(folder: string, id: string, to: string, at: Date): Promise<void> {
  const path = join(folder, id)
  await mkdir(path, { recursive: true })
  await writeFile(join(path, 'mensaje.eml'), `From: a\r\nTo: ${to}\r\n\r\nTo: nadie`)
  await writeFile(join(path, 'mensaje.html'), '<p>Hola</p>')
  await writeFile(join(path, 'DTE-01.pdf'), '%PDF-')
  await utimes(path, at, at)
}

test('the mailbox lists the newest message first, and serves the files of each and nothing else', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sello-mailbox-'))
  const mailbox = await startMailbox(folder)
  t.after(async () => {
    await mailbox.close()
    await rm(folder, { recursive: true })
  })
  const get = async (path: string) => {
    const reply = await fetch(mailbox.url + path)
    return {
      status: reply.status,
      type: reply.headers.get('content-type'),
      text: await reply.text(),
      headers: reply.headers,
    }
  }
  assert.match((await get('/')).text, /<p>Todavía no hay nada\.<\/p>/)
  await messageIn(folder, ID, '"Ana" <ana@example.com>', new Date('2026-10-05'))
  await messageIn(folder, NEWER, 'eva@example.com', new Date('2026-10-06'))
  await writeFile(join(folder, 'otro.txt'), 'x')
  const page = await get('/')

  const linksOf = (id: string) =>
    ['mensaje.html', 'DTE-01.pdf', 'mensaje.eml']
      .map((name) => `<a href="/${id}/${name}">${name}</a>`)
      .join(' ')
  assert.ok(
    page.text.includes(
      `<ul><li><strong>eva@example.com</strong> ${linksOf(NEWER)}</li>\n<li><strong>&#34;Ana&#34; &#60;ana@example.com&#62;</strong> ${linksOf(ID)}</li></ul>`,
    ),
    page.text,
  )
  assert.match(page.text, /<title>Buzón de la demostración<\/title>/)
  assert.match(page.text, /de lo más nuevo a lo más viejo\. Nada salió de esta máquina\./)
  assert.doesNotMatch(page.text, /Todavía no hay nada/)
  assert.equal(
    page.headers.get('content-security-policy'),
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'",
  )
  assert.equal(page.headers.get('x-content-type-options'), 'nosniff')
  assert.equal(page.headers.get('cache-control'), 'no-store')

  // biome-ignore format: a table
  const files: readonly (readonly [path: string, status: number, type: string, text: string])[] = [
    [`/${ID}/mensaje.html`, 200, 'text/html; charset=utf-8',  '<p>Hola</p>'],
    [`/${ID}/mensaje.eml`,  200, 'text/plain; charset=utf-8', 'From: a\r\nTo: "Ana" <ana@example.com>\r\n\r\nTo: nadie'],
    [`/${ID}/DTE-01.pdf`,   200, 'application/pdf',           '%PDF-'],
    [`/${ID}/no.pdf`,       404, 'text/plain; charset=utf-8', 'No existe.'],
    [`/${ID}/..%2fotro.txt`, 404, 'text/plain; charset=utf-8', 'No existe.'],
    ['/otro.txt',           404, 'text/plain; charset=utf-8', 'No existe.'],
    [`/x${ID}/mensaje.eml`, 404, 'text/plain; charset=utf-8', 'No existe.'],
    [`/${ID}/mensaje.eml/x`, 404, 'text/plain; charset=utf-8', 'No existe.'],
  ]
  for (const [path, status, type, text] of files) {
    const got = await get(path)
    assert.deepEqual([got.status, got.type, got.text], [status, type, text], path)
  }
})

test('a mailbox that is not there yet is empty, and a message that cannot be read is told', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'sello-mailbox-'))
  const folder = join(root, 'correo')
  const mailbox = await startMailbox(folder)
  t.after(async () => {
    await mailbox.close()
    await rm(root, { recursive: true })
  })
  const empty = await fetch(mailbox.url)
  assert.match(await empty.text(), /<p>Todavía no hay nada\.<\/p>/)
  await mkdir(join(folder, ID), { recursive: true })
  await writeFile(join(folder, ID, 'anexo'), 'x')
  const broken = await fetch(mailbox.url)
  assert.deepEqual(
    [broken.status, await broken.text()],
    [
      500,
      `No se pudo leer el buzón: Error: ENOENT: no such file or directory, open '${join(folder, ID, 'mensaje.eml')}'`,
    ],
  )
  const plain = await fetch(`${mailbox.url}/${ID}/anexo`)
  const type = plain.headers.get('content-type')
  assert.deepEqual([type, await plain.text()], ['application/octet-stream', 'x'])
})
