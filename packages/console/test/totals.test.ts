/** The worker's totals equal the service's answer, for the examples of every type. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { TIPOS_DTE } from '@sello/contract/tipos'
import {
  acreditable,
  buildDocumento,
  type CreditoFiscal,
  type DteRequest,
  serialise,
  toNumber,
  totales,
} from '@sello/fiscal'
import { RESOLUCION } from '../../fiscal/test/fixtures.ts'
import { evaluate } from '../src/fiscal/evaluate.ts'

const EXAMPLES = new URL('../../fiscal/examples/', import.meta.url)
const EMISOR = {
  nit: '06140101900019',
  nrc: '1234567',
  nombre: 'EMPRESA DE PRUEBA, S.A. DE C.V.',
  codActividad: '47190',
  descActividad: 'Venta al por menor de otros productos en comercios no especializados',
  nombreComercial: null,
  direccion: {
    departamento: '06',
    municipio: '23',
    distrito: '14',
    complemento: 'Calle Ficticia 123',
  },
  telefono: '22000000',
  correo: 'facturacion@example.com',
  codEstable: 'M001',
  codPuntoVenta: 'P001',
}

const RECEPTOR = {
  ...{
    numDocumento: '06141212850017',
    nrc: '7654321',
    nombre: 'COMPRADORA',
    codActividad: '46900',
  },
  ...{ correo: 'compras@example.com', direccion: EMISOR.direccion },
}

/** A document of one record has no summary. */
interface Parts {
  readonly cuerpoDocumento: object
  readonly resumen?: object
}

test('the totals of the page are those of the documents that the service builds', async () => {
  let compared = 0
  for (const tipo of TIPOS_DTE) {
    for (const name of await readdir(new URL(`${tipo}/`, EXAMPLES))) {
      if (!name.endsWith('.request.json')) continue
      const text = await readFile(new URL(`${tipo}/${name}`, EXAMPLES), 'utf8')
      const request = Object.assign({ items: [] }, JSON.parse(text)) as DteRequest
      const at = { ambiente: '00', fecEmi: '2026-11-22', horEmi: '10:00:00' } as const
      const page = evaluate({
        request: request as never,
        emisor: EMISOR,
        autorizaciones: [],
        resolucion: RESOLUCION,
        relacionados: [],
        saldos: {},
        ...at,
      })
      const built = buildDocumento({
        request,
        emisor: EMISOR,
        resolucion: RESOLUCION,
        ...at,
        codigoGeneracion: '00000000-0000-4000-8000-000000000001',
        numeroControl: `DTE-${tipo}-M001P001-000000000000001`,
      })
      const sums = totales(built.documento)
      assert.equal(page.totales.totalPagar, toNumber(sums.totalPagar), `${tipo}/${name}`)
      assert.equal(page.totales.totalIva, toNumber(sums.totalIva), `${tipo}/${name}`)
      const { resumen, cuerpoDocumento } = JSON.parse(serialise(built.documento)) as Parts
      const shown = page.documento as Parts
      assert.deepEqual(shown.resumen, resumen, `${tipo}/${name}`)
      assert.deepEqual(shown.cuerpoDocumento, cuerpoDocumento, `${tipo}/${name}`)
      compared += 1
    }
  }
  assert.ok(compared > 60, `only ${compared} compared`)
})

test('each line of a note does as its document, unless the form says whether it retains', () => {
  const [one, two] = [
    '000000A1-0000-4000-8000-0000000000A1',
    '000000B1-0000-4000-8000-0000000000B1',
  ]
  const line = (numeroDocumento: string) => ({
    descripcion: 'x',
    cantidad: 1,
    precioUni: 40,
    numeroDocumento,
  })
  const retained = (said: object) => {
    const { documento } = evaluate({
      request: {
        tipoDte: '06',
        documentosRelacionados: [{ codigoGeneracion: one }, { codigoGeneracion: two }],
        items: [line(one), line(two)],
        ...said,
      } as never,
      emisor: EMISOR,
      autorizaciones: [],
      resolucion: RESOLUCION,
      relacionados: [
        { codigoGeneracion: one, tipoDte: '03', fecEmi: '2026-11-20', retuvo: true },
        { codigoGeneracion: two, tipoDte: '03', fecEmi: '2026-11-20' },
      ],
      saldos: {},
      ambiente: '00',
      fecEmi: '2026-11-22',
      horEmi: '10:00:00',
    })
    return (documento as { cuerpoDocumento: { ivaRete: number }[] }).cuerpoDocumento.map(
      ({ ivaRete }) => ivaRete,
    )
  }
  assert.deepEqual(retained({}), [0.4, 0])
  assert.deepEqual(retained({ aplicarRetencionIva: true }), [0.4, 0.4])
  assert.deepEqual(retained({ aplicarRetencionIva: false }), [0, 0])
})

