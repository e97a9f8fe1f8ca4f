import assert from 'node:assert/strict'
import { test } from 'node:test'
import { given, mes, returned, SELLO } from '../../../test/month.ts'
import type { DocumentoDelMes } from '../asiento.ts'
import { libros } from '../libros.ts'
import type { Mes } from '../mes.ts'
import { ANEXOS, type Anexo, anexo, anexos } from './anexo.ts'
import { type Criterio, isCosto } from './criterio.ts'

const CRITERIO: Criterio = {
  ingreso: { operacion: 1, ingreso: 3 },
  costo: { operacion: 1, clasificacion: 1, sector: 2, tipo: 5 },
}

function lines(which: Anexo, all: readonly DocumentoDelMes[]): string[] {
  const { bytes } = anexo(which, mes(all), { mes: '2026-11', criterio: CRITERIO })
  const text = Buffer.from(bytes).toString('latin1')
  assert.ok(text === '' || text.endsWith('\r\n'))
  return text.split('\r\n').slice(0, -1)
}

test('annex 1 has a line of 20 cells for each sealed document, including notes', () => {
  const credito = given('03/percepcion')
  const nota = given('05/sencilla', { horEmi: '11:00:00' })
  assert.deepEqual(lines('anexo1', [nota, credito]), [
    `20/11/2026;4;03;DTE03M001P001000000000000001;${SELLO};000000A2000040008000${'0000000000A2'};;06141212850017;COMPRADORA FICTICIA, S.A. DE C.V.;0.00;0.00;324.94;42.24;0.00;0.00;367.18;;1;3;1`,
    `20/11/2026;4;05;DTE05M001P001000000000000001;${SELLO};000000A3000040008000${'0000000000A3'};;06141212850017;COMPRADORA FICTICIA, S.A. DE C.V.;0.00;0.00;51.00;6.63;0.00;0.00;57.63;;1;3;1`,
  ])
})

test('a natural person’s DUI has its own column, also in the book', () => {
  const nota = given('05/receptor-con-dui')
  const cells = lines('anexo1', [nota])[0]?.split(';') ?? []
  assert.equal(cells[7], '')
  assert.match(cells[16] ?? '', /^\d{9}$/)
  const [fila] = libros(mes([nota])).contribuyentes.filas
  assert.deepEqual([fila?.nit, fila?.dui], [null, cells[16]])
})

test('annex 2 has a line of 23 cells for each day and type, from the first code to the last by hour', () => {
  const A = 'AAAAAAAA-0000-4000-8000-000000000001'
  const B = 'BBBBBBBB-0000-4000-8000-000000000002'
  const C = 'CCCCCCCC-0000-4000-8000-000000000003'
  const all = [
    given('01/anonima', { codigo: B, horEmi: '17:00:00' }),
    given('01/exentas-y-no-sujetas', { codigo: A, horEmi: '08:00:00' }),
    given('01/anonima', { codigo: C, fecEmi: '2026-11-21' }),
  ]
  const rows = lines('anexo2', all).map((line) => line.split(';'))
  assert.deepEqual(
    rows.map((cells) => cells.length),
    [23, 23],
  )
  const [first = [], second = []] = rows
  assert.deepEqual(first.slice(0, 10), [
    ...['20/11/2026', '4', '01', 'N/A', 'N/A', 'N/A', 'N/A'],
    ...[A.replaceAll('-', ''), B.replaceAll('-', ''), ''],
  ])
  assert.equal(second[7], second[8])
  const book = libros(mes(all)).consumidorFinal.filas[0]
  assert.equal(first[10], book?.exentas.toFixed(2))
  assert.equal(first[12], book?.noSujetas.toFixed(2))
  assert.equal(first[13], book?.gravadas.toFixed(2))
  assert.equal(first[19], book?.total.toFixed(2))
})

