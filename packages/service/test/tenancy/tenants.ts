/** Three companies in both environments, each with data that no other may see. */

import type { MintedKey } from '../../src/admin.ts'
import {
  changeIssuedTypes,
  importCertificate,
  setMinistryPassword,
  switchProduction,
} from '../../src/admin.ts'
import { MH_PASSWORD, PASSPHRASE, type World } from '../world.ts'

/** A company in one environment: the smallest thing that is alone. */
export interface Tenant {
  readonly nit: string
  readonly key: MintedKey
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
  /** Its sealed documents, and the paths of their files. */
  readonly sealed: { readonly code: string; readonly jsonPath: string }[]
}

export async function createTenants(world: World): Promise<readonly Tenant[]> {
  const tenants: Tenant[] = []
  for (const letter of ['A', 'B', 'C']) {
    const companyMark = `EMPRESA-${letter}`
    const { nit, certificado, key } = await world.addCompany({
      nombre: `${companyMark}, S.A. de C.V.`,
    })
    const customers: string[] = [] // a company's in both environments
    const destinations: string[] = [] // the same
    const of = (minted: MintedKey, ambiente: string): Tenant => ({
      nit,
      key: minted,
      mark: `MARCA-${letter}${ambiente}`,
      companyMark,
      codes: [],
      referencias: [],
      prepared: [],
      cursors: [],
      heard: 'ahora',
      customers,
      destinations,
      sealed: [],
    })
    const test = of(key, '00')
    tenants.push(test, of(await goLive(world, test, certificado), '01'))
  }
  return tenants
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
    const documents = [other.mark, ...other.codes, ...other.prepared.map((p) => p.prepareToken)]
    if (other.nit === tenant.nit) return documents
    return [...documents, other.nit, other.companyMark, ...other.customers, ...other.destinations]
  })
}
