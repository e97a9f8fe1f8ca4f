/** The whole help for each code of the ministry's manual, and for each member that decides it: what a person acts on. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ayudaOf, type Rechazable } from './mh-codes.ts'

const EMISOR = 'Revise los datos de la empresa y su registro ante Hacienda.'
const SOPORTE = 'Consulte al soporte de Hacienda con el código y la descripción.'
const OTRO =
  'Lea `descripcionMsg` y `observaciones`; si no bastan, consulte al soporte de Hacienda.'

/** What is said in other words of an event. */
const WORDS = {
  documento: {
    corregir: 'Corrija el dato que nombra `descripcionMsg` y emita el documento de nuevo.',
    repetido: 'Hacienda ya tiene un registro con ese código o ese número.',
    yaExiste: 'Consulte el documento antes de emitir otro: puede estar sellado ya.',
    masTarde: 'Emita el documento de nuevo más tarde.',
    sinIva: 'Verifique el NRC, o emita una factura (01).',
    causa: 'Hacienda rechazó el documento con un código que no está en su manual.',
  },
  evento: {
    corregir:
      'Corrija el dato que nombra `descripcionMsg` y repita la operación con otra Idempotency-Key.',
    repetido: 'Hacienda ya tiene un registro con ese código.',
    yaExiste: 'Consulte el documento antes de registrar otro evento: este puede estar sellado ya.',
    masTarde: 'Repita la operación más tarde, con otra Idempotency-Key.',
    sinIva: 'Verifique el NRC.',
    causa: 'Hacienda rechazó el evento con un código que no está en su manual.',
  },
}
type Said = string | ((words: (typeof WORDS)[Rechazable]) => string)

// biome-ignore format: a table
const HELPS: readonly (readonly [codigo: string, causa: Said, queHacer: Said])[] = [
  ['003', 'Un valor no es válido.', (w) => w.corregir],
  ['004', (w) => w.repetido, (w) => w.yaExiste],
  ['005', 'Falta un valor obligatorio.', (w) => w.corregir],
  ['006', 'Un valor no tiene el formato que debe.', (w) => w.corregir],
  ['007', 'Un valor no está permitido.', (w) => w.corregir],
  ['008', 'Un dato no pertenece al contribuyente.', EMISOR],
  ['009', 'El NIT no existe para Hacienda.', 'Verifique el NIT del emisor y del receptor.'],
  ['010', 'El contribuyente no está activo.', 'Verifique el estado del NIT ante Hacienda.'],
  ['011', 'El receptor no está inscrito en IVA.', (w) => w.sinIva],
  ['012', 'El evento de contingencia no existe.', SOPORTE],
  ['013', 'El documento no está dentro del período del evento de contingencia.', SOPORTE],
  ['014', 'Hacienda no tiene registro de un dato.', (w) => w.corregir],
  ['015', 'El documento está invalidado.', 'Use un documento vigente.'],
  ['016', 'El monto es mayor que el del documento relacionado.', 'Revise los montos frente al documento relacionado.'],
  ['017', 'Una fecha no es correcta.', 'Revise la fecha que nombra `descripcionMsg`.'],
  ['018', 'Una fecha está fuera del plazo permitido.', 'El plazo venció: use el documento que la ley prevé para corregir.'],
  ['019', 'Error en el correlativo.', SOPORTE],
  ['020', 'Hacienda calcula otro monto.', 'Compare el campo que nombra `descripcionMsg`; avise a soporte de Sello si el cálculo es nuestro.'],
  ['021', 'Hacienda no pudo validar un campo.', SOPORTE],
  ['022', 'El servicio de firma de Hacienda no está disponible.', (w) => w.masTarde],
  ['023', 'Faltan datos para validar.', (w) => w.corregir],
  ['024', 'Un valor no corresponde a ese campo.', (w) => w.corregir],
  ['025', 'Hay valores repetidos.', (w) => w.corregir],
  ['026', 'Hay valores que deben ser iguales y no lo son.', (w) => w.corregir],
  ['027', 'Un dato no coincide con el documento.', (w) => w.corregir],
  ['028', 'El documento está relacionado con otro.', 'Revise los documentos relacionados antes de repetir.'],
  ['095', 'La cuenta no está autorizada para este tipo de documento.', 'Pida a Hacienda la autorización del tipo para la empresa.'],
  ['096', 'El documento no cumple el esquema de Hacienda.', 'Vea `observaciones`: nombra los campos. Avise a soporte de Sello.'],
  ['097', 'No llegaron datos.', SOPORTE],
  ['098', 'Los datos no cumplen el estándar JSON.', SOPORTE],
  ['099', 'Error no catalogado de Hacienda.', SOPORTE],
  ['801', 'Hacienda no tiene un certificado activo de la empresa.', 'Renueve el certificado ante Hacienda e impórtelo de nuevo.'],
  ['802', 'Hacienda no reconoce la firma.', 'Importe el certificado vigente del ambiente correcto y emita otra llave de firma.'],
  ['030', (w) => w.causa, OTRO],
  ['999', (w) => w.causa, OTRO],
]

