/**
 * The meaning of the ministry's codes and what to do, in our words: the `ayuda` of a rejection. The codes are from
 * its transmission manual (docs/sources.md#codes).
 */
import { type Ayuda, ayudaOfReason, type Rechazo } from './mh-reasons.ts'

const REVISAR_EMISOR = 'Revise los datos de la empresa y su registro ante Hacienda.'
const SOPORTE = 'Consulte al soporte de Hacienda con el código y la descripción.'

/** What was rejected. An event has no control number, and is not issued but registered. */
export type Rechazable = 'documento' | 'evento'

type Palabra = 'corregir' | 'repetido' | 'yaExiste' | 'masTarde' | 'sinIva' | 'causa'

const PALABRAS: Readonly<Record<Rechazable, Readonly<Record<Palabra, string>>>> = {
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

// biome-ignore format: a table
const ayudasWith = ({ corregir, repetido, yaExiste, masTarde, sinIva }: Readonly<Record<Palabra, string>>): ReadonlyMap<string, Ayuda> => new Map([
  ['003', { causa: 'Un valor no es válido.', queHacer: corregir }],
  ['004', { causa: repetido, queHacer: yaExiste }],
  ['005', { causa: 'Falta un valor obligatorio.', queHacer: corregir }],
  ['006', { causa: 'Un valor no tiene el formato que debe.', queHacer: corregir }],
  ['007', { causa: 'Un valor no está permitido.', queHacer: corregir }],
  ['008', { causa: 'Un dato no pertenece al contribuyente.', queHacer: REVISAR_EMISOR }],
  ['009', { causa: 'El NIT no existe para Hacienda.', queHacer: 'Verifique el NIT del emisor y del receptor.' }],
  ['010', { causa: 'El contribuyente no está activo.', queHacer: 'Verifique el estado del NIT ante Hacienda.' }],
  ['011', { causa: 'El receptor no está inscrito en IVA.', queHacer: sinIva }],
  ['012', { causa: 'El evento de contingencia no existe.', queHacer: SOPORTE }],
  ['013', { causa: 'El documento no está dentro del período del evento de contingencia.', queHacer: SOPORTE }],
  ['014', { causa: 'Hacienda no tiene registro de un dato.', queHacer: corregir }],
  ['015', { causa: 'El documento está invalidado.', queHacer: 'Use un documento vigente.' }],
  ['016', { causa: 'El monto es mayor que el del documento relacionado.', queHacer: 'Revise los montos frente al documento relacionado.' }],
  ['017', { causa: 'Una fecha no es correcta.', queHacer: 'Revise la fecha que nombra `descripcionMsg`.' }],
  ['018', { causa: 'Una fecha está fuera del plazo permitido.', queHacer: 'El plazo venció: use el documento que la ley prevé para corregir.' }],
  ['019', { causa: 'Error en el correlativo.', queHacer: SOPORTE }],
  ['020', { causa: 'Hacienda calcula otro monto.', queHacer: 'Compare el campo que nombra `descripcionMsg`; avise a soporte de Sello si el cálculo es nuestro.' }],
  ['021', { causa: 'Hacienda no pudo validar un campo.', queHacer: SOPORTE }],
  ['022', { causa: 'El servicio de firma de Hacienda no está disponible.', queHacer: masTarde }],
  ['023', { causa: 'Faltan datos para validar.', queHacer: corregir }],
  ['024', { causa: 'Un valor no corresponde a ese campo.', queHacer: corregir }],
  ['025', { causa: 'Hay valores repetidos.', queHacer: corregir }],
  ['026', { causa: 'Hay valores que deben ser iguales y no lo son.', queHacer: corregir }],
  ['027', { causa: 'Un dato no coincide con el documento.', queHacer: corregir }],
  ['028', { causa: 'El documento está relacionado con otro.', queHacer: 'Revise los documentos relacionados antes de repetir.' }],
  ['095', { causa: 'La cuenta no está autorizada para este tipo de documento.', queHacer: 'Pida a Hacienda la autorización del tipo para la empresa.' }],
  ['096', { causa: 'El documento no cumple el esquema de Hacienda.', queHacer: 'Vea `observaciones`: nombra los campos. Avise a soporte de Sello.' }],
  ['097', { causa: 'No llegaron datos.', queHacer: SOPORTE }],
  ['098', { causa: 'Los datos no cumplen el estándar JSON.', queHacer: SOPORTE }],
  ['099', { causa: 'Error no catalogado de Hacienda.', queHacer: SOPORTE }],
  ['801', { causa: 'Hacienda no tiene un certificado activo de la empresa.', queHacer: 'Renueve el certificado ante Hacienda e impórtelo de nuevo.' }],
  ['802', { causa: 'Hacienda no reconoce la firma.', queHacer: 'Importe el certificado vigente del ambiente correcto y emita otra llave de firma.' }],
])

const AYUDAS: Readonly<Record<Rechazable, ReadonlyMap<string, Ayuda>>> = {
  documento: ayudasWith(PALABRAS.documento),
  evento: ayudasWith(PALABRAS.evento),
}

const OTRO =
  'Lea `descripcionMsg` y `observaciones`; si no bastan, consulte al soporte de Hacienda.'

/** The help for a rejection, by its member and its code; a general one for a code that the manual does not list. */
export function ayudaOf(rechazo: Rechazo, of: Rechazable): Ayuda {
  return (
    ayudaOfReason(rechazo, of) ??
    AYUDAS[of].get(rechazo.codigoMsg ?? '') ?? { causa: PALABRAS[of].causa, queHacer: OTRO }
  )
}
