import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Draft, NIT } from '../../test/documentos.ts'
import { PASSWORD, startMinistry } from '../../test/ministry.ts'

async function login(url: string, form: Record<string, string>): Promise<[number, Draft]> {
  const body = new URLSearchParams(form)
  const response = await fetch(`${url}/seguridad/auth`, { method: 'POST', body })
  return [response.status, await response.json()]
}

test('a correct password gives a token with its Bearer prefix', async (t) => {
  const { url } = await startMinistry(t)
  const [status, { status: said, body }] = await login(url, { user: NIT, pwd: PASSWORD })
  const { token, ...rest } = body
  assert.deepEqual([status, said], [200, 'OK'])
  assert.match(token, /^Bearer [\w-]+\.[\w-]+\.[\w-]+$/)
  const unknown = {
    descripcion: null,
    rolSuperior: null,
    nivel: null,
    activo: null,
    permisos: null,
  }
  assert.deepEqual(rest, {
    user: NIT,
    rol: { nombre: 'Usuario', codigo: 'ROLE_USER', ...unknown },
    roles: ['ROLE_USER'],
    tokenType: 'Bearer',
  })
  const [header, claims] = token.slice(7).split('.').slice(0, 2).map(decoded)
  assert.deepEqual(header, { alg: 'HS512' })
  assert.equal(claims.sub, NIT)
  assert.equal(claims.exp - claims.iat, 86_400)
})

function decoded(part: string): Draft {
  return JSON.parse(Buffer.from(part, 'base64url').toString())
}

const WRONG = [
  { user: NIT, pwd: 'otra' },
  { user: '06140101900019', pwd: PASSWORD },
  { user: NIT },
  {},
]

test('a failed login is HTTP 200 with status ERROR', async (t) => {
  const { url } = await startMinistry(t)
  for (const form of WRONG) {
    const [status, body] = await login(url, form as Record<string, string>)
    assert.equal(status, 200)
    assert.deepEqual(body, {
      status: 'ERROR',
      error: 'Unauthorized',
      message: 'Usuario no valido',
    })
  }
})

test('or 401, where the host is one of those', async (t) => {
  const { url } = await startMinistry(t, { authFailure: 401 })
  for (const form of WRONG) {
    const [status, body] = await login(url, form as Record<string, string>)
    assert.deepEqual([status, body.error], [401, 'Unauthorized'])
  }
})

test('every login gives a separate token, and all stay valid', async (t) => {
  const ministry = await startMinistry(t)
  const second = await ministry.login()
  assert.notEqual(second, ministry.token)
  assert.equal((await ministry.get('/_sim/state')).body.tokens, 2)
})
