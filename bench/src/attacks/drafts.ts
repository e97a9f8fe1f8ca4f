/** A person who saves drafts without end, each as large as is accepted, and lists them from many connections. */
import { randomBytes } from 'node:crypto'
import type { World } from '../world.ts'
import type { Attack } from './attack.ts'
import { type AttackCall, call } from './plan.ts'
import { addMember, type Headers, NIT, send, signIn } from './tenant.ts'

/** Of the drafts' content, largest first: up to the largest body that the service reads. */
const SIZES = [1_047_000, 524_000, 262_000, 131_000, 65_000, 60_000, 32_000, 16_000]
const DEPTH = 20_000
const PATH = `/${NIT}/00/borradores`
const list = call('GET', PATH)

export const drafts: Attack = async (world) => {
  const issuer = await addMember(world, { rol: 'emisor' })
  let found: Largest | null = null
  return {
    async begin() {
      const headers = await signIn(world, issuer)
      found ??= await largestAccepted(world, headers) // later there may be too many drafts for any
      const { largest, bytes } = found
      const lane = { from: 'one', callsPerConnection: null, headers } as const
      const deep = save('['.repeat(DEPTH) + ']'.repeat(DEPTH))
      return {
        lanes: [
          { ...lane, name: 'save a large draft', connections: 4, calls: [largest] },
          { ...lane, name: 'save a deep draft', connections: 1, calls: [deep] },
          { ...lane, name: 'list drafts', connections: 12, calls: [list] },
        ],
        ordinary: [
          { headers, call: save('{"items":[]}') },
          { headers, call: list },
        ],
        notes: [`the largest draft that was accepted has ${bytes} bytes of content`],
      }
    },
  }
}

/** `contenido` is JSON text: the deep one is too deep to be written from a value. */
function save(contenido: string): AttackCall {
  const { body, ...of } = call('PUT', `${PATH}/{id}`, {
    tipoDte: '01',
    resumen: 'Venta de prueba',
    revision: 0,
  })
  return { ...of, body: `${body?.slice(0, -1)},"contenido":${contenido}}` }
}

interface Largest {
  readonly largest: AttackCall
  readonly bytes: number
}

/** Of bytes that no database compresses. */
async function largestAccepted(world: World, headers: Headers): Promise<Largest> {
  for (const bytes of SIZES) {
    const text = randomBytes((bytes / 4) * 3).toString('base64')
    const largest = save(JSON.stringify({ texto: text }))
    const { status } = await send(world.url, headers, largest)
    if (status === 200) return { largest, bytes }
  }
  throw new Error(`no draft was accepted, not even one of ${SIZES.at(-1)} bytes`)
}
