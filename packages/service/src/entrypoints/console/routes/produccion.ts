/** The checklists before the first test document and before production, the types that a company issues, and the switch. */
import { type Ambiente, TIPOS_DTE } from '@sello/contract'
import { Type } from 'typebox'
import { switchProduction } from '../../../flows/admin/production.ts'
import { setIssuedTypes } from '../../../flows/admin/tipos.ts'
import { readProduction, readSetup } from '../../../ledger/companies/production.ts'
import { listSealedTypes } from '../../../ledger/companies/setup.ts'
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
  { deps, now }: ConsoleAsked,
  { company }: Member,
  ambiente: Ambiente,
): Promise<Answer> {
  const { companyId, nombre } = company
  const setup = await readSetup(deps.pool, { companyId, ambiente }, now)
  const tiposProbados = await listSealedTypes(deps.pool, { companyId, ambiente: '00' }, TIPOS_DTE)
  const { productionSince: produccionDesde, tiposDte } = await readProduction(deps.pool, companyId) // after this action
  const missing = tiposDte.filter((tipo) => !tiposProbados.includes(tipo))
  // biome-ignore format: a table
  const pasos = [
    { paso: 'empresa',      listo: true,                       detalle: nombre },
    { paso: 'certificado',  listo: setup.hasCertificate,       detalle: setup.certificateUntil },
    { paso: 'credenciales', listo: setup.usuario !== null,     detalle: setup.usuario },
    { paso: 'punto',        listo: setup.pointOfSale !== null, detalle: setup.pointOfSale },
    { paso: 'destino',      listo: setup.hasDestination,       detalle: setup.destination },
  ]
  // biome-ignore format: a table
  const last = ambiente === '00'
    ? [{ paso: 'pruebas',   listo: tiposProbados.length > 0, detalle: null }]
    : [{ paso: 'tipos',     listo: tiposDte.length > 0,      detalle: tiposDte.join(', ') || null },
       { paso: 'pruebas',   listo: tiposDte.length > 0 && missing.length === 0, detalle: missing.join(', ') || null }]
  return { body: { produccionDesde, pasos: [...pasos, ...last], tiposDte, tiposProbados } }
}
