/** A refusal names what its reader wrote: the path in the request, and next to it the path in the document. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { storedId } from '../../../../test/customers.ts'
import { CONTRIBUYENTE, credito } from '../../../../test/notas.ts'
import { createWorld, SALE, type World } from '../../../../test/world.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

async function pathsOf(body: object): Promise<readonly (readonly [string, string | undefined])[]> {
  const { status, body: answer, text } = await world.issue(body)
  assert.equal(status, 422, text)
  const issues: readonly { field: string; documento?: string }[] = answer.error.details.issues
  return issues.map(({ field, documento }) => [field, documento])
}

const [ITEM] = SALE.items
const EXPORT = {
  tipoDte: '11',
  receptor: {
    nombre: 'Buyer Inc.',
    numDocumento: '98-7654321',
    codPais: 'US',
    complemento: '100 Fictional Street',
    tipoPersona: 2,
    descActividad: 'Importación',
    correo: 'buyer@example.com',
  },
  items: [{ descripcion: 'Café', cantidad: 1, precioUni: 5, tipoItem: 1 }],
}

const CASES: readonly (readonly [string, object, string, string | undefined])[] = [
  [
    'the one means of payment',
    { ...SALE, formaPago: '77' },
    'formaPago',
    'resumen.pagos[0].codigo',
  ],
  [
    'one of several means',
    { ...SALE, pagos: [{ codigo: '77', montoPago: 11.3 }] },
    'pagos[0].codigo',
    'resumen.pagos[0].codigo',
  ],
  [
    'the NIT of a 03',
    credito({ receptor: { ...CONTRIBUYENTE, numDocumento: '123' } }),
    'receptor.numDocumento',
    'receptor.nit',
  ],
  [
    'a member that is missing',
    credito({ receptor: { ...CONTRIBUYENTE, nrc: undefined } }),
    'receptor.nrc',
    undefined,
  ],
  [
    'a global discount',
    { ...SALE, descuentos: { gravadas: 100 } },
    'descuentos.gravadas',
    'resumen.descuGravada',
  ],
  [
    'a line',
    { ...SALE, items: [ITEM, { ...ITEM, uniMedida: 98 }] },
    'items[1].uniMedida',
    'cuerpoDocumento[1].uniMedida',
  ],
  [
    'the customs of an export',
    {
      ...EXPORT,
      exportacion: {
        tipoItemExpor: 1,
        recintoFiscal: '13',
        tipoRegimen: 'EX-1',
        regimen: '1000.000',
        incoterms: '09',
      },
    },
    'exportacion.recintoFiscal',
    'emisor.recintoFiscal',
  ],
  [
    'a flag',
    { ...SALE, aplicarRetencionIva: true, receptor: { nombre: 'ANA', numDocumento: '000162975' } },
    'aplicarRetencionIva',
    'resumen.ivaRete',
  ],
]

const HUGE = 99_999_999_999

const CAUSES: readonly (readonly [string, object, string])[] = [
  [
    'an amount without room, before the buyer and the payments that its total asks for',
    {
      ...SALE,
      items: [ITEM, { ...ITEM, cantidad: HUGE, tipoVenta: 'no_sujeta' }],
      pagos: [{ codigo: '01', montoPago: 112.25 }],
    },
    'items[1]',
  ],
]

for (const [name, body, field] of CAUSES) {
  test(`the cause is reported first: ${name}`, async () => {
    const [first, ...others] = await pathsOf(body)
    assert.equal(first?.[0], field)
    assert.ok(others.length > 0)
  })
}

for (const [name, body, field, documento] of CASES) {
  test(`a refusal names ${name} as it was written`, async () => {
    assert.deepEqual(await pathsOf(body), [[field, documento]])
  })
}

test('for a resident’s address abroad only the department is reported, not what follows from it', async () => {
  const direccion = { departamento: '00', municipio: '27', distrito: '01', complemento: 'Calle 1' }
  const paths = await pathsOf(credito({ receptor: { ...CONTRIBUYENTE, direccion } }))
  assert.deepEqual(paths, [['receptor.direccion.departamento', undefined]])
})

test('a member that a stored customer lacks is named in the receptor, and a wrong one by customerId', async () => {
  const customerId = await storedId(world, { nombre: 'Sin NRC' })
  const paths = await pathsOf(credito({ receptor: { customerId } }))
  assert.ok(paths.some(([field]) => field === 'receptor.nrc'))
  assert.ok(paths.every(([field]) => field.startsWith('receptor.')))
})

test('amount_limit names its field', async () => {
  const key = await world.mintKey(world.company.nit, { amountMax: 5 })
  const { status, body, text } = await world.issue(SALE, { key })
  assert.equal(status, 429, text)
  assert.equal(body.error.details.field, 'items')
})
