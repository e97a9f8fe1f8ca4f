/**
 * An owner who guesses the company's passphrase on the routes that take it (128 MiB each), and who sends passwords
 * that take long to estimate, as a new password and with an invitation.
 */
import { randomUUID } from 'node:crypto'
import type { World } from '../world.ts'
import type { Attack } from './attack.ts'
import { call, type Lane } from './plan.ts'
import { addMember, type Headers, NIT, PASSPHRASE, send, signIn } from './tenant.ts'

/** Known passwords in disguise and one long sequence: many matches, and all their combinations. */
const PASSWORDS = [
  'p4ssw0rd1'.repeat(14),
  'p@55w0rd'.repeat(16),
  '1'.repeat(60) + 'p4ssw0rd'.repeat(8),
  'p4ssw0rd'.repeat(15).slice(0, 117),
]
const WRONG = Array.from({ length: 50 }, (_, i) => `frase equivocada numero ${i}`)

const newKey = (frase: string) => ({
  nombre: `Llave ${randomUUID()}`,
  ambiente: '00',
  codEstable: 'M001',
  codPuntoVenta: 'P001',
  alcances: ['issue'],
  tiposDte: ['01'],
  frase,
})
const ownKey = (frase: string) => call('POST', `/${NIT}/firma/00`, { frase })
const mint = (frase: string) => call('POST', `/${NIT}/llaves`, newKey(frase))
const change = (contrasena: string) => call('POST', '/yo/contrasena', { contrasena })

export const passphrases: Attack = async (world) => {
  const owner = await addMember(world, { rol: 'dueno' })
  return {
    async begin() {
      const headers = await signIn(world, owner)
      const token = await invite(world, headers)
      const accept = (contrasena: string) =>
        call('POST', '/invitacion/aceptar', { token, nombre: 'Ana', contrasena })
      const lane = { from: 'one', callsPerConnection: null, headers } as const
      const lanes: Lane[] = [
        { ...lane, name: 'renew own sign key', connections: 8, calls: WRONG.map(ownKey) },
        { ...lane, name: 'mint an API key', connections: 4, calls: WRONG.map(mint) },
        { ...lane, name: 'change password', connections: 4, calls: PASSWORDS.map(change) },
      ]
      if (token !== null) {
        const calls = PASSWORDS.map(accept)
        lanes.push({ ...lane, name: 'accept an invitation', connections: 4, calls })
      }
      return {
        lanes,
        ordinary: [
          { headers, call: ownKey(PASSPHRASE) },
          { headers, call: change('p4ssw0rd1234') },
        ],
        notes: token === null ? ['no invitation could be made, so none was accepted'] : [],
      }
    },
  }
}

async function invite({ url }: World, headers: Headers): Promise<string | null> {
  const invitation = { correo: `${randomUUID()}@example.com`, rol: 'lector' }
  const { status, text } = await send(
    url,
    headers,
    call('POST', `/${NIT}/invitaciones`, invitation),
  )
  if (status !== 201) return null
  return String(JSON.parse(text).url).split('#')[1] ?? null
}
