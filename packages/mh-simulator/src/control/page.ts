/** The simulator's own page: what arrived, what was answered and why, and the switches of the ministry's moods. */
import { readFileSync } from 'node:fs'
import type { Reply } from '../http/reply.ts'
import type { Action } from './action.ts'

const FILES = [
  { path: '/_sim/', file: 'index.html', type: 'text/html' },
  { path: '/_sim/page.js', file: 'page.js', type: 'text/javascript' },
  { path: '/_sim/detail.js', file: 'detail.js', type: 'text/javascript' },
  { path: '/_sim/tools.js', file: 'tools.js', type: 'text/javascript' },
  { path: '/_sim/page.css', file: 'page.css', type: 'text/css' },
] as const

/** Nothing but its own files: what it shows was written by whoever transmitted. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export const PAGE: readonly Action[] = FILES.map(({ path, file, type }) => ({
  method: 'GET',
  path,
  handle: (): Reply => ({
    status: 200,
    body: readFileSync(new URL(`../../page/${file}`, import.meta.url), 'utf8'),
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  }),
}))
