/** Companies and their points of sale. */
import type { Ambiente } from '@sello/contract'
import {
  buildDocumento,
  checkResponsable,
  type Emisor,
  formatNumeroControl,
  normaliseTexts,
  type Persona,
  type PersonaRequest,
  toPersona,
} from '@sello/fiscal'
import { isUniqueViolation } from '../../base/db/errors.ts'
import { type Db, type Tx, transaction } from '../../base/db/tx.ts'
import { dataKeyId, encryptColumn } from '../../base/secrets/secrets.ts'
import { encryptPassword } from '../../ledger/companies/ministry-account.ts'
import { insertPointOfSale } from '../../ledger/companies/points-of-sale.ts'
import { storeResponsable } from '../../ledger/companies/responsable.ts'
import {
  type Admin,
  type AdminProblem,
  AdminRefused,
  type Company,
  companyOf,
  refuse,
} from './admin.ts'
import { type NewFirsts, setFirsts } from './series.ts'

export interface NewCompany extends Omit<Emisor, 'codEstable' | 'codPuntoVenta'> {
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
  const { direccion: d } = company
  try {
    await transaction(pool, async (tx) => {
      await tx.run(
        `insert into companies
           (company_id, nit, nrc, nombre, nombre_comercial, cod_actividad, desc_actividad, departamento,
            municipio, distrito, complemento, telefono, correo, data_key, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
        [
          companyId,
          company.nit,
          company.nrc,
          company.nombre,
          company.nombreComercial,
          company.codActividad,
          company.descActividad,
          d.departamento,
          d.municipio,
          d.distrito,
          d.complemento,
          company.telefono,
          company.correo,
          dataKey,
          clock.now(),
        ],
      )
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
  const emisor = await emisorOf(admin.pool, companyId)
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
  const { ambiente } = account
  const encrypted = encryptPassword(
    account.password,
    { companyId, ambiente },
    admin.secrets,
    admin.random,
  )
  await transaction(admin.pool, (tx) =>
    tx.run(
      `insert into ministry_accounts (company_id, ambiente, usuario, password) values ($1, $2, $3, $4)
       on conflict (company_id, ambiente) do update
          set usuario = excluded.usuario, password = excluded.password, token = null, token_until = null,
              refused_until = null, login_until = null, refused_why = null, refused_since = null`,
      [companyId, ambiente, usuario, encrypted],
    ),
  )
}

/** The company's data as documents state it. Refuses an unknown NIT. */
export async function readCompany(admin: Admin, nit: string): Promise<NewCompany> {
  const { companyId } = await companyOf(admin, nit)
  return emisorOf(admin.pool, companyId)
}

/**
 * Changes the data of the company's next documents; issued ones do not change, and the NIT never does. Refuses, all
 * at once, everything that a document's rules would refuse in its issuer.
 */
export async function updateCompany(
  admin: Admin,
  nit: string,
  change: Partial<Omit<NewCompany, 'nit'>>,
): Promise<void> {
  const { companyId } = await companyOf(admin, nit)
  const said = readTexts(change)
  await transaction(admin.pool, async (tx) => {
    // The lock makes a simultaneous change wait and merge into this one's result.
    await tx.one('select 1 from companies where company_id = $1 for no key update', [companyId])
    const company = { ...(await emisorOf(tx, companyId)), ...said }
    const responsable = assertCompany(company)
    await storeEmisor(tx, companyId, company)
    if (change.responsable !== undefined) await storeResponsable(tx, companyId, responsable)
  })
}

async function storeEmisor(tx: Tx, companyId: string, company: NewCompany): Promise<void> {
  const { direccion: d } = company
  await tx.run(
    `update companies
        set nrc = $2, nombre = $3, nombre_comercial = $4, cod_actividad = $5, desc_actividad = $6,
            departamento = $7, municipio = $8, distrito = $9, complemento = $10, telefono = $11,
            correo = $12
      where company_id = $1`,
    [
      companyId,
      company.nrc,
      company.nombre,
      company.nombreComercial,
      company.codActividad,
      company.descActividad,
      d.departamento,
      d.municipio,
      d.distrito,
      d.complemento,
      company.telefono,
      company.correo,
    ],
  )
}

async function emisorOf(db: Db, companyId: string) {
  const row = await db.one<Record<string, string>>(
    `select nit, nrc, nombre, nombre_comercial, cod_actividad, desc_actividad, departamento, municipio,
            distrito, complemento, telefono, correo
       from companies where company_id = $1`,
    [companyId],
  )
  const { departamento, municipio, distrito, complemento } = row
  return {
    nit: row.nit,
    nrc: row.nrc,
    nombre: row.nombre,
    codActividad: row.cod_actividad,
    descActividad: row.desc_actividad,
    nombreComercial: row.nombre_comercial,
    direccion: { departamento, municipio, distrito, complemento },
    telefono: row.telefono,
    correo: row.correo,
  } as NewCompany
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

function assertEmisor(emisor: Emisor): void {
  const { codEstable, codPuntoVenta } = emisor
  if (!/^[MBSP]\d{3}$/.test(codEstable ?? '') || !/^P\d{3}$/.test(codPuntoVenta ?? '')) {
    refuse(
      'codEstable',
      'El establecimiento es M, S, B o P y tres cifras; el punto de venta, P y tres cifras (M001, P001).',
    )
  }
  const problems = problemsOf(emisor)
  if (problems.length > 0) throw new AdminRefused(problems)
}

/** What this issuer's documents will be refused for, found by building a trial document. */
function problemsOf(emisor: Emisor): readonly AdminProblem[] {
  const { problems } = buildDocumento({
    request: { tipoDte: '03', items: [{ descripcion: 'Prueba', cantidad: 1, precioUni: 1 }] },
    emisor,
    ambiente: '00',
    fecEmi: '2026-01-01',
    horEmi: '00:00:00',
    codigoGeneracion: '00000000-0000-4000-8000-000000000000',
    numeroControl: formatNumeroControl({
      tipoDte: '03',
      codEstable: 'M001',
      codPuntoVenta: 'P001',
      correlativo: 1n,
    }),
  })
  return problems
    .filter(({ field }) => field.startsWith('emisor.'))
    .map(({ field, message }) => ({ field: field.slice('emisor.'.length), message }))
}
