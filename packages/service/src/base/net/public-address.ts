/**
 * Connections restricted to the public network. The address is checked when connecting, because a name that
 * resolved to a public address may resolve to this machine a second later.
 */
import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { readAddress } from './ip-ranges.ts'

/** A name or an address leads to this machine or an internal network. */
export class InnerAddress extends Error {
  override readonly name = 'InnerAddress'
}

/** This machine, private and link-local networks, and reserved ranges (RFC 6890). */
// biome-ignore format: a table
const INNER_V4 = [
  ['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['169.254.0.0', 16],
  ['172.16.0.0', 12], ['192.0.0.0', 24], ['192.168.0.0', 16], ['198.18.0.0', 15], ['224.0.0.0', 3],
] as const
/** Loopback and its neighbours, unique local, link-local, site-local, multicast; 6to4 and Teredo, which carry an IPv4 of any kind. */
// biome-ignore format: a table
const INNER_V6 = [
  ['::', 96], ['fc00::', 7], ['fe80::', 10], ['fec0::', 10], ['ff00::', 8],
  ['2002::', 16], ['2001::', 32], ['64:ff9b:1::', 48],
] as const
/** Addresses that a translator (NAT64, RFC 6052) makes from an IPv4. */
const [TRANSLATED, TRANSLATED_BITS] = ['64:ff9b::', 96]

const inner = new BlockList()
for (const [network, bits] of INNER_V4) {
  inner.addSubnet(network, bits, 'ipv4')
  inner.addSubnet(TRANSLATED + network, TRANSLATED_BITS + bits, 'ipv6')
}
for (const [network, bits] of INNER_V6) inner.addSubnet(network, bits, 'ipv6')

export function isPublicAddress(text: string): boolean {
  const address = readAddress(text)
  return address !== null && !inner.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Refuses a host that is itself an inner address, for which nothing is looked up. */
export function assertPublicHost(hostname: string): void {
  const address = hostname.replace(/^\[|\]$/g, '')
  if (isIP(address) !== 0 && !isPublicAddress(address)) throw new InnerAddress(hostname)
}

/** Like `dns.lookup`, but fails if any result is an inner address. */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) return done(error ?? new Error(`bug: no address of ${hostname}`), '')
    if (!addresses.every(({ address }) => isPublicAddress(address))) {
      return done(new InnerAddress(hostname), '')
    }
    if (options.all) return done(null, addresses)
    return done(null, first.address, first.family)
  })
}
