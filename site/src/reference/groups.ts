/** Where each group of routes has its page, and each route its place on it. */
import type { RouteSpec } from '../../../packages/contract/src/index.ts'
import { OPENAPI } from '../openapi.ts'
import { anchorOf } from '../page.ts'

export const GROUPS: readonly string[] = OPENAPI.tags.map(({ name }) => name)

export const pathOfGroup = (group: string) => `/referencia/${anchorOf(group)}`

export const headingOf = (route: Pick<RouteSpec, 'method' | 'path'>) =>
  `${route.method} ${route.path}`

/** With an explicit anchor: braces in a heading would be read as attributes. */
export const routeAnchor = (route: Pick<RouteSpec, 'method' | 'path'>) => anchorOf(headingOf(route))

export const addressOf = (route: RouteSpec) => `${pathOfGroup(route.grupo)}#${routeAnchor(route)}`
