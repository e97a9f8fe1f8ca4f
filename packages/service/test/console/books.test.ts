import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { systemRandom } from '../../src/base/clock.ts'
import { companyDataKey } from '../../src/ledger/companies/data-key.ts'
import { returnsOfMonth } from '../../src/ledger/events/month.ts'
import { encryptPayload, openPayload } from '../../src/ledger/transmission/payload.ts'
import { MONTH_READS } from '../../src/papers/books/month-reads.ts'
import { columnsOf } from '../columns.ts'
import { giveBack, invalidate, RESCISION } from '../corrections.ts'
import { signInAs } from '../people.ts'
import { createWorld, SALE, type World } from '../world.ts'

const CREDITO = {
  tipoDte: '03',
  receptor: {
    numDocumento: '0614-010185-001-2',
    nrc: '1850011',
    nombre: 'Restaurante La Esquina, S.A. de C.V.',
    codActividad: '56101',
    direccion: {
      departamento: '06',
      municipio: '23',
      distrito: '14',
      complemento: 'Avenida España 25',
    },
    correo: 'compras@example.com',
  },
  items: [
    { descripcion: 'Café', cantidad: 10, precioUni: 5 },
    { descripcion: 'Libro', cantidad: 1, precioUni: 20, tipoVenta: 'exenta' },
  ],
}

let world: World

before(async () => {
  world = await createWorld()
})
after(() => world.close())

test('a month’s books hold every sealed document once, by type and day, and add up to the cent', async () => {
  const browser = await signInAs(world, 'contador')
  for (const body of [
    SALE,
    SALE,
    { ...SALE, items: [{ descripcion: 'Pan', cantidad: 3, precioUni: 0.1 }] },
  ]) {
    assert.equal((await world.issue(body)).status, 200)
  }
  const credit = await world.issue(CREDITO)
  assert.equal(credit.status, 200, credit.text)
  const [mes] = [credit.body.fecEmi.slice(0, 7)]
  const path = `/${world.company.nit}/00/v1/books/${mes}`
  const { body } = await browser.get(path)

  assert.deepEqual(body.consumidorFinal.filas.length, 1)
  const [day] = body.consumidorFinal.filas
  assert.deepEqual([day.documentos, day.gravadas, day.total], [3, 22.9, 22.9])
  const [row] = body.contribuyentes.filas
  assert.equal(row.codigoGeneracion, credit.body.codigoGeneracion)
  assert.deepEqual(
    [row.nit, row.exentas, row.gravadas, row.debito, row.total],
    ['06140101850012', 20, 50, 6.5, 76.5],
  )
  assert.deepEqual(body.contribuyentes.totales, {
    exentas: 20,
    noSujetas: 0,
    gravadas: 50,
    debito: 6.5,
    ventasTerceros: 0,
    debitoTerceros: 0,
    ivaPercibido: 0,
    total: 76.5,
  })
  assert.deepEqual([body.sinSello, body.anulados.filas, body.avisos], [0, [], []])
  assert.deepEqual(
    [day.caja, day.numeroControlDel, day.numeroControlAl],
    ['M001P001', 'DTE-01-M001P001-000000000000001', 'DTE-01-M001P001-000000000000003'],
  )

  const csv = await browser.get(`${path}/file?archivo=contribuyentes`)
  assert.match(String(csv.headers['content-disposition']), /contribuyentes-.*\.csv/)
  assert.match(
    csv.bytes.toString(),
    /^\uFEFFnumero,fecha,tipoDte,[\s\S]*"Restaurante La Esquina, S\.A\. de C\.V\."/,
  )
  assert.equal((await browser.get(`/${world.company.nit}/00/v1/books/2026-13`)).status, 400)
  const empty = await browser.get(`/${world.company.nit}/00/v1/books/2025-01`)
  assert.deepEqual(empty.body.contribuyentes.filas, [])
})

