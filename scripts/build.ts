/**
 * `npm run build`: the published packages, in `dist/`. `@sello/client` as one bundle per entry with its types;
 * `@sello/mh-simulator` and `sello` file by file, so that modules find their neighbouring files (migrations, fonts).
 */
import { buildClient } from './build/client.ts'
import { buildSello } from './build/sello.ts'
import { buildSimulator } from './build/simulator.ts'

const TARGETS = { client: buildClient, simulator: buildSimulator, sello: buildSello } as const

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !Object.hasOwn(TARGETS, name))
if (unknown.length > 0) {
  console.error(`build knows ${Object.keys(TARGETS).join(', ')}, and not ${unknown.join(' ')}`)
  process.exitCode = 2
} else {
  const names = asked.length === 0 ? Object.keys(TARGETS) : asked
  for (const name of names) console.log(await TARGETS[name as keyof typeof TARGETS]())
}
