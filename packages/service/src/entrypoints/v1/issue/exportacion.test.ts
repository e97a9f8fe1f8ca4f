/** The consistency of an export, and the authorisation that it needs. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createWorld, type World } from '../../../../test/world.ts'
import { authorizeCompany, verifyAudit } from '../../../admin.ts'

let world: World
before(async () => {
  world = await createWorld()
})
beforeEach(async () => {
  await authorizeCompany(world.admin, world.company.nit, { remove: ALL })
})
after(() => world.close())

const ALL = ['exportar-D1', 'exportar-C8', 'exportar-tributos'] as const

const BIENES = {
  tipoItemExpor: 1,
  recintoFiscal: '02',
  tipoRegimen: 'EX-1',
  regimen: '1000.000',
  incoterms: '09',
}
const RECEPTOR = {
  nombre: 'Buyer Inc.',
  numDocumento: '98-7654321',
  codPais: 'US',
  complemento: '100 Fictional Street',
  tipoPersona: 2,
  descActividad: 'Importación',
  correo: 'buyer@example.com',
}
const CAFE = { descripcion: 'Café oro', cantidad: 10, precioUni: 4.25 }
const DIESEL = { descripcion: 'Diésel', cantidad: 100, precioUni: 2.85, uniMedida: 22 }

const exportOf = (items: readonly object[], more: object = {}) => ({
  tipoDte: '11',
  receptor: RECEPTOR,
  items,
  exportacion: BIENES,
  ...more,
})

interface Issue {
  readonly field: string
  readonly rule: string
  readonly message: string
}

async function refusedFor(body: object): Promise<readonly Issue[]> {
  const spent = await world.numbersSpent()
  const reply = await world.issue(body)
  assert.equal(reply.status, 422, reply.text)
  assert.equal(reply.body.error.code, 'validation_failed')
  assert.equal(await world.numbersSpent(), spent)
  return reply.body.error.details.issues
}

const fieldsOf = (issues: readonly Issue[]) => issues.map(({ field }) => field)

test('lines are goods or services like the export, and inherit it when they omit it', async () => {
  const sealed = await world.issue(exportOf([CAFE]))
  assert.equal(sealed.status, 200, sealed.text)
  assert.equal(sealed.body.documento.cuerpoDocumento[0].tipoItem, 1)

  const [issue, ...others] = await refusedFor(exportOf([{ ...CAFE, tipoItem: 2 }]))
  assert.equal(issue?.field, 'items[0].tipoItem')
  assert.deepEqual(others, [])
  assert.deepEqual(fieldsOf(await refusedFor(exportOf([{ ...CAFE, tipoItem: 3 }]))), [
    'items[0].tipoItem',
  ])
})

test('the name of a country is the catalogue’s', async () => {
  const receptor = { ...RECEPTOR, nombrePais: 'Guatemala' }
  assert.deepEqual(fieldsOf(await refusedFor(exportOf([CAFE], { receptor }))), [
    'receptor.nombrePais',
  ])
  const written = { ...RECEPTOR, nombrePais: 'estados unidos' }
  const reply = await world.issue(exportOf([CAFE], { receptor: written }))
  if (reply.status === 200) {
    assert.notEqual(reply.body.documento.receptor.nombrePais, null)
  } else assert.deepEqual(fieldsOf(reply.body.error.details.issues), ['receptor.nombrePais'])
})

test('a customs regime belongs to its type', async () => {
  for (const [tipoRegimen, regimen] of [
    ['EX-2', '1000.000'],
    ['EX-1', '2100.000'],
  ]) {
    const exportacion = { ...BIENES, tipoRegimen, regimen }
    const issues = await refusedFor(exportOf([CAFE], { exportacion }))
    assert.ok(
      issues.every(({ field }) => field.startsWith('exportacion.')),
      JSON.stringify(issues),
    )
  }
})

test('a buyer in El Salvador requires a free-zone regime', async () => {
  const receptor = { ...RECEPTOR, codPais: 'SV' }
  const [issue, ...others] = await refusedFor(exportOf([CAFE], { receptor }))
  assert.equal(issue?.field, 'receptor.codPais')
  assert.match(issue?.message ?? '', /zona franca/)
  assert.deepEqual(others, [])
})

// biome-ignore format: a table
const AUTHORISED = [
  ['exportar-D1',       { ...DIESEL, tributos: ['D1'] }, 'items[1].tributos',   /FOVIAL \(D1\)/],
  ['exportar-C8',       { ...DIESEL, tributos: ['C8'] }, 'items[1].tributos',   /COTRANS \(C8\)/],
  ['exportar-tributos', { descripcion: 'Impuesto al combustible', cantidad: 1, precioUni: 5, codTributo: 'A8' }, 'items[1].codTributo', /tipoItem 4/],
] as const

for (const [autorizacion, item, field, words] of AUTHORISED) {
  test(`${autorizacion} is required: without it the refusal says who grants it, and with it the document is sealed`, async () => {
    const body = exportOf([CAFE, item])
    const [issue, ...others] = await refusedFor(body)
    assert.deepEqual(others, [])
    assert.equal(issue?.field, field)
    assert.match(issue?.message ?? '', words)
    assert.match(issue?.message ?? '', /Dirección General de Impuestos Internos/)
    assert.match(issue?.message ?? '', new RegExp(`sello company authorize --add ${autorizacion}`))

    const has = await authorizeCompany(world.admin, world.company.nit, { add: [autorizacion] })
    assert.deepEqual(has.autorizaciones, [autorizacion])
    const sealed = await world.issue(body)
    assert.equal(sealed.status, 200, sealed.text)
  })
}

test('inside the country the same lines need no authorisation', async () => {
  const items = [{ ...DIESEL, tributos: ['D1', 'C8'] }]
  const { status, text } = await world.issue({ tipoDte: '01', items })
  assert.equal(status, 200, text)
})

test('an authorisation belongs to one company, and the audit log names who gave it', async () => {
  const other = await world.addCompany()
  await authorizeCompany(world.admin, world.company.nit, { add: ['exportar-D1'] })
  const body = exportOf([{ ...DIESEL, tributos: ['D1'] }])

  assert.equal((await world.issue(body)).status, 200)
  assert.equal((await world.issue(body, { key: other.key })).status, 422)
  const acts = await world.deps.pool.many<{ detalle: { ahora: readonly string[] } }>(
    `select detalle from audit_log where acto = 'empresa.autorizaciones' order by seq desc limit 1`,
  )
  assert.deepEqual(acts[0]?.detalle.ahora, ['exportar-D1'])
  assert.ok((await verifyAudit(world.admin)).every(({ broken }) => broken === null))
})
