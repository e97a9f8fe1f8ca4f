/** The worker of sign keys in this process, of a page below a path. Imported once the test holds its timers. */
import './dom.ts'
import type { Secret } from '../../src/firma/encrypted-key.ts'

/** A worker whose program runs in this process: what passes is copied, and comes later. */
export const started: string[] = []
class WorkerHere {
  onmessage: ((event: { data: unknown }) => void) | null = null
  constructor(url: string, { type }: { type: string }) {
    started.push(`${type} ${url}`)
    const postMessage = (data: unknown) =>
      queueMicrotask(() => this.onmessage?.({ data: structuredClone(data) }))
    program.postMessage = postMessage
  }
  postMessage(data: unknown): void {
    posted.push(JSON.stringify(data))
    queueMicrotask(() => program.onmessage({ data: structuredClone(data) }))
  }
}
const program = { onmessage: (_: { data: unknown }) => {}, postMessage: (_: unknown) => {} }
export const posted: string[] = []
/** A page below a path of the server, whose browser asks a policy for the address of each worker. */
document.head.innerHTML = '<meta name="sello-base" content="/sello/">'
type Rules = { createScriptURL(url: string): string }
const trustedTypes = {
  createPolicy: (name: string, rules: Rules) => ({
    createScriptURL: (url: string) => `${name} ${rules.createScriptURL(url)}`,
  }),
}
const { location } = window
Object.assign(globalThis, { self: program, Worker: WorkerHere, location, trustedTypes })
await import('../../src/firma/worker.ts')

export const placeOf = (personaId: string, ambiente = '00') =>
  ({ personaId, empresa: { nit: '06140101900001' }, ambiente }) as never
export const ANA = placeOf('ana')

export const frase = (text: string): Secret => ({ kind: 'frase', frase: text })
export const llave = (credentialId: string, first = 1): Secret => ({
  ...{ kind: 'llave', credentialId },
  secret: new Uint8Array(32).fill(first),
})
