/** What a patch makes of a stored customer, and what is said of one that cannot be stored. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CustomerPatch, CustomerRequest } from '@sello/contract'
import { assertCustomer, readCustomer } from './check.ts'
import type { StoredCustomer } from './customer.ts'
import { patched, withoutOldWords } from './patch.ts'

const DIRECCION = { departamento: '06', municipio: '23', distrito: '14', complemento: 'Calle 1' }
const REQUEST: CustomerRequest = {
  ...{ nombre: 'Importer Inc.', externalId: 'uno', tipoDocumento: '37', numDocumento: 'A-1' },
  ...{ codPais: 'US', nombrePais: 'Estados de Unión', codActividad: '47521' },
  ...{ descActividad: 'Ferretería', telefono: '22223333' },
}
const AT = new Date('2026-11-10T12:00:00Z')
const STORED: StoredCustomer = {
  ...{ ...readCustomer(REQUEST).customer, customerId: 'c', activo: true },
  ...{ createdAt: AT, updatedAt: AT },
}

test('a patch changes what it names, removes what is null, and leaves the rest', () => {
  const { externalId, receptor } = STORED
  // biome-ignore format: a table
  const cases: readonly (readonly [patch: object, customer: object, activo: boolean])[] = [
    [{},                                       { externalId, receptor },                                              true],
    [{ activo: false },                        { externalId, receptor },                                              false],
    [{ externalId: null },                     { externalId: null, receptor },                                        true],
    [{ telefono: null, nombre: 'Otra' },       { externalId, receptor: { ...receptor, telefono: null, nombre: 'Otra' } }, true],
    [{ direccion: DIRECCION },                 { externalId, receptor: { ...receptor, direccion: DIRECCION } },       true],
    [{ codPais: 'GT' },                        { externalId, receptor: { ...receptor, codPais: 'GT', nombrePais: null } }, true],
    [{ codPais: 'GT', nombrePais: 'Guate' },   { externalId, receptor: { ...receptor, codPais: 'GT', nombrePais: 'Guate' } }, true],
    [{ codActividad: '47190' },                { externalId, receptor: { ...receptor, codActividad: '47190', descActividad: null } }, true],
  ]
  for (const [patch, customer, activo] of cases) {
    assert.deepEqual(patched(STORED, patch as CustomerPatch), { customer, activo })
  }
  const there = { ...STORED, receptor: { ...receptor, direccion: DIRECCION } }
  const moved = patched(there, { direccion: { complemento: 'Calle 2' } } as CustomerPatch)
  assert.deepEqual(moved.customer.receptor.direccion, { ...DIRECCION, complemento: 'Calle 2' })
  const without = patched(there, { direccion: null } as CustomerPatch)
  assert.equal(without.customer.receptor.direccion, null)
})

test('the text of a code goes with the code that it was for', () => {
  const words = {
    codActividad: '1',
    descActividad: 'a',
    codPais: '2',
    nombrePais: 'b',
    nombre: 'n',
  }
  const { descActividad: _, ...withoutActivity } = words
  const { nombrePais: __, ...withoutCountry } = words
  assert.deepEqual(withoutOldWords(words, {}), words)
  assert.deepEqual(withoutOldWords(words, { nombre: 'm', descActividad: 'c' }), words)
  assert.deepEqual(withoutOldWords(words, { codActividad: '3' }), withoutActivity)
  assert.deepEqual(withoutOldWords(words, { codPais: null }), withoutCountry)
})

test('a result that has not the shape of a customer is refused by its first member, with all of them', () => {
  const patch = { nombre: null, telefono: 5 } as unknown as CustomerPatch
  assert.throws(
    () => patched(STORED, patch),
    (error: { code: string; message: string; details: { field: string; issues: Issue[] } }) => {
      const { field, issues } = error.details
      const [first] = issues
      assert.deepEqual(issues.map((issue) => issue.field).toSorted(), ['nombre', 'telefono'])
      assert.deepEqual(
        [error.code, error.message, field],
        ['invalid_request', `${first?.field}: ${first?.message}`, first?.field],
      )
      return true
    },
  )
})

interface Issue {
  readonly field: string
  readonly message: string
}

test('a customer with a problem says the first one, and how many there are', () => {
  const refused = (request: object, count: string, fields: readonly string[]) => {
    const given = { nombre: 'Ana', ...request } as CustomerRequest
    const { problems: issues } = readCustomer(given)
    assert.deepEqual(issues.map(({ field }) => field).toSorted(), fields)
    const message = `El cliente tiene ${count}; no se guardó. ${issues[0]?.message}`
    const expected = { code: 'validation_failed', message, details: { issues } }
    assert.throws(() => assertCustomer(given), expected)
  }
  refused({ nrc: 'A' }, 'un problema', ['nrc'])
  refused({ nrc: 'A', codPais: 'ZZ' }, '2 problemas', ['codPais', 'nrc'])
  const right = { nombre: 'Ana', externalId: 'uno' }
  assert.deepEqual(assertCustomer(right), readCustomer(right).customer)
})
