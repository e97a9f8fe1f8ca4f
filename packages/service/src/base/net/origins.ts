/** What an origin says about the way to it. */

/** Whether browsers reach the console over https. The operator states its origin; a request cannot. */
export const isHttps = (publicOrigin: string | null): boolean =>
  publicOrigin?.startsWith('https:') ?? false

/** Whether the name, as URL.hostname spells it, is this machine's own: 127.0.0.0/8 is loopback as a whole (RFC 1122). */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
