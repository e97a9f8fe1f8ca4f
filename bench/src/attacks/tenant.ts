/** The attacker's own company beside the one that sells, and signing in to the console as its people. */
import { randomUUID } from 'node:crypto'
import { issueCertificadoMH } from '@sello/mh-simulator'
import {
  addPerson,
  addPointOfSale,
  createCompany,
  importCertificate,
  makeSignInLink,
} from '@sello/service/admin'
import { request } from 'undici'
import { EMPRESA, type World } from '../world.ts'
import type { AttackCall, Lane } from './plan.ts'
import { call } from './plan.ts'

export const NIT = '06141212900027'
export const PASSPHRASE = 'frase de quien ataca la medicion'

export type Headers = Lane['headers']

/** As a browser sends from the console's own page. */
export const BROWSER: Headers = {
  'content-type': 'application/json',
  'sec-fetch-site': 'same-origin',
  'user-agent': 'bench',
}

/** With a certificate, so that its owner has a passphrase. */
export async function addTenant({ administer }: World): Promise<void> {
  await administer(async (admin) => {
    await createCompany(admin, { ...EMPRESA, nit: NIT, nombre: 'Vecina de Prueba, S.A. de C.V.' })
    await addPointOfSale(admin, NIT, { codEstable: 'M001', codPuntoVenta: 'P001' })
    const { xml } = issueCertificadoMH({
      nit: NIT,
      nombre: 'Vecina de Prueba, S.A. de C.V.',
      password: 'Prueba-Llave-2',
      validFrom: new Date(Date.now() - 86_400_000),
      validTo: new Date(Date.now() + 86_400_000),
    })
    await importCertificate(admin, NIT, {
      ambiente: '00',
      xml: Buffer.from(xml),
      password: 'Prueba-Llave-2',
      passphrase: PASSPHRASE,
    })
  })
}

/** The e-mail of a new person; `password` null: they sign in by link. */
export async function addMember(
  { administer }: World,
  { rol, password = null }: { readonly rol: 'dueno' | 'emisor'; readonly password?: string | null },
): Promise<string> {
  const correo = `${rol}-${randomUUID()}@example.com`
  const member = { nit: NIT, rol }
  await administer((admin) =>
    addPerson(admin, { correo, nombre: 'Persona de Prueba', member, operador: false, password }),
  )
  return correo
}

/** A new session by a one-time link: as strong as the console knows, and confirmed for five minutes. */
export async function signIn(world: World, correo: string): Promise<Headers> {
  const { token } = await world.administer((admin) => makeSignInLink(admin, { correo, hours: 1 }))
  const answer = await send(world.url, BROWSER, call('POST', '/entrar/enlace', { token }))
  if (answer.status !== 200)
    throw new Error(`sign-in was answered ${answer.status}: ${answer.text}`)
  const cookie = answer.cookies.map((one) => one.split(';')[0]).join('; ')
  return { ...BROWSER, cookie, 'x-sello-csrf': JSON.parse(answer.text).csrf }
}

export interface ConsoleAnswer {
  readonly status: number
  readonly text: string
  readonly cookies: readonly string[]
}

/** One call outside the attack. */
export async function send(
  url: string,
  headers: Headers,
  { method, path, body }: AttackCall,
): Promise<ConsoleAnswer> {
  const answer = await request(url + path.replace('{id}', randomUUID()), { method, headers, body })
  const cookies = [answer.headers['set-cookie'] ?? []].flat()
  return { status: answer.statusCode, text: await answer.body.text(), cookies }
}
