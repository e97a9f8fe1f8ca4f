import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createWorld, type World } from '../../../test/world.ts'
import { readBuiltConsole } from './files.ts'

const INDEX = `<!doctype html><html><head><link rel="icon" href="/sello.svg"></head><body>
<script type="module" src="/assets/main-1.js"></script></body></html>`

let folder: string
let world: World

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sello-console-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), INDEX)
  await writeFile(join(folder, 'assets', 'main-1.js'), 'console.log("sello")\n'.repeat(50))
  const files = await readBuiltConsole(folder, '/api')
  assert.ok(files)
  world = await createWorld({ basePath: '/api', consoleFiles: files })
})
after(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

const get = (url: string, headers = {}) => world.app.inject({ method: 'GET', url, headers })

test('every address gets the console page, under a policy without inline script and without frames', async () => {
  for (const path of [
    '/api/',
    '/api/entrar',
    '/api/06140101900019/pruebas/documentos',
    '/api/yo?x=1',
  ]) {
    const { statusCode, headers, payload } = await get(path)
    assert.equal(statusCode, 200, path)
    assert.match(String(headers['content-type']), /^text\/html/)
    assert.equal(headers['cache-control'], 'no-cache')
    assert.equal(
      headers['content-security-policy'],
      "default-src 'self'; img-src 'self' blob:; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'",
    )
    assert.equal(headers['x-frame-options'], 'DENY')
    assert.match(payload, /<meta name="sello-base" content="\/api">/)
    assert.match(payload, /src="\/api\/assets\/main-1\.js"/)
  }
})

test('a file is compressed and cached for ever; a missing file and a path outside the folder are 404', async () => {
  const { headers, statusCode, rawPayload } = await get('/api/assets/main-1.js', {
    'accept-encoding': 'gzip, br',
  })
  assert.equal(statusCode, 200)
  assert.equal(headers['content-encoding'], 'br')
  assert.ok(rawPayload.length < 200)
  assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
  const outside = [
    '/api/assets/../../../../etc/passwd',
    '/api/assets/..%2f..%2fpackage.json',
    '/api/%2e%2e/package.json',
    '/api/assets/none.js',
    '/api/v1/nothing',
    '/api/console/api/nothing',
    '/entrar',
  ]
  for (const path of outside) {
    const reply = await get(path)
    assert.equal(reply.statusCode, 404, path)
    assert.equal(reply.json().error.code, 'not_found', path)
  }
})

test('a folder without a built console serves no console', async () => {
  assert.equal(await readBuiltConsole(join(folder, 'assets'), ''), null)
  assert.equal(await readBuiltConsole(join(folder, 'nowhere'), ''), null)
})
