/** Addresses and ranges in canonical form. An IPv4-mapped IPv6 address becomes its IPv4 (docs/wire.md#keys). */
import { isIPv4, isIPv6 } from 'node:net'

const IPV4_BITS = 32
const IPV6_BITS = 128
/** The bits before the IPv4 in a mapped address. */
const MAPPED_BITS = 96
/** In the notation of URLs. */
const MAPPED = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/

/** Null for anything that is not an address. A link-local one keeps its zone, which is local to the machine. */
export function readAddress(text: string): string | null {
  const address = text.replace(/%.*/, '')
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return null
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [, high, low] = MAPPED.exec(written) ?? []
  return high && low ? ipv4Of(parseInt(high, 16), parseInt(low, 16)) : written
}

/** An address or a CIDR range such as `10.0.0.0/8`; null for anything else. */
export function readRange(text: string): string | null {
  const [given = '', bits, ...rest] = text.split('/')
  const address = given.includes('%') ? null : readAddress(given)
  if (address === null || rest.length > 0) return null
  if (bits === undefined) return address
  const isMapped = isIPv6(given) && isIPv4(address)
  const length = isMapped ? Number(bits) - MAPPED_BITS : Number(bits)
  const max = isIPv4(address) ? IPV4_BITS : IPV6_BITS
  return /^\d{1,3}$/.test(bits) && length >= 0 && length <= max ? `${address}/${length}` : null
}

function ipv4Of(high: number, low: number): string {
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
}
