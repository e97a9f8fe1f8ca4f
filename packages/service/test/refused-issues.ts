/** What a caller is told of a request that breaks rules, each by its name, and that it spent no number. */
import assert from 'node:assert/strict'
import type { World } from './world.ts'

interface Issue {
  readonly field: string
  readonly rule: string
  readonly message: string
}

export async function refusedIssues(world: World, request: object): Promise<readonly Issue[]> {
  const before = await world.numbersSpent()
  const reply = await world.issue(request)
  assert.equal(reply.status, 422, reply.text)
  assert.equal(await world.numbersSpent(), before)
  const { issues } = reply.body.error.details
  for (const { rule } of issues) assert.match(rule, /\S/, reply.text)
  return issues
}
