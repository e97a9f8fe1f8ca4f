/**
 * Creates the demonstration's company with the functions of the commands. Every step is idempotent, since an
 * earlier start may have been killed.
 */
import { join } from 'node:path'
import { type Ambiente, SCOPES, type Scope, TIPOS_DTE } from '@sello/contract'
import { issueCertificadoMH } from '@sello/mh-simulator'
import {
  type Admin,
  AdminRefused,
  addPerson,
  addPointOfSale,
  connectManagedFolder,
  createCompany,
  importCertificate,
  makeSignInLink,
  mintKey,
  setMinistryPassword,
} from '@sello/service/admin'
import { AMBIENTE, AMOUNT_MAX, EMPRESA, LIMITS, PUNTO_DE_VENTA } from './company.ts'
import { type DemoKey, type DemoOwner, type DemoState, readState, writeState } from './state.ts'

const CERTIFICATE_YEARS = 10

/** Creates the company if needed, so that it can issue; the result is the same at every start on this folder. */
export async function prepareCompany(admin: Admin, dataDir: string): Promise<DemoState> {
  const isNew = await once(() => createCompany(admin, EMPRESA), 'nit')
  await once(() => addPointOfSale(admin, EMPRESA.nit, PUNTO_DE_VENTA), 'codPuntoVenta')
  const known = isNew ? null : await readState(dataDir)
  const provisioned =
    known && isComplete(known) ? known : await provision(admin, dataDir, known?.dueno ?? null)
  const state = await withOwner(admin, dataDir, provisioned)
  // Each start has a new ministry: earlier tokens are invalid.
  const account = { ambiente: AMBIENTE, password: state.mhPassword }
  await setMinistryPassword(admin, state.nit, account)
  // Next to the console's folders for other companies, because none may be inside another's.
  await connectManagedFolder(admin, state.nit, join(dataDir, 'documentos', state.nit))
  return state
}

/** False if it was done before. `field` is the one that such a refusal names. */
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

/** False for a folder written by a version that issued fewer types. */
function isComplete({ keys }: DemoState): boolean {
  const [first] = keys
  return TIPOS_DTE.every((tipo) => first?.tiposDte.includes(tipo))
}

async function provision(
  admin: Admin,
  dataDir: string,
  dueno: DemoOwner | null,
): Promise<DemoState> {
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
  const state = { nit, nombre, mhPassword, passphrase, dueno, publicKeyPem, keys }
  await writeState(dataDir, state)
  return state
}

const CORREO = 'duena@example.com'

/** Creates the company's owner if missing, and stores the password. */
async function withOwner(admin: Admin, dataDir: string, state: DemoState): Promise<DemoState> {
  if (state.dueno) return state
  const contrasena = admin.random.bytes(15).toString('base64url')
  const dueno = { correo: CORREO, contrasena }
  // Stored first, so that a crash here loses no password.
  const complete = { ...state, dueno }
  await writeState(dataDir, complete)
  return complete
}

/** Creates a one-time sign-in link for the owner. */
export async function linkOfOwner(admin: Admin, { nit, dueno }: DemoState): Promise<string> {
  if (!dueno) throw new Error('bug: a demonstration without an owner')
  const { correo, contrasena: password } = dueno
  const member = { nit, rol: 'dueno' } as const
  await addPerson(admin, { correo, nombre: 'Ana Demostración', member, operador: true, password })
  const { token } = await makeSignInLink(admin, { correo, hours: LINK_HOURS })
  return token
}

/** A demonstration may be left running for a day. */
const LINK_HOURS = 24

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
