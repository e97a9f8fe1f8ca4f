/** The console's two cookies, and the token that its own pages send with each action. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csrfOf, DEVICE, readCookies, SESSION, writeCookie } from './cookies.ts'

const COOKIE = { value: 'abc', maxAgeSeconds: 60 }
const KEPT = 'Path=/; HttpOnly; SameSite=Strict'

test('a cookie is of the whole host and of no script, over https of that host alone, and null ends it', () => {
  assert.equal(writeCookie(SESSION, COOKIE, false), `sello_session=abc; Max-Age=60; ${KEPT}`)
  assert.equal(
    writeCookie(DEVICE, COOKIE, true),
    `__Host-sello_device=abc; Max-Age=60; ${KEPT}; Secure`,
  )
  assert.equal(writeCookie(SESSION, null, false), `sello_session=; Max-Age=0; ${KEPT}`)
})

// biome-ignore format: a table
const READ: readonly (readonly [header: string | undefined, isSecure: boolean, read: object])[] = [
  [undefined,                                            false, {}],
  ['',                                                   false, {}],
  ['sello_session=a',                                    false, { sello_session: 'a' }],
  ['x=1;sello_session = a=b== ; sello_device=c',         false, { sello_session: 'a=b==', sello_device: 'c' }],
  ['sello_session=a; sello_session=b; sello_device=c',   false, { sello_device: 'c' }],
  ['xsello_session=a; sello_sessionx=b; sello_session',  false, {}],
  ['__Host-sello_session=a',                             false, {}],
  ['__Host-sello_session=a; sello_session=b',            true,  { sello_session: 'a' }],
  ['sello_session=b',                                    true,  {}],
]

test('each cookie is read under the name that the origin has for it, and none that came twice', () => {
  for (const [header, isSecure, read] of READ) {
    assert.deepEqual(readCookies(header, isSecure), read, header)
  }
})

test('the token of an action is derived from the session’s alike in every process and release', () => {
  assert.equal(csrfOf('A'.repeat(43)), 'ascGpsgD2JYuMzoHapVHyFWTeZrBlCf_FmS0nDfzGAs')
  assert.notEqual(csrfOf('B'.repeat(43)), csrfOf('A'.repeat(43)))
})
