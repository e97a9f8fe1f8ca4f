/** Companies and their points of sale. */
import type { Ambiente } from '@sello/contract'
import {
  buildDocumento,
  checkResponsable,
  type Emisor,
  normaliseTexts,
  type Persona,
  type PersonaRequest,
  type Resolucion,
  toPersona,
} from '@sello/fiscal'
import { isUniqueViolation } from '../../base/db/errors.ts'
import { transaction } from '../../base/db/tx.ts'
import { dataKeyId, encryptColumn } from '../../base/secrets/secrets.ts'
import {
  type Company,
  type CompanyData,
  findCompanyData,
  insertCompany,
  lockCompany,
  storeResolucion,
  updateCompanyData,
} from '../../ledger/companies/company.ts'
import { storePassword } from '../../ledger/companies/ministry-account.ts'
import { insertPointOfSale } from '../../ledger/companies/points-of-sale.ts'
import { storeResponsable } from '../../ledger/companies/responsable.ts'
import { type Admin, type AdminProblem, AdminRefused, companyOf, refuse } from './admin.ts'
import { type NewFirsts, setFirsts } from './series.ts'

export interface NewCompany extends CompanyData {
  /** Who answers for its contingency events; absent or null: nobody stated yet. */
  readonly responsable?: PersonaRequest | null
}

export interface NewPointOfSale {
  readonly codEstable: string
  readonly codPuntoVenta: string
  /** Set when it differs from the head office's. */
  readonly direccion?: Emisor['direccion'] | undefined
  readonly telefono?: string | undefined
  /** The first numbers, if another program has used numbers of its series. */
  readonly firsts?: NewFirsts | undefined
}

const DATA_KEY_BYTES = 32

/**
 * Creates the company. Refuses, all at once, everything that a document's rules would refuse in its issuer, and a
 * NIT that already exists.
 */
