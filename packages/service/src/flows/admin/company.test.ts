/** A company's own data: what is stored of it and of its points of sale, what stays, and what is refused at once. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { EMPRESA, newSecrets } from '../../../test/world.ts'
import { systemClock, systemRandom } from '../../base/clock.ts'
import {
  type CompanyData,
  findCompanyData,
  findResolucion,
} from '../../ledger/companies/company.ts'
import { findResponsable } from '../../ledger/companies/responsable.ts'
import { type Admin, AdminRefused, companyOf } from './admin.ts'
import { setBrand } from './brand.ts'
import { addPointOfSale, createCompany, updateCompany } from './company.ts'
import { setResponsable } from './responsable.ts'
import { presentYear } from './series.ts'

const database = await createTestDatabase()
const pool = database.createPool()
after(() => database.drop())

const admin: Admin = {
  ...{ pool, secrets: newSecrets(), clock: systemClock, random: systemRandom, keyPrefix: 'sello' },
  passphraseCost: { N: 2, r: 8, p: 1 },
}
const { nit } = EMPRESA
const ROSA = { nombre: 'Rosa Ficticia', numDocumento: '00016297-5' }
const PERSONA = { nombre: ROSA.nombre, tipoDocumento: '13', numDocumento: '000162975' }
const RESOLUCION = { descDocumento: 'Resolución 12', detalleDocumento: 'De 2026' }
const OTHER = { departamento: '05', municipio: '26', distrito: '01', complemento: 'Otra calle' }

async function shown(): Promise<readonly unknown[]> {
  const { companyId } = await companyOf(admin, nit)
  const { telefono, correo, nombre }: CompanyData = await findCompanyData(pool, companyId)
  const rest = [await findResponsable(pool, companyId), await findResolucion(pool, companyId)]
  return [nombre, telefono, correo, ...rest]
}

async function fieldsRefused(work: Promise<unknown>): Promise<readonly string[]> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof AdminRefused, String(error))
  return error.problems.map(({ field }) => field)
}

test('a company is stored with the person who answers for it, and what a change does not name stays', async () => {
  const { nombre, telefono, correo } = EMPRESA
  await createCompany(admin, { ...EMPRESA, nombre: `  ${nombre}  `, responsable: ROSA })
  assert.deepEqual(await shown(), [nombre, telefono, correo, PERSONA, null])
  await updateCompany(admin, nit, { resolucion: RESOLUCION, correo: 'otro@example.com' })
  assert.deepEqual(await shown(), [nombre, telefono, 'otro@example.com', PERSONA, RESOLUCION])
  await updateCompany(admin, nit, { telefono: '22334455' })
  assert.deepEqual(await shown(), [nombre, '22334455', 'otro@example.com', PERSONA, RESOLUCION])
  await updateCompany(admin, nit, { responsable: null, resolucion: null })
  assert.deepEqual((await shown()).slice(3), [null, null])
  const ana = { ...ROSA, nombre: 'Ana Ficticia' }
  const persona = { ...PERSONA, nombre: ana.nombre }
  assert.deepEqual((await setResponsable(admin, nit, ana)).responsable, persona)
  assert.deepEqual((await setResponsable(admin, nit)).responsable, persona)
  assert.deepEqual((await shown())[3], persona)
})

test('everything that is wrong with a company is refused at once, and nothing of it is stored', async () => {
  const before = await shown()
  const wrong = { correo: 'nadie', responsable: { ...ROSA, numDocumento: '00016297-4' } }
  const fields = ['correo', 'responsable.numDocumento']
  assert.deepEqual(await fieldsRefused(updateCompany(admin, nit, wrong)), fields)
  const other = { ...EMPRESA, nit: '06140101907778' }
  assert.deepEqual(await fieldsRefused(createCompany(admin, { ...other, ...wrong })), fields)
  await assert.rejects(companyOf(admin, other.nit), AdminRefused)
  const forbidden = { nombre: 'Uno\u0007', descActividad: 'Dos\u0007' }
  assert.deepEqual(await fieldsRefused(updateCompany(admin, nit, forbidden)), [
    ...['nombre', 'descActividad'],
  ])
  assert.deepEqual(await shown(), before)
})

test('a point of sale has the address that it was given, and the first numbers of its series', async () => {
  const first = { tipoDte: '01' as const, first: 4501n }
  const codes = { codEstable: 'S002', codPuntoVenta: 'P003' }
  const place = { direccion: OTHER, telefono: '22229999' }
  await addPointOfSale(admin, nit, {
    ...codes,
    ...place,
    firsts: { ambiente: '01', firsts: [first] },
  })
  await addPointOfSale(admin, nit, { ...codes, codPuntoVenta: 'P004' })
  assert.deepEqual(
    await pool.many(
      `select cod_estable || cod_punto_venta as codes, departamento, municipio, distrito, complemento, telefono
         from points_of_sale order by 1`,
    ),
    [
      { codes: 'S002P003', ...OTHER, telefono: '22229999' },
      {
        ...{ codes: 'S002P004', departamento: null, municipio: null, distrito: null },
        ...{ complemento: null, telefono: null },
      },
    ],
  )
  assert.deepEqual(
    await pool.many('select ambiente, tipo_dte, year, cod_punto_venta, last from series'),
    [
      {
        ...{ ambiente: '01', tipo_dte: '01', year: presentYear(admin) },
        ...{ cod_punto_venta: 'P003', last: 4500n },
      },
    ],
  )
  // One number that cannot be set, and the point of sale is not there either.
  const refused = addPointOfSale(admin, nit, {
    ...{ codEstable: 'S002', codPuntoVenta: 'P005' },
    firsts: { ambiente: '01', firsts: [{ tipoDte: '01', first: 0n }] },
  })
  assert.deepEqual(await fieldsRefused(refused), ['first'])
  const { n } = await pool.one<{ n: number }>('select count(*)::integer as n from points_of_sale')
  assert.equal(n, 2)
})

test('of changes of a look at once no more are taken than a day has', async () => {
  for (let round = 0; round < 3; round++) {
    const own = await createCompany(admin, { ...EMPRESA, nit: `0614010190778${round}` })
    for (let n = 0; n < 9; n++) await setBrand(admin, own.nit, { accent: `#00000${n}` })
    const last = ['#111111', '#222222', '#333333']
    const changes = last.map((accent) => setBrand(admin, own.nit, { accent }))
    const ends = await Promise.allSettled(changes)
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
    assert.equal(refused.length, 2)
    for (const reason of refused) assert.ok(reason instanceof AdminRefused, String(reason))
  }
})
