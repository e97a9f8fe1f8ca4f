/** The owner of a company who uploads hostile drawings as its logo, in parallel and as fast as it can. */
import type { Attack } from './attack.ts'
import { call } from './plan.ts'
import { HOSTILE_LOGOS, PLAIN_LOGO } from './svgs.ts'
import { addMember, NIT, signIn } from './tenant.ts'

const CONNECTIONS = 16

export const logo: Attack = async (world) => {
  const owner = await addMember(world, { rol: 'dueno' })
  const upload = (svg: string) =>
    call('PUT', `/${NIT}/marca`, { logo: Buffer.from(svg).toString('base64') })
  return {
    async begin() {
      const headers = await signIn(world, owner)
      const lane = { connections: CONNECTIONS, from: 'one', callsPerConnection: null } as const
      const calls = HOSTILE_LOGOS.map(({ svg }) => upload(svg))
      return {
        lanes: [{ ...lane, name: 'upload', headers, calls }],
        ordinary: [{ headers, call: upload(PLAIN_LOGO) }],
        notes: [],
      }
    },
  }
}
