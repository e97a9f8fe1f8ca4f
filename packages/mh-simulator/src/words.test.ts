/** The ministry's words, and the simulator's own, each in its place: what a program or a person compares with them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHECKS } from './checks/index.ts'
import { MENSAJES } from './codes.ts'
import { stepsOf } from './services/steps.ts'
import { ANSWER_NAMES, answerOf } from './world/answers.ts'
import type { Row } from './world/ledger.ts'

test('each code has the text of the technical manual', () => {
  assert.deepEqual(MENSAJES, {
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
  })
})

// biome-ignore format: a table
const ANSWERS: readonly (readonly [name: string, services: string, clasificaMsg: string, codigoMsg: string, descripcionMsg: string, observaciones?: readonly string[]])[] = [
  ['contrasena_vencida',          'auth',                       '19', '103', 'CONTRASEÑA EXPIRADA'],
  ['usuario_no_autenticado',      'auth',                       '19', '102', 'NO SE PUDO AUTENTICAR AL USUARIO'],
  ['sin_registro',                'consultadte',                '',   '999', 'No se encontro ningun registro que coincida'],
  ['numero_control_repetido',     'recepciondte recepcionlote', '11', '004', '[identificacion.numeroControl] YA EXISTE UN REGISTRO CON ESE VALOR'],
  ['codigo_repetido',             'recepciondte recepcionlote', '11', '004', '[identificacion.codigoGeneracion] YA EXISTE UN REGISTRO CON ESE VALOR'],
  ['nit_no_existe',               'recepciondte recepcionlote', '13', '009', '[receptor.nit] NIT CONTRIBUYENTE NO EXISTE'],
  ['nrc_ajeno',                   'recepciondte recepcionlote', '13', '008', '[receptor.nrc] NO CORRESPONDE A CONTRIBUYENTE'],
  ['actividad_ajena',             'recepciondte recepcionlote', '12', '008', '[emisor.codActividad] NO CORRESPONDE A CONTRIBUYENTE'],
  ['distrito_no_permitido',       'recepciondte recepcionlote', '13', '007', '[receptor.direccion.distrito] VALOR NO ES PERMITIDO'],
  ['origen_sin_registro',         'recepciondte recepcionlote', '14', '014', '[documentoRelacionado.numeroDocumento] NO EXISTE UN REGISTRO CON ESE VALOR'],
  ['correlativo_de_lineas',       'recepciondte recepcionlote', '15', '019', '[Cuerpodocumento.numItem] ERROR EN CORRELATIVO'],
  ['calculo_en_observaciones',    'recepciondte recepcionlote', '16', '020', 'CALCULO INCORRECTO', ['#/resumen/totalPagar CALCULO INCORRECTO', '']],
  ['fecha_del_evento',            'anulardte',                  '11', '027', '[identificacion.fecEmi] DATO NO COINCIDE CON DTE'],
  ['receptor_del_evento',         'anulardte',                  '13', '027', '[documento.numDocumento] DATO NO COINCIDE CON DTE'],
  ['ya_invalidado',               'anulardte',                  '13', '015', '[documento.codigoGeneracion] DOCUMENTO SE ENCUENTRA INVALIDADO'],
  ['reemplazo_repetido',          'anulardte',                  '13', '025', '[documento.codigoGeneracionR] VALORES REPETIDOS'],
  ['con_nota_vigente',            'anulardte',                  '13', '028', '[documento.codigoGeneracion] DTE SE ENCUENTRA RELACIONADO CON OTRO DTE'],
  ['contingencia_fuera_de_plazo', 'contingencia',               '11', '018', 'FECHA/HORA TRANSMISION FUERA DE PLAZO PERMITIDO'],
]

test('each answer that implementers reported is given word for word, by the services that gave it', () => {
  const given = ANSWER_NAMES.map((name) => {
    const { services, ...message } = answerOf(name)
    return { name, services: services.join(' '), ...message }
  })
  const wanted = ANSWERS.map(
    ([name, services, clasificaMsg, codigoMsg, descripcionMsg, observaciones = []]) => {
      return { name, services, clasificaMsg, codigoMsg, descripcionMsg, observaciones }
    },
  )
  assert.deepEqual(given, wanted)
})

// biome-ignore format: a table
const ASKED: readonly (readonly [step: string, what: string])[] = [
  ['contribuyente',    'Quien transmite está registrado'],
  ['sobre',            'El sobre repite lo que dice el documento'],
  ['firma',            'La firma es del certificado registrado'],
  ['json',             'Lo firmado es JSON'],
  ['estructura',       'La estructura es la publicada'],
  ['numeros',          'Los números están escritos en su forma más corta'],
  ['emisor',           'El emisor es quien inició la sesión, y está activo'],
  ['ambiente',         'El ambiente es uno que se recibe aquí'],
  ['puntoDeVenta',     'El establecimiento y el punto de venta están registrados y son los del número de control'],
  ['modelo',           'El modelo y la operación concuerdan; uno en contingencia está en un evento sellado'],
  ['fechas',           'La fecha y la hora de emisión están permitidas'],
  ['calculoLineas',    'Cada línea está bien calculada'],
  ['propios',          'Cumple lo que solo se pide a este tipo de documento'],
  ['tributosResumen',  'Los tributos del resumen son los de las líneas'],
  ['calculoResumen',   'El resumen es la suma de las líneas'],
  ['pagos',            'Los pagos y la condición de la operación concuerdan con el total'],
  ['codigosLineas',    'Los códigos de las líneas están en sus catálogos'],
  ['emisorCodigos',    'Los datos y códigos del emisor son válidos'],
  ['receptor',         'Los datos y códigos del receptor son válidos'],
  ['relacionados',     'Los documentos relacionados existen, valen y son de las mismas partes'],
  ['numeroDocumento',  'Cada línea nombra un documento de la lista de relacionados'],
  ['ventaTercero',     'La venta por cuenta de terceros está completa'],
  ['proporcion',       'Lo que una nota retiene o percibe guarda la proporción de su documento'],
  ['creditos',         'Las notas de crédito no pasan de lo que dice su documento'],
  ['codigoGeneracion', 'El código de generación es nuevo'],
  ['numeroControl',    'El número de control es nuevo en el año'],
]

test('a document and an event go through their steps, each of which says what it asks', () => {
  const told = (row: Partial<Row>) =>
    stepsOf({ estado: 'PROCESADO', evento: null, stoppedAt: null, ...row } as Row).map(
      ({ name, what, result }) => [name, what, result],
    )
  const passed = (steps: typeof ASKED) => steps.map((step) => [...step, 'passed'])
  assert.deepEqual(told({}), passed(ASKED))
  assert.equal(CHECKS.length, ASKED.length - 6)
  const ofEvent = [...ASKED.slice(0, 6), ['evento', 'Cumple lo que se pide a este evento']] as const
  assert.deepEqual(told({ evento: 'retorno' as Row['evento'] }), passed(ofEvent))
})