test('exports of goods are in columns by country, those of services in their own', () => {
  const columns = (one: DocumentoDelMes) => {
    const cells = lines('anexo2', [one])[0]?.split(';') ?? []
    return cells.slice(14, 18).map((cell) => cell !== '0.00')
  }
  const to = (codPais: string) =>
    given('11/bienes', {
      with: (documento) => {
        Object.assign(documento.receptor ?? {}, { codPais })
      },
    })
  assert.deepEqual(columns(to('GT')), [true, false, false, false])
  assert.deepEqual(columns(to('PA')), [false, true, false, false])
  assert.deepEqual(columns(to('SV')), [false, false, false, true], 'a free zone')
  assert.deepEqual(columns(given('11/servicios')), [false, false, true, false])
})

test('annex 5 has the purchase before income tax, annex 9 what was perceived and its base', () => {
  const cells = lines('anexo5', [given('14/servicio-con-retencion')])[0]?.split(';') ?? []
  assert.equal(cells.length, 13)
  const book = libros(mes([given('14/servicio-con-retencion')])).compras.filas[0]
  assert.equal(cells[6], book?.monto.toFixed(2))
  assert.ok((book?.reteRenta ?? 0) > 0)
  assert.deepEqual(cells.slice(7), ['0.00', '1', '1', '2', '5', '5'])

  const perceived = lines('anexo9', [given('03/percepcion'), given('03/sencillo')])
  assert.deepEqual(perceived, [
    `06141212850017;20/11/2026;03;DTE03M001P001000000000000001;${SELLO};000000A2000040008000${'0000000000A2'};324.94;3.25;;9`,
  ])
  const nota = lines('anexo9', [given('05/percepcion')])[0]?.split(';') ?? []
  assert.equal((Number(nota[6]) * 0.01).toFixed(2), nota[7])
})

test('annex 5 identifies a seller by the kind of its number: nine digits under NIT are a DUI', () => {
  const of = (tipoDocumento: string, numDocumento: string) => {
    const one = given('14/servicio-con-retencion', {
      with: (documento) => {
        Object.assign(documento.receptor ?? {}, { tipoDocumento, numDocumento })
      },
    })
    return lines('anexo5', [one])[0]?.split(';').slice(0, 2)
  }
  assert.deepEqual(of('36', '06141212850017'), ['1', '06141212850017'])
  assert.deepEqual(of('36', '034567891'), ['2', '034567891'])
  assert.deepEqual(of('13', '034567891'), ['2', '034567891'])
  assert.deepEqual(of('37', '123456789'), ['3', '123456789'])
  assert.deepEqual(of('37', '=A;1"\t2'), ['3', 'A 1 2'], 'one cell, and no formula')
})

test('a retention is declared by its rate, in the order of its annex; annex 12 has the seal first', () => {
  const both = given('07/dos-tasas')
  const { codigoGeneracion, numeroControl } = both.documento.identificacion
  const [control, code] = [numeroControl, codigoGeneracion].map((one) => one.replaceAll('-', ''))
  assert.deepEqual(lines('anexo10', [both]), [
    `06141212850017;20/11/2026;07;${control};${SELLO};${code};299.99;3.00;;10`,
  ])
  assert.deepEqual(lines('anexo12', [both, given('07/sujeto-excluido-sin-codigo')]).slice(0, 1), [
    `06141212850017;20/11/2026;07;${SELLO};${control};${code};300.00;39.00;;12`,
  ])
  const [person = ''] = lines('anexo12', [given('07/sujeto-excluido-sin-codigo')])
  assert.match(person, /^;20\/11\/2026;07;.*;85\.37;11\.10;000162975;12$/)
  assert.deepEqual(lines('anexo10', [given('07/facturas', { estado: 'invalidado' })]), [])
  assert.deepEqual(lines('anexo1', [both]), [], 'it is no sale')
})

