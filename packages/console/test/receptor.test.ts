/** Who receives a document: which identity document a number is, and when an address is sent. */
import './page.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'

const { receptorVacio } = await import('../src/emitir/form.ts')
const { direccionDe, isDeFuera, preguntaPorDocumento, receptorShown } = await import(
  '../src/emitir/receptor.ts'
)
const { DOCUMENTOS_DE_IDENTIDAD } = await import('../src/emitir/identidad.ts')
const { BIEN, EFECTIVO, lineaVacia } = await import('../src/emitir/lineas/linea.ts')
const { lineaDeDonacion } = await import('../src/emitir/lineas/donacion.ts')

test('a number that is nearly a DUI or a NIT is asked about, unless its kind is chosen', () => {
  const askedOf = (numDocumento: string, tipoDocumento = '') =>
    preguntaPorDocumento({ numDocumento, tipoDocumento })
  for (const digits of [7, 8, 10, 13, 15]) {
    const message = `Un DUI tiene 9 dígitos y un NIT 14; este número tiene ${digits}. Corríjalo, o elija qué documento es.`
    const asked = [{ field: 'receptor.tipoDocumento', message }]
    assert.deepEqual(askedOf('1'.repeat(digits)), asked)
    assert.deepEqual(askedOf(`1-${'1'.repeat(digits - 2)} 1`), asked)
    assert.deepEqual(askedOf('1'.repeat(digits), '37'), [])
  }
  for (const other of ['', '111111', '1'.repeat(9), '1'.repeat(14), '1'.repeat(16)]) {
    assert.deepEqual(askedOf(other), [], other)
  }
  for (const other of ['A12345678', '12345678A']) assert.deepEqual(askedOf(other), [], other)
})

test('an address is sent whole as soon as a part of it is filled in', () => {
  const sent = (values: object) => direccionDe({ ...receptorVacio(), ...values }).direccion
  const none = { departamento: '', municipio: '', distrito: '', complemento: '' }
  assert.deepEqual(sent({ departamento: '06' }), { ...none, departamento: '06' })
  assert.deepEqual(sent({ distrito: '14' }), { ...none, distrito: '14' })
  assert.deepEqual(sent({ complemento: ' Calle 1 ' }), { ...none, complemento: 'Calle 1' })
  assert.equal(sent({ complemento: ' ' }), undefined)
  assert.equal(sent({ municipio: '23' }), undefined, 'a municipality is of a department')
  assert.equal(sent({ complemento: 'Main St 1', codPais: 'US' }), undefined)
})

test('who lives abroad has a country and no address, where the type asks which', () => {
  const of = (values: object) => ({ ...receptorVacio(), ...values })
  const wanted = ['nombre', 'codDomiciliado', 'codPais', 'direccion']
  const [home, abroad] = [
    ['nombre', 'codDomiciliado', 'direccion'],
    ['nombre', 'codDomiciliado', 'codPais'],
  ]
  for (const [values, isAbroad] of [
    [{}, false],
    [{ codPais: 'SV' }, false],
    [{ codPais: 'US' }, true],
    [{ codDomiciliado: '1', codPais: 'US' }, false],
    [{ codDomiciliado: '2' }, true],
  ] as const) {
    assert.equal(isDeFuera(of(values)), isAbroad, JSON.stringify(values))
    assert.deepEqual(receptorShown(wanted, of(values)), isAbroad ? abroad : home)
  }
  assert.deepEqual(receptorShown(['codPais', 'direccion'], of({})), ['codPais', 'direccion'])
})

test('the kinds of identity document are those that most people have first', () => {
  assert.deepEqual(
    [...DOCUMENTOS_DE_IDENTIDAD].map((one) => one.join(' ')),
    ['13 DUI', '36 NIT', '03 Pasaporte', '02 Carnet de residente', '37 Otro'],
  )
})

test('a line that was given is typed again as its kind asks', () => {
  const said = { descripcion: 'x', codigo: 'C1', cantidad: 4, valorUni: 2.5, uniMedida: 59 }
  const typed = (values: object) => {
    const { id: _, ...line } = lineaDeDonacion({ ...said, ...values })
    return line
  }
  const { id: _, ...empty } = lineaVacia()
  const all = { ...empty, descripcion: 'x', codigo: 'C1', precio: '2.5' }
  const money = { ...all, donacion: EFECTIVO, cantidad: '', depreciacion: '', uniMedida: null }
  assert.deepEqual(typed({ tipoDonacion: 1 }), money)
  assert.deepEqual(typed({ tipoDepreciacion: 0 }), money)
  const goods = { ...all, donacion: BIEN, cantidad: '4', depreciacion: '9', uniMedida: 59 }
  assert.deepEqual(typed({ tipoDonacion: 2, tipoDepreciacion: 9 }), goods)
  assert.deepEqual(typed({ tipoDonacion: 2, tipoDepreciacion: 9, uniMedida: null }), {
    ...{ ...goods, uniMedida: null },
  })
  const service = { ...all, donacion: '3', cantidad: '4', depreciacion: '', uniMedida: null }
  assert.deepEqual(typed({ tipoDonacion: 3 }), service)
})
