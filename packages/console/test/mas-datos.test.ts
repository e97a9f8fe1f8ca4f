import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TIPOS_DTE, type TipoDte } from '@sello/contract'
import { TIPOS } from '@sello/fiscal'
import { markIssues } from '../src/emitir/campos.ts'
import { formVacio } from '../src/emitir/form.ts'
import {
  droppedMembers,
  llenos,
  lleva,
  MAS_VACIO,
  type MasDatos,
  masDatosOf,
  origenesDe,
  origenVacio,
  otrosDe,
  otroVacio,
  toMasDatos,
} from '../src/emitir/mas-datos.ts'
import { toPeticion } from '../src/emitir/peticion.ts'

const MAS: MasDatos = {
  ventaTercero: { nit: '0614-010185-001-2', nombre: 'Dueño, S.A.', codDomiciliado: '2' },
  compraTercero: { numDocumento: '98-1', nombre: 'Principal LLC' },
  totalNoOnerosas: '1,125.50',
  fusion: '06140101850012',
  origenes: [
    {
      ...origenVacio('03'),
      numeroDocumento: ' 77 ',
      fechaEmision: '2026-10-05',
      tipoGeneracion: '1',
    },
  ],
  otrosDocumentos: [
    { ...otroVacio('3'), nombre: 'Dra. Rivas', nit: '0614-121285-001-7' },
    { ...otroVacio('1'), descDocumento: 'Orden 1', detalleDocumento: 'Compra' },
  ],
  apendice: [{ campo: 'Orden', etiqueta: 'Orden', valor: '881' }],
}

test('each member is offered for exactly the types that have it', () => {
  const members = [
    'ventaTercero',
    'compraTercero',
    'fusion',
    'origenes',
    'otrosDocumentos',
  ] as const
  for (const member of members) {
    for (const tipoDte of TIPOS_DTE) {
      const isTaken = TIPOS[tipoDte].members[member] !== 'forbidden'
      assert.equal(lleva(tipoDte, member), isTaken, `${member} of ${tipoDte}`)
    }
  }
})

test('a request has its type’s members, and no empty ones', () => {
  const members = (tipoDte: TipoDte) => Object.keys(toMasDatos(MAS, tipoDte)).sort()
  assert.deepEqual(members('01'), ['apendice', 'origenes', 'otrosDocumentos', 'ventaTercero'])
  assert.deepEqual(members('05'), ['apendice', 'fusion', 'ventaTercero'])
  assert.deepEqual(members('14'), ['apendice'])
  assert.deepEqual(toMasDatos(MAS_VACIO, '11'), {})
  const { origenes, otrosDocumentos } = toMasDatos(MAS, '03')
  assert.deepEqual(origenes, [
    { tipoDocumento: '04', numeroDocumento: '77', fechaEmision: '2026-10-05', tipoGeneracion: 1 },
  ])
  assert.deepEqual(otrosDocumentos?.[0], {
    codDocAsociado: 3,
    medico: { nombre: 'Dra. Rivas', nit: '0614-121285-001-7', tipoServicio: 3 },
  })
  const { request } = toPeticion({ ...formVacio('11'), mas: MAS })
  assert.equal(request.exportacion?.totalNoOnerosas, 1125.5)
  assert.equal(request.compraTercero?.nombre, 'Principal LLC')
})

test('an issued document is restored with them', () => {
  const transporte = {
    codDocAsociado: 4,
    ...{ placaTrans: 'C 123-456', modoTransp: 2, numConductor: '000', nombreConductor: 'Pedro' },
  }
  const mas = masDatosOf(
    {
      resumen: { totalNoOnerosas: 12.5 },
      identificacion: {},
      documentoRelacionado: [
        {
          tipoDocumento: '04',
          tipoGeneracion: 2,
          numeroDocumento: 'A',
          fechaEmision: '2026-10-05',
        },
      ],
      otrosDocumentos: [transporte],
      ventaTercero: { nit: '1', nombre: 'X', codDomiciliado: 2 },
      apendice: null,
    },
    '11',
  )
  assert.deepEqual(toMasDatos(mas, '11'), {
    ventaTercero: { nit: '1', nombre: 'X', codDomiciliado: 2 },
    origenes: [
      { tipoDocumento: '04', numeroDocumento: 'A', fechaEmision: '2026-10-05', tipoGeneracion: 2 },
    ],
    otrosDocumentos: [
      {
        codDocAsociado: 4,
        transporte: {
          placa: 'C 123-456',
          modo: 2,
          conductor: { nombre: 'Pedro', documento: '000' },
        },
      },
    ],
  })
  assert.equal(mas.totalNoOnerosas, '12.5')
})

