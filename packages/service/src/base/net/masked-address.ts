/** A mail address as lists and answers may show it. */

/** `maria@example.com` is `m…a@e…e.com`. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const labels = address.slice(at + 1).split('.')
  const last = labels.pop() ?? ''
  return `${masked(address.slice(0, at))}@${masked(labels.join('.'))}.${last}`
}

/** Only the first letter of what is short, so that a mask never is the whole. */
const masked = (text: string) =>
  text.length > 3 ? `${text.slice(0, 1)}…${text.slice(-1)}` : `${text.slice(0, 1)}…`
