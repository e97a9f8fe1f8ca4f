import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
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
    total: 76.5,
  })
  assert.deepEqual([body.sinSello, body.anulados.filas], [0, []])
  assert.ok(body.avisos.length > 0)

  const csv = await browser.get(`${path}?formato=csv&libro=contribuyentes`)
  assert.match(String(csv.headers['content-disposition']), /contribuyentes-.*\.csv/)
  assert.match(
    csv.bytes.toString(),
    /^\uFEFFfecha,tipoDte,[\s\S]*"Restaurante La Esquina, S\.A\. de C\.V\."/,
  )
  assert.equal((await browser.get(`/${world.company.nit}/00/v1/books/2026-13`)).status, 422)
  const empty = await browser.get(`/${world.company.nit}/00/v1/books/2025-01`)
  assert.deepEqual(empty.body.contribuyentes.filas, [])
})
