/**
 * Looks names up without `getaddrinfo`, whose calls share two threads of the process: names whose servers do not
 * answer would keep the ministry's from being looked up. It knows the DNS alone, and no file of this machine.
 */
import { Resolver } from 'node:dns/promises'
import { isIPv6, type LookupFunction } from 'node:net'
import { InnerAddress, isPublicAddress } from './public-address.ts'

/** A lookup that takes longer fails; the second try is included. */
const LOOKUP = { timeout: 2_500, tries: 2 }

/** RFC 6761 §6.3: these names are this machine whatever a name server says, and many answer that there is no such name. */
const isLocalhost = (hostname: string): boolean => /(^|\.)localhost\.?$/i.test(hostname)

/** Fails unless all addresses of a name are public. What it returns is what the caller connects to. */
export const publicLookupBy =
  (resolver: Pick<Resolver, 'resolve4' | 'resolve6'>): LookupFunction =>
  (hostname, options, done) => {
    if (isLocalhost(hostname)) return process.nextTick(done, new InnerAddress(hostname), '')
    const looked = [resolver.resolve4(hostname), resolver.resolve6(hostname)]
    void Promise.allSettled(looked).then((both) => {
      const found = both.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
      const failed = both.find((one) => one.status === 'rejected')
      const addresses = found.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
      const [first] = addresses
      if (!first) return done(failed?.reason ?? new Error(`bug: no address of ${hostname}`), '')
      if (!found.every(isPublicAddress)) return done(new InnerAddress(hostname), '')
      if (options.all) return done(null, addresses)
      return done(null, first.address, first.family)
    })
  }

/**
 * By the machine's name servers. For every name that a company gives: connecting checks it, because a name that
 * resolved to a public address may resolve to this machine a second later.
 */
export const publicLookup: LookupFunction = publicLookupBy(new Resolver(LOOKUP))
