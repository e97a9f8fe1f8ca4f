/**
 * A person with a browser: keeps cookies, and sends the CSRF token from the console's own page. An answer that
 * docs/console-api.md does not tell fails the test.
 */

import { addPerson, makeSignInLink } from '../src/admin.ts'
import { systemRandom } from '../src/base/clock.ts'
import type { Rol } from '../src/ledger/people/memberships.ts'
import { assertTold } from './console/told.ts'
import { assertDescribedRefusal } from './described.ts'
import type { World } from './world.ts'

export interface BrowserReply {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  // biome-ignore lint/suspicious/noExplicitAny: an answer is read by the test that knows its shape
  readonly body: any
  readonly bytes: Buffer
}

export interface Browser {
  readonly cookies: Map<string, string>
  csrf: string
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<BrowserReply>
  send(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<BrowserReply>
}

/** `403 role_not_allowed`, or `200` without a refusal. */
export const codeOf = ({ status, body }: Pick<BrowserReply, 'status' | 'body'>): string =>
  `${status} ${body?.error?.code ?? ''}`.trim()

/** A browser with nothing in it. */
export function openBrowser({ app, consoleOrigin }: World, remoteAddress = '127.0.0.1'): Browser {
  const cookies = new Map<string, string>()
  const browser: Browser = {
    cookies,
    csrf: '',
    get: (path, headers) => ask('GET', path, undefined, headers),
    send: (method, path, body, headers) => ask(method, path, body, headers),
  }
  return browser

  async function ask(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<BrowserReply> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await app.inject({
      method,
      url: `/console/api${path}`,
      remoteAddress,
      headers: {
        host: 'localhost:80',
        'user-agent': 'Prueba/1.0',
        'sec-fetch-site': 'same-origin',
        ...(method === 'GET' ? {} : { origin: consoleOrigin, 'x-sello-csrf': browser.csrf }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(cookie === '' ? {} : { cookie }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    for (const { name, value } of reply.cookies) {
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const isJson = String(reply.headers['content-type'] ?? '').includes('json')
    const read = isJson && reply.payload !== '' ? JSON.parse(reply.payload) : null
    if (typeof read?.csrf === 'string') browser.csrf = read.csrf
    const { headers: answered, rawPayload: bytes } = reply
    const given = { status: reply.statusCode, headers: answered, body: read, bytes }
    if (given.status >= 400) assertDescribedRefusal(given)
    else if (read !== null) assertTold(method, path, read)
    return given
  }
}

/** Somebody of the company, signed in by a one-time link. */
export async function signInAs(
  world: World,
  rol: Rol | 'operador',
  { nit = world.company.nit, correo = `${rol}-${systemRandom.uuid()}@example.com` } = {},
): Promise<Browser & { readonly correo: string; readonly personId: string }> {
  const isOperator = rol === 'operador'
  const member = isOperator ? null : { nit, rol }
  const person = { correo, nombre: `Persona ${rol}`, member, operador: isOperator, password: null }
  const { personId } = await addPerson(world.admin, person)
  const browser = openBrowser(world)
  await enterByLink(world, browser, correo)
  return Object.assign(browser, { correo, personId })
}

/** Signs in by a one-time link from an operator; the browser is then known as the person's. */
export async function enterByLink(
  world: World,
  browser: Browser,
  correo: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { token } = await makeSignInLink(world.admin, { correo, hours: 1 })
  const reply = await browser.send('POST', '/entrar/enlace', { token }, headers)
  if (reply.status !== 200) throw new Error(`sign-in answered ${reply.status}`)
}