test('a program reads its month and its annexes with a key that may query, and no other month or company', async () => {
  const { apiKey } = world.company.key
  const ask = (path: string, key = apiKey) =>
    world.inject({ method: 'GET', url: `/v1/books/${path}`, headers: { 'x-service-key': key } })
  const sold = await world.issue(SALE)
  const mes = sold.body.fecEmi.slice(0, 7)
  const { body } = await ask(mes)
  const [day] = body.consumidorFinal.filas
  const annex = await ask(`${mes}/file?archivo=anexo2&operacion=1&ingreso=3`)
  assert.equal(annex.status, 200, annex.text)
  assert.equal(annex.headers['content-type'], 'text/csv; charset=windows-1252')
  assert.match(String(annex.headers['content-disposition']), /filename="anexo2-\d{4}-\d{2}\.csv"/)
  const cells = annex.text.split('\r\n')[0]?.split(';') ?? []
  assert.equal(cells.length, 23)
  assert.equal(cells[19], day.total.toFixed(2))
  assert.equal(
    body.anexos.find(({ archivo }: { archivo: string }) => archivo === 'anexo2').filas,
    1,
  )

  for (const [query, field] of [
    ['', 'archivo'],
    ['?archivo=anexo3', 'archivo'],
    ['?archivo=anexo1', 'operacion'],
    ['?archivo=anexo1&operacion=5&ingreso=3', 'operacion'],
    ['?archivo=anexo5&operacion=1&clasificacion=1&sector=2&tipo=7', 'operacion'],
    ['?archivo=anexo9&operacion=1', 'operacion'],
    ['?archivo=compras&formato=csv', 'formato'],
  ]) {
    const reply = await ask(`${mes}/file${query}`)
    assert.deepEqual([reply.status, reply.body.error.details.field], [400, field], query)
  }
  const other = await world.addCompany()
  const theirs = await ask(mes, other.key.apiKey)
  assert.deepEqual([theirs.body.contribuyentes.filas, theirs.body.consumidorFinal.filas], [[], []])
})

test('the file of each book has its heading once, and a line for each of its rows', async () => {
  const { key } = await world.addCompany()
  let mes = ''
  for (const body of [CREDITO, CREDITO, SALE]) {
    const issued = await world.issue(body, { key })
    assert.equal(issued.status, 200, issued.text)
    mes = issued.body.fecEmi.slice(0, 7)
  }
  // biome-ignore format: a table
  const books = [
    ['contribuyentes', 2], ['consumidorFinal', 1], ['exportaciones', 0], ['compras', 0], ['anulados', 0],
  ] as const
  for (const [archivo, rows] of books) {
    const { status, headers, text } = await world.inject({
      method: 'GET',
      url: `/v1/books/${mes}/file?archivo=${archivo}`,
      headers: { 'x-service-key': key.apiKey },
    })
    assert.deepEqual(
      [status, headers['content-type'], headers['content-disposition']],
      [200, 'text/csv; charset=utf-8', `attachment; filename="${archivo}-${mes}.csv"`],
    )
    const lines = text.split(/\r?\n/).filter((line) => line.replace('\uFEFF', '') !== '')
    assert.equal(lines.length, rows === 0 ? 0 : rows + 1, archivo)
    assert.equal(lines.filter((line) => line === lines[0]).length, Math.min(rows, 1), archivo)
  }
})

test('a sealed return is subtracted on its own day, and no longer once it is invalidated', async () => {
  const { nit, key } = await world.addCompany()
  const issued = await world.issue(
    { ...SALE, items: [{ descripcion: 'Mesa', cantidad: 2, precioUni: 50 }] },
    { key },
  )
  assert.equal(issued.status, 200, issued.text)
  const { codigoGeneracion, fecEmi } = issued.body
  const event = await giveBack(world, codigoGeneracion, [{ linea: 1, cantidad: 1 }], { key })
  assert.equal(event.status, 200, event.text)

  const browser = await signInAs(world, 'contador', { nit })
  const path = `/${nit}/00/v1/books/${fecEmi.slice(0, 7)}`
  const day = async () => {
    const { body } = await browser.get(path)
    const [one] = body.consumidorFinal.filas
    return [one.documentos, one.retornos, one.gravadas, body.consumidorFinal.totales.debito]
  }
  assert.deepEqual(await day(), [1, 1, 50, 5.75])
  const annex = await browser.get(`${path}/file?archivo=anexo2&operacion=1&ingreso=3`)
  assert.equal(annex.bytes.toString('latin1').split(';')[13], '50.00')
  const exports = await browser.get(`${path}/file?archivo=exportaciones`)
  assert.equal(exports.status, 200)

  const { codigoGeneracion: evento } = event.body.evento ?? event.body
  const gone = await invalidate(world, evento, RESCISION, { key })
  assert.equal(gone.status, 200, gone.text)
  assert.deepEqual(await day(), [1, 0, 100, 11.5])
})