for (const of of ['documento', 'evento'] as const) {
  test(`each code of a rejected ${of} is told word for word`, () => {
    const said = (one: Said) => (typeof one === 'string' ? one : one(WORDS[of]))
    for (const [codigoMsg, causa, queHacer] of HELPS) {
      const help = ayudaOf({ codigoMsg, descripcionMsg: null, observaciones: [] }, of)
      assert.deepEqual(help, { causa: said(causa), queHacer: said(queHacer) }, codigoMsg)
    }
  })
}

const COPIA =
  'El evento lleva los datos del documento tal como se selló. Si el documento se emitió con otro programa, invalídelo con ese o en el sitio de Hacienda; si no, avise a soporte de Sello.'
// biome-ignore format: a table
const REASONS: readonly (readonly [codigo: string | null, words: string, causa: string, queHacer: string])[] = [
  ['004', '[identificacion.numeroControl]', 'Hacienda ya tiene otro documento con ese número de control, y este no lo tiene: el número se gastó con otro programa o en el sitio de Hacienda.', 'Diga con qué número sigue la serie, mayor que el último que se gastó allí (sello series set --first), y emita de nuevo sin `corrige`.'],
  ['007', '[receptor.direccion.distrito]', 'El distrito falta o no es de ese municipio.', 'Corrija `direccion`: el distrito (CAT-008) es del municipio, y este del departamento.'],
  ['008', '[receptor.nrc]', 'Ese NRC no es del receptor en este ambiente de Hacienda.', 'Pida al receptor su NIT y su NRC vigentes; en el ambiente de pruebas sirven solo los que allí existen.'],
  ['008', '[emisor.nit]', 'Un dato de la empresa no es el que Hacienda tiene registrado.', 'Iguale los datos de la empresa con los de su registro en el sitio de Hacienda y vuelva a intentarlo.'],
  ['009', '[receptor.nit]', 'El NIT del receptor no existe en este ambiente de Hacienda.', 'Verifique el NIT del receptor; en el ambiente de pruebas sirven solo los que allí existen.'],
  ['009', '[emisor.nit]', 'El NIT de la empresa no existe en este ambiente de Hacienda.', 'Pida a Hacienda la acreditación de la empresa en este ambiente.'],
  ['014', '[documentoRelacionado.numeroDocumento]', 'Hacienda no tiene sellado el documento relacionado en este ambiente.', 'Relacione un documento sellado en el mismo ambiente; si acaba de emitirse, espere su sello.'],
  ['015', '[documento.codigoGeneracion]', 'Hacienda ya tiene invalidado ese documento, por otro evento que no es este.', 'No hay nada más que invalidar: se invalidó con otro programa o en el sitio de Hacienda. Consúltelo allí.'],
  ['019', '[Cuerpodocumento.numItem]', 'Hacienda no acepta la numeración de las líneas.', 'Avise a soporte de Sello: las líneas las numera Sello, de 1 en adelante.'],
  ['025', '[documento.codigoGeneracionR]', 'El documento que reemplaza es el mismo que se invalida.', 'Nombre en `codigoGeneracionReemplazo` el documento nuevo.'],
  ['027', '[identificacion.fecEmi]', 'La fecha del evento no es la que Hacienda espera para ese documento.', COPIA],
  ['027', '[documento.numDocumento]', 'El receptor del evento no es el del documento sellado.', COPIA],
  ['028', '[documento.codigoGeneracion]', 'Otro documento vigente ajusta ese.', 'Invalide antes la nota o el retorno que lo ajusta.'],
  [null, 'FECHA/HORA TRANSMISION FUERA DE PLAZO PERMITIDO', 'El período de la contingencia terminó hace más de lo que Hacienda permite.', 'Presente a Hacienda la justificación por escrito: el plazo del evento ya venció.'],
]

test('each member that decides the help has its own, word for word', () => {
  for (const [codigoMsg, descripcionMsg, causa, queHacer] of REASONS) {
    const help = ayudaOf({ codigoMsg, descripcionMsg, observaciones: [] }, 'documento')
    assert.deepEqual(help, { causa, queHacer }, `${codigoMsg} ${descripcionMsg}`)
  }
})
