/** The network of an address, by which callers without a key are counted. */
import { isIPv4 } from 'node:net'
import { readAddress } from './ip-ranges.ts'

/** Null once the caller has disconnected, or if a proxy sends something that is not an address. */
export function peerOf({ ip }: { readonly ip: string | undefined }): string | null {
  return readAddress(ip ?? '')
}

/** IPv4 by address; IPv6 by /64, because whoever has one address of it has them all. */
export function networkOf(address: string): string {
  if (address === '' || isIPv4(address)) return address
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const behind = tail ? tail.split(':') : []
  const zeros = Array<string>(8 - before.length - behind.length).fill('0')
  return [...before, ...zeros, ...behind].slice(0, 4).join(':')
}
