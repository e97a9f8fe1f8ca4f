import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ayudaOf } from './mh-codes.ts'

const CODES = [
  ...Array.from({ length: 30 }, (_, n) => String(n).padStart(3, '0')),
  ...['095', '096', '097', '098', '099', '801', '802', '999'],
]
const MEMBERS = ['identificacion.numeroControl', 'emisor.nrc', 'receptor.nrc', 'emisor.nit']

/** An event has no control number, is not issued, and nothing takes it over. */
test('no help for a rejected event speaks of a number, or of issuing a document again', () => {
  for (const codigoMsg of CODES) {
    for (const member of MEMBERS) {
      const rechazo = { codigoMsg, descripcionMsg: `[${member}]`, observaciones: [] }
      const { causa, queHacer } = ayudaOf(rechazo, 'evento')
      const said = `${causa} ${queHacer}`.replace('emita otra llave de firma', '')
      assert.doesNotMatch(said, /n[uú]mero|emita|emitir|`corrige`|rechazó el documento/i, codigoMsg)
    }
  }
})

test('a document gets the help of its number and how to issue it again', () => {
  const of = (codigoMsg: string, member: string) =>
    ayudaOf({ codigoMsg, descripcionMsg: `[${member}]`, observaciones: [] }, 'documento')
  assert.match(of('004', 'identificacion.numeroControl').causa, /el número se gastó/)
  assert.match(of('003', 'resumen.totalPagar').queHacer, /emita el documento de nuevo/)
})
