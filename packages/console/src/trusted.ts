/** Trusted Types require a policy for a worker's address: this one accepts only our own built files. */
interface Policy {
  createScriptURL(url: string): string
}
interface Factory {
  createPolicy(name: string, rules: Policy): Policy
}

const rules: Policy = {
  createScriptURL(url) {
    if (new URL(url, location.href).origin !== location.origin) {
      throw new Error(`bug: a script of another origin: ${url}`)
    }
    return url
  },
}

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes
const policy = factory?.createPolicy('sello', rules) ?? rules

/** A module worker from an address that Vite gave (`?worker&url`). */
export function startWorker(url: string): Worker {
  return new Worker(policy.createScriptURL(url), { type: 'module' })
}
