/** 900 connections that sign in with passwords: e-mails of people and of nobody, kept alive and reconnecting. */
import { randomUUID } from 'node:crypto'
import type { Attack } from './attack.ts'
import { call, type Lane } from './plan.ts'
import { addMember, BROWSER } from './tenant.ts'

const CONNECTIONS = 900
const PEOPLE = 5
/** More than are tried in a minute, so that hardly any e-mail of nobody is tried twice. */
const CALLS = 20_000
const PASSWORD = 'calentador lunes mandarina 47'

export const flood: Attack = async (world, from) => {
  const people: string[] = []
  for (let i = 0; i < PEOPLE; i++) {
    people.push(await addMember(world, { rol: 'emisor', password: PASSWORD }))
  }
  const guess = (correo: string) =>
    call('POST', '/entrar/contrasena', { correo, contrasena: `${PASSWORD} y no` })
  const calls = Array.from({ length: CALLS }, (_, i) =>
    guess(i % 2 === 0 ? `${randomUUID()}@example.com` : (people[(i >> 1) % PEOPLE] ?? '')),
  )
  const lane: Omit<Lane, 'name' | 'callsPerConnection'> = {
    connections: CONNECTIONS / 2,
    from,
    headers: BROWSER,
    calls,
  }
  const lanes: readonly Lane[] = [
    { ...lane, name: 'sign in, kept alive', callsPerConnection: null },
    { ...lane, name: 'sign in, reconnecting', callsPerConnection: 1 },
  ]
  const ordinary = [{ headers: BROWSER, call: guess(`${randomUUID()}@example.com`) }]
  return { begin: async () => ({ lanes, ordinary, notes: [] }) }
}
