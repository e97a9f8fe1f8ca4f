/**
 * The service with deliberate mistakes, each of which the simulation must find. A mistake replaces an expression in
 * the source while the test bundles it, so the product has no switch for it; one bundle holds all, and
 * `globalThis.mutant` names the one in effect.
 */
import { mkdir, mkdtemp, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'

interface Mistake {
  /** Below the root of the project. */
  readonly file: string
  /** An expression, which must be there. Every occurrence is replaced. */
  readonly from: string
  /** Another expression; or with `$ON`, which says whether this mutant is in effect, any text. */
  readonly to: string
}

export interface Mutant {
  readonly name: string
  readonly mistakes: readonly Mistake[]
  /** How the simulation tells it. */
  readonly found: RegExp
  /** The history of the default seed that found it: tried first, to save time. Absent: the first. */
  readonly history?: number
}

const SERVICE = 'packages/service/src'
const SIMULATOR = 'packages/mh-simulator/src'

const WITHOUT_CEILING: Mistake = {
  file: `${SERVICE}/flows/issuing/credits.ts`,
  from: 'excesos.map(',
  to: '($ON ? [] : excesos).map(',
}

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'every silence of a document in contingency is told again',
    mistakes: [
      {
        file: `${SERVICE}/ledger/outbox/tell.ts`,
        from: 'estado <> was',
        to: `\${$ON ? 'true' : 'estado <> was'}`,
      },
    ],
    found: /the feed says/,
    history: 46,
  },
  {
    name: 'a corrupted signature in every 200',
    mistakes: [
      {
        file: `${SERVICE}/ledger/documents/sealed-body.ts`,
        from: 'jwsOf(firmado)',
        to: `jwsOf(firmado).replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))`,
      },
    ],
    found: /told with another signature/,
  },
  {
    name: 'an answer with the seal of another document',
    mistakes: [
      {
        file: `${SERVICE}/ledger/documents/sealed-body.ts`,
        from: '= outcome',
        to: '= $ON ? [globalThis.before ?? outcome, (globalThis.before = outcome)][0] : outcome',
      },
    ],
    found: /told with another seal/,
  },
  {
    name: 'a query with another signature than the stored one',
    mistakes: [
      {
        file: `${SERVICE}/entrypoints/v1/query/route.ts`,
        from: 'jwsOf(firmadoOf(stored))',
        to: `jwsOf(firmadoOf(stored)).replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))`,
      },
    ],
    found: /told with another signature/,
  },
  {
    // The ministry does not check it either, so that only the sum of the signed bytes shows it.
    name: 'no ceiling of credit notes',
    mistakes: [
      WITHOUT_CEILING,
      {
        file: `${SIMULATOR}/checks/origen.ts`,
        from: `tipo.ajuste !== 'credito'`,
        to: 'true',
      },
    ],
    found: /credited/,
    history: 20,
  },
  {
    name: 'no ceiling of credit notes, and a ministry that has one',
    mistakes: [WITHOUT_CEILING],
    found: /rejected what nobody asked it to reject/,
    history: 20,
  },
  {
    name: 'earlier returns are forgotten',
    mistakes: [
      {
        file: `${SERVICE}/flows/correcting/balance.ts`,
        from: 'COUNTING.has(estado)',
        to: 'false',
      },
      {
        file: `${SIMULATOR}/checks/eventos/retorno.ts`,
        from: 'checkSaldos(subject, origins, taken)',
        to: 'null',
      },
    ],
    found: /came back than was sold|do not add up/,
    history: 3,
  },
  {
    name: 'a page of a list skips a row',
    mistakes: [
      {
        file: `${SERVICE}/ledger/documents/list.ts`,
        from: '({ fecEmi, position })',
        to: '({ fecEmi, position: position - 1n })',
      },
    ],
    found: /the pages skip documents/,
    history: 3,
  },
  {
    name: 'a second body under an Idempotency-Key is accepted',
    mistakes: [
      {
        file: `${SERVICE}/ledger/claims/earlier.ts`,
        from: '[bodyHash, ...olderBodyHashes].some((hash) => hash.equals(found))',
        to: 'true',
      },
    ],
    found: /idempotency_key_reuse/,
    history: 4,
  },
  {
    // One of these alone shows nothing: each is there because the others may fail.
    name: 'a stopped process declares an outage',
    mistakes: [
      { file: `${SERVICE}/outside/ministry/ministry.ts`, from: 'hasStalled()', to: 'false' },
      {
        file: `${SERVICE}/outside/ministry/breaker.ts`,
        from: `(await probeOnce(ambiente)) === 'silent'`,
        to: 'true',
      },
    ],
    found: /the outage of .* began/,
    history: 175,
  },
  {
    name: 'the seal of another copy is credited',
    mistakes: [
      { file: `${SERVICE}/outside/ministry/ministry.ts`, from: '!mayHaveArrived', to: 'false' },
    ],
    found: /told with another signature/,
  },
  {
    name: 'another copy does not close the fence',
    mistakes: [
      {
        file: `${SERVICE}/flows/issuing/record-verdicts.ts`,
        from: 'isAjeno(move.outcome)',
        to: 'false',
      },
    ],
    found: /the fence is open/,
  },
]

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
/** Below the packages, so that unbundled packages are found; the next run deletes it. */
const BUNDLES = join(ROOT, '.test-bundles')
const ENTRY = fileURLToPath(new URL('mutated.ts', import.meta.url))
/** What the CommonJS packages among the dependencies call. */
const REQUIRE = `import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);`

