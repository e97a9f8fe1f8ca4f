/** The record of a documento contable de liquidación: what is typed, sent, and read back from a document. */
import './page.ts'
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { CONTABLE_VACIO, type Contable } from '../src/emitir/contable.ts'
import { formVacio, isEmptyForm, wholeForm } from '../src/emitir/form.ts'
import { formOfDocumento } from '../src/emitir/from-documento.ts'
import { bodyOf, toPeticion } from '../src/emitir/peticion.ts'

const EXAMPLES = new URL('../../fiscal/examples/09/', import.meta.url)

const LLENO: Contable = {
  ...CONTABLE_VACIO,
  ...{ desde: '2026-10-01', hasta: '2026-10-31', valorOperaciones: '11,300', comision: '3%' },
  ...{ nombre: ' Ana Ficticia ', documento: '00016297-5' },
}
const peticionOf = (values: Partial<Contable>) =>
  toPeticion({ ...formVacio('09'), contable: { ...LLENO, ...values } })
const fieldsOf = (values: Partial<Contable>) =>
  peticionOf(values).problems.map(({ field }) => field.replace('liquidacionContable.', ''))

test('a commission is an amount or a percentage, and what is left empty is not sent', () => {
  const { request, problems, isBlank } = peticionOf({})
  assert.deepEqual([problems, isBlank], [[], false])
  assert.deepEqual(bodyOf(request), {
    tipoDte: '09',
    liquidacionContable: {
      ...{ desde: '2026-10-01', hasta: '2026-10-31', valorOperaciones: 11300 },
      porcentajeComision: 3,
      responsable: { nombre: 'Ana Ficticia', documento: '00016297-5' },
    },
  })
  const { comision, porcentajeComision } =
    peticionOf({ comision: '339' }).request.liquidacionContable ?? {}
  assert.deepEqual([comision, porcentajeComision], [339, undefined])
})

test('what is not understood is asked at its own field', () => {
  assert.deepEqual(fieldsOf({ comision: '2,5' }), ['comision'])
  assert.deepEqual(fieldsOf({ comision: '101%' }), ['comision'])
  assert.deepEqual(fieldsOf({ cantidadDocumentos: '2.5' }), ['cantidadDocumentos'])
  assert.deepEqual(fieldsOf({ sinMonto: 'uno' }), ['sinPercepcion.monto'])
  assert.deepEqual(fieldsOf({ desde: '', hasta: '' }), ['desde', 'hasta'])
  assert.equal(peticionOf({ valorOperaciones: ' ' }).isBlank, true)
})

test('a form with only a responsible person is not empty, and an old draft has an empty record', () => {
  const form = formVacio('09')
  assert.equal(isEmptyForm(form), true)
  assert.equal(isEmptyForm({ ...form, contable: { ...CONTABLE_VACIO, nombre: 'Ana' } }), false)
  const { contable: _, ...old } = form
  assert.deepEqual(wholeForm(old as typeof form).contable, CONTABLE_VACIO)
})

test('the form of every example asks for the document that the example is', async () => {
  let read = 0
  for (const name of await readdir(EXAMPLES)) {
    if (!name.endsWith('.documento.json')) continue
    const json = async (file: string) => JSON.parse(await readFile(new URL(file, EXAMPLES), 'utf8'))
    const documento = await json(name)
    const asked = (await json(name.replace('.documento', '.request'))).liquidacionContable
    const sent = toPeticion(formOfDocumento({ tipoDte: '09', documento })).request
    const { comision: _, porcentajeComision: __, ...rest } = sent.liquidacionContable ?? {}
    const { comision: ___, porcentajeComision: ____, ...expected } = asked
    assert.deepEqual(rest, expected, name)
    const { comision, porcentComision } = documento.cuerpoDocumento
    const said = sent.liquidacionContable?.comision ?? sent.liquidacionContable?.porcentajeComision
    assert.ok([comision, porcentComision].includes(said ?? 0), name)
    read += 1
  }
  assert.ok(read >= 6)
})
