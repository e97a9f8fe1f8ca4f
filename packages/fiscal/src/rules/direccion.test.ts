/** Who is of this country has an address in it; the department 00 is for those abroad. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withBroken } from '../../test/broken.ts'
import { inputOf } from '../../test/fixtures.ts'
import { REQUESTS } from '../../test/sound-requests.ts'
import { buildDocumento, checkDocumento } from '../build.ts'

const DE_FUERA = { departamento: '00', municipio: '00', distrito: '00', complemento: 'X' }
const message =
  'El departamento 00 es para extranjeros, y este se identifica con NIT o DUI; escriba su departamento, municipio y distrito.'

for (const tipoDte of Object.keys(REQUESTS) as (keyof typeof REQUESTS)[]) {
  test(`a ${tipoDte} refuses an address abroad of its issuer, and of a receptor of the country`, () => {
    const { documento } = buildDocumento(inputOf(REQUESTS[tipoDte]))
    const { receptor } = documento as { receptor: object | null }
    const who = receptor && 'direccion' in receptor ? ['emisor', 'receptor'] : ['emisor']
    for (const one of who) {
      const broken = withBroken(documento, { [`${one}.direccion`]: DE_FUERA })
      assert.deepEqual(checkDocumento(broken), [
        { field: `${one}.direccion.departamento`, rule: 'CAT-012', message },
      ])
    }
  })
}

const DE_SAN_SALVADOR = { departamento: '06', municipio: '23', distrito: '14', complemento: 'X' }

// biome-ignore format: a table
const REFUSED = [
  ['departamento', { departamento: '15' }, 'CAT-012', 'El departamento "15" no existe; use un código de CAT-012, de 01 a 14 (00 para extranjeros).'],
  ['municipio', { municipio: '13' }, 'CAT-013', 'El municipio "13" no existe en el departamento 06; use un código de CAT-013 de ese departamento.'],
  ['distrito', { distrito: '01' }, 'CAT-008', 'El distrito 01 (Aguilares) es del municipio 20, no del 23; corrija uno de los dos.'],
  ['distrito', { distrito: '99' }, 'CAT-008', 'El distrito "99" no existe en el departamento 06; use un código de CAT-008 del municipio 23.'],
] as const

for (const [member, change, rule, said] of REFUSED) {
  test(`an address with the wrong ${JSON.stringify(change)} has that one problem`, () => {
    const { documento } = buildDocumento(inputOf(REQUESTS['03']))
    for (const one of ['emisor', 'receptor']) {
      const direccion = { ...DE_SAN_SALVADOR, ...change }
      assert.deepEqual(checkDocumento(withBroken(documento, { [`${one}.direccion`]: direccion })), [
        { field: `${one}.direccion.${member}`, rule, message: said },
      ])
    }
  })
}
