/** Whom a document is sent to: what its request says, or else its company (docs/wire.md#entrega). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Documento } from '@sello/fiscal'
import { addressesOf, checkAddresses } from './addresses.ts'

const documentoTo = (receptor: object | null) => ({ receptor }) as unknown as Documento
const BUYER = documentoTo({ correo: 'ana@example.com' })
const NOBODY = { addresses: [], problems: [] }
const SENT = { addresses: ['ana@example.com'], problems: [] }

const WITHOUT =
  'El receptor no tiene correo: póngalo en receptor.correo, diga aquí las direcciones, o quite entrega.'
const UNUSABLE = 'No es una dirección de correo a la que se pueda enviar: corríjala.'
const ACCENTED =
  'La parte de antes de la @ lleva letras que muchos servidores de correo no aceptan: use solo letras sin tilde, cifras y puntos.'

const refused = (message: string) => ({
  addresses: [],
  problems: [{ field: 'entrega.correo', rule: 'correo', message }],
})

test('a request that asks for the mail has the buyer’s address, or is told why it has none', () => {
  const asked = (documento: Documento) =>
    addressesOf({ correo: true }, { documento, byDefault: 'nunca' })
  assert.deepEqual(asked(BUYER), SENT)
  assert.deepEqual(asked(documentoTo(null)), refused(WITHOUT))
  assert.deepEqual(asked(documentoTo({ correo: null })), refused(WITHOUT))
  assert.deepEqual(asked(documentoTo({ correo: 'ana@' })), refused(UNUSABLE))
  assert.deepEqual(asked(documentoTo({ correo: 'josé@example.com' })), refused(ACCENTED))
})

test('a company’s default tells whoever can be reached, and never stops a sale', () => {
  for (const [byDefault, entrega, documento, expected] of [
    ['si_tiene_correo', undefined, BUYER, SENT],
    ['si_tiene_correo', { correo: false }, BUYER, NOBODY],
    ['si_tiene_correo', undefined, documentoTo(null), NOBODY],
    ['si_tiene_correo', undefined, documentoTo({ correo: 'josé@example.com' }), NOBODY],
    ['nunca', undefined, BUYER, NOBODY],
    ['nunca', { correo: false }, BUYER, NOBODY],
  ] as const) {
    assert.deepEqual(addressesOf(entrega, { documento, byDefault }), expected)
  }
})

test('addresses that a request names are used instead of the buyer’s, each once', () => {
  const correo = ['b@example.com', 'a@example.com', 'b@example.com']
  assert.deepEqual(addressesOf({ correo }, { documento: BUYER, byDefault: 'nunca' }), {
    addresses: ['b@example.com', 'a@example.com'],
    problems: [],
  })
})

test('every address that no server would take is told by its place, and then none is used', () => {
  const correo = ['ana.example.com', 'a@example.com', 'josé@example.com', 'ana@josé']
  assert.deepEqual(addressesOf({ correo }, { documento: BUYER, byDefault: 'nunca' }), {
    addresses: [],
    problems: [
      { field: 'entrega.correo[0]', rule: 'correo', message: UNUSABLE },
      { field: 'entrega.correo[2]', rule: 'correo', message: ACCENTED },
      { field: 'entrega.correo[3]', rule: 'correo', message: UNUSABLE },
    ],
  })
  assert.deepEqual(checkAddresses(['ana@'], 'correo'), {
    addresses: [],
    problems: [{ field: 'correo[0]', rule: 'correo', message: UNUSABLE }],
  })
})