test('annex 4 has a line for each document of a liquidation, without IVA, with both seals', () => {
  const sold = given('03/sencillo', {
    codigo: '000000D1-0000-4000-8000-0000000000D1',
    tercero: 1,
    numero: 7,
  })
  const liquidacion = given('08/de-todo')
  const rows = lines('anexo4', [liquidacion, sold]).map((line) => line.split(';'))
  assert.deepEqual(
    rows.map((cells) => cells.length),
    [15, 15, 15, 15, 15],
    'not what was invalidated',
  )
  const own = liquidacion.documento.identificacion
  assert.deepEqual(rows[0], [
    ...['06141212850017', 'MANDANTE FICTICIA, S.A. DE C.V.', '08/09/2026', '03', SELLO],
    ...['DTE03M001P001000000000000007', `000000D1000040008000${'0000000000D1'}`, '500.00', '65.00'],
    ...[SELLO, own.numeroControl.replaceAll('-', ''), own.codigoGeneracion.replaceAll('-', '')],
    ...['20/11/2026', '', '4'],
  ])
  assert.deepEqual(rows[2]?.slice(4, 9), [
    ...['', '', `000000D3000040008000${'0000000000D3'}`, '44.25', '5.75'],
  ])
  assert.deepEqual(rows[4]?.slice(3, 4).concat(rows[4]?.slice(7, 9)), ['05', '50.00', '6.50'])
  const [, , summary] = anexos(mes([liquidacion, sold]))
  assert.match(summary?.avisos.join(' ') ?? '', /reportadas en liquidaciones: 1\..*: 4\./)
  assert.deepEqual(lines('anexo9', [liquidacion]), [], 'what its documents perceived is theirs')
  const abroad = given('08/de-todo', {
    with: (documento) => {
      Object.assign(documento.receptor ?? {}, { codDomiciliado: 2 })
    },
  })
  assert.deepEqual(lines('anexo4', [abroad]), [], 'its principal is not of the country')
})

test('a liquidation of cards is in annex 11 with its base and the 2 %, without a type', () => {
  const one = given('09/propinas')
  const { codigoGeneracion, numeroControl } = one.documento.identificacion
  const [control, code] = [numeroControl, codigoGeneracion].map((text) => text.replaceAll('-', ''))
  assert.deepEqual(lines('anexo11', [one]), [
    `06141212850017;20/11/2026;${control};${SELLO};${code};9734.51;194.69;;11`,
  ])
  assert.deepEqual(lines('anexo9', [one]), [], 'that is the 1 %')
  assert.deepEqual(lines('anexo11', [given('09/sencillo', { estado: 'sin_sello' })]), [])
  assert.equal(lines('anexoAnulados', [given('09/sencillo', { estado: 'invalidado' })]).length, 1)
})

test('a special case is declared by the rate that it comes to, and at neither is told', () => {
  const special = given('07/caso-especial')
  assert.deepEqual([...lines('anexo10', [special]), ...lines('anexo12', [special])], [])
  for (const { archivo, avisos } of anexos(mes([special]))) {
    const told = avisos.filter((aviso) => aviso.includes('(C9)'))
    const isTold = archivo === 'anexo10' || archivo === 'anexo12'
    assert.deepEqual(told, isTold ? [SIN_TASA] : [], archivo)
  }
  const retaining = (ivaRetenido: number) =>
    given('07/caso-especial', {
      with: (documento) => {
        Object.assign(documento.cuerpoDocumento?.[0] ?? {}, { ivaRetenido })
      },
    })
  const last = (which: Anexo, ivaRetenido: number) =>
    lines(which, [retaining(ivaRetenido)]).map((line) => line.split(';').slice(6))
  assert.deepEqual(last('anexo10', 5), [['500.00', '5.00', '', '10']])
  assert.deepEqual(last('anexo12', 5), [])
  assert.deepEqual(last('anexo10', 65), [])
  assert.deepEqual(last('anexo12', 65), [['500.00', '65.00', '', '12']])
  assert.deepEqual([...last('anexo10', 5.01), ...last('anexo12', 64.99)], [])
})

const SIN_TASA =
  'Retenciones de casos especiales (C9) que no son el 1 % ni el 13 %: 1. No están en ningún anexo; revíselas con su contador.'

test('a remission is in no annex but that of voided documents, and a donation not even in that', () => {
  const gone = { estado: 'invalidado' } as const
  for (const which of Object.keys(ANEXOS) as Anexo[]) {
    assert.deepEqual(lines(which, [given('04/consignacion'), given('15/efectivo')]), [], which)
  }
  const [voided, ...more] = lines('anexoAnulados', [
    given('04/consignacion', gone),
    given('15/efectivo', gone),
  ])
  assert.equal(voided?.split(';')[4], '04')
  assert.deepEqual(more, [])
})

