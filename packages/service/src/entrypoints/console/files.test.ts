import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createWorld, type World } from '../../../test/world.ts'
import { BUILD_COMMAND, readBuiltConsole, UNBUILT_CONSOLE } from './files.ts'

const INDEX = `<!doctype html><html><head><link rel="icon" href="/sello.svg"></head><body>
<script type="module" src="/assets/main-1.js"></script></body></html>`

/** A file of each kind that a built console has, and how it is told; the last kind is one that nobody knows. */
// biome-ignore format: a table
const KINDS: readonly (readonly [name: string, type: string, isCompressed: boolean])[] = [
  ['a.html',        'text/html; charset=utf-8',         true],
  ['a.js',          'text/javascript; charset=utf-8',   true],
  ['a.css',         'text/css; charset=utf-8',          true],
  ['a.json',        'application/json; charset=utf-8',  true],
  ['a.svg',         'image/svg+xml',                    true],
  ['a.wasm',        'application/wasm',                 true],
  ['a.txt',         'text/plain; charset=utf-8',        true],
  ['a.webmanifest', 'application/manifest+json',        true],
  ['a.png',         'image/png',                        false],
  ['a.ico',         'image/x-icon',                     false],
  ['a.woff2',       'font/woff2',                       false],
  ['a.bin',         'application/octet-stream',         false],
  ['a.br',          'application/octet-stream',         false],
  ['a.xyz',         'application/octet-stream',         false],
]

let folder: string
let world: World

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sello-console-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), INDEX)
  await writeFile(join(folder, 'assets', 'main-1.js'), 'console.log("sello")\n'.repeat(50))
  for (const [name] of KINDS) await writeFile(join(folder, name), 'x'.repeat(100))
  const files = await readBuiltConsole(folder, '/api')
  assert.ok(files)
  world = await createWorld({ basePath: '/api', consoleFiles: files })
})
after(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
const get = (url: string, headers: object = BROWSER) =>
  world.app.inject({ method: 'GET', url, headers: { ...headers } })

test('every address gets the console page, under a policy without inline script and without frames', async () => {
  for (const path of [
    '/api/',
    '/api/entrar',
    '/api/06140101900019/pruebas/documentos',
    '/api/06140101900019/v1',
    '/api/yo?x=1',
  ]) {
    const { statusCode, headers, payload } = await get(path)
    assert.equal(statusCode, 200, path)
    assert.match(String(headers['content-type']), /^text\/html/)
    assert.equal(headers['cache-control'], 'no-cache')
    for (const [name, value] of Object.entries(PROTECTING)) assert.equal(headers[name], value, name)
    assert.match(payload, /<meta name="sello-base" content="\/api">/)
    assert.match(payload, /src="\/api\/assets\/main-1\.js"/)
  }
})

test('the page and its files are told of without their bytes too', async () => {
  for (const url of ['/api/', '/api/entrar', '/api/assets/main-1.js']) {
    const whole = await get(url)
    const head = await world.app.inject({ method: 'HEAD', url, headers: BROWSER })
    assert.equal(head.statusCode, 200, url)
    for (const name of ['content-type', 'content-length', 'cache-control']) {
      assert.equal(head.headers[name], whole.headers[name], `${name} of ${url}`)
    }
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

const PROTECTING = {
  'content-security-policy':
    "default-src 'self'; img-src 'self' blob:; frame-src blob:; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types sello",
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}

test('each kind of file has its type and its protection, and is compressed where that saves something', async () => {
  for (const [name, type, isCompressed] of KINDS) {
    for (const [accepted, encoding] of [
      ['gzip', 'gzip'],
      ['gzip, deflate, br', 'br'],
      ['brx, xgzip', undefined],
    ] as const) {
      const { statusCode, headers } = await get(`/api/${name}`, { 'accept-encoding': accepted })
      const said = [statusCode, headers['content-type'], headers['content-encoding']]
      assert.deepEqual(said, [200, type, isCompressed ? encoding : undefined], name)
      assert.equal(headers['cache-control'], 'no-cache')
      for (const [header, value] of Object.entries(PROTECTING)) {
        assert.equal(headers[header], value, `${header} of ${name}`)
      }
    }
  }
})

test('a console that is not built says how it is built', async () => {
  const { bytes, ...told } = UNBUILT_CONSOLE.get('/index.html') ?? assert.fail()
  const type = 'text/html; charset=utf-8'
  assert.deepEqual(told, { status: 503, type, encoded: [], immutable: false })
  assert.equal(BUILD_COMMAND, 'npm ci && npm run build -w @sello/console')
  assert.equal(
    bytes.toString(),
    `<!doctype html><html lang="es"><head><meta charset="utf-8"><title>Sello</title></head><body>
<h1>La consola no está construida</h1>
<p>El servicio responde a los programas. Quien lo opera construye la consola con estos comandos, y lo reinicia:</p>
<pre>npm ci &amp;&amp; npm run build -w @sello/console</pre>
</body></html>`,
  )
})

test('only a browser gets a page, and no address of programs is one, in any spelling', async () => {
  for (const headers of [
    {},
    { accept: '*/*' },
    { accept: 'application/json' },
    { accept: 'text/html;q=0, application/json' },
    { accept: 'application/xhtml+xml' },
  ]) {
    for (const path of ['/api/', '/api/entrar', '/api/index.html']) {
      for (const method of ['GET', 'HEAD'] as const) {
        const reply = await world.app.inject({ method, url: path, headers })
        assert.equal(reply.statusCode, 404, `${method} ${path} ${JSON.stringify(headers)}`)
        assert.match(String(reply.headers['content-type']), /^application\/json/)
      }
    }
  }
  const programs = [
    ...['healthz', 'readyz', 'metrics', 'ministry', 'v1', 'v1/nada', 'console/api', 'assets'],
    ...[
      'HealthZ',
      'READYZ',
      'Metrics',
      'V1',
      'V1/dte',
      'Console/API/nada',
      'Assets',
      'readyz/',
      'readyz/x',
    ],
    ...[
      '/v1/dte',
      'v1//dte',
      '/entrar',
      'empresas//x',
      '//',
      '%56%31/dte',
      '%72eadyz',
      '%2Fv1/dte',
    ],
  ]
  for (const path of programs) {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      const reply = await world.app.inject({ method, url: `/api/${path}`, headers: BROWSER })
      assert.equal(reply.statusCode, 404, `${method} /api/${path}`)
      assert.match(String(reply.headers['content-type']), /^application\/json/)
      if (method !== 'HEAD') assert.equal(reply.json().error.code, 'not_found')
    }
  }
  for (const accept of [
    ...['text/html', 'TEXT/HTML; charset=utf-8', '*/*, text/html;q=0.1', 'text/html;seq=0'],
  ]) {
    const reply = await get('/api/entrar', { accept })
    assert.equal(reply.statusCode, 200, accept)
    assert.equal(reply.headers.vary, 'accept, accept-encoding')
  }
})

test('a folder without a built console serves no console', async () => {
  assert.equal(await readBuiltConsole(join(folder, 'assets'), ''), null)
  assert.equal(await readBuiltConsole(join(folder, 'nowhere'), ''), null)
  await assert.rejects(readBuiltConsole(join(folder, 'index.html'), ''), { code: 'ENOTDIR' })
})
