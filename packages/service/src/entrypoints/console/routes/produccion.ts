/** The checklists before the first test document and before production, the types that a company issues, and the switch. */
import { type Ambiente, TIPOS_DTE } from '@sello/contract'
import { Type } from 'typebox'
import { switchProduction } from '../../../flows/admin/production.ts'
import { listStorage } from '../../../flows/admin/storage.ts'
import { setIssuedTypes } from '../../../flows/admin/tipos.ts'
import { readProduction } from '../../../ledger/companies/production.ts'
import {
  listAccounts,
  listCertificates,
  listPointsOfSale,
  listSealedTypes,
} from '../../../ledger/companies/setup.ts'
import { isVerified } from '../../../ledger/destinations/verified.ts'
import { bodyReader, Text } from '../body.ts'
import { refuseField } from '../refusals.ts'
import type { Answer, CompanyHandler, ConsoleAsked, Member } from '../route.ts'

const readNit = bodyReader({ nit: Text })
const readTipos = bodyReader({
  tiposDte: Type.Array(Type.Union(TIPOS_DTE.map((tipo) => Type.Literal(tipo))), {
    maxItems: TIPOS_DTE.length,
  }),
})

export const PRODUCCION = {
  preparar: (asked, member) => drawChecklist(asked, member, '00'),

  produccion: (asked, member) => drawChecklist(asked, member, '01'),

  async 'produccion.tipos'(asked, member) {
    const { tiposDte } = readTipos(asked.body)
    await setIssuedTypes(asked.admin, member.company.nit, tiposDte)
    return drawChecklist(asked, member, '01')
  },

  async 'produccion.pasar'(asked, member) {
    const { nit } = readNit(asked.body)
    if (nit.replaceAll('-', '') !== member.company.nit) {
      refuseField('nit', 'no es el de esta empresa. Escríbalo de nuevo.')
    }
    await switchProduction(asked.admin, member.company.nit)
    return drawChecklist(asked, member, '01')
  },
} satisfies Record<string, CompanyHandler>

/** `ambiente`: the environment whose certificate and password are needed. */
async function drawChecklist(
  { deps, now, admin }: ConsoleAsked,
  { company }: Member,
  ambiente: Ambiente,
): Promise<Answer> {
  const { companyId, nit } = company
  const certificate = (await listCertificates(deps.pool, companyId))[ambiente]
  const accounts = await listAccounts(deps.pool, companyId)
  const points = await listPointsOfSale(deps.pool, companyId)
  const destinations = await listStorage(admin, nit)
  const tiposProbados = await listSealedTypes(deps.pool, { companyId, ambiente: '00' }, TIPOS_DTE)
  const inForce = certificate !== null && certificate.validFrom <= now && certificate.validTo > now
  const { productionSince: produccionDesde, tiposDte } = await readProduction(deps.pool, companyId) // after this action
  const missing = tiposDte.filter((tipo) => !tiposProbados.includes(tipo))
  // biome-ignore format: a table
  const pasos = [
    { paso: 'empresa',      listo: true,                      detalle: company.nombre },
    { paso: 'certificado',  listo: inForce,                   detalle: certificate?.validTo.toISOString() ?? null },
    { paso: 'credenciales', listo: accounts[ambiente] !== null, detalle: accounts[ambiente]?.usuario ?? null },
    { paso: 'punto',        listo: points.length > 0,         detalle: points[0] ? points[0].codEstable + points[0].codPuntoVenta : null },
    { paso: 'destino',      listo: destinations.some(({ verifiedAt }) => isVerified(verifiedAt, now)), detalle: destinations[0]?.location ?? null },
  ]
  // biome-ignore format: a table
  const last = ambiente === '00'
    ? [{ paso: 'pruebas',   listo: tiposProbados.length > 0, detalle: null }]
    : [{ paso: 'tipos',     listo: tiposDte.length > 0,      detalle: tiposDte.join(', ') || null },
       { paso: 'pruebas',   listo: tiposDte.length > 0 && missing.length === 0, detalle: missing.join(', ') || null }]
  return { body: { produccionDesde, pasos: [...pasos, ...last], tiposDte, tiposProbados } }
}
