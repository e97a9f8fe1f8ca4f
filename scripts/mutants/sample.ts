/**
 * The mutants of a part, in the order of a seed: each line with sites once, with one of its sites. The order follows
 * from the texts of the lines, so that a change elsewhere does not draw others.
 */
import { createHash } from 'node:crypto'
import { isTest, type SourceFile } from '../check/files.ts'
import { sitesOf } from './operators.ts'
import type { Site } from './site.ts'

/** The packages, by the names that `--part` takes. */
export const PARTS = {
  fiscal: 'packages/fiscal/src/',
  vault: 'packages/vault/src/',
  service: 'packages/service/src/',
  simulator: 'packages/mh-simulator/src/',
  client: 'packages/client/src/',
  paper: 'packages/paper/src/',
  cli: 'packages/cli/src/',
  contract: 'packages/contract/src/',
  console: 'packages/console/src/',
} as const
export type Part = keyof typeof PARTS

/** Only these have statements (`npm run check`). */
const WITH_SQL = /^packages\/service\/src\/(ledger|base\/db)\//

/** What one PostgreSQL never runs: `npm run test:citus` tests it, and is too long to be run for each. */
const ON_CLUSTER = /^packages\/service\/src\/ledger\/(cluster\/distribute|marks\/machines)\.ts$/

export const isMutated = (path: string, part: Part) =>
  path.startsWith(PARTS[part]) &&
  !ON_CLUSTER.test(path) &&
  /\.tsx?$/.test(path) &&
  !isTest(path) &&
  !/\/generated\/|\.d\.ts$/.test(path)

export const sitesOfFile = ({ path, text }: SourceFile) =>
  sitesOf(path, text, { isSql: WITH_SQL.test(path) })

export function sampleOf(files: readonly SourceFile[], seed: string): readonly Site[] {
  const drawn = files.flatMap((file) => linesOf(file).map((line) => drawOf(line, seed)))
  return drawn.sort((a, b) => (a.hash < b.hash ? -1 : 1)).map(({ site }) => site)
}

/** The sites of each line, with a name that no other line has. */
interface Line {
  readonly name: string
  readonly sites: readonly Site[]
}

function linesOf(file: SourceFile): readonly Line[] {
  const texts = file.text.split('\n').map((text) => text.trim())
  const sites = sitesOfFile(file)
  const lines = [...new Set(sites.map(({ line }) => line))]
  return lines.map((line) => {
    const text = texts[line - 1]
    const same = texts.slice(0, line - 1).filter((one) => one === text).length
    return {
      name: `${file.path}\n${text}\n${same}`,
      sites: sites.filter((site) => site.line === line),
    }
  })
}

function drawOf({ name, sites }: Line, seed: string): { hash: string; site: Site } {
  const hash = createHash('sha256').update(`${seed}\n${name}`).digest('hex')
  const site = sites[Number.parseInt(hash.slice(0, 8), 16) % sites.length] as Site
  // The first digits chose the site.
  return { hash: hash.slice(8), site }
}
