/** An imaginary event about a document, from its structure to its route. */
import { readdirSync } from 'node:fs'
import { ROOT } from '../check/step.ts'
import { after, before, copied, type Step } from './edits.ts'

const MIGRATIONS = 'packages/service/migrations'
/** The number of the next migration. */
export const NUMBER = String(readdirSync(`${ROOT}${MIGRATIONS}`).length + 1).padStart(4, '0')

const EVENTOS = 'packages/fiscal/src/eventos'
const CONTRACT = 'packages/contract/src'
const SERVICE = 'packages/service/src'
const SIMULATOR = 'packages/mh-simulator/src'

// biome-ignore format: a table
export const EVENTO_STEPS: readonly Step[] = [
  [`${EVENTOS}/aviso/estructura.ts`, copied('event/estructura.ts.txt')],
  [`${EVENTOS}/aviso/aviso.ts`, copied('event/aviso.ts.txt')],
  [`${EVENTOS}/index.ts`,
    after(/^import .*contingencia\.ts'$/, "import { aviso } from './aviso/aviso.ts'"),
    after(/^ {2}contingencia,$/, '  aviso,'),
    after(/^export \* from '\.\/contingencia/, "export * from './aviso/aviso.ts'")],

  ['packages/fiscal/examples/eventos/aviso/01-simple.request.json', copied('event/example.json.txt')],

  [`${SERVICE}/ledger/transmission/rules.ts`, after(/^ {2}contingencia: \{/, "  aviso: { unattended: 'resume', abandonedAfterMs: null, files: false },")],
  [`${SERVICE}/outside/ministry/services.ts`, after(/^ {2}contingencia: CONTINGENCIA,$/, "  aviso: { ...ANULACION, path: '/fesv/aviso', tdte: () => null },")],
  [`${MIGRATIONS}/${NUMBER}-aviso.sql`, copied('event/migration.sql.txt')],
  [`${SERVICE}/flows/correcting/aviso.ts`, copied('event/page.ts.txt')],

  [`${CONTRACT}/routes-events.ts`,
    after(/^import .*'\.\/routes-dte\.ts'$/, [
      "import Type, { type Static } from 'typebox'",
      "import { EARLIER } from './openapi/examples-dte.ts'",
      "import { closed, nullable, UUID_PATTERN } from './schema.ts'",
      "import { ESTADOS_EVENTO } from './words.ts'",
    ].join('\n')),
    before(/^export const EVENT_ROUTES/, 'event/route-spec.ts.txt'),
    after(/^ {2}invalidate,$/, '  aviso,')],
  [`${SERVICE}/entrypoints/v1/aviso/route.ts`, copied('event/route.ts.txt')],
  [`${SERVICE}/entrypoints/v1/index.ts`, after(/^import .*'\.\/route\.ts'$/, "import { handleAviso } from './aviso/route.ts'"), after(/^ {2}invalidate: handleInvalidate,$/, '  aviso: handleAviso,')],

  [`${SIMULATOR}/services/aviso.ts`, copied('event/simulator.ts.txt')],
  [`${SIMULATOR}/services/table.ts`, after(/^import \{ auth \}/, "import { aviso } from './aviso.ts'"), after(/^ {2}anulardte,$/, '  aviso,')],

  ['site/src/code/client.ts', after(/^ {2}invalidate: /, "  aviso: () => 'sello.aviso()',")],
]
