import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readConfig } from './config.ts'

const page = await readFile(new URL('../../../../docs/configuration.md', import.meta.url), 'utf8')
/** The rows of the settings: name, default, values. */
const SETTINGS = [...page.matchAll(/^\| `([A-Z_]+)` \| ([^|]*) \| ([^|]*) \|/gm)].map(
  ([, name = '', otherwise = '', values = '']) => ({ name, otherwise, values }),
)
const WORD = /`([^`]+)`/g

test('a setting that is not made is what the documentation says', () => {
  const told = SETTINGS.flatMap(({ name, otherwise }) => {
    const value = /^`([^`]+)`$|^(\d+)$/.exec(otherwise)?.slice(1).find(Boolean)
    return value === undefined ? [] : [[name, value] as const]
  })
  assert.ok(told.length > 15)
  for (const [name, value] of told)
    assert.deepEqual(readConfig({ [name]: value }), readConfig({}), name)
  const official = {
    SELLO_MH_TEST_URL: 'https://apitest.dtes.mh.gob.sv',
    SELLO_MH_LIVE_URL: 'https://api.dtes.mh.gob.sv',
  }
  assert.deepEqual(readConfig(official), readConfig({}))
  assert.equal(readConfig({}).operator?.port, 6_600)
})

test('a number is accepted between its limits, and refused beside them with both', () => {
  const ranges = SETTINGS.flatMap(({ name, values }) => {
    const [, min, max] = /^(\d+) to (\d+)$/.exec(values) ?? []
    return min === undefined ? [] : [{ name, min: Number(min), max: Number(max) }]
  })
  assert.ok(ranges.length > 7)
  for (const { name, min, max } of ranges) {
    for (const value of [min, max]) readConfig({ [name]: String(value) })
    for (const value of [min - 1, max + 1, min + 0.5]) {
      const message = `${name} es un número entero de ${min} a ${max}.`
      assert.throws(() => readConfig({ [name]: String(value) }), { message })
    }
  }
})

test('each word that the documentation lists is accepted, and others are refused with the list', () => {
  const listed = SETTINGS.map(({ name, values }) => ({
    name,
    words: /^(`[a-z]+`(, )?)+$/.test(values) ? [...values.matchAll(WORD)].map(([, w]) => w) : [],
  })).filter(({ words }) => words.length > 0)
  assert.ok(listed.length > 4)
  for (const { name, words } of listed) {
    const all = words.map((word) => JSON.stringify(readConfig({ [name]: word })))
    assert.equal(new Set(all).size, words.length, `the words of ${name} differ`)
    const message = `${name} es uno de: ${words.join(', ')}.`
    assert.throws(() => readConfig({ [name]: 'otro' }), { message })
  }
})

// biome-ignore format: a table
const REFUSED: readonly (readonly [name: string, values: readonly string[], says: RegExp])[] = [
  ['TRUSTED_PROXIES',             ['10.0.0.1, x', '10.0.0.0/33'],                     /direcciones o rangos CIDR.*"(x|10\.0\.0\.0\/33)" no lo es/],
  ['PUBLIC_BASE_PATH',            ['api', '/a b', '//api', '/api?x'],                 /es una ruta como \/api\.$/],
  ['SELLO_PUBLIC_ORIGIN',         ['sello.example.com', 'ftp://a.example', 'https://a.example/x'], /un origen como https:.*sin ruta/],
  ['SELLO_CLOCK_PORT',            ['x', '-1', '65536', '1.5'],                        /es un número entero de 0 a 65535, u off\.$/],
  ['SELLO_OPERATOR_PORT',         ['x', '-1', '65536', '1.5'],                        /es un número entero de 0 a 65535, u off\.$/],
  ['SELLO_MASTER_KEY',            [Buffer.alloc(31).toString('base64url')],           /debe tener 32 bytes en base64url/],
  ['SELLO_PEPPER',                [`${Buffer.alloc(32).toString('base64url')},AAAA`], /debe tener 32 bytes en base64url/],
  ['SELLO_PEPPER',                [','],                                              /está vacío/],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', ['collector:4318', 'ftp://a.example/http:', 'http:'],  /una dirección como http:\/\/127\.0\.0\.1:4318/],
  ['SELLO_KEY_PREFIX',            ['Sello', '1a', 'a_b', 'a-'],                       /letras minúsculas y cifras, y empieza con letra/],
  ['SELLO_MH_TEST_URL',           ['http://10.0.0.7:4700'],                           /una dirección https:.*solo vale una de esta misma máquina/],
  ['SELLO_MAIL_FROM',             ['facturas', 'a b@example.com', 'a@b c'],           /una dirección como facturas@example\.com/],
  ['SELLO_SMTP_URL',              ['correo.example.com', 'http://a.example', 'xsmtp://a.example', 'smtp:'], /una dirección como smtp:.*465/],
]

for (const [name, values, says] of REFUSED) {
  test(`${name} is refused with what it may be: ${values.join('; ')}`, () => {
    for (const value of values) {
      assert.throws(
        () => readConfig({ [name]: value }),
        ({ message }: Error) => message.startsWith(name) && says.test(message),
        value,
      )
    }
  })
}

