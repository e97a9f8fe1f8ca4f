/** Which calls come from the console's own pages, and where the links lead that it gives. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertSameOrigin, invitationLinks, linkOrigin, ownOrigin } from './origin.ts'

const OWN = 'https://sello.example.com'
const OTHER = 'https://evil.example'

/** Older browsers name the origin alone, and not of what they read; a person who types an address comes from nowhere. */
// biome-ignore format: a table
const CALLS: readonly (readonly [method: string, site: string | undefined, origin: string | undefined, passes: boolean])[] = [
  ['GET',    undefined,     undefined, true],
  ['GET',    'same-origin', undefined, true],
  ['GET',    'none',        undefined, true],
  ['GET',    'same-site',   undefined, false],
  ['GET',    'cross-site',  undefined, false],
  ['POST',   'same-origin', OWN,       true],
  ['POST',   'same-origin', undefined, true],
  ['POST',   undefined,     OWN,       true],
  ['POST',   undefined,     undefined, false],
  ['POST',   'none',        OWN,       false],
  ['POST',   'same-site',   OWN,       false],
  ['POST',   'cross-site',  undefined, false],
  ['POST',   'same-origin', OTHER,     false],
  ['POST',   undefined,     OTHER,     false],
  ['DELETE', 'same-origin', OWN,       true],
  ['DELETE', 'none',        undefined, false],
]

test('a call is taken from the console’s own page alone, as each browser names it', () => {
  for (const [method, site, origin, passes] of CALLS) {
    const headers = { 'sec-fetch-site': site, origin }
    const check = () => assertSameOrigin({ method, headers } as never, OWN)
    if (passes) check()
    else {
      assert.throws(check, {
        ...{ code: 'csrf_refused', details: {} },
        message: 'La petición no viene de esta página. Recárguela y repita lo que hacía.',
      })
    }
  }
})

test('the origin is the configured one, or that of the call; a link has no other than the configured one', () => {
  const request = { protocol: 'http', host: 'caja:4600', socket: { localPort: 4_600 } } as never
  assert.equal(ownOrigin(request, OWN), OWN)
  assert.equal(ownOrigin(request, null), 'http://caja:4600')
  // biome-ignore format: a table
  const links = [
    [OWN,  false, OWN],
    [OWN,  true,  OWN],
    [null, true,  'http://localhost:4600'],
    [null, false, null],
  ] as const
  for (const [publicOrigin, isDemonstration, origin] of links) {
    assert.equal(linkOrigin(request, { publicOrigin, isDemonstration } as never), origin)
  }
})

test('an invitation is a link below the base path, with what only the invited person has after the sign #', () => {
  const expiresAt = new Date('2026-11-28T18:00:00Z')
  const linkTo = invitationLinks({ linkOrigin: OWN, basePath: '/api' } as never)
  const url = `${OWN}/api/invitacion#abc`
  assert.deepEqual(linkTo({ token: 'abc', expiresAt }), { url, venceEl: expiresAt })
  const message =
    'para invitar, el servicio debe saber en qué dirección lo abren las personas. Quien lo opera la pone en SELLO_PUBLIC_ORIGIN (como https://sello.example.com) y lo reinicia.'
  assert.throws(() => invitationLinks({ linkOrigin: null, basePath: '/api' } as never), {
    ...{ code: 'refused', message: `correo: ${message}` },
    details: { issues: [{ field: 'correo', message }] },
  })
})