test('a month’s returns are all read, however many, in the order of their days, and of no other month', async () => {
  const { pool, secrets } = world.deps
  const { key } = await world.addCompany()
  const { codigoGeneracion } = (await world.issue(SALE, { key })).body
  const event = await giveBack(world, codigoGeneracion, [{ linea: 1, cantidad: 1 }], { key })
  assert.equal(event.status, 200, event.text)
  const template = await pool.one<{ company_id: string; code: string; payload: Buffer }>(
    `select company_id, upper(codigo_generacion::text) as code, payload from events where documento = $1`,
    [codigoGeneracion],
  )
  const { company_id: companyId, code } = template
  const dataKey = await companyDataKey(pool, secrets, companyId)
  const text = openPayload(
    { kind: 'retorno', companyId, codigoGeneracion: code },
    template.payload,
    dataKey,
  )
  // biome-ignore format: a table
  const groups = [
    ['2026-02-28', '00', 'sellado',   30],
    ['2026-02-01', '00', 'sellado',   40],
    ['2026-02-01', '00', 'firmado',   31],
    ['2026-01-31', '00', 'sellado',   1],
    ['2026-03-01', '00', 'sellado',   1],
    ['2026-02-02', '01', 'sellado',   1],
    ['2026-02-02', '00', 'rechazado', 1],
  ] as const
  const copies = groups.flatMap(([fecha, ambiente, estado, count]) =>
    Array.from({ length: count }, () => {
      const codigoGeneracion = randomUUID().toUpperCase()
      const filing = { kind: 'retorno', companyId, codigoGeneracion } as const
      const payload = encryptPayload(
        { ...filing, payload: text.replaceAll(code, codigoGeneracion) },
        { dataKey, random: systemRandom },
      )
      const sello = estado === 'sellado' ? 'S'.repeat(40) : null
      return { code: codigoGeneracion, payload, fecha, ambiente, estado, sello }
    }),
  )
  const own: Readonly<Record<string, string>> = {
    ...{ codigo_generacion: 'n.code', payload: 'n.payload', fec_emi: 'n.fecha::date' },
    ...{ ambiente: 'n.ambiente', estado: 'n.estado', sello_recibido: 'n.sello' },
    ...{ idempotency_key: 'n.code::text' },
  }
  const names = await columnsOf(pool, 'events')
  const columns = (['code', 'payload', 'fecha', 'ambiente', 'estado', 'sello'] as const).map(
    (one) => copies.map((copy) => copy[one]),
  )
  await pool.many(
    `insert into events (${names.join(', ')})
     select ${names.map((name) => own[name] ?? `e.${name}`).join(', ')}
       from unnest($1::uuid[], $2::bytea[], $3::text[], $4::text[], $5::text[], $6::text[])
              as n (code, payload, fecha, ambiente, estado, sello)
       join events e on e.company_id = $7 and e.codigo_generacion = $8 returning 1`,
    [...columns, companyId, code],
  )
  const read: unknown[] = []
  for await (const one of returnsOfMonth(pool, { companyId, ambiente: '00', dataKey }, '2026-02')) {
    read.push([one.retorno.identificacion.codigoGeneracion, one.estado, one.selloRecibido])
  }
  const wanted = copies
    .slice(0, 101)
    .toSorted((a, b) => (a.fecha + a.code < b.fecha + b.code ? -1 : 1))
    .map(({ code, estado, sello }) => [code, estado === 'sellado' ? estado : 'sin_sello', sello])
  assert.deepEqual(read, wanted)
})

test('while a month is read others of its company wait, and too many are refused with Retry-After', async () => {
  const { companyId } = await world.deps.pool.one<{ companyId: string }>(
    'select company_id as "companyId" from companies where nit = $1',
    [world.company.nit],
  )
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const running = world.deps.monthReads.run(companyId, () => ended)
  const ask = () =>
    world.inject({
      method: 'GET',
      url: '/v1/books/2026-01',
      headers: { 'x-service-key': world.company.key.apiKey },
    })
  const replies = Array.from({ length: MONTH_READS.waiting + 1 }, ask)
  const refused = await Promise.race(replies) // the others wait until the first has ended
  assert.deepEqual([refused.status, refused.body.error.code], [503, 'service_unavailable'])
  assert.ok(Number(refused.headers['retry-after']) > 0)
  end()
  await running
  const statuses = (await Promise.all(replies)).map(({ status }) => status).toSorted()
  assert.deepEqual(statuses, [...Array(MONTH_READS.waiting).fill(200), 503])
})
