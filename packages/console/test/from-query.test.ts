/** Each member of an issued document in the form, what the form cannot hold, and what an evaluation says of both. */
import './page.ts'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TipoDte } from '@sello/contract'
import { EMISOR, RESOLUCION } from '../../fiscal/test/fixtures.ts'
import { CONTABLE_VACIO, type Contable, contableDe, toContable } from '../src/emitir/contable.ts'
import { formVacio, receptorVacio } from '../src/emitir/form.ts'
import {
  formOfDocumento,
  noCabenDe,
  type Query,
  relacionadoOf,
} from '../src/emitir/from-documento.ts'
import { reader } from '../src/emitir/lineas/lectura.ts'
import { evaluate } from '../src/fiscal/evaluate.ts'
import type { Evaluate } from '../src/fiscal/protocol.ts'

const formOf = (tipoDte: TipoDte, documento: object) => {
  const { lineas, ...form } = formOfDocumento({ tipoDte, documento })
  return { ...form, lineas: lineas.map(({ descripcion }) => descripcion) }
}
const blank = (tipoDte: TipoDte) => ({ ...formVacio(tipoDte), lineas: [''] })

describe('the form of a document', () => {
  test('that says nothing is an empty one', () => {
    for (const tipoDte of ['01', '03', '05', '07', '11', '14'] as const) {
      assert.deepEqual(formOf(tipoDte, {}), blank(tipoDte))
    }
    assert.deepEqual(formOf('09', {}), blank('09'))
  })

  test('has its receptor, terms, discounts and lines, and an empty line after them', () => {
    const documento = {
      receptor: { nombre: 'Ana', nit: '06140101900019', direccion: { departamento: '06' } },
      cuerpoDocumento: [
        { descripcion: 'Café' },
        { descripcion: 'Fovial', codTributo: 'D1' },
        { descripcion: 'Té' },
      ],
      extension: { observaciones: 'obs' },
      resumen: {
        ...{ condicionOperacion: 2, descuGravada: 1.5, descu: 9, ivaRete: 1, ivaPerci: 2 },
        ...{ reteRenta: 3, numPagoElectronico: '123' },
        pagos: [{ codigo: '13', montoPago: 10, plazo: '02', periodo: 45 }],
      },
    }
    const receptor = { ...receptorVacio('Ana'), numDocumento: '06140101900019', departamento: '06' }
    const common = {
      ...{ receptor, lineas: ['Café', 'Té', ''], condicion: '2', formaPago: '13', plazo: '02' },
      ...{ periodo: '45', observaciones: 'obs', retencionIva: true, percepcionIva: true },
      reteRenta: true,
    }
    assert.deepEqual(formOf('03', documento), { ...blank('03'), ...common, descuentoGlobal: '1.5' })
    assert.deepEqual(formOf('14', documento), { ...blank('14'), ...common, descuentoGlobal: '9' })
    const note = { ...common, descuentoGlobal: '1.5', numPagoElectronico: '123' }
    assert.deepEqual(formOf('06', documento), { ...blank('06'), ...note })
  })

  test('has its remarks from wherever the type has them, and its receptor under either name', () => {
    const remarks = (documento: object) => formOf('03', documento).observaciones
    assert.equal(remarks({ resumen: { observaciones: 'a' }, extension: {} }), 'a')
    assert.equal(remarks({ resumen: {}, extension: { observaciones: 'b' } }), 'b')
    assert.equal(remarks({ cuerpoDocumento: { observaciones: 'c' } }), 'c')
    const vendedor = { sujetoExcluido: { nombre: 'Eva', numDocumento: '1', nit: '2' } }
    assert.equal(formOf('14', vendedor).receptor?.numDocumento, '1')
    assert.equal(formOf('01', { receptor: { nombre: null, correo: 'a@b' } }).receptor, null)
  })

  test('that was paid in two parts has what was paid at once, and the term of the rest', () => {
    const pagos = [
      { codigo: '05', montoPago: 40 },
      { codigo: '13', plazo: '03', periodo: 2 },
    ]
    const of = (condicionOperacion: number) => {
      const form = formOf('03', { resumen: { condicionOperacion, pagos } })
      return [form.condicion, form.formaPago, form.pagoContado, form.plazo, form.periodo].join(' ')
    }
    assert.equal(of(3), '3 05 40 03 2')
    assert.equal(of(1), '1 05  03 2')
    assert.equal(of(9), '1 05  03 2')
  })

  test('of a note says whether it retains as its taxed lines do together', () => {
    const of = (...lines: readonly object[]) =>
      formOf('05', { cuerpoDocumento: lines }).retencionDeNota
    const [yes, no] = [
      { ventaGravada: 1, ivaRete: 1 },
      { ventaGravada: 1, ivaRete: 0 },
    ]
    const others = [{ ventaGravada: 0, ivaRete: 1 }, { ventaGravada: 1 }]
    assert.deepEqual(
      [of(), of(...others), of(yes, yes), of(no, no), of(yes, no), of(yes, ...others)],
      ['', '', 'si', 'no', '', 'si'],
    )
  })

  test('of an export has its customs, and the usual ones where it has none', () => {
    const { exportacion } = formVacio('11')
    const of = (emisor: object, resumen: object = {}) =>
      formOf('11', { emisor, resumen }).exportacion
    assert.deepEqual(of({ tipoItemExpor: 1 }), exportacion)
    assert.deepEqual(of({ tipoItemExpor: 2 }), { ...exportacion, tipoItemExpor: '2' })
    const emisor = { tipoItemExpor: 1, recintoFiscal: '03', tipoRegimen: 'EX-2', regimen: '2000' }
    const resumen = { codIncoterms: '10', flete: 2, seguro: 3 }
    assert.deepEqual(of(emisor, resumen), {
      ...{ tipoItemExpor: '1', recintoFiscal: '03', tipoRegimen: 'EX-2', regimen: '2000' },
      ...{ incoterms: '10', flete: '2', seguro: '3' },
    })
    assert.deepEqual(of({ recintoFiscal: '03' }, resumen), exportacion)
  })

  test('of goods that were sent says to whom, or to which place of the company', () => {
    const emisor = { nit: '1' }
    const place = { nombreComercial: 'Bodega', direccion: { departamento: '06' }, telefono: '22' }
    const receptor = { ...place, nombre: 'Yo', correo: 'a@b', bienTitulo: '04', nrc: '9' }
    const own = formOf('04', { emisor, receptor: { ...receptor, numDocumento: '1' } })
    assert.deepEqual([own.propio, own.receptor, own.bienTitulo], [true, null, '04'])
    const lugar = { nombreComercial: 'Bodega', telefono: '22', correo: 'a@b', departamento: '06' }
    assert.deepEqual(own.lugar, { ...receptorVacio(), ...lugar })
    const other = formOf('04', { emisor, receptor: { ...receptor, numDocumento: '2' } })
    assert.deepEqual([other.propio, other.receptor?.nombre, other.bienTitulo], [false, 'Yo', '04'])
    assert.equal(formOf('03', { emisor, receptor }).bienTitulo, '')
  })

  test('on which IVA was retained has the kind of its documents', () => {
    assert.equal(formOf('07', { cuerpoDocumento: [{ tipoDte: '14' }] }).retenidos, '14')
    assert.equal(formOf('03', { cuerpoDocumento: [{ tipoDte: '14' }] }).retenidos, '03')
  })
})

