/** One example in four languages, as tabs; of a request that is wrong on purpose, its body alone. */
import type { RouteName, RouteSpec } from '../../../packages/contract/src/index.ts'
import type { Example } from '../../../packages/contract/src/openapi/example.ts'
import { block } from '../page.ts'
import { client } from './client.ts'
import { curl } from './curl.ts'
import { php } from './php.ts'
import { python } from './python.ts'
import { sentBy } from './request.ts'

export function codeOf(name: RouteName, route: RouteSpec, example: Example): string {
  const sent = sentBy(route, example)
  if (example.status >= 400) {
    const { method, address, body } = sent
    const line = `${method} ${address}`
    return block('http', body === null ? line : `${line}\n\n${JSON.stringify(body, null, 2)}`)
  }
  const tabs = [
    block('sh [curl]', curl(sent)),
    block('ts [TypeScript]', client(name, route, example)),
    block('php [PHP]', php(sent)),
    block('py [Python]', python(sent)),
  ]
  return ['::: code-group', ...tabs, ':::'].join('\n\n')
}