describe('a credit note', () => {
  const CODE = '000000A1-0000-4000-8000-0000000000A1'
  const AT = { ambiente: '00', fecEmi: '2026-11-22', horEmi: '10:00:00' } as const
  const linesOf = (precioUni: number) => [{ descripcion: 'x', cantidad: 1, precioUni }]

  /** A sale of 10.00 and 1.30 of IVA, of which an earlier note took 3.35 and, a cent too little, 0.43. */
  function saldoOf() {
    const sale = buildDocumento({
      ...{ request: { tipoDte: '03', items: linesOf(10) } as DteRequest, emisor: EMISOR, ...AT },
      ...{ resolucion: RESOLUCION, codigoGeneracion: CODE },
      numeroControl: 'DTE-03-M001P001-000000000000001',
    }).documento as CreditoFiscal
    const saldo = {
      acreditable: acreditable(sale),
      acreditado: {
        ventas: { noSujetas: 0n, exentas: 0n, gravadas: 335_000_000n },
        gravados: { '20': { valor: 4_300_000_000n, exceso: 0n } },
      },
    }
    const asText = (_: string, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value
    return JSON.parse(JSON.stringify(saldo, asText))
  }

  function noteOf(precioUni: number, saldos: object, values: object = {}) {
    const { problems, documento } = evaluate({
      request: {
        ...{ tipoDte: '05', documentosRelacionados: [{ codigoGeneracion: CODE }] },
        items: [{ ...linesOf(precioUni)[0], numeroDocumento: CODE }],
        receptor: RECEPTOR,
        ...values,
      } as never,
      ...{ emisor: EMISOR, autorizaciones: [], resolucion: RESOLUCION, ...AT },
      relacionados: [{ codigoGeneracion: CODE, tipoDte: '03', fecEmi: '2026-11-20' }],
      saldos: saldos as never,
    })
    const { tributos } = (documento as { resumen: { tributos: { valor: number }[] } }).resumen
    return { problems, iva: tributos.map(({ valor }) => valor) }
  }

  test('of all that is left has the IVA that is left, to the cent', () => {
    assert.deepEqual(noteOf(6.65, { [CODE]: saldoOf() }), { problems: [], iva: [0.87] })
    assert.deepEqual(noteOf(6.65, {}), { problems: [], iva: [0.86] }, 'of a sale not known here')
    assert.deepEqual(noteOf(6.6, { [CODE]: saldoOf() }), { problems: [], iva: [0.86] })
  })

  test('of more than is left is refused as the service refuses it, and a debit note is not', () => {
    const message =
      `De las ventas gravadas del documento ${CODE} quedan 6.65 por acreditar (de 10.00) ` +
      'y esta nota acredita 6.66; redúzcala.'
    assert.deepEqual(noteOf(6.66, { [CODE]: saldoOf() }).problems, [
      { field: 'documentosRelacionados', rule: 'MF-37', message },
    ])
    const debit = noteOf(6.66, { [CODE]: saldoOf() }, { tipoDte: '06' })
    assert.deepEqual(debit, { problems: [], iva: [0.87] })
    const receptor = { ...RECEPTOR, nrc: 'x' }
    const { problems } = noteOf(6.66, { [CODE]: saldoOf() }, { receptor })
    assert.deepEqual(
      problems.map(({ field }) => field),
      ['receptor.nrc'],
      'what is wrong with the note itself comes first',
    )
  })
})
