/** The documents of the law's own examples, back in the form and out again as a request. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { TipoDte } from '@sello/contract'
import { EMISOR, RESOLUCION } from '../../fiscal/test/fixtures.ts'
import { formOfDocumento, noCabenDe, type Query } from '../src/emitir/from-documento.ts'
import { toPeticion, withMixto } from '../src/emitir/peticion.ts'
import { relacionadosDe } from '../src/emitir/relacionados-de.ts'
import { evaluate } from '../src/fiscal/evaluate.ts'
import { EMITIBLES } from '../src/tipos.ts'

const EXAMPLES = new URL('../../fiscal/examples/', import.meta.url)

async function example(name: string): Promise<Pick<Query, 'tipoDte' | 'documento'>> {
  const text = await readFile(new URL(`${name}.documento.json`, EXAMPLES), 'utf8')
  return { tipoDte: name.slice(0, 2) as TipoDte, documento: JSON.parse(text) }
}

test('the global discount of each type is restored', async () => {
  const compra = formOfDocumento(await example('14/descuentos'))
  assert.equal(toPeticion(compra).request.descuento, 25)
  const venta = formOfDocumento(await example('03/descuentos'))
  assert.deepEqual(toPeticion(venta).request.descuentos, { gravadas: 17.5 })
})

test('a debit note’s electronic payment and each line’s document are restored', async () => {
  const form = formOfDocumento(await example('06/numero-de-pago'))
  assert.equal(toPeticion(form).request.numPagoElectronico, '0123456789012345678901234567890')
  const notes = formOfDocumento(await example('06/varios-documentos'))
  const adjusted = notes.lineas.slice(0, 2).map(({ numeroDocumento }) => numeroDocumento)
  assert.deepEqual(adjusted, [
    '000000A2-0000-4000-8000-0000000000A2',
    '000000B1-0000-4000-8000-0000000000B1',
  ])
})

test('whether a note retains is restored; lines of both kinds do as their documents', () => {
  const noteOf = (...ivaRete: readonly number[]) => ({
    tipoDte: '06' as const,
    documento: { cuerpoDocumento: ivaRete.map((one) => ({ ventaGravada: 20, ivaRete: one })) },
  })
  const stated = (...ivaRete: readonly number[]) =>
    toPeticion(formOfDocumento(noteOf(...ivaRete))).request.aplicarRetencionIva
  assert.deepEqual([stated(0.2, 0.2), stated(0, 0), stated(0.2, 0)], [true, false, undefined])
})

test('parts that the form cannot hold are named', async () => {
  assert.deepEqual(noCabenDe(await example('03/descuentos')), [
    'el descuento global de ventas exentas, 6',
    'el descuento global de ventas no sujetas, 1.25',
  ])
  const pagos = noCabenDe(await example('03/varios-pagos'))
  assert.equal(pagos.length, 2)
  assert.match(pagos[0] ?? '', /^los pagos \(Cheque 196.63, Billetes y monedas 200\)$/)
  assert.equal(pagos[1], 'la referencia del pago, CHQ 1001')
  const fuel = await example('01/combustible')
  assert.match(noCabenDe(fuel, true).join(), /^la línea \d, que es un tributo \(A8\)$/)
  const { items } = toPeticion(formOfDocumento(fuel)).request
  assert.ok(
    items.every(({ tipoItem }) => tipoItem !== 4),
    'a tribute is not issued as a sale',
  )
})

test('a mixed payment is restored with its term', () => {
  const pagos = [
    { codigo: '05', montoPago: 40, referencia: null, plazo: null, periodo: null },
    { codigo: '13', montoPago: 60, referencia: null, plazo: '02', periodo: 3 },
  ]
  const documento = { resumen: { condicionOperacion: 3, pagos } }
  const form = formOfDocumento({ tipoDte: '03', documento })
  const { request } = toPeticion(form)
  assert.deepEqual(withMixto(request, form, 100).pagos, [
    { codigo: '05', montoPago: 40 },
    { codigo: '13', montoPago: 60, plazo: '02', periodo: 3 },
  ])
  assert.deepEqual(noCabenDe({ tipoDte: '03', documento }), [])
})

test('of no example a payment or a discount is lost without a word', async () => {
  let read = 0
  for (const tipo of EMITIBLES) {
    for (const file of await readdir(new URL(tipo, EXAMPLES))) {
      if (!file.endsWith('.documento.json')) continue
      const name = `${tipo}/${file.replace('.documento.json', '')}`
      const query = await example(name)
      if (noCabenDe(query).length > 0) continue
      read += 1
      const { resumen } = query.documento as unknown as { resumen?: Record<string, unknown> }
      const form = formOfDocumento(query)
      const request = withMixto(toPeticion(form).request, form, Number(resumen?.totalPagar))
      const given = JSON.parse(await readFile(new URL(`${name}.request.json`, EXAMPLES), 'utf8'))
      const amounts = (of: typeof request) =>
        JSON.stringify([of.descuento ?? 0, of.descuentos?.gravadas ?? 0, of.numPagoElectronico])
      assert.equal(amounts(request), amounts(given), name)
      assert.equal(request.items.length, given.items?.length ?? 0, name)
    }
  }
  assert.ok(read > 30, `only ${read} examples`)
})

test('a sale requests no document, whatever its origins are', async () => {
  const documentoRelacionado = [{ tipoGeneracion: 1, numeroDocumento: '77' }]
  for (const tipoDte of ['01', '03', '11'] as const) {
    const found = await relacionadosDe({ tipoDte, documento: { documentoRelacionado } }, () => {
      throw new Error('asked')
    })
    assert.deepEqual(found, { relacionados: [], faltan: [] })
  }
})

test('a note names its documents that were not issued here', async () => {
  const documentoRelacionado = [
    { tipoGeneracion: 1, numeroDocumento: '77' },
    { tipoGeneracion: 2, numeroDocumento: 'OTRO' },
    { tipoGeneracion: 2, numeroDocumento: 'NUESTRO' },
  ]
  const nuestro = {
    ...{ codigoGeneracion: 'NUESTRO', numeroControl: 'DTE-03', tipoDte: '03' },
    ...{ fecEmi: '2026-10-05', receptor: null, documento: {} },
  } as unknown as Query
  const asked: string[] = []
  const { relacionados, faltan } = await relacionadosDe(
    { tipoDte: '05', documento: { documentoRelacionado } },
    async (code) => {
      asked.push(code)
      return code === 'NUESTRO' ? nuestro : null
    },
  )
  assert.deepEqual(asked, ['OTRO', 'NUESTRO'])
  assert.deepEqual(
    relacionados.map(({ codigoGeneracion }) => codigoGeneracion),
    ['NUESTRO'],
  )
  assert.deepEqual(
    faltan,
    ['77', 'OTRO'].map(
      (code) =>
        `el documento ${code}, que la nota ajusta: no se emitió en Sello y no se puede traer`,
    ),
  )
})

test('a note whose document is not kept any more, or names none, requests none', async () => {
  for (const documento of [null, {}, { documentoRelacionado: null }]) {
    const found = await relacionadosDe({ tipoDte: '05', documento }, () => {
      throw new Error('asked')
    })
    assert.deepEqual(found, { relacionados: [], faltan: [] })
  }
})

test('what was sent, retained and given comes back in the form, and out again as the same document', async () => {
  let compared = 0
  for (const tipo of ['04', '07', '15'] as const) {
    for (const file of await readdir(new URL(tipo, EXAMPLES))) {
      if (!file.endsWith('.documento.json')) continue
      const name = `${tipo}/${file.replace('.documento.json', '')}`
      const query = await example(name)
      if (noCabenDe(query).length > 0) continue
      const form = formOfDocumento(query)
      const { request, problems } = toPeticion(form)
      assert.deepEqual(problems, [], name)
      const was = query.documento as unknown as Record<
        string,
        { nit?: string; numDocumento?: string }
      >
      const { documento, problems: broken } = evaluate({
        ...{ request, emisor: EMISOR, autorizaciones: [], resolucion: RESOLUCION },
        ...{
          ambiente: '00',
          fecEmi: '2026-10-05',
          horEmi: '10:15:30',
          relacionados: [],
          saldos: {},
        },
      })
      assert.deepEqual(broken, [], name)
      const now = documento as typeof was
      for (const section of ['receptor', 'cuerpoDocumento', 'resumen', 'apendice'] as const) {
        assert.deepEqual(now[section], was[section], `${name} ${section}`)
      }
      compared += 1
    }
  }
  assert.ok(compared > 15, `only ${compared} documents`)
})