/** The simulation over the service with every mutant in it, none of which is in effect. */
export async function bundleMutants(): Promise<typeof import('./mutated.ts')> {
  await mkdir(BUNDLES, { recursive: true })
  const outfile = join(await mkdtemp(join(BUNDLES, `${process.pid}-mutants-`)), 'mutated.mjs')
  await build({
    entryPoints: [ENTRY],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: { js: REQUIRE },
    plugins: [mutating],
    external: ['@node-rs/argon2', 'pg-native'], // native code stays in its package
    logLevel: 'warning',
  })
  return import(pathToFileURL(outfile).href)
}

/** From now on this mutant runs; null: the service as it is. */
export function mutate(mutant: Mutant | null): void {
  Object.assign(globalThis, { mutant: mutant?.name ?? null, before: undefined })
}

/** In parts, because the bundle of this test replaces it as well. */
const OWN_URL = ['import', 'meta', 'url'].join('.')

/** Modules find their files at their place in the project, as in every bundle of tests. */
const mutating: Plugin = {
  name: 'mutants',
  setup({ onLoad, onEnd }) {
    const applied = new Set<Mistake>()
    const mistakes = new Set(MUTANTS.flatMap((mutant) => mutant.mistakes))
    onLoad({ filter: /[\\/]packages[\\/][^/\\]+[\\/](src|test)[\\/].*\.ts$/ }, async ({ path }) => {
      const url = JSON.stringify(pathToFileURL(path).href)
      let text = (await readFile(path, 'utf8')).replaceAll(OWN_URL, () => url)
      for (const mistake of mistakes) {
        if (relative(ROOT, path) !== mistake.file || !text.includes(mistake.from)) continue
        text = text.replaceAll(mistake.from, () => mistaken(mistake))
        applied.add(mistake)
      }
      return { contents: text, loader: 'ts' }
    })
    onEnd(() => {
      const lost = [...mistakes].filter((one) => !applied.has(one))
      if (lost.length === 0) return
      const names = lost.map(({ file, from }) => `${file}: ${from}`)
      throw new Error(`the source has no longer what a mutant replaces: ${names.join('; ')}`)
    })
  },
}

function mistaken(mistake: Mistake): string {
  const { from, to } = mistake
  const mutants = MUTANTS.filter(({ mistakes }) => mistakes.includes(mistake))
  const isOn = `(${JSON.stringify(mutants.map(({ name }) => name))}.includes(globalThis.mutant))`
  return to.includes('$ON') ? to.replace('$ON', () => isOn) : `(${isOn} ? (${to}) : (${from}))`
}
