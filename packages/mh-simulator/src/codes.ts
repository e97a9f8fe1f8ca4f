/** The ministry's answer codes, and the message that carries them. */

/** codigoMsg to text. Technical manual, table of messages; 095 was observed, 8xx belong to the signature. */
// biome-ignore format: a table
export const MENSAJES = {
  '001': 'RECIBIDO',
  '002': 'RECIBIDO CON OBSERVACIONES',
  '003': 'VALOR NO VALIDO',
  '004': 'YA EXISTE UN REGISTRO CON ESE VALOR',
  '005': 'DEBE INGRESAR UN VALOR',
  '006': 'FORMATO NO VALIDO',
  '007': 'VALOR NO PERMITIDO',
  '008': 'NO PERTENECE AL CONTRIBUYENTE',
  '009': 'NIT DEL CONTRIBUYENTE NO EXISTE',
  '010': 'CONTRIBUYENTE NO ACTIVO',
  '012': 'EVENTO DE CONTINGENCIA NO EXISTE',
  '013': 'NO ESTA DENTRO DEL PERIODO REPORTADO EN EL EVENTO DE CONTINGENCIA',
  '014': 'NO EXISTE REGISTRO CON ESE DATO',
  '015': 'DOCUMENTO INVALIDADO',
  '016': 'MONTO MAYOR AL DEL DOCUMENTO RELACIONADO',
  '017': 'FECHA NO CORRECTA',
  '018': 'FECHA FUERA DEL PLAZO PERMITIDO',
  '019': 'ERROR EN CORRELATIVO',
  '020': 'CALCULO INCORRECTO',
  '023': 'FALTAN DATOS PARA VALIDAR INFORMACION',
  '024': 'VALOR NO APLICA EN ESTE CAMPO',
  '025': 'VALORES REPETIDOS',
  '026': 'NO SE PERMITEN VALORES DIFERENTES',
  '027': 'DATO NO COINCIDE CON EL DTE',
  '028': 'DTE SE ENCUENTRA RELACIONADO CON OTRO DTE',
  '095': 'NO AUTORIZADO',
  '096': 'DOCUMENTO NO CUMPLE ESQUEMA JSON',
  '097': 'NO SE RECIBIERON DATOS',
  '098': 'LOS DATOS NO CUMPLEN EL ESTANDAR JSON',
  '099': 'ERROR NO CATALOGADO',
  '801': 'NO EXISTE CERTIFICADO ACTIVO',
  '802': 'NO VALIDO',
} as const

export type CodigoMsg = keyof typeof MENSAJES

/** clasificaMsg by the section of the document that a message is about. */
// biome-ignore format: a table
const CLASIFICA: Readonly<Record<string, string>> = {
  identificacion:       '11',
  emisor:               '12',
  receptor:             '13',
  documento:            '13',
  detalleDTE:           '14',
  motivo:               '11',
  documentoRelacionado: '14',
  cuerpoDocumento:      '15',
  resumen:              '16',
  extension:            '17',
  apendice:             '18',
  ventaTercero:         '21',
}

const GENERAL = '99'
/** Codes whose classification does not depend on a field. */
const BY_CODE: Readonly<Record<string, string>> = {
  '096': '98',
  '098': '98',
  '801': '20',
  '802': '20',
}

/** The members of every verdict, and its remarks. */
export interface Message {
  readonly clasificaMsg: string
  readonly codigoMsg: string
  readonly descripcionMsg: string
  readonly observaciones: readonly string[]
}

/** A refusal of one field (`resumen.totalIva`), or of the whole document when the path is empty. */
export function refusal(
  codigoMsg: CodigoMsg,
  path = '',
  observaciones: readonly string[] = [],
): Message {
  const section = /\w+/.exec(path)?.[0] ?? ''
  return {
    clasificaMsg: BY_CODE[codigoMsg] ?? CLASIFICA[section] ?? GENERAL,
    codigoMsg,
    descripcionMsg: `${path && `[${path}] `}${MENSAJES[codigoMsg]}`,
    observaciones,
  }
}

/** Shared by all documents: a ledger holds many. */
const RECIBIDO: Message = {
  clasificaMsg: '10',
  codigoMsg: '001',
  descripcionMsg: MENSAJES['001'],
  observaciones: [],
}

/** 001, or 002 when there are remarks: sealed either way. */
export function reception(observaciones: readonly string[]): Message {
  if (observaciones.length === 0) return RECIBIDO
  return { ...RECIBIDO, codigoMsg: '002', descripcionMsg: MENSAJES['002'], observaciones }
}
