/** A company's look: on the copies of documents issued from then on, and on no others. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createWorld, type Reply, type World } from '../../../test/world.ts'
import { systemMonotonicMs } from '../../base/clock.ts'
import { createLog } from '../../base/log.ts'
import { setBrand } from '../../flows/admin/brand.ts'
import { createBrands } from './brands.ts'
import { createPrinter } from './printer.ts'

const LOGO = Buffer.from('<svg viewBox="0 0 9 3"><path d="M0 0h9v3z" fill="#c00"/></svg>')

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const pdfOf = ({ body }: Reply) => Buffer.from(body.representacionGrafica, 'base64')
const hasLogo = (pdf: Buffer) => pdf.includes('/XObject<</L ')
const ITEMS = [{ descripcion: 'Café', cantidad: 1, precioUni: 2 }]

async function fileOf({ body }: Reply): Promise<Buffer> {
  const { response } = await download(body.codigoGeneracion)
  return response
}

async function download(codigoGeneracion: string) {
  const { apiKey } = world.company.key
  const answer = await world.app.inject({
    method: 'GET',
    url: `/v1/dte/${codigoGeneracion}/file?kind=pdf`,
    headers: { 'x-service-key': apiKey },
  })
  assert.equal(answer.statusCode, 200, answer.body)
  return { response: answer.rawPayload }
}

test('a look is on the copies of documents issued a minute later, and older copies do not change', async () => {
  const { nit } = world.company
  await setBrand(world.admin, nit, { logo: LOGO, accent: '#b00020' })
  const earlier = await world.issue({ tipoDte: '01', items: ITEMS })
  assert.equal(earlier.status, 200, earlier.text)
  assert.ok(!hasLogo(pdfOf(earlier)))

  await world.advance(2 * 60_000)
  const later = await world.issue({ tipoDte: '01', items: ITEMS })
  assert.equal(later.status, 200, later.text)
  assert.ok(hasLogo(pdfOf(later)))

  // Rendered again, by this process and by one that has just started.
  const other = createPrinter(createLog('silent'), {
    pool: world.deps.pool,
    monotonicMs: systemMonotonicMs,
  })
  for (const issued of [earlier, later]) {
    const { jws, selloRecibido, fhProcesamiento } = issued.body
    const payload = Buffer.from(jws.split('.')[1], 'base64url').toString()
    const again = Buffer.from(await other.letter({ payload, selloRecibido, fhProcesamiento }))
    assert.ok(again.equals(pdfOf(issued)))
    assert.ok((await fileOf(issued)).equals(pdfOf(issued)))
  }
  await other.close()
})

test('omitted settings stay, and an unprintable logo changes nothing', async () => {
  const { nit } = await world.addCompany()
  const looks = () =>
    world.deps.pool.many<{ logo: Buffer | null; accent: string | null }>(
      'select logo, accent from company_brands where nit = $1 order by since',
      [nit],
    )
  await setBrand(world.admin, nit, { accent: '#b00020' })
  await setBack(nit, '1 hour')
  await setBrand(world.admin, nit, { logo: LOGO })
  assert.deepEqual(
    (await looks()).map(({ logo, accent }) => [logo && String(logo), accent]),
    [
      [null, '#b00020'],
      [String(LOGO), '#b00020'],
    ],
  )
  await assert.rejects(setBrand(world.admin, nit, { logo: Buffer.alloc(99) }), /PNG, JPEG ni SVG/)
  await assert.rejects(setBrand(world.admin, nit, { accent: 'rojo' }), /#1a5fb4/)
  await assert.rejects(
    setBrand(world.admin, '06149999999999', { accent: null }),
    /No hay una empresa/,
  )
  assert.equal((await looks()).length, 2)
})

test('of a thousand stored looks, the one that a document has is prepared, and once', async () => {
  const { nit } = await world.addCompany()
  await world.deps.pool.many(
    `insert into company_brands (company_id, nit, since, accent)
     select company_id, nit, timestamptz '2026-01-01T00:00:00-06:00' + n * interval '1 hour',
            '#' || lpad(to_hex(n), 6, '0')
       from companies, generate_series(1, 1000) n where nit = $1`,
    [nit],
  )
  const read: string[] = []
  const brands = createBrands(world.deps.pool, systemMonotonicMs, async ({ accent }) => {
    read.push(String(accent))
    return { logo: null, accent: null }
  })
  const payload = `"emisor":{"nit":"${nit}"},"fecEmi":"2026-01-01","horEmi":"07:30:00"`
  await Promise.all([brands.of(payload), brands.of(payload)])
  await brands.of(payload)
  assert.deepEqual(read, ['#000007'])
  await brands.of(payload.replace('07:30:00', '07:00:00'))
  assert.deepEqual(read, ['#000007'], 'it is in force from its very second')
  assert.equal(await brands.of(payload.replace('2026', '2025')), null)
  for (const other of [payload.replace('emisor', 'receptor'), payload.replace('horEmi', 'hora')])
    assert.equal(await brands.of(other), null)

  // Of a hundred and one the longest unused is prepared again.
  const dayOf = (n: number) => `2026-02-${String(1 + Math.floor(n / 24)).padStart(2, '0')}`
  const atHour = (n: number) =>
    payload
      .replace('2026-01-01', dayOf(n))
      .replace('07:30:00', `${String(n % 24).padStart(2, '0')}:30:00`)
  read.length = 0
  for (let n = 0; n < 99; n++) await brands.of(atHour(n))
  await brands.of(payload)
  assert.equal(read.length, 99)
  await brands.of(atHour(99))
  await brands.of(payload)
  assert.equal(read.length, 100)
  await brands.of(atHour(0))
  assert.deepEqual([read.length, read.at(-1)], [101, read[0]])
})

test('a look is seen by a process twenty seconds after it last asked, and one that failed is tried again', async () => {
  const { nit } = await world.addCompany()
  const { companyId } = await world.deps.pool.one<{ companyId: string }>(
    'select company_id as "companyId" from companies where nit = $1',
    [nit],
  )
  const add = (accent: string) =>
    world.deps.pool.many(
      `insert into company_brands (company_id, nit, since, accent) values ($1, $2,
         timestamptz '2026-01-01T00:00:00-06:00' + $3::int * interval '1 second', $4)`,
      [companyId, nit, Number.parseInt(accent.slice(1), 16), accent],
    )
  let nowMs = 0
  let isBroken = false
  const brands = createBrands(
    world.deps.pool,
    () => nowMs,
    async ({ accent }) => {
      if (isBroken) throw new Error('it cannot be prepared')
      return { logo: null, accent } as never
    },
  )
  const payload = `"emisor":{"nit":"${nit}"},"fecEmi":"2026-01-02","horEmi":"07:30:00"`
  const seen = async () => (await brands.of(payload))?.accent as unknown
  await add('#000001')
  assert.equal(await seen(), '#000001')
  await add('#000002')
  nowMs = 19_999
  assert.equal(await seen(), '#000001')
  nowMs = 20_000
  isBroken = true
  await assert.rejects(seen(), /it cannot be prepared/)
  isBroken = false
  assert.equal(await seen(), '#000002')
  assert.equal(await brands.of(payload.replace(nit, '06149999999999')), null)
})

test('a stored look that an older version accepted and this one does not is left out, and printing goes on', async () => {
  const { nit } = world.company
  const path = '<path d="M0 0h1v1z"/>'
  const slow = `<svg viewBox="0 0 9 3"><g transform="${'rotate(1)'.repeat(20_000)}">${path.repeat(500)}</g></svg>`
  const issued = await world.issue({ tipoDte: '01', items: ITEMS })
  const { jws, selloRecibido, fhProcesamiento } = issued.body
  const payload = Buffer.from(jws.split('.')[1], 'base64url').toString()
  const printer = () =>
    createPrinter(createLog('silent'), { pool: world.deps.pool, monotonicMs: systemMonotonicMs })
  const letter = async () => {
    const one = printer()
    const pdf = Buffer.from(await one.letter({ payload, selloRecibido, fhProcesamiento }))
    await one.close()
    return pdf
  }
  assert.ok(hasLogo(await letter()))
  await world.deps.pool.many('update company_brands set logo = $2 where nit = $1', [
    nit,
    Buffer.from(slow),
  ])
  assert.ok(!hasLogo(await letter()))
})

test('a look changes ten times a day, and the next refusal says when it may again', async () => {
  const { nit } = await world.addCompany()
  const change = (n: number) => setBrand(world.admin, nit, { accent: `#1a5fb${n % 10}` })
  const at = await Promise.allSettled(Array.from({ length: 12 }, (_, n) => change(n)))
  const refused = at.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
  assert.equal(refused.length, 2, refused.join('; '))
  const tomorrow = /10 veces en un día.*otra vez el \d\d\/\d\d a las \d\d:\d\d\./
  for (const message of refused) assert.match(message, tomorrow)
  await assert.rejects(setBrand(world.admin, nit, { logo: LOGO }), tomorrow)

  await setBack(nit, '1 day 2 minutes')
  await change(1)
  await assert.rejects(change(2), tomorrow)
})

/** The first look of the company began that much earlier. */
async function setBack(nit: string, by: string): Promise<void> {
  const { earlier, since } = await world.deps.pool.one<{ earlier: string; since: string }>(
    `select min(since)::text as since, (min(since) - $2::interval)::text as earlier
       from company_brands where nit = $1`,
    [nit, by],
  )
  await world.deps.pool.many(
    'update company_brands set since = $3::timestamptz where nit = $1 and since = $2::timestamptz',
    [nit, since, earlier],
  )
}
