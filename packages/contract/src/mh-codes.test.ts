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

/** The codes of the ministry's manual (docs/sources.md#codes), and of the rejection of a certificate. */
const OF_THE_MANUAL = [
  ...Array.from({ length: 26 }, (_, n) => String(n + 3).padStart(3, '0')),
  ...['095', '096', '097', '098', '099', '801', '802'],
]
const RECHAZABLES = ['documento', 'evento'] as const
const helpOf = (codigoMsg: string | null, words: string, of: 'documento' | 'evento') =>
  ayudaOf({ codigoMsg, descripcionMsg: words, observaciones: [] }, of)

for (const of of RECHAZABLES) {
  test(`each code of the manual has a help of its own for a rejected ${of}: what it is, and what to do`, () => {
    const ayudas = OF_THE_MANUAL.map((codigo) => helpOf(codigo, '', of))
    for (const { causa, queHacer } of ayudas) {
      for (const said of [causa, queHacer]) assert.match(said, /^\p{Lu}.+\.$/u)
    }
    assert.equal(new Set(ayudas.map(({ causa }) => causa)).size, OF_THE_MANUAL.length)
  })

  test(`a code that is in no manual has a general help for a rejected ${of}`, () => {
    for (const codigo of ['000', '029', null]) {
      const { causa, queHacer } = helpOf(codigo, '', of)
      assert.match(causa, new RegExp(`rechazó el ${of} con un código que no está en su manual`))
      assert.match(queHacer, /`descripcionMsg` y `observaciones`.* soporte de Hacienda\.$/)
    }
  })
}

// biome-ignore format: a table
const OF_MEMBERS: readonly (readonly [codigo: string, member: string, causa: RegExp, queHacer: RegExp, not: string])[] = [
  ['007', 'receptor.direccion.distrito', /El distrito falta/, /CAT-008/, 'receptor.distrito.nombre'],
  ['008', 'receptor.nrc', /NRC no es del receptor/, /NIT y su NRC vigentes/, 'otro.receptor.nrc'],
  ['008', 'receptor.nrc', /NRC no es del receptor/, /solo los que allí existen/, 'receptor.nrc.x'],
  ['008', 'emisor.nombreComercial', /la empresa no es el que Hacienda tiene/, /Iguale los datos/, 'otro.emisor.nit'],
  ['009', 'receptor.numDocumento', /NIT del receptor no existe/, /Verifique el NIT del receptor;/, 'otro.receptor.nit'],
  ['009', 'emisor.nit', /NIT de la empresa no existe/, /acreditación/, 'otro.emisor.nit'],
  ['014', 'documentoRelacionado[0].numeroDocumento', /no tiene sellado el documento relacionado/, /sellado en el mismo ambiente/, 'otro.documentoRelacionado.x'],
  ['015', 'documento.codigoGeneracion', /tiene invalidado ese documento/, /nada más que invalidar/, 'documento.codigoGeneracionR'],
  ['015', 'documento.codigoGeneracion', /por otro evento/, /Consúltelo allí/, 'otro.documento.codigoGeneracion'],
  ['019', 'cuerpoDocumento[3].numItem', /la numeración de las líneas/, /las líneas las numera Sello/, 'otro.cuerpoDocumento.numItem'],
  ['019', '#/cuerpoDocumento/3/numItem', /la numeración de las líneas/, /soporte de Sello/, 'cuerpoDocumento.numItem.x'],
  ['025', 'documento.codigoGeneracionR', /el mismo que se invalida/, /`codigoGeneracionReemplazo`/, 'documento.codigoGeneracionR.x'],
  ['027', 'identificacion.fecEmi', /La fecha del evento/, /tal como se selló/, 'otra.identificacion.fecEmi'],
  ['027', 'identificacion.fecEmi', /La fecha del evento/, /otro programa/, 'identificacion.fecEmi.x'],
  ['027', 'documento.tipoDocumento', /El receptor del evento/, /tal como se selló/, 'otro.documento.tipoDocumento'],
  ['027', 'documento.numDocumento', /El receptor del evento/, /tal como se selló/, 'documento.numDocumento.x'],
  ['028', 'documento.codigoGeneracion', /Otro documento vigente ajusta/, /Invalide antes la nota/, 'documento.codigoGeneracionR'],
  ['028', 'documento.codigoGeneracion', /Otro documento vigente ajusta/, /el retorno/, 'otro.documento.codigoGeneracion'],
]
const named = (member: string) => (member.startsWith('#') ? member : `[${member}] no es válido`)

test('a member that the ministry names decides the help, and one that only resembles it does not', () => {
  for (const of of RECHAZABLES) {
    for (const [codigo, member, causa, queHacer, not] of OF_MEMBERS) {
      const help = helpOf(codigo, named(member), of)
      assert.match(help.causa, causa, member)
      assert.match(help.queHacer, queHacer, member)
      assert.deepEqual(helpOf(codigo, named(not), of), helpOf(codigo, '', of), not)
      assert.notDeepEqual(help, helpOf(codigo, '', of))
      assert.deepEqual(helpOf('003', named(member), of), helpOf('003', '', of), 'of another code')
    }
  }
})

test('remarks name the member as the description does', () => {
  const { causa } = ayudaOf(
    {
      codigoMsg: '009',
      descripcionMsg: null,
      observaciones: ['Ver [identificacion.version]', '#/emisor/nit'],
    },
    'documento',
  )
  assert.match(causa, /NIT de la empresa/)
})

test('a number that was spent elsewhere is the help of a document only', () => {
  const words = '[identificacion.numeroControl]'
  assert.match(helpOf('004', words, 'documento').queHacer, /sello series set --first/)
  assert.deepEqual(helpOf('004', words, 'evento'), helpOf('004', '', 'evento'))
  const not = '[identificacion.numeroControl.x]'
  assert.deepEqual(helpOf('004', not, 'documento'), helpOf('004', '', 'documento'))
})

test('an outage that ended too long ago is told by its words, whatever the code', () => {
  for (const words of [
    'FECHA/HORA DE TRANSMISION FUERA DE PLAZO',
    'fecha/hora transmision fuera de plazo.',
  ]) {
    for (const codigo of [null, '999']) {
      const rechazo = { codigoMsg: codigo, descripcionMsg: 'RECHAZADO', observaciones: [words] }
      const { causa, queHacer } = ayudaOf(rechazo, 'evento')
      assert.match(causa, /contingencia terminó hace más/)
      assert.match(queHacer, /justificación por escrito/)
    }
  }
})
