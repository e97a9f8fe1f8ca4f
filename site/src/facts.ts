/** What has to stand on the site: every public route, refusal, type and command. */

import { commandHelps, isRun } from '../../packages/cli/test/helps.ts'
import {
  CONSOLE_REFUSALS,
  REFUSALS,
  ROUTE_SPECS,
  type RouteSpec,
} from '../../packages/contract/src/index.ts'
import type { Fact } from './missing.ts'
import { OPENAPI } from './openapi.ts'
import { headingOf, pathOfGroup } from './reference/groups.ts'

export function allFacts(): readonly Fact[] {
  const routes = Object.values(ROUTE_SPECS) as readonly RouteSpec[]
  const types = Object.keys(OPENAPI.components.schemas).filter((name) => !name.startsWith('error_'))
  return [
    ...routes.map((route) => ({
      what: `the route ${headingOf(route)}`,
      page: pathOfGroup(route.grupo),
      words: `\n## ${headingOf(route)} {`,
    })),
    ...Object.keys(REFUSALS).map((code) => ({
      what: `the error ${code}`,
      page: '/referencia/errores',
      words: `\n## ${code}\n`,
    })),
    ...Object.keys(CONSOLE_REFUSALS).map((code) => ({
      what: `the console's error ${code}`,
      page: '/referencia/errores',
      words: `\n| \`${code}\` |`,
    })),
    ...types.map((name) => ({
      what: `the type ${name}`,
      page: '/referencia/tipos',
      words: `\n## ${name}\n`,
    })),
    ...commandHelps()
      .filter(isRun)
      .map(({ path }) => ({
        what: `the command ${path}`,
        page: '/referencia/comandos',
        words: `\n## ${path}\n`,
      })),
  ]
}