test('a problem is shown at its own field, in the screen’s words', () => {
  const field = 'otrosDocumentos[0].nombreConductor'
  const [marked] = markIssues([{ field, message: `${field} mide muy poco` }], [])
  assert.equal(marked?.at, 'otrosDocumentos[0].transporte.conductor.nombre')
  const [other] = markIssues(
    [{ field: 'origenes[1].fechaEmision', message: 'Falta fechaEmision' }],
    [],
  )
  assert.deepEqual([other?.at, other?.message], ['origenes[1].fechaEmision', 'Falta la fecha'])
})

test('a type offers the kinds of documents and of origins that it may have', () => {
  // biome-ignore format: a table
  const offered: readonly (readonly [TipoDte, otros: string, origenes: string])[] = [
    ['01', '1 2 3', '04 08 09'], ['03', '1 2 3', '04 08 09'], ['04', '1 2 3', '03 01 11'],
    ['11', '1 2 4', '04'],       ['15', '1 2',   '04 08 09'],
  ]
  for (const [tipoDte, otros, origenes] of offered) {
    assert.equal(otrosDe(tipoDte).join(' '), otros, tipoDte)
    assert.equal(origenesDe(tipoDte).join(' '), origenes, tipoDte)
    const [tipoDocumento] = origenesDe(tipoDte)
    assert.deepEqual(origenVacio(tipoDte), {
      ...{ tipoDocumento, numeroDocumento: '', fechaEmision: '', tipoGeneracion: '2' },
    })
  }
})

const PARTS = [
  ...['venta por cuenta de otro', 'compra por cuenta de otro', 'valor sin pago'],
  ...['empresa absorbida', 'documentos de origen', 'documentos asociados', 'apéndice'],
]

test('the parts that somebody began to fill in are named, and those that another type would drop', () => {
  assert.deepEqual(llenos(MAS), PARTS)
  assert.deepEqual(llenos(MAS_VACIO), [])
  const { ventaTercero, compraTercero } = MAS_VACIO
  const began: readonly (readonly [Partial<MasDatos>, string])[] = [
    [{ ventaTercero: { ...ventaTercero, nit: '1' } }, 'venta por cuenta de otro'],
    [{ ventaTercero: { ...ventaTercero, nombre: 'x' } }, 'venta por cuenta de otro'],
    [{ compraTercero: { ...compraTercero, numDocumento: '1' } }, 'compra por cuenta de otro'],
    [{ compraTercero: { ...compraTercero, nombre: 'x' } }, 'compra por cuenta de otro'],
  ]
  for (const [values, part] of began) {
    assert.deepEqual(llenos({ ...MAS_VACIO, ...values }), [part], JSON.stringify(values))
  }
  const blank = { ventaTercero: { ...ventaTercero, nit: ' ', nombre: ' ', codDomiciliado: '2' } }
  assert.deepEqual(llenos({ ...MAS_VACIO, ...blank, totalNoOnerosas: ' ', fusion: ' ' }), [])
  const dropped = (from: TipoDte, to: TipoDte) => droppedMembers(MAS, from, to).join(', ')
  assert.equal(dropped('01', '03'), '')
  assert.equal(dropped('01', '14'), `${PARTS[0]}, ${PARTS[4]}, ${PARTS[5]}`)
  assert.equal(dropped('11', '01'), PARTS[1])
  assert.equal(dropped('05', '01'), PARTS[3])
  assert.equal(droppedMembers(MAS_VACIO, '01', '14').join(), '')
})