test('an invalidated document leaves its annex and is listed as voided', () => {
  const gone = given('03/sencillo', { estado: 'invalidado' })
  assert.deepEqual(lines('anexo1', [gone]), [])
  const [line = ''] = lines('anexoAnulados', [gone, given('03/percepcion')])
  const { codigoGeneracion } = gone.documento.identificacion
  assert.match(line, new RegExp(`^DTE03\\w{23};4;0;0;03;D;${SELLO};0;0;${codigoGeneracion}$`))
})

test('documents without a seal are not declared, and the summary counts them', () => {
  const open = given('01/anonima', { estado: 'sin_sello' })
  assert.deepEqual(lines('anexo2', [open]), [])
  const [summary] = anexos(mes([open])).filter(({ archivo }) => archivo === 'anexo2')
  assert.equal(summary?.filas, 0)
  assert.match(summary?.avisos.join(' ') ?? '', /Documentos sin sello: 1\./)
})

/** What each annex tells of every month. */
const SIEMPRE: Readonly<Record<Anexo, readonly RegExp[]>> = {
  anexo1: [
    /^El total \(columna P\) lleva el IVA; /,
    /^Las ventas por cuenta .* en la columna N\.$/,
  ],
  anexo2: [
    /^Las exportaciones van sin flete ni seguro; /,
    /^Los eventos de retorno se restan en su propio día; /,
    /^Las ventas por cuenta .* en la columna S\.$/,
    /^Lo que se invalidó de un período ya declarado no está: /,
    /^Como ventas a zonas francas van /,
  ],
  anexo4: [/^Los eventos de retorno liquidados van con tipo 18; /],
  anexo5: [
    /^El monto \(columna G\) es antes de la renta retenida\.$/,
    /^Los eventos de retorno se restan de la línea de su compra; /,
  ],
  anexo9: [],
  anexo10: [/^Un comprobante con las dos tasas va en los dos anexos, /],
  anexo11: [],
  anexo12: [/^Un comprobante con las dos tasas va en los dos anexos, /],
  anexoAnulados: [/^El número de control va sin guiones /],
}

const NOMBRES: Readonly<Record<Anexo, string>> = {
  anexo1: 'Anexo 1, contribuyentes',
  anexo2: 'Anexo 2, consumidor final',
  anexo4: 'Anexo 4, ventas por cuenta de terceros domiciliados',
  anexo5: 'Anexo 5, sujetos excluidos',
  anexo9: 'Anexo 9, percepción 1 %',
  anexo10: 'Anexo 10, retención 1 %',
  anexo11: 'Anexo 11, percepción 2 %',
  anexo12: 'Anexo 12, retención 13 %',
  anexoAnulados: 'Documentos invalidados',
}

const open = { estado: 'sin_sello' } as const
const FALTAN = /^Documentos sin sello: 1\. No están en el archivo; descárguelo otra vez\.$/
const FALTAN_DOS = /^Documentos sin sello: 2\. /
const TERCEROS = /^Ventas por cuenta de terceros domiciliados: 1\. No están aquí: van en el anexo 4/
const NEGATIVA = /^Líneas negativas: 1\. Ese día se devolvió más de lo que se vendió; /
const COMPRA = given('14/servicio-con-retencion')
const ALL = [
  'anexo1',
  'anexo2',
  'anexo4',
  'anexo5',
  'anexo9',
  'anexo10',
  'anexo11',
  'anexo12',
] as const

