/** The demonstration's mailbox answers whoever calls it by its address. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
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