test('each kind of associated document has its own members in the request, trimmed', () => {
  const spaced = Object.fromEntries(
    Object.entries(otroVacio('1')).map(([name, value]) => [name, value === '' ? ` ${name} ` : '2']),
  )
  const sent = (codDocAsociado: string, values: object = spaced) => {
    const otro = { ...otroVacio('1'), ...values, codDocAsociado } as ReturnType<typeof otroVacio>
    return toMasDatos({ ...MAS_VACIO, otrosDocumentos: [otro] }, '01').otrosDocumentos?.[0]
  }
  const described = { descDocumento: 'descDocumento', detalleDocumento: 'detalleDocumento' }
  assert.deepEqual(sent('1'), { codDocAsociado: 1, ...described })
  assert.deepEqual(sent('2'), { codDocAsociado: 2, ...described })
  const medico = { nombre: 'nombre', nit: 'nit', docIdentificacion: 'docIdentificacion' }
  assert.deepEqual(sent('3'), { codDocAsociado: 3, medico: { ...medico, tipoServicio: 2 } })
  const conductor = { nombre: 'nombre', documento: 'documento' }
  assert.deepEqual(sent('4'), {
    ...{ codDocAsociado: 4, transporte: { placa: 'placa', modo: 2, conductor } },
  })
  assert.deepEqual(sent('2', {}), { codDocAsociado: 2 })
  assert.deepEqual(sent('3', {}), { codDocAsociado: 3, medico: { nombre: '', tipoServicio: 3 } })
  assert.deepEqual(sent('4', {}), {
    ...{ codDocAsociado: 4, transporte: { modo: 1, conductor: { nombre: '', documento: '' } } },
  })
  const given = { nit: ' 1 ', nombre: ' x ', codDomiciliado: '2' }
  const mas = {
    ...{ ...MAS_VACIO, ventaTercero: given, compraTercero: { numDocumento: ' 1 ', nombre: ' x ' } },
    ...{ fusion: ' f ', apendice: [{ campo: ' a ', etiqueta: ' b ', valor: ' c ' }] },
  }
  assert.deepEqual(toMasDatos(mas, '05'), {
    ventaTercero: { nit: '1', nombre: 'x', codDomiciliado: 2 },
    ...{ fusion: 'f', apendice: [{ campo: 'a', etiqueta: 'b', valor: 'c' }] },
  })
  assert.deepEqual(toMasDatos(mas, '11').compraTercero, { numDocumento: '1', nombre: 'x' })
})

test('all members of an issued document are read back, and what it lacks is what a new one has', () => {
  const medico = { nombre: 'Dra. Rivas', nit: '1', docIdentificacion: '2', tipoServicio: 4 }
  const documento = {
    resumen: { totalNoOnerosas: 0 },
    identificacion: { fusion: 'F' },
    compraTercero: { numDocumento: '9', nombre: 'P' },
    documentoRelacionado: [
      { tipoDocumento: '04', tipoGeneracion: 1, numeroDocumento: '7', fechaEmision: '2026-10-05' },
    ],
    otrosDocumentos: [
      { codDocAsociado: 1, descDocumento: 'Orden', detalleDocumento: 'Compra' },
      { codDocAsociado: 3, medico },
    ],
    apendice: [{ campo: 'a', etiqueta: 'b', valor: 'c' }],
  }
  const orden = { ...otroVacio('1'), descDocumento: 'Orden', detalleDocumento: 'Compra' }
  const doctor = { ...otroVacio('3'), ...medico, tipoServicio: '4' }
  assert.deepEqual(masDatosOf(documento, '01'), {
    ventaTercero: { nit: '', nombre: '', codDomiciliado: '1' },
    compraTercero: { numDocumento: '9', nombre: 'P' },
    ...{ totalNoOnerosas: '', fusion: 'F' },
    origenes: [
      {
        ...{ tipoDocumento: '04', numeroDocumento: '7', fechaEmision: '2026-10-05' },
        tipoGeneracion: '1',
      },
    ],
    otrosDocumentos: [orden, doctor],
    apendice: [{ campo: 'a', etiqueta: 'b', valor: 'c' }],
  })
  assert.deepEqual(masDatosOf(documento, '05').origenes, [], 'what a note adjusts is no origin')
  assert.deepEqual(masDatosOf(documento, '15').otrosDocumentos, [doctor], 'after the resolution')
  assert.deepEqual(masDatosOf({}, '01'), MAS_VACIO)
  assert.deepEqual(masDatosOf({ otrosDocumentos: [{ codDocAsociado: 4 }] }, '11').otrosDocumentos, [
    otroVacio('4'),
  ])
})