export async function createCompany(admin: Admin, given: NewCompany): Promise<Company> {
  const company = readTexts(given)
  const responsable = assertCompany(company)
  const { pool, random, secrets, clock } = admin
  const companyId = random.uuid()
  const dataKey = encryptColumn(
    random.bytes(DATA_KEY_BYTES),
    secrets.masterKey,
    dataKeyId(companyId),
    random,
  )
  try {
    await transaction(pool, async (tx) => {
      await insertCompany(tx, company, { companyId, dataKey, now: clock.now() })
      await storeResponsable(tx, companyId, responsable)
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    refuse('nit', `Ya hay una empresa con NIT ${company.nit}.`)
  }
  return { companyId, nit: company.nit, nombre: company.nombre }
}

/** After this, keys can be minted for it. Refuses codes that are malformed or taken. */
export async function addPointOfSale(
  admin: Admin,
  nit: string,
  pos: NewPointOfSale,
): Promise<string> {
  const { companyId } = await companyOf(admin, nit)
  const emisor = await findCompanyData(admin.pool, companyId)
  const { codEstable, codPuntoVenta, firsts } = pos
  const { direccion, telefono } = readTexts({ direccion: pos.direccion, telefono: pos.telefono })
  assertEmisor({
    ...emisor,
    codEstable,
    codPuntoVenta,
    direccion: direccion ?? emisor.direccion,
    telefono: telefono ?? emisor.telefono,
  })
  const pointOfSaleId = admin.random.uuid()
  try {
    await transaction(admin.pool, async (tx) => {
      await insertPointOfSale(tx, {
        companyId,
        pointOfSaleId,
        codEstable,
        codPuntoVenta,
        direccion: direccion ?? null,
        telefono: telefono ?? null,
        now: admin.clock.now(),
      })
      if (firsts) await setFirsts(tx, admin, companyId, { codEstable, codPuntoVenta, ...firsts })
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'points_of_sale_codes')) throw error
    refuse('codPuntoVenta', `La empresa ya tiene el punto de venta ${codEstable}${codPuntoVenta}.`)
  }
  return pointOfSaleId
}

/** Sello will log in to the ministry's environment with this password; drops an older token. */
export async function setMinistryPassword(
  admin: Admin,
  nit: string,
  account: { readonly ambiente: Ambiente; readonly password: string },
): Promise<void> {
  if (account.password === '') refuse('password', 'La contraseña de la API de Hacienda está vacía.')
  const { companyId, nit: usuario } = await companyOf(admin, nit)
  const { ambiente, password } = account
  await storePassword(admin, { companyId, ambiente, usuario }, password)
}

/**
 * Changes the data of the company's next documents; issued ones do not change, and the NIT never does. Refuses, all
 * at once, everything that a document's rules would refuse in its issuer.
 */
export async function updateCompany(
  admin: Admin,
  nit: string,
  change: Partial<Omit<NewCompany, 'nit'>> & { readonly resolucion?: Resolucion | null },
): Promise<void> {
  const { companyId } = await companyOf(admin, nit)
  const { resolucion, ...said } = readTexts(change)
  if (resolucion) assertResolucion(resolucion)
  await transaction(admin.pool, async (tx) => {
    await lockCompany(tx, companyId)
    const company = { ...(await findCompanyData(tx, companyId)), ...said }
    const responsable = assertCompany(company)
    await updateCompanyData(tx, companyId, company)
    if (change.responsable !== undefined) await storeResponsable(tx, companyId, responsable)
    if (resolucion !== undefined) await storeResolucion(tx, companyId, resolucion)
  })
}

/** Refuses a resolution that no donation (15) can state. */
function assertResolucion({ descDocumento, detalleDocumento }: Resolucion): void {
  const problems = [
    problemOfLength('descDocumento', descDocumento, 100),
    problemOfLength('detalleDocumento', detalleDocumento, 300),
  ].filter((one) => one !== null)
  if (problems.length > 0) throw new AdminRefused(problems)
}

/** As the structure of 15 takes it. */
function problemOfLength(member: string, text: string, max: number): AdminProblem | null {
  if (text.length >= 3 && text.length <= max) return null
  return { field: `resolucion.${member}`, message: `Lleva de 3 a ${max} caracteres.` }
}

/** As a body of the API: composed and single-spaced. Refuses forbidden characters and texts without content. */
function readTexts<T>(given: T): T {
  const { value, problems } = normaliseTexts(given)
  if (problems.length > 0) throw new AdminRefused(problems)
  return value as T
}

/** In the form of an event. Refuses a person that no event can name. */
export function personaOf(request: PersonaRequest): Persona {
  const persona = toPersona(readTexts(request))
  const problems = responsableProblems(persona)
  if (problems.length > 0) throw new AdminRefused(problems)
  return persona
}

/** Refuses everything wrong with the company at once; returns the person that it states. */
function assertCompany(company: NewCompany): Persona | null {
  const { responsable: said, ...emisor } = company
  const responsable = said ? toPersona(said) : null
  const problems = [
    ...problemsOf({ ...emisor, codEstable: 'M001', codPuntoVenta: 'P001' }),
    ...(responsable ? responsableProblems(responsable) : []),
  ]
  if (problems.length > 0) throw new AdminRefused(problems)
  return responsable
}

const responsableProblems = (persona: Persona): readonly AdminProblem[] =>
  checkResponsable(persona).map(({ field, message }) => ({ field, message }))

function assertEmisor(emisor: Emisor & Pick<NewPointOfSale, 'codEstable' | 'codPuntoVenta'>): void {
  const { codEstable, codPuntoVenta } = emisor
  if (!/^[MBSP]\d{3}$/.test(codEstable) || !/^P\d{3}$/.test(codPuntoVenta)) {
    refuse(
      'codEstable',
      'El establecimiento es M, S, B o P y tres cifras; el punto de venta, P y tres cifras (M001, P001).',
    )
  }
  const problems = problemsOf(emisor)
  if (problems.length > 0) throw new AdminRefused(problems)
}

/**
 * What this issuer's documents will be refused for, found by building a trial document of it. What the document has
 * beside its issuer is left out: only the problems of the issuer are read.
 */
function problemsOf(
  emisor: Emisor & Pick<NewPointOfSale, 'codEstable' | 'codPuntoVenta'>,
): readonly AdminProblem[] {
  const { problems } = buildDocumento({
    request: { tipoDte: '03', items: [] },
    emisor,
    ambiente: '00',
    fecEmi: '2026-01-01',
    ...{ horEmi: '', codigoGeneracion: '', numeroControl: '' },
  })
  return problems
    .filter(({ field }) => field.startsWith('emisor.'))
    .map(({ field, message }) => ({ field: field.slice('emisor.'.length), message }))
}
