/** Spreadsheets of customers and products: rows are identified, and unknown values refused. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clienteDeFila, COLUMNS as DE_CLIENTE } from '../src/paginas/cliente.ts'
import { byMember, readCsv } from '../src/paginas/csv.ts'
import { COLUMNS, preciosDe, productoDeFila } from '../src/paginas/producto.ts'

const bytes = (...lines: readonly string[]) => new TextEncoder().encode(lines.join('\r\n'))

test('a row is counted as the spreadsheet counts it, blank rows and cells of two lines included', () => {
  const read = readCsv(
    bytes('', 'nombre;correo', 'Ana;a@example.com', '', ';', '"Be\nto";', 'Cleo;c'),
  )
  assert.deepEqual(
    read.map(({ fila, row }) => [fila, row.nombre]),
    [
      [3, 'Ana'],
      [6, 'Be\nto'],
      [7, 'Cleo'],
    ],
  )
  assert.deepEqual(readCsv(bytes('', ' ')), [])
})

test('a file is of commas, semicolons or tabs, and of UTF-8 or of what a Spanish Excel writes', () => {
  const rowOf = (file: Uint8Array) => readCsv(file).map(({ row }) => row)
  const ana = [{ nombre: 'Ana Ñuñez', correo: 'a@example.com' }]
  for (const separator of [',', ';', '\t']) {
    const file = bytes(`nombre${separator}correo`, `Ana Ñuñez${separator}a@example.com`)
    assert.deepEqual(rowOf(file), ana, separator)
    assert.deepEqual(rowOf(Uint8Array.from([0xef, 0xbb, 0xbf, ...file])), ana, 'with its mark')
  }
  const latin = Buffer.from('nombre;correo\r\nAna \u00d1u\u00f1ez;', 'latin1')
  assert.deepEqual(rowOf(latin), [{ nombre: 'Ana Ñuñez', correo: '' }])
  assert.deepEqual(rowOf(bytes('nombre;correo', 'Ana')), [{ nombre: 'Ana', correo: '' }])
  assert.deepEqual(rowOf(bytes('nombre', 'Ana', 'Be')), [{ nombre: 'Ana' }, { nombre: 'Be' }])
})

test('a file with a quote that nothing closes is refused by its row', () => {
  const open = bytes('nombre;precio', '"Silla ""fina""";1', '', '"Tubo de 4 pulgadas;3', 'Codo;1')
  assert.throws(() => readCsv(open), {
    message: 'Fila 4: hay una comilla (") que no se cierra. Corríjala y elija el archivo otra vez.',
  })
  const closed = bytes('nombre;precio', '"Silla ""fina""";1', 'Clavo de 2";3')
  assert.deepEqual(
    readCsv(closed).map(({ row }) => row.nombre),
    ['Silla "fina"', 'Clavo de 2"'],
  )
})

test('a unit in words is refused, a catalogue code is kept', () => {
  const unidad = (uniMedida: string) => productoDeFila({ descripcion: 'Pan', uniMedida })
  for (const written of ['libra', '60', '5.9', '-1']) {
    assert.equal(
      unidad(written),
      'La unidad se escribe con su código del catálogo, como 59.',
      written,
    )
  }
  assert.deepEqual(unidad('59'), { descripcion: 'Pan', uniMedida: 59 })
  const coded = productoDeFila({ codigo: 'P1', descripcion: 'Pan', precioUni: '2' })
  assert.deepEqual(coded, { codigo: 'P1', descripcion: 'Pan', precioUni: 2 })
  assert.deepEqual(unidad(''), { descripcion: 'Pan' })
})

test('a price that is not understood is no missing price', () => {
  const precios = (precioUni: string, precioConIva = '') =>
    preciosDe((name) => ({ precioUni, precioConIva })[name])
  assert.deepEqual(precios('1,250.50'), { precioUni: 1250.5, precioConIva: null })
  assert.equal(precios('2,5'), 'Precio sin IVA: ¿2.5? Escriba el punto decimal.')
  assert.equal(precios('', 'dos'), 'Precio con IVA no es un número como 1250.50.')
  const fila = productoDeFila({ descripcion: 'Pan', precioConIva: '0,9' })
  assert.equal(fila, 'Precio con IVA: ¿0.9? Escriba el punto decimal.')
})

test('headings are those of the template, in any case and without accents, or the members themselves', () => {
  const fila = (heading: string, cells: string) => {
    const [read] = readCsv(bytes(heading, cells))
    return productoDeFila(byMember(read?.row ?? {}, COLUMNS))
  }
  const pan = { descripcion: 'Pan', precioConIva: 0.25, tipoVenta: 'no_sujeta' }
  assert.deepEqual(fila('DESCRIPCION;Precio con IVA;Venta', 'Pan;0.25;No sujeta'), pan)
  assert.deepEqual(fila('descripcion;precioConIva;tipoVenta', 'Pan;0.25;no_sujeta'), pan)
  assert.equal(fila('Descripción;Venta', 'Pan;otra'), 'La venta es gravada, exenta o no sujeta.')
})

test('a customer of a row has what the row says, with the zeros that a spreadsheet takes from codes', () => {
  const own = {
    ...{ nombre: 'Ana', nrc: '77', nombreComercial: 'Café', telefono: '22', correo: 'a@b.sv' },
    ...{ numDocumento: '0614', externalId: 'E1' },
  }
  const address = { departamento: '6', municipio: '3', distrito: '4', complemento: 'Calle 1' }
  const row = { ...own, ...address, tipoDocumento: '3', codActividad: '111', otro: 'x' }
  const direccion = { ...address, departamento: '06', municipio: '03', distrito: '04' }
  const codes = { tipoDocumento: '03', codActividad: '00111' }
  assert.deepEqual(clienteDeFila(row), { ...own, ...codes, direccion })
  assert.deepEqual(clienteDeFila({ nombre: 'Ana', nrc: '', departamento: '' }), { nombre: 'Ana' })
  for (const member of Object.keys(address)) {
    const empty = { departamento: '', municipio: '', distrito: '', complemento: '' }
    assert.deepEqual(clienteDeFila({ [member]: 'x1' }), { direccion: { ...empty, [member]: 'x1' } })
  }
  assert.deepEqual(Object.entries(DE_CLIENTE), [
    ...[
      ['nombre', 'Nombre'],
      ['tipoDocumento', 'Tipo de documento'],
    ],
    ...[
      ['numDocumento', 'Número de documento'],
      ['nrc', 'NRC'],
    ],
    ...[
      ['codActividad', 'Actividad económica'],
      ['nombreComercial', 'Nombre comercial'],
    ],
    ...[
      ['telefono', 'Teléfono'],
      ['correo', 'Correo'],
      ['externalId', 'Código propio'],
    ],
    ...[
      ['departamento', 'Departamento'],
      ['municipio', 'Municipio'],
    ],
    ...[
      ['distrito', 'Distrito'],
      ['complemento', 'Dirección'],
    ],
  ])
})
