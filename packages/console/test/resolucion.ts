/** What a company needs to receive donations, stated as its page does. */
import assert from 'node:assert/strict'
import { RESOLUCION } from '../../fiscal/test/fixtures.ts'
import type { World } from './world.ts'

/** Null: it has none any more. */
export async function stateResolucion(
  { api, nit }: Pick<World, 'api' | 'nit'>,
  resolucion: typeof RESOLUCION | null = RESOLUCION,
): Promise<void> {
  const { csrf } = await (await api.get('/console/api/session')).json()
  const answer = await api.patch(`/console/api/${nit}/empresa`, {
    headers: { 'x-sello-csrf': csrf, 'sec-fetch-site': 'same-origin' },
    data: { resolucion },
  })
  assert.equal(answer.status(), 200, await answer.text())
}
