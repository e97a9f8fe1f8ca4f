/**
 * Rejections whose help depends on the member that the ministry names besides its code, as observed in its answers
 * (docs/sources.md#answers-seen). The description or the remarks name the member, as `[path]` or as `#/path`.
 */
export interface Ayuda {
  readonly causa: string
  readonly queHacer: string
}

/** The ministry's words of a rejection that the help depends on. */
export interface Rechazo {
  readonly codigoMsg: string | null
  readonly descripcionMsg: string | null
  readonly observaciones: readonly string[]
}

interface Row extends Ayuda {
  /** Null: for services without codes, recognised by their words. */
  readonly codigo: string | null
  /** Matches the member, without list indexes; or the words if there is no code. */
  readonly of: RegExp
  /** Absent: it helps with a document and with an event. */
  readonly solo?: 'documento'
}

const COPIA =
  'El evento lleva los datos del documento tal como se selló. Si el documento se emitió con otro programa, invalídelo con ese o en el sitio de Hacienda; si no, avise a soporte de Sello.'

// biome-ignore format: a table
const ROWS: readonly Row[] = [
  { codigo: '004', of: /numeroControl$/i, solo: 'documento', causa: 'Hacienda ya tiene otro documento con ese número de control, y este no lo tiene: el número se gastó con otro programa o en el sitio de Hacienda.', queHacer: 'Diga con qué número sigue la serie, mayor que el último que se gastó allí (sello series set --first), y emita de nuevo sin `corrige`.' },
  { codigo: '007', of: /distrito$/i, causa: 'El distrito falta o no es de ese municipio.', queHacer: 'Corrija `direccion`: el distrito (CAT-008) es del municipio, y este del departamento.' },
  { codigo: '008', of: /^receptor\.nrc$/i, causa: 'Ese NRC no es del receptor en este ambiente de Hacienda.', queHacer: 'Pida al receptor su NIT y su NRC vigentes; en el ambiente de pruebas sirven solo los que allí existen.' },
  { codigo: '008', of: /^emisor\./i, causa: 'Un dato de la empresa no es el que Hacienda tiene registrado.', queHacer: 'Iguale los datos de la empresa con los de su registro en el sitio de Hacienda y vuelva a intentarlo.' },
  { codigo: '009', of: /^receptor\./i, causa: 'El NIT del receptor no existe en este ambiente de Hacienda.', queHacer: 'Verifique el NIT del receptor; en el ambiente de pruebas sirven solo los que allí existen.' },
  { codigo: '009', of: /^emisor\./i, causa: 'El NIT de la empresa no existe en este ambiente de Hacienda.', queHacer: 'Pida a Hacienda la acreditación de la empresa en este ambiente.' },
  { codigo: '014', of: /^documentoRelacionado\./i, causa: 'Hacienda no tiene sellado el documento relacionado en este ambiente.', queHacer: 'Relacione un documento sellado en el mismo ambiente; si acaba de emitirse, espere su sello.' },
  { codigo: '015', of: /^documento\.codigoGeneracion$/i, causa: 'Hacienda ya tiene invalidado ese documento, por otro evento que no es este.', queHacer: 'No hay nada más que invalidar: se invalidó con otro programa o en el sitio de Hacienda. Consúltelo allí.' },
  { codigo: '019', of: /^cuerpoDocumento\b.*numItem$/i, causa: 'Hacienda no acepta la numeración de las líneas.', queHacer: 'Avise a soporte de Sello: las líneas las numera Sello, de 1 en adelante.' },
  { codigo: '025', of: /codigoGeneracionR$/i, causa: 'El documento que reemplaza es el mismo que se invalida.', queHacer: 'Nombre en `codigoGeneracionReemplazo` el documento nuevo.' },
  { codigo: '027', of: /^identificacion\.fecEmi$/i, causa: 'La fecha del evento no es la que Hacienda espera para ese documento.', queHacer: COPIA },
  { codigo: '027', of: /^documento\.(tipoDocumento|numDocumento)$/i, causa: 'El receptor del evento no es el del documento sellado.', queHacer: COPIA },
  { codigo: '028', of: /^documento\.codigoGeneracion$/i, causa: 'Otro documento vigente ajusta ese.', queHacer: 'Invalide antes la nota o el retorno que lo ajusta.' },
  { codigo: null,  of: /FECHA\/HORA (DE )?TRANSMISION FUERA DE PLAZO/i, causa: 'El período de la contingencia terminó hace más de lo que Hacienda permite.', queHacer: 'Presente a Hacienda la justificación por escrito: el plazo del evento ya venció.' },
]

/** The help for a rejection of that member; null if the code alone decides it. */
export function ayudaOfReason(
  { codigoMsg, descripcionMsg, observaciones }: Rechazo,
  what: 'documento' | 'evento',
): Ayuda | null {
  const words = [descripcionMsg ?? '', ...observaciones]
  const members = words.flatMap(membersIn)
  const isOf = ({ codigo, of }: Row) =>
    codigo === null
      ? words.some((text) => of.test(text))
      : codigo === codigoMsg && members.some((member) => of.test(member))
  const row = ROWS.find((one) => (one.solo ?? what) === what && isOf(one))
  return row ? { causa: row.causa, queHacer: row.queHacer } : null
}

const MEMBER = /\[([^\]]+)\]|#\/([\w/.[\]]+)/g

/** `[a.b[0].c]` and `#/a/b/0/c` are the member `a.b.c`. */
function membersIn(text: string): string[] {
  const unindexed = text.replaceAll(/\[\d+\]/g, '')
  return [...unindexed.matchAll(MEMBER)].map(([, bracketed, pointed]) =>
    (bracketed ?? pointed ?? '').replaceAll(/\/\d+(?=\/|$)/g, '').replaceAll('/', '.'),
  )
}
