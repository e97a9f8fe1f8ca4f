/** Names that a company gives: which are looked up, and which addresses are connected to. */
import assert from 'node:assert/strict'
import type { LookupAddress } from 'node:dns'
import { test } from 'node:test'
import { publicLookupBy } from './own-resolver.ts'
import { InnerAddress } from './public-address.ts'

interface Answer {
  readonly error: Error | null
  readonly address: string | readonly LookupAddress[]
  readonly family: number | undefined
  readonly asked: readonly string[]
}

const NOT_FOUND = Object.assign(new Error('not found'), { code: 'ENOTFOUND' })

/** As a connection asks, of name servers that have these addresses; none: there is no such name. */
function lookUp(
  hostname: string,
  { v4 = [], v6 = [], all = false }: { v4?: string[]; v6?: string[]; all?: boolean } = {},
): Promise<Answer> {
  const asked: string[] = []
  const answer = (addresses: string[]) => async (name: string) => {
    asked.push(name)
    if (addresses.length === 0) throw NOT_FOUND
    return addresses
  }
  // A resolver's functions have more forms than are used.
  const resolver = { resolve4: answer(v4), resolve6: answer(v6) } as unknown as Parameters<
    typeof publicLookupBy
  >[0]
  return new Promise((resolve) => {
    publicLookupBy(resolver)(hostname, { all }, (error, address, family) =>
      resolve({ error, address, family, asked }),
    )
  })
}

test('localhost, with whatever before it, is this machine and is not looked up', async () => {
  for (const name of ['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'a.b.localhost.']) {
    const { error, asked } = await lookUp(name, { v4: ['8.8.8.8'] })
    assert.ok(error instanceof InnerAddress, name)
    assert.match(error.message, new RegExp(name))
    assert.deepEqual(asked, [])
  }
  for (const name of ['localhost.example.com', 'mylocalhost', 'localhosts', 'localhost.e.']) {
    const { error, address, family, asked } = await lookUp(name, { v4: ['8.8.8.8'] })
    assert.deepEqual([error, address, family], [null, '8.8.8.8', 4], name)
    assert.deepEqual(asked, [name, name])
  }
})

test('one address of a name that is not public refuses all of them', async () => {
  for (const found of [
    { v4: ['10.0.0.1'] },
    { v4: ['8.8.8.8', '127.0.0.1'] },
    { v4: ['8.8.8.8'], v6: ['::1'] },
    { v4: ['192.168.0.1'], v6: ['2606:4700::1111'] },
  ]) {
    for (const all of [false, true]) {
      const { error } = await lookUp('a.example', { ...found, all })
      assert.ok(error instanceof InnerAddress)
    }
  }
})

test('a name of one family or of both leads to its addresses, IPv4 first; without any the name servers’ error is told', async () => {
  const both = { v4: ['8.8.8.8', '8.8.4.4'], v6: ['2606:4700::1111'] }
  assert.deepEqual((await lookUp('a.example', { ...both, all: true })).address, [
    { address: '8.8.8.8', family: 4 },
    { address: '8.8.4.4', family: 4 },
    { address: '2606:4700::1111', family: 6 },
  ])
  const { address, family } = await lookUp('a.example', { v6: both.v6 })
  assert.deepEqual([address, family], ['2606:4700::1111', 6])
  assert.equal((await lookUp('a.example')).error, NOT_FOUND)
})
