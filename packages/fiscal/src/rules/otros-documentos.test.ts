import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inputOf } from '../../test/fixtures.ts'
import { REQUESTS } from '../../test/sound-requests.ts'
import { buildDocumento } from '../build.ts'
import type { OtroDocumentoRequest } from '../request.ts'
import type { DteRequest } from '../tipos/index.ts'
import { OTRO_DOCUMENTO } from './otros-documentos.ts'

const PAPEL = { codDocAsociado: 1, descDocumento: 'Contrato 45', detalleDocumento: 'Comisión' }
const MEDICO = {
  codDocAsociado: 3,
  medico: { nombre: 'Dr. Rivas', nit: '0614-121285-001-7', tipoServicio: 1 },
}
const CONDUCTOR = { nombre: 'Pedro Mejía', documento: '00016297-5' }
const TRANSPORTE = { codDocAsociado: 4, transporte: { modo: 1, conductor: CONDUCTOR } }

type Case = readonly [
  tipo: '01' | '11' | '15',
  name: string,
  field: string,
  otro: OtroDocumentoRequest,
]

// biome-ignore format: a table
const CASES: readonly Case[] = [
  ['01', 'documento asociado del catálogo', 'codDocAsociado', { ...PAPEL, codDocAsociado: 5 }],
  ['11', 'médico solo dentro del país', 'codDocAsociado', MEDICO],
  ['01', 'transporte solo en la exportación', 'codDocAsociado', TRANSPORTE],
  ['15', 'médico y transporte ajenos a la donación', 'codDocAsociado', MEDICO],
  ['01', 'descDocumento del documento asociado', 'descDocumento', { ...PAPEL, descDocumento: null }],
  ['01', 'detalleDocumento del documento asociado', 'detalleDocumento', { ...PAPEL, detalleDocumento: null }],
  ['01', 'descDocumento ajeno al médico y al transporte', 'descDocumento', { ...MEDICO, descDocumento: 'Receta' }],
  ['11', 'detalleDocumento ajeno al médico y al transporte', 'detalleDocumento', { ...TRANSPORTE, detalleDocumento: 'Furgón' }],
  ['01', 'datos del médico', 'medico', { codDocAsociado: 3 }],
  ['01', 'datos del médico', 'medico', { ...PAPEL, medico: MEDICO.medico }],
  ['01', 'identificación del médico', 'medico', { ...MEDICO, medico: { ...MEDICO.medico, nit: null } }],
  ['01', 'identificación del médico', 'medico', { ...MEDICO, medico: { ...MEDICO.medico, docIdentificacion: 'P-1' } }],
  ['01', 'NIT del médico', 'medico.nit', { ...MEDICO, medico: { ...MEDICO.medico, nit: '123' } }],
  ['01', 'servicio médico del catálogo', 'medico.tipoServicio', { ...MEDICO, medico: { ...MEDICO.medico, tipoServicio: 7 } }],
  ['11', 'datos del transporte', 'transporte', { codDocAsociado: 4 }],
  ['11', 'datos del transporte', 'transporte', { ...PAPEL, transporte: TRANSPORTE.transporte }],
  ['11', 'modo de transporte del catálogo', 'transporte.modo', { ...TRANSPORTE, transporte: { ...TRANSPORTE.transporte, modo: 7 } }],
]

const problemsOf = (tipo: '01' | '11' | '15', otro: OtroDocumentoRequest) =>
  buildDocumento(inputOf({ ...REQUESTS[tipo], otrosDocumentos: [otro] } as DteRequest)).problems

for (const [tipo, name, field, otro] of CASES) {
  test(`${tipo} refuses ${field} in an associated document by "${name}"`, () => {
    const { rule } = OTRO_DOCUMENTO.find((row) => row.name === name) ?? { rule: undefined }
    const found = problemsOf(tipo, otro).filter(
      (one) => one.field === `otrosDocumentos[0].${field}` && one.rule === rule,
    )
    assert.equal(found.length, 1, JSON.stringify(problemsOf(tipo, otro)))
  })
}

test('every row has a case here, and valid documents are accepted', () => {
  const tested = new Set(CASES.map(([, name]) => name))
  assert.deepEqual(
    OTRO_DOCUMENTO.filter(({ name }) => !tested.has(name)),
    [],
  )
  for (const [tipo, otro] of [
    ['01', PAPEL],
    ['01', MEDICO],
    ['11', PAPEL],
    ['11', TRANSPORTE],
  ] as const) {
    assert.deepEqual(problemsOf(tipo, otro), [])
  }
})
