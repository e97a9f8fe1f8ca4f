/**
 * The demonstration's company, made by the functions of the commands. Every step may have been done
 * by a start that was killed: doing it again changes nothing, or replaces what nobody knew yet.
 */
import { join } from 'node:path'
import { type Ambiente, SCOPES, type Scope, TIPOS_DTE } from '@sello/contract'
import { issueCertificadoMH } from '@sello/mh-simulator'
import {
  type Admin,
  AdminRefused,
  addPointOfSale,
  connectManagedFolder,
  createCompany,
  importCertificate,
  mintKey,
  setMinistryPassword,
} from '@sello/service/admin'
import { AMBIENTE, AMOUNT_MAX, EMPRESA, LIMITS, PUNTO_DE_VENTA } from './company.ts'
import { type DemoKey, type DemoState, readState, writeState } from './state.ts'

const CERTIFICATE_YEARS = 10

/** Afterwards the company can issue, and the answer is the same at every start on this folder. */
export async function prepareCompany(admin: Admin, dataDir: string): Promise<DemoState> {
  const isNew = await once(() => createCompany(admin, EMPRESA), 'nit')
  await once(() => addPointOfSale(admin, EMPRESA.nit, PUNTO_DE_VENTA), 'codPuntoVenta')
  const known = isNew ? null : await readState(dataDir)
  const state = known && isComplete(known) ? known : await provision(admin, dataDir)
  // Each start has a new ministry: a token of the one before is worth nothing there.
  const account = { ambiente: AMBIENTE, password: state.mhPassword }
  await setMinistryPassword(admin, state.nit, account)
  await connectManagedFolder(admin, state.nit, join(dataDir, 'documentos'))
  return state
}

/** False when it had been done. The field is the one that names what is there already. */
async function once(step: () => Promise<unknown>, field: string): Promise<boolean> {
  try {
    await step()
    return true
  } catch (error) {
    const isThere = error instanceof AdminRefused && error.problems.every((p) => p.field === field)
    if (!isThere) throw error
    return false
  }
}

/** False for the folder of a version that issued fewer types. */
function isComplete({ keys }: DemoState): boolean {
  const [first] = keys
  return TIPOS_DTE.every((tipo) => first?.tiposDte.includes(tipo))
}

async function provision(admin: Admin, dataDir: string): Promise<DemoState> {
  const secret = () => admin.random.bytes(18).toString('base64url')
  const { nit, nombre } = EMPRESA
  const [password, passphrase, mhPassword] = [secret(), secret(), secret()]
  const validFrom = admin.clock.now()
  const validTo = new Date(validFrom)
  validTo.setUTCFullYear(validTo.getUTCFullYear() + CERTIFICATE_YEARS)
  const certificate = issueCertificadoMH({ nit, nombre, password, validFrom, validTo })
  const xml = Buffer.from(certificate.xml)
  await importCertificate(admin, nit, { ambiente: AMBIENTE, xml, password, passphrase })

  const keys = [
    await mint(admin, 'Demostración: todo', SCOPES, passphrase),
    await mint(admin, 'Demostración: solo consulta', ['query'], null),
  ]
  const { publicKeyPem } = certificate
  const state = { nit, nombre, mhPassword, passphrase, publicKeyPem, keys }
  await writeState(dataDir, state)
  return state
}

async function mint(
  admin: Admin,
  label: string,
  scopes: readonly Scope[],
  passphrase: string | null,
): Promise<DemoKey> {
  const ambiente: Ambiente = AMBIENTE
  const { codEstable, codPuntoVenta } = PUNTO_DE_VENTA
  const { apiKey, signKey } = await mintKey(admin, EMPRESA.nit, {
    ...{ label, ambiente, codEstable, codPuntoVenta, scopes, passphrase },
    tiposDte: TIPOS_DTE,
    amountMax: AMOUNT_MAX,
    limits: LIMITS,
    ipRanges: [],
    expiresAt: null,
  })
  return { apiKey, signKey, scopes, tiposDte: TIPOS_DTE }
}
