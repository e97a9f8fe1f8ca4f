/** The doctor's findings in a world with one fault after another. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createWorld, type World } from '../../../test/world.ts'
import { findGaps } from '../../flows/admin/gaps.ts'
import { diagnose } from './doctor.ts'
import type { FindingCode } from './finding.ts'

let world: World
before(async () => {
  world = await createWorld({ mh: { timeoutMs: 300, budgetMs: 700 } })
})
after(() => world.close())

const sql = (text: string, values: unknown[] = []) => world.deps.pool.many(text, values)
const found = () => diagnose(world.admin, { folders: [] })

test('a company that can issue has no findings', async () => {
  assert.equal((await world.issue()).status, 200)
  assert.deepEqual(
    (await found()).filter(({ codigo }) => codigo !== 'disco'),
    [],
  )
})

// biome-ignore format: a table
const BROKEN: readonly (readonly [FindingCode, 'grave' | 'aviso', string, string])[] = [
  ['certificado',      'aviso', `update signing_vaults set valid_to = now() + interval '59 days'`, `update signing_vaults set valid_to = now() + interval '2 years'`],
  ['certificado',      'grave', `update signing_vaults set valid_to = now() - interval '1 day'`, `update signing_vaults set valid_to = now() + interval '2 years'`],
  ['destino',          'aviso', `update storage_destinations set verified_at = now() - interval '24 days'`, `update storage_destinations set verified_at = now()`],
  ['destino',          'grave', `update storage_destinations set verified_at = now() - interval '31 days'`, `update storage_destinations set verified_at = now()`],
  ['llave_bloqueada',  'grave', `update api_keys set vault_failures = 5`, `update api_keys set vault_failures = 0`],
  ['llave_por_vencer', 'aviso', `update api_keys set expires_at = now() + interval '13 days'`, `update api_keys set expires_at = null`],
  ['copia_atrasada',   'aviso', `update holding set copy_at = now() - interval '2 hours'`, `update holding set copy_at = null`],
  ['restauracion',     'grave', `insert into database_marks (identity, alive_at) values ('another cluster', now())`, `delete from database_marks`],
  ['documento_perdido','aviso', `insert into recovered_documents select company_id, gen_random_uuid(), '00', '01', 'DTE-01-M001P001-000000000009999', 2026, 'SELLO', null, now() from companies limit 1`, `delete from recovered_documents`],
]

for (const [codigo, gravedad, breakIt, mend] of BROKEN) {
  test(`${codigo} is found as ${gravedad}, with what to do, and is gone once it is fixed`, async () => {
    await sql(breakIt)
    const findings = (await found()).filter((one) => one.codigo === codigo)
    await sql(mend)
    assert.equal(findings.length, 1)
    assert.equal(findings[0]?.gravedad, gravedad)
    assert.match(findings[0]?.queHacer ?? '', /sello |Haga|Sincronice|Emita/)
    assert.ok(!(await found()).some((one) => one.codigo === codigo))
  })
}

test('a document waiting for the ministry is reported, as grave if no process takes it', async () => {
  await world.mh.fault({ service: '*', kind: 'silence' })
  assert.equal((await world.issue()).status, 202)
  await world.mh.clearFaults()
  assert.deepEqual(codes(await found()), ['documento_sin_sello'])

  await sql(
    `update documents set lease_until = now() - interval '1 hour' where estado = 'contingencia'`,
  )
  assert.deepEqual(codes(await found()), ['documento_detenido', 'documento_sin_sello'])
})

const codes = (findings: readonly { readonly codigo: string }[]) =>
  findings.map(({ codigo }) => codigo).filter((codigo) => codigo !== 'disco')

test('a gap shows a number without a seal, its document, its state and the ministry’s words', async () => {
  await world.mh.fault({
    service: 'recepciondte',
    kind: 'reject',
    times: 1,
    codigoMsg: '020',
    descripcionMsg: '[resumen.totalIva] CALCULO INCORRECTO',
  })
  const { status, body } = await world.issue()
  assert.equal(status, 422)
  const year = new Date().getUTCFullYear()
  const asked = { ambiente: '00', year } as const
  const [serie] = await findGaps(world.admin, world.company.nit, asked)

  const { codigoGeneracion, numeroControl } = body.error.details
  const rejected = serie?.gaps.find((gap) => gap.numeroControl === numeroControl)
  assert.deepEqual(rejected, {
    numeroControl,
    estado: 'rechazado',
    codigoGeneracion,
    motivo: '[resumen.totalIva] CALCULO INCORRECTO',
    fueraDesde: null,
    selloRecibido: null,
  })
  assert.deepEqual(
    serie?.gaps.map(({ estado }) => estado),
    ['contingencia', 'rechazado'],
  )
})