/** A month, and what its annexes tell besides, by name: nothing for those that are not named. */
// biome-ignore format: a table
const MONTHS: readonly (readonly [string, Mes, Partial<Readonly<Record<Anexo, readonly RegExp[]>>>])[] = [
  ['with nothing',                    mes([]), {}],
  ['with a document of each book',    mes([given('01/anonima'), given('03/percepcion'), given('11/bienes'), COMPRA]), {}],
  ['with a document without a seal',  mes([given('01/anonima', open)]), Object.fromEntries(ALL.map((one) => [one, [FALTAN]]))],
  ['with two without a seal',         mes([given('03/sencillo', open), given('14/servicio-con-retencion', open)]), Object.fromEntries(ALL.map((one) => [one, [FALTAN_DOS]]))],
  ['with an invalidated document',    mes([given('03/sencillo', { estado: 'invalidado' })]), {}],
  ['with a sale for a principal here', mes([given('03/sencillo', { tercero: 1 })]), { anexo1: [TERCEROS], anexo2: [TERCEROS] }],
  ['with a sale for one abroad',      mes([given('03/sencillo', { tercero: 2 })]), {}],
  ['with a return of another month',  mes([], [returned('01-descuentos', {})]), { anexo2: [NEGATIVA] }],
  ['with a return of a purchase of another month', mes([], [returned('14-renta', {})]), { anexo5: [/^Se devolvieron compras de otros meses por \d+(\.\d+)?: el anexo no admite negativos, y no las resta; /] }],
  ['with a return of a purchase of this month', mes([COMPRA], [returned('14-renta', { de: COMPRA.documento.identificacion.codigoGeneracion })]), {}],
]

for (const [what, month, besides] of MONTHS) {
  test(`the annexes of a month ${what} warn of what it has, and of nothing else`, () => {
    for (const { archivo, nombre, avisos } of anexos(month)) {
      const wanted = [...(besides[archivo] ?? []), ...SIEMPRE[archivo]]
      assert.equal(avisos.length, wanted.length, `${archivo}: ${avisos.join('\n')}`)
      for (const [n, aviso] of avisos.entries()) assert.match(aviso, wanted[n] as RegExp)
      assert.equal(nombre, NOMBRES[archivo])
    }
  })
}

test('a name cannot end its cell or its line, and is encoded in Windows-1252', () => {
  const nombre = 'Ñandú; "El\nPeñón" – d’Água Łódź 東'
  const one = given('03/sencillo', {
    with: (documento) => {
      Object.assign(documento.receptor ?? {}, { nombre })
    },
  })
  const { bytes } = anexo('anexo1', mes([one]), { mes: '2026-11', criterio: CRITERIO })
  const cells = Buffer.from(bytes).toString('latin1').split(';')
  assert.equal(cells.length, 20)
  assert.equal(cells[8], 'ÑANDÚ EL PEÑÓN - D ÁGUA LÓDZ ?')
})

test('a name that begins with a dash or a wide sign begins no formula and ends no cell', () => {
  for (const [nombre, written] of [
    ['–2+3 SA', '2+3 SA'],
    ['＝SUMA(A1)', 'SUMA(A1)'],
    ['Uno；Dos', 'UNO DOS'],
  ] as const) {
    const one = given('03/sencillo', {
      with: (documento) => {
        Object.assign(documento.receptor ?? {}, { nombre })
      },
    })
    const { bytes } = anexo('anexo1', mes([one]), { mes: '2026-11', criterio: CRITERIO })
    const cells = Buffer.from(bytes).toString('latin1').split(';')
    assert.deepEqual([cells.length, cells[8]], [20, written])
  }
})

test('file names have at most 25 characters, and an annex without its criterio is refused', () => {
  const none = { ingreso: null, costo: null }
  for (const which of Object.keys(ANEXOS) as Anexo[]) {
    const { nombre } = anexo(which, mes([]), { mes: '2026-11', criterio: CRITERIO })
    assert.ok(nombre.length <= 25, nombre)
  }
  assert.throws(
    () => anexo('anexo1', mes([given('03/sencillo')]), { mes: '2026-11', criterio: none }),
    RangeError,
  )
})

// biome-ignore format: a table
const COSTOS = [
  [[1, 1, 2, 4], true], [[1, 1, 2, 5], true], [[1, 1, 1, 7], true], [[1, 2, 4, 3], true], [[8, 8, 8, 8], true], [[9, 9, 9, 9], true],
  [[1, 1, 2, 6], false], [[1, 2, 1, 4], false], [[1, 1, 1, 3], false], [[5, 1, 1, 4], false], [[9, 9, 9, 1], false], [[1, 3, 1, 4], false], [[1, 1, 5, 4], false],
] as const

test('the four declarations of a cost must be consistent, as in the manual', () => {
  for (const [[operacion, clasificacion, sector, tipo], expected] of COSTOS) {
    assert.equal(isCosto({ operacion, clasificacion, sector, tipo }), expected)
  }
})