test('payments that the form cannot hold are named, each by its means', () => {
  const lost = (condicionOperacion: number, ...pagos: readonly object[]) =>
    noCabenDe({ tipoDte: '03', documento: { resumen: { condicionOperacion, pagos } } }).join(' | ')
  const cash = { codigo: '01', montoPago: 1 }
  const credit = { codigo: '13', montoPago: 2, plazo: '01' }
  assert.deepEqual(
    [lost(1), lost(1, cash), lost(2), lost(2, credit), lost(3, cash, credit)],
    [...['', '', '', '', '']],
  )
  assert.equal(lost(1, cash, cash), 'los pagos (Billetes y monedas 1, Billetes y monedas 1)')
  assert.equal(lost(2, cash), 'los pagos (Billetes y monedas 1)')
  assert.equal(lost(2, { codigo: 'X', montoPago: 3 }), 'los pagos (X 3)')
  for (const pagos of [
    [credit],
    [credit, credit],
    [cash, cash],
    [cash, { ...cash, plazo: '01' }],
  ]) {
    assert.match(lost(3, ...pagos), /^los pagos \(/)
  }
  assert.equal(lost(1, { ...cash, referencia: 'A' }), 'la referencia del pago, A')
  assert.match(lost(3, { ...cash, referencia: 'A' }, { ...credit, referencia: 'B' }), /pago, A, B$/)
  const resumen = { descuExenta: 6, descuNoSuj: 1 }
  const cuerpoDocumento = [{}, { codTributo: 'D1' }]
  const documento = { resumen, cuerpoDocumento }
  const tributo = 'la línea 2, que es un tributo (D1)'
  assert.deepEqual(noCabenDe({ tipoDte: '03', documento }, true), [tributo])
  assert.deepEqual(noCabenDe({ tipoDte: '03', documento }), [
    tributo,
    'el descuento global de ventas exentas, 6',
    'el descuento global de ventas no sujetas, 1',
  ])
})

test('a note takes from its document what names it, and what it follows', () => {
  const named = { codigoGeneracion: 'A', numeroControl: 'N', tipoDte: '03', fecEmi: '2026-11-01' }
  const of = (values: object) => relacionadoOf({ ...named, receptor: null, ...values } as never)
  assert.deepEqual(of({ documento: {} }), {
    ...{ ...named, nombre: null, retuvo: false, percibio: false, ventaTercero: null },
  })
  const documento = { resumen: { ivaRete: 1, ivaPerci: 2 }, ventaTercero: { nit: '1' } }
  assert.deepEqual(
    of({ documento, receptor: { nombre: 'Ana' } } satisfies Partial<Query> | object),
    {
      ...{ ...named, nombre: 'Ana', retuvo: true, percibio: true, ventaTercero: { nit: '1' } },
    },
  )
})

describe('the record of a liquidation', () => {
  const asked = (values: Partial<Contable>) => {
    const problems: { field: string; message: string }[] = []
    const lectura = { read: reader(problems as never), problems }
    const said = toContable({ ...CONTABLE_VACIO, ...values }, lectura as never)
    return { said, problems: problems.map(({ field, message }) => `${field}: ${message}`) }
  }
  const spaced = Object.fromEntries(
    Object.keys(CONTABLE_VACIO).map((name) => [name, ` ${name} `]),
  ) as unknown as Contable

  test('is asked for as it was written, trimmed', () => {
    const numbers = { cantidadDocumentos: '120', valorOperaciones: '1,000', sinMonto: '5' }
    const { said, problems } = asked({ ...spaced, ...numbers, comision: '3' })
    assert.deepEqual(
      [said, problems],
      [
        {
          ...{ desde: ' desde ', hasta: ' hasta ', codigo: 'codigo', cantidadDocumentos: 120 },
          ...{ valorOperaciones: 1000, comision: 3 },
          sinPercepcion: { monto: 5, descripcion: 'sinDescripcion' },
          responsable: { nombre: 'nombre', documento: 'documento', codEmpleado: 'codEmpleado' },
        },
        [],
      ],
    )
    assert.deepEqual(asked({ sinDescripcion: 'x' }).said.sinPercepcion, {
      monto: 0,
      descripcion: 'x',
    })
  })

  test('says of each field what is wrong with it', () => {
    const at = (field: string, message: string) => `liquidacionContable.${field}: ${message}`
    const days = [
      at('desde', 'Elija el día en que empieza.'),
      at('hasta', 'Elija el día en que termina.'),
    ]
    const whole = at('cantidadDocumentos', 'Escriba un número entero, como 120.')
    const amount = at('comision', 'Escriba un monto, como 339, o 3%.')
    assert.deepEqual(asked({}).problems, days)
    assert.deepEqual(asked({ cantidadDocumentos: '0' }).problems, [whole, ...days])
    assert.deepEqual(asked({ cantidadDocumentos: '1' }).problems, days)
    assert.deepEqual(asked({ comision: 'x' }).problems, [...days, amount])
    const point = at('comision', '¿2.5? Escriba el punto decimal.')
    assert.deepEqual(asked({ comision: '2,5' }).problems, [...days, point])
  })

  test('is read back from its document, the commission as a percentage where that gives it', () => {
    const registro = {
      ...{ periodoLiquidacionFechaInicio: 'a', periodoLiquidacionFechaFin: 'b' },
      ...{ codLiquidacion: 'c', cantidadDoc: 4, valorOperaciones: 1000, montoSinPercepcion: 5 },
      ...{ descripSinPercepcion: 'd', comision: 30, porcentComision: 3 },
    }
    const extension = { nombEntrega: 'e', docuEntrega: 'f', codEmpleado: 'g' }
    const read = (values: object = {}) =>
      contableDe({ cuerpoDocumento: { ...registro, ...values }, extension })
    assert.deepEqual(read(), {
      ...{ desde: 'a', hasta: 'b', codigo: 'c', cantidadDocumentos: '4', comision: '3%' },
      ...{ valorOperaciones: '1000', sinMonto: '5', sinDescripcion: 'd' },
      ...{ nombre: 'e', documento: 'f', codEmpleado: 'g' },
    })
    const typed = [{ comision: 31 }, { porcentComision: 0, comision: 0 }, { porcentComision: 2 }]
    assert.deepEqual(
      typed.map((values) => read(values).comision),
      ['31', '0', '30'],
    )
    const zero = read({ valorOperaciones: 0, montoSinPercepcion: 0 })
    assert.deepEqual([zero.valorOperaciones, zero.sinMonto], ['', ''])
  })
})

describe('an evaluation', () => {
  const of = (request: object, values: Partial<Evaluate> = {}) =>
    evaluate({
      ...{ request: { items: [], ...request } as never, emisor: EMISOR, autorizaciones: [] },
      ...{ resolucion: RESOLUCION, ambiente: '00', fecEmi: '2026-11-22', horEmi: '10:00:00' },
      ...{ relacionados: [], saldos: {}, ...values },
    })
  const fields = (request: object, values: Partial<Evaluate> = {}) =>
    of(request, values).problems.map(({ field }) => field)

  test('has each total, the amount of each line, and the amounts of the summary alone', () => {
    const items = [
      { descripcion: 'a', cantidad: 2, precioUni: 10, montoDescu: 1 },
      { descripcion: 'b', cantidad: 1, precioUni: 5, tipoVenta: 'exenta' },
      { descripcion: 'c', cantidad: 1, precioUni: 3, tipoVenta: 'no_sujeta' },
      { descripcion: 'd', cantidad: 1, noGravado: -2 },
    ]
    const { totales, importes, resumen, explicacion } = of({ tipoDte: '01', items })
    assert.deepEqual(totales, {
      ...{ totalNoSuj: 3, totalExenta: 5, totalGravada: 19, totalDescu: 1, totalIva: 2.19 },
      ...{ montoTotalOperacion: 27, totalPagar: 25, totalLetras: 'VEINTICINCO 00/100 DOLARES' },
    })
    assert.deepEqual(importes, [19, 5, 3, -2])
    assert.equal(resumen.totalPagar, 25)
    assert.ok(Object.values(resumen).every((amount) => typeof amount === 'number'))
    assert.ok(explicacion.totales.length > 0)
  })

  test('has of each line what it is worth, whatever its type calls that', () => {
    const item = { descripcion: 'a', cantidad: 1, precioUni: 10 }
    const listed = { numeroDocumento: '7', fechaEmision: '2026-11-01', tipoGeneracion: 1 }
    const retenido = { tipoDocumento: '03', ...listed, monto: 100 }
    const liquidado = { tipoDocumento: '03', ...listed, ventaGravada: 100, ventaExenta: 20 }
    const exportado = { tipoDocumento: '11', ...listed, exportaciones: 3 }
    const documentos = [{ ...liquidado, ventaNoSuj: 4 }, exportado]
    const importes = (request: object) => of(request).importes
    assert.deepEqual(importes({ tipoDte: '14', items: [item] }), [10])
    assert.deepEqual(importes({ tipoDte: '15', items: [{ ...item, tipoDonacion: 1 }] }), [10])
    assert.deepEqual(importes({ tipoDte: '07', retencion: { documentos: [retenido] } }), [1])
    const liquidacion = { periodo: '2026-11', documentos }
    assert.deepEqual(importes({ tipoDte: '08', liquidacion }), [124, 3])
    assert.deepEqual(importes({ tipoDte: '01', items: [{ ...item, precioUni: 0 }] }), [0])
  })

  test('names the field of the request, whatever the document calls it', () => {
    const retencion = { documentos: [{ tipoDocumento: '03', numeroDocumento: '7' }] }
    const retained = fields({ tipoDte: '07', retencion })
    assert.ok(retained.some((field) => field.startsWith('retencion.documentos[0].')))
    assert.ok(!retained.some((field) => field.startsWith('cuerpoDocumento')))
    const items = [{ descripcion: 'a', cantidad: 1, precioUni: 1 }]
    const origenes = [{ tipoDocumento: '99', numeroDocumento: '7', fechaEmision: '2026-11-01' }]
    const sold = fields({ tipoDte: '01', items, origenes })
    assert.ok(
      sold.some((field) => field.startsWith('origenes[0]')),
      sold.join(),
    )
    const noted = fields({ tipoDte: '05', items, documentosRelacionados: origenes })
    assert.ok(
      noted.some((field) => field.startsWith('documentoRelacionado')),
      noted.join(),
    )
    const documentos = [{ tipoDocumento: '03', numeroDocumento: '7', ventaGravada: 1 }]
    const listed = fields({ tipoDte: '08', liquidacion: { periodo: '2026-10', documentos } })
    assert.ok(
      listed.some((field) => field.startsWith('liquidacion.documentos[0]')),
      listed.join(),
    )
  })

  test('of a note completes its document, follows its third party, and forgets what only the page has', () => {
    const code = '000000A1-0000-4000-8000-0000000000A1'
    const ventaTercero = { nit: '06141212850017', nombre: 'Mandante', codDomiciliado: 1 }
    const relacionados = [
      { codigoGeneracion: code, tipoDte: '03', fecEmi: '2026-11-20', ventaTercero },
    ]
    const items = [{ productId: 'p', descripcion: 'a', cantidad: 1, precioUni: 1 }]
    const request = {
      ...{ tipoDte: '05', items, corrige: 'X', referencia: 'R' },
      documentosRelacionados: [{ codigoGeneracion: code }],
    }
    const documentOf = (values: object, known: Evaluate['relacionados'] = relacionados) =>
      of({ ...request, ...values }, { relacionados: known }).documento as {
        documentoRelacionado: object[]
        ventaTercero: object | null
      }
    assert.deepEqual(documentOf({}).documentoRelacionado, [
      {
        ...{ tipoDocumento: '03', tipoGeneracion: 2, numeroDocumento: code },
        fechaEmision: '2026-11-20',
      },
    ])
    assert.deepEqual(documentOf({}).ventaTercero, ventaTercero)
    const own = { ...ventaTercero, nombre: 'Otro' }
    assert.deepEqual(documentOf({ ventaTercero: own }).ventaTercero, own)
    assert.equal(
      documentOf({}, [{ ...relacionados[0], ventaTercero: null } as never]).ventaTercero,
      null,
    )
  })
})
