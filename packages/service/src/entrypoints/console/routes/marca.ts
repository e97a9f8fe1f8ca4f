/** How a company's printed copies look. */
import { Type } from 'typebox'
import { setBrand } from '../../../flows/admin/brand.ts'
import { findBrand } from '../../../ledger/companies/brands.ts'
import { bodyReader } from '../body.ts'
import {
  type Answer,
  type CompanyRoute,
  type ConsoleAsked,
  type Member,
  RUN,
  SEE,
} from '../route.ts'

/** A logo has at most 256 KB, and a third more in base64. */
const LOGO_LENGTH_MAX = 400_000

const readMarca = bodyReader({
  logo: Type.Optional(
    Type.Union([Type.String({ minLength: 1, maxLength: LOGO_LENGTH_MAX }), Type.Null()]),
  ),
  color: Type.Optional(Type.Union([Type.String({ maxLength: 7 }), Type.Null()])),
})

export const MARCA_ROUTES: readonly CompanyRoute[] = [
  {
    name: 'marca',
    method: 'GET',
    path: '/:empresa/marca',
    who: SEE,
    handle: drawBrand,
  },
  {
    name: 'marca.cambiar',
    method: 'PUT',
    path: '/:empresa/marca',
    who: RUN,
    limited: 'look',
    audited: ({ body }) => ({
      detalle: { miembros: Object.keys((body as object | null) ?? {}).slice(0, 2) },
    }),
    async handle(asked, member) {
      const { logo, color } = readMarca(asked.body)
      const brand = {
        ...(logo === undefined ? {} : { logo: logo === null ? null : Buffer.from(logo, 'base64') }),
        ...(color === undefined ? {} : { accent: color }),
      }
      await setBrand(asked.admin, member.company.nit, brand, (read) =>
        asked.turns.run('logo', read),
      )
      return drawBrand(asked, member)
    },
  },
]

async function drawBrand({ deps }: ConsoleAsked, { company }: Member): Promise<Answer> {
  const brand = await findBrand(deps.pool, company.companyId)
  const logo = brand?.logo ? Buffer.from(brand.logo).toString('base64') : null
  return { body: { logo, color: brand?.accent ?? null, desde: brand?.since ?? null } }
}
