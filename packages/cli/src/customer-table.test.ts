/** What each column of a table of customers becomes, and which rows are no customers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COLUMN_NAMES, readCustomerTable } from './customer-table.ts'

const read = (...lines: readonly string[]) => readCustomerTable(Buffer.from(lines.join('\n')))
const customerOf = (header: string, row: string) => {
  const { customers, refused } = read(header, row)
  assert.deepEqual([customers.length, refused], [1, []])
  return customers[0]?.customer
}

test('each column has its member, and those of a place in the country are its address', () => {
  const direccion = { departamento: '06', municipio: '23', distrito: '14', complemento: 'Calle 1' }
  const own = {
    ...{ externalId: 'e', nombre: 'n', tipoDocumento: '36', numDocumento: '1-2', nrc: '1' },
    ...{ codActividad: '47190', descActividad: 'a', nombreComercial: 'c' },
    ...{ telefono: 't', correo: 'm', codPais: 'US', nombrePais: 'p' },
  }
  const cells: Record<string, string> = { ...own, ...direccion, tipoPersona: '2' }
  const header = COLUMN_NAMES.split(', ')
  assert.deepEqual(header.toSorted(), Object.keys(cells).toSorted())
  const row = header.map((name) => ` ${cells[name]} `).join(',')
  const customer = { ...own, direccion, tipoPersona: 2 }
  assert.deepEqual(customerOf(header.map((name) => ` ${name.toUpperCase()}`).join(), row), customer)
})

test('without a place in the country the last part of an address is all of it', () => {
  assert.deepEqual(customerOf('nombre,complemento', 'A,1 Main Street'), {
    ...{ nombre: 'A', complemento: '1 Main Street' },
  })
  for (const [name, code] of [
    ['departamento', '06'],
    ['municipio', '23'],
    ['distrito', '14'],
  ]) {
    assert.deepEqual(customerOf(`${name},nombre`, `${code},A`), {
      ...{ nombre: 'A', direccion: { [name ?? '']: code } },
    })
  }
})

test('codes get back their zeros, and a kind of person that is no number is left to the rules', () => {
  const header = 'tipoDocumento,departamento,municipio,distrito,codActividad,tipoPersona,nrc'
  assert.deepEqual(customerOf(header, '2,6,3,4,1110,x1,7'), {
    ...{ tipoDocumento: '02', codActividad: '01110', tipoPersona: 'x1', nrc: '7' },
    direccion: { departamento: '06', municipio: '03', distrito: '04' },
  })
  assert.deepEqual(customerOf('codActividad,tipoPersona', '1x,1x'), {
    ...{ codActividad: '1x', tipoPersona: '1x' },
  })
})

test('a number that a spreadsheet shortened is refused, unless it says what it is or is of abroad', () => {
  const { customers, refused } = read(
    'nombre,numDocumento,tipoDocumento,codPais',
    'A,1234567,,',
    'B,12345678,,',
    'C,12345678,37,',
    'D,12345678,,US',
    'E,12345678,,SV',
    'F,#N/D,,',
    ',,,',
    'G,1,,,,  ',
    'H,1,,,x',
  )
  const spoilt = (text: string) =>
    `"${text}" parece un NIT o un DUI que la hoja de cálculo cambió: quita los ceros de la izquierda. Escríbalo con guiones, o dé a la columna formato de texto, o diga su tipoDocumento.`
  const numDocumento = (line: number, message: string) => {
    return { line, problems: [{ field: 'numDocumento', message }] }
  }
  assert.deepEqual(
    customers.map(({ line, customer }) => [line, customer.nombre]),
    [
      [2, 'A'],
      [4, 'C'],
      [5, 'D'],
      [9, 'G'],
    ],
  )
  const error =
    'dice #N/D, que es un error de la hoja de cálculo: corrija la fórmula o escriba el valor.'
  const message =
    'Tiene 5 valores y el encabezado 4 columnas; un valor con comas va entre comillas.'
  assert.deepEqual(refused, [
    numDocumento(3, spoilt('12345678')),
    numDocumento(6, spoilt('12345678')),
    numDocumento(7, error),
    { line: 10, problems: [{ field: 'línea', message }] },
  ])
})

test('a header without a name, and with several that nobody knows, is refused with all of them', () => {
  assert.throws(() => read('nombre,,rfc', 'A'), {
    ...{ ending: 'usage' },
    message: `No se conoce la columna (sin nombre), rfc. Las columnas son: ${COLUMN_NAMES}.`,
  })
  assert.throws(() => read('nombre,nrc,NRC,Nombre'), {
    message: 'La columna NRC, Nombre está dos veces.',
  })
  assert.throws(() => read('nombre', '"A'), {
    message: 'El archivo no es CSV: línea 2, se abren comillas y no se cierran.',
  })
  assert.throws(() => read(''), {
    message: 'El archivo está vacío. La primera línea nombra las columnas.',
  })
})
