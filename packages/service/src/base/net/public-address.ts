/** Which addresses are of the public network. A name is checked when connecting (own-resolver.ts). */
import { BlockList, isIP } from 'node:net'
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
/** Global unicast, and what a translator (NAT64, RFC 6052) makes from an IPv4. */
const [TRANSLATED, TRANSLATED_BITS] = ['64:ff9b::', 96]
// biome-ignore format: a table
const GLOBAL_V6 = [['2000::', 3], [TRANSLATED, TRANSLATED_BITS]] as const
/** Of these 6to4 and Teredo, which carry an IPv4 of any kind, and documentation. */
// biome-ignore format: a table
const INNER_V6 = [['2002::', 16], ['2001::', 32], ['2001:db8::', 32], ['3fff::', 20]] as const

// Apart: a list compares an IPv4 with its IPv6 subnets too, as a mapped one.
const [innerV4, innerV6, globalV6] = [new BlockList(), new BlockList(), new BlockList()]
for (const [network, bits] of INNER_V4) {
  innerV4.addSubnet(network, bits, 'ipv4')
  innerV6.addSubnet(TRANSLATED + network, TRANSLATED_BITS + bits, 'ipv6')
}
for (const [network, bits] of INNER_V6) innerV6.addSubnet(network, bits, 'ipv6')
for (const [network, bits] of GLOBAL_V6) globalV6.addSubnet(network, bits, 'ipv6')

export function isPublicAddress(text: string): boolean {
  const address = readAddress(text)
  if (address === null) return false
  if (isIP(address) === 4) return !innerV4.check(address, 'ipv4')
  return globalV6.check(address, 'ipv6') && !innerV6.check(address, 'ipv6')
}

/** Refuses a host that is itself an inner address, for which nothing is looked up. */
export function assertPublicHost(hostname: string): void {
  const address = withoutBrackets(hostname)
  if (isIP(address) !== 0 && !isPublicAddress(address)) throw new InnerAddress(hostname)
}

/** Whether a host is itself an address; of a name only a lookup tells where it leads. */
export const isAddress = (hostname: string): boolean => isIP(withoutBrackets(hostname)) !== 0

/** Of an IPv6 address, which a URL's hostname has in brackets. */
export const withoutBrackets = (hostname: string): string => hostname.replaceAll(/[[\]]/g, '')
