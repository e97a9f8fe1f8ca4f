/**
 * GET and HEAD /v1/openapi.json (docs/wire.md#routes): the contract. Needs no key, passes no gate, and is not
 * logged.
 */
import { openapiDocument } from '@sello/contract'
import type { Answered, Asked } from '../route.ts'

const HEADERS = {
  'cache-control': 'public, max-age=3600',
  'access-control-allow-origin': '*',
} as const

export async function handleOpenapi({ call }: Asked): Promise<Answered> {
  return { headers: HEADERS, body: printed(call.basePath) }
}

/** One text per base path; a process has one, tests several. */
const texts = new Map<string, string>()

function printed(basePath: string): string {
  const text = texts.get(basePath) ?? JSON.stringify(openapiDocument(basePath))
  texts.set(basePath, text)
  return text
}
