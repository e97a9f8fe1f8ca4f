import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TIPOS_DTE, type TipoDte } from '@sello/contract'
import { TIPOS } from '@sello/fiscal'
import { markIssues } from '../src/emitir/campos.ts'
import { formVacio } from '../src/emitir/form.ts'
import {
  lleva,
  MAS_VACIO,
  type MasDatos,
  masDatosOf,
  origenVacio,
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
