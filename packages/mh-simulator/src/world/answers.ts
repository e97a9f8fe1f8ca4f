/**
 * Answers of the ministry's services that implementers reported, by names of ours, so that a script can ask
 * for one without listing its members. Texts are verbatim; reasons are in the description or the remarks.
 */
import type { Message } from '../codes.ts'

interface Answer extends Message {
  readonly services: readonly AnsweringService[]
}

type Row<Service extends string = string> = readonly [
  services: readonly Service[],
  clasificaMsg: string,
  codigoMsg: string,
  descripcionMsg: string,
  observaciones?: readonly string[],
]

const RECEPCION = ['recepciondte', 'recepcionlote'] as const

// biome-ignore format: a table
const ROWS = {
  contrasena_vencida:        [['auth'],         '19', '103', 'CONTRASEÑA EXPIRADA'],
  usuario_no_autenticado:    [['auth'],         '19', '102', 'NO SE PUDO AUTENTICAR AL USUARIO'],
  sin_registro:              [['consultadte'],  '',   '999', 'No se encontro ningun registro que coincida'],
  numero_control_repetido:   [RECEPCION,        '11', '004', '[identificacion.numeroControl] YA EXISTE UN REGISTRO CON ESE VALOR'],
  codigo_repetido:           [RECEPCION,        '11', '004', '[identificacion.codigoGeneracion] YA EXISTE UN REGISTRO CON ESE VALOR'],
  nit_no_existe:             [RECEPCION,        '13', '009', '[receptor.nit] NIT CONTRIBUYENTE NO EXISTE'],
  nrc_ajeno:                 [RECEPCION,        '13', '008', '[receptor.nrc] NO CORRESPONDE A CONTRIBUYENTE'],
  actividad_ajena:           [RECEPCION,        '12', '008', '[emisor.codActividad] NO CORRESPONDE A CONTRIBUYENTE'],
  distrito_no_permitido:     [RECEPCION,        '13', '007', '[receptor.direccion.distrito] VALOR NO ES PERMITIDO'],
  origen_sin_registro:       [RECEPCION,        '14', '014', '[documentoRelacionado.numeroDocumento] NO EXISTE UN REGISTRO CON ESE VALOR'],
  correlativo_de_lineas:     [RECEPCION,        '15', '019', '[Cuerpodocumento.numItem] ERROR EN CORRELATIVO'],
  calculo_en_observaciones:  [RECEPCION,        '16', '020', 'CALCULO INCORRECTO', ['#/resumen/totalPagar CALCULO INCORRECTO', '']],
  fecha_del_evento:          [['anulardte'],    '11', '027', '[identificacion.fecEmi] DATO NO COINCIDE CON DTE'],
  receptor_del_evento:       [['anulardte'],    '13', '027', '[documento.numDocumento] DATO NO COINCIDE CON DTE'],
  ya_invalidado:             [['anulardte'],    '13', '015', '[documento.codigoGeneracion] DOCUMENTO SE ENCUENTRA INVALIDADO'],
  reemplazo_repetido:        [['anulardte'],    '13', '025', '[documento.codigoGeneracionR] VALORES REPETIDOS'],
  con_nota_vigente:          [['anulardte'],    '13', '028', '[documento.codigoGeneracion] DTE SE ENCUENTRA RELACIONADO CON OTRO DTE'],
  contingencia_fuera_de_plazo: [['contingencia'], '11', '018', 'FECHA/HORA TRANSMISION FUERA DE PLAZO PERMITIDO'],
} as const satisfies Readonly<Record<string, Row>>

export type AnswerName = keyof typeof ROWS
/** The services in the rows. */
export type AnsweringService = (typeof ROWS)[AnswerName][0][number]

export const ANSWER_NAMES = Object.keys(ROWS) as readonly AnswerName[]

export function answerOf(name: AnswerName): Answer {
  const row: Row<AnsweringService> = ROWS[name]
  const [services, clasificaMsg, codigoMsg, descripcionMsg, observaciones = []] = row
  return { services, clasificaMsg, codigoMsg, descripcionMsg, observaciones }
}