test('what one setting requires of another is said by its name', () => {
  const mail = { SELLO_SMTP_URL: 'smtp://correo.example.com' }
  assert.throws(() => readConfig(mail), /^Error: SELLO_MAIL_FROM: falta la dirección/)
  assert.throws(() => readConfig({ SELLO_MAIL_FOLDER: 'correo' }), /SELLO_MAIL_FROM: falta/)
  const signed = { SELLO_MAIL_FROM: 'a@example.com', SELLO_DKIM_KEY_FILE: 'dkim.pem' }
  for (const selector of [undefined, 'a.b']) {
    const env = { ...signed, SELLO_DKIM_SELECTOR: selector }
    assert.throws(() => readConfig(env), /SELLO_DKIM_SELECTOR: falta el selector/)
  }
  const dkim = { selector: 'sello-1', keyFile: 'dkim.pem' }
  assert.deepEqual(readConfig({ ...signed, SELLO_DKIM_SELECTOR: 'sello-1' }).mail.dkim, dkim)
  const live = {
    SELLO_MH_RECORD: 'grabado',
    SELLO_MH_TEST_URL: 'https://api.dtes.mh.gob.sv/',
  }
  assert.throws(() => readConfig(live), /SELLO_MH_RECORD graba solo intercambios de prueba/)
  assert.match(readConfig({ SELLO_MH_RECORD: 'grabado' }).recordDir ?? '', /\/grabado$/)
})

test('mail is encrypted but within this machine, on the port of its scheme if none is given', () => {
  // biome-ignore format: a table
  const servers = [
    ['smtp://correo.example.com',          { host: 'correo.example.com', port: 587, tls: 'starttls', auth: null }],
    ['smtp://correo.example.com:25',       { host: 'correo.example.com', port: 25,  tls: 'starttls', auth: null }],
    ['smtps://correo.example.com',         { host: 'correo.example.com', port: 465, tls: 'implicit', auth: null }],
    ['smtps://127.0.0.1',                  { host: '127.0.0.1', port: 465, tls: 'implicit', auth: null }],
    ['smtp://[::1]:2525',                  { host: '::1', port: 2525, tls: 'none',    auth: null }],
    ['smtp://us%40a:c%3Ave@a.example:587', { host: 'a.example', port: 587, tls: 'starttls', auth: { user: 'us@a', pass: 'c:ve' } }],
    ['smtp://solo@a.example:587',          { host: 'a.example', port: 587, tls: 'starttls', auth: null }],
  ] as const
  for (const [url, expected] of servers) {
    const { server } = readConfig({ SELLO_SMTP_URL: url, SELLO_MAIL_FROM: 'a@b.example' }).mail
    assert.deepEqual(server, { ...expected, innerNetwork: true, ca: null }, url)
  }
})

test('a base path and an origin lose the slash at their end, and mail links to both together', () => {
  const env = { SELLO_PUBLIC_ORIGIN: 'https://sello.example.com/', PUBLIC_BASE_PATH: '/a.b/c_d~/' }
  const { basePath, publicOrigin, mail } = readConfig(env)
  assert.deepEqual([basePath, publicOrigin], ['/a.b/c_d~', 'https://sello.example.com'])
  assert.equal(mail.origin, 'https://sello.example.com/a.b/c_d~')
  assert.equal(readConfig({ PUBLIC_BASE_PATH: '/api' }).mail.origin, null)
})

const clockOf = (env: Record<string, string>) => readConfig(env).clock

test('the time helper listens on a port derived from the service’s, or on any free one', () => {
  assert.deepEqual(clockOf({}), { host: '127.0.0.1', port: 5_600, colo: 'local' })
  assert.equal(clockOf({ SELLO_PORT: '8080' })?.port, 9_080)
  assert.equal(clockOf({ SELLO_PORT: '0' })?.port, 0)
  assert.equal(clockOf({ SELLO_PORT: '64535' })?.port, 65_535)
  assert.equal(clockOf({ SELLO_PORT: '64536' })?.port, 0)
})

test('the time helper can use another port, or be disabled', () => {
  const env = { SELLO_CLOCK_PORT: '80', SELLO_CLOCK_HOST: '::', SELLO_CLOCK_COLO: 'SAL1' }
  assert.deepEqual(clockOf(env), { host: '::', port: 80, colo: 'SAL1' })
  for (const port of [0, 65_535])
    assert.equal(clockOf({ SELLO_CLOCK_PORT: String(port) })?.port, port)
  assert.equal(clockOf({ SELLO_CLOCK_PORT: 'off' }), null)
})

test('the console that is served is the one that is built beside, unless another is named', () => {
  const beside = fileURLToPath(new URL('../../../console/dist', import.meta.url))
  assert.equal(readConfig({}).consoleDir, beside)
  assert.equal(readConfig({ SELLO_CONSOLE_DIR: 'otra' }).consoleDir, resolve('otra'))
})

test('a trusted-proxy range of all addresses is refused, naming its setting', () => {
  for (const all of ['0.0.0.0/0', '10.0.0.1, ::/0']) {
    assert.throws(() => readConfig({ TRUSTED_PROXIES: all }), /TRUSTED_PROXIES/)
  }
  assert.deepEqual(readConfig({ TRUSTED_PROXIES: '10.0.0.0/8' }).trustedProxies, ['10.0.0.0/8'])
})

test('the ministry is reached over https, or unencrypted within this machine', () => {
  for (const name of ['SELLO_MH_TEST_URL', 'SELLO_MH_LIVE_URL'] as const) {
    const hostOf = (url: string) => {
      const { hosts } = readConfig({ [name]: url }).mh
      return hosts[name === 'SELLO_MH_TEST_URL' ? '00' : '01']
    }
    for (const url of [
      'https://apitest.dtes.mh.gob.sv',
      'http://127.0.0.1:4700',
      'http://127.8.0.1:4700',
      'http://localhost:4700',
      'http://[::1]:4700',
    ]) {
      assert.equal(hostOf(url), url)
    }
    for (const url of [
      'http://apitest.dtes.mh.gob.sv',
      'http://10.0.0.7:4700',
      'http://127.0.0.1.example.com',
      'http://localhost.example.com',
      'ftp://127.0.0.1',
      'apitest.dtes.mh.gob.sv',
    ]) {
      assert.throws(() => hostOf(url), new RegExp(name), url)
    }
  }
})
