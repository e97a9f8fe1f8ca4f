/** Three companies in both environments, each with data that no other may see. */

import assert from 'node:assert/strict'
import type { MintedKey } from '../../src/admin.ts'
import {
  changeIssuedTypes,
  importCertificate,
  setMinistryPassword,
  switchProduction,
} from '../../src/admin.ts'
import { type Browser, signInAs } from '../people.ts'
import { MH_PASSWORD, PASSPHRASE, type Reply, type World } from '../world.ts'

/** A company in one environment: the smallest thing that is alone. */
export interface Tenant {
  readonly nit: string
  readonly key: MintedKey
  readonly ambiente: '00' | '01'
  /** In everything that it sends about documents. */
  readonly mark: string
  /** Data of the company in both environments: its name, its customers. */
  readonly companyMark: string
  readonly codes: string[]
  readonly referencias: string[]
  readonly prepared: { readonly prepareToken: string; readonly documento: object }[]
  readonly cursors: string[]
  /** Its place in its feed. */
  heard: string
  readonly customers: string[]
  /** Its own storage. */
  readonly destinations: string[]
  /** Its proposals that a person has to issue. */
  readonly proposals: string[]
  readonly hooks: string[]
  readonly hookSecrets: string[]
  /** What was sent to its webhooks. */
  readonly deliveries: string[]
  /** Its events of special operations. */
  readonly operaciones: string[]
  /** An owner of its company, signed in to the console with an open sign key of the environment. */
  readonly owner: Browser & { readonly signKey: string }
  /** Its sealed documents, and the paths of their files. */
  readonly sealed: { readonly code: string; readonly jsonPath: string }[]
}

export const ABSENT = '0F0F0F0F-0000-4000-8000-000000000000'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** How an operation asks, and says what it met. */
export interface Calls {
  /** Asks about a thing; one of another is answered like one that never was. */
  about(
    operation: string,
    actors: Actors,
    things: readonly string[],
    ask: (id: string) => readonly [Method, string, (object | undefined)?],
  ): Promise<void>
  call(tenant: Tenant, method: Method, url: string, body?: object, said?: string): Promise<Reply>
  meet(operation: string, isOwn: boolean): void
}

export interface Actors {
  readonly tenant: Tenant
  /** Whose things the operation is about: itself, or another. */
  readonly other: Tenant
  readonly which: number
}

export const pick = <T>(things: readonly T[], which: number) => things[which % things.length]

/** A sale that bears its mark. */
export const sale = ({ mark }: Tenant) => ({
  tipoDte: '01',
  receptor: { nombre: `Cliente ${mark}` },
  items: [{ descripcion: `Pan ${mark}`, cantidad: 1, precioUni: 1 }],
})

/** What the tenant may ask about. */
export const thingsOf = (tenant: Tenant): readonly string[] => [
  ...tenant.codes,
  ...tenant.customers,
  ...tenant.destinations,
  ...tenant.proposals,
  ...tenant.hooks,
  ...tenant.deliveries,
  ...tenant.operaciones,
]

export async function createTenants(world: World): Promise<readonly Tenant[]> {
  const tenants: Tenant[] = []
  for (const letter of ['A', 'B', 'C']) {
    const companyMark = `EMPRESA-${letter}`
    const { nit, certificado, key } = await world.addCompany({
      nombre: `${companyMark}, S.A. de C.V.`,
    })
    const customers: string[] = [] // a company's in both environments
    const destinations: string[] = [] // the same
    const of = async (minted: MintedKey, ambiente: '00' | '01'): Promise<Tenant> => ({
      nit,
      key: minted,
      ambiente,
      mark: `MARCA-${letter}${ambiente}`,
      companyMark,
      codes: [],
      referencias: [],
      prepared: [],
      cursors: [],
      heard: 'ahora',
      customers,
      destinations,
      proposals: [],
      hooks: [],
      hookSecrets: [],
      deliveries: [],
      operaciones: [],
      owner: await signInOwner(world, nit, ambiente),
      sealed: [],
    })
    const test = await of(key, '00')
    tenants.push(test, await of(await goLive(world, test, certificado), '01'))
  }
  return tenants
}

async function signInOwner(world: World, nit: string, ambiente: '00' | '01') {
  const browser = await signInAs(world, 'dueno', { nit })
  const { status, body } = await browser.send('POST', `/${nit}/firma/${ambiente}`, {
    frase: PASSPHRASE,
  })
  assert.equal(status, 201, JSON.stringify(body))
  return Object.assign(browser, { signKey: body.signKey as string })
}

async function goLive(world: World, test: Tenant, certificado: string) {
  const { admin, mintKey } = world
  const { nit, key } = test
  await changeIssuedTypes(admin, nit, { add: ['01'] })
  const { body } = await world.issue(undefined, { key })
  test.codes.push(body.codigoGeneracion)
  await setMinistryPassword(admin, nit, { ambiente: '01', password: MH_PASSWORD })
  await importCertificate(admin, nit, {
    ambiente: '01',
    xml: Buffer.from(certificado),
    password: 'Prueba-Llave-1',
    passphrase: PASSPHRASE,
  })
  await switchProduction(admin, nit)
  return mintKey(nit, { ambiente: '01' })
}

/** Every text that an answer to the tenant must not contain. */
export function secretsFrom(tenant: Tenant, tenants: readonly Tenant[]): string[] {
  return tenants.flatMap((other) => {
    if (other === tenant) return []
    const documents = [
      other.mark,
      ...other.codes,
      ...other.prepared.map((p) => p.prepareToken),
      ...other.proposals,
      ...other.hooks,
      ...other.hookSecrets,
      ...other.deliveries,
      ...other.operaciones,
    ]
    if (other.nit === tenant.nit) return documents
    return [...documents, other.nit, other.companyMark, ...other.customers, ...other.destinations]
  })
}
