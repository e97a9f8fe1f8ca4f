/** How a company's printed copies look. */
import { Type } from 'typebox'
import { setBrand } from '../../../flows/admin/brand.ts'
import { findBrand } from '../../../ledger/companies/brands.ts'
import { bodyReader } from '../body.ts'
import type { Answer, CompanyHandler, ConsoleAsked, Member } from '../route.ts'

/** A logo has at most 256 KB, and a third more in base64. */
const LOGO_LENGTH_MAX = 400_000

const readMarca = bodyReader({
  logo: Type.Optional(
    Type.Union([Type.String({ minLength: 1, maxLength: LOGO_LENGTH_MAX }), Type.Null()]),
  ),
  color: Type.Optional(Type.Union([Type.String({ maxLength: 7 }), Type.Null()])),
})

export const MARCA = {
  marca: drawBrand,

  async 'marca.cambiar'(asked, member) {
    const { logo, color } = readMarca(asked.body)
    const brand = {
      ...(logo === undefined ? {} : { logo: logo === null ? null : Buffer.from(logo, 'base64') }),
      ...(color === undefined ? {} : { accent: color }),
    }
    await setBrand(asked.admin, member.company.nit, brand, (read) => asked.turns.run('logo', read))
    return drawBrand(asked, member)
  },
} satisfies Record<string, CompanyHandler>

async function drawBrand({ deps }: ConsoleAsked, { company }: Member): Promise<Answer> {
  const brand = await findBrand(deps.pool, company.companyId)
  const logo = brand?.logo ? Buffer.from(brand.logo).toString('base64') : null
  return { body: { logo, color: brand?.accent ?? null, desde: brand?.since ?? null } }
}
