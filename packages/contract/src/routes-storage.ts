/** The routes about a company's own storage. */
import Type from 'typebox'
import * as examples from './openapi/examples-storage.ts'
import { codigoGeneracionParam, KEYED, NO_QUERY, type RouteSpec, SCOPED } from './route.ts'
import { UUID_PATTERN } from './schema.ts'
import {
  CopyReport,
  CopyReported,
  Destino,
  DestinoRequest,
  Destinos,
  DestinoTerminado,
  DOCUMENTS_COUNTED,
  StorageStatus,
  VerificationRequest,
} from './storage.ts'

const common = {
  grupo: 'Almacenamiento propio',
  sign: false,
  idem: null,
  query: NO_QUERY,
} as const
const id = { id: Type.String({ pattern: UUID_PATTERN }) }
const ONE = '/v1/storage/destinations/{id}'

export const destinations: RouteSpec = {
  ...common,
  method: 'GET',
  path: '/v1/storage/destinations',
  resumen: 'Lista los destinos de la empresa',
  descripcion:
    'Los que administra el servicio (`managed_…`) y los propios (`byos_…`), en los que escribe quien llama. `sellado` se abre solo con la llave de apertura, que nunca se envía.',
  scope: 'any',
  params: {},
  body: null,
  answers: { 200: { descripcion: 'Los destinos.', body: Destinos } },
  refusals: KEYED,
  examples: examples.destinations,
}

export const destinationPut: RouteSpec = {
  ...common,
  method: 'PUT',
  path: ONE,
  resumen: 'Guarda un destino propio',
  descripcion:
    'El id lo elige quien llama (un UUID). La primera `revision` es 1 y cada cambio lleva la que sigue; repetir la misma petición no cambia nada. Nuevo, todavía no cuenta: hay que verificarlo.',
  scope: 'issue',
  params: id,
  body: DestinoRequest,
  answers: { 200: { descripcion: 'El destino quedó guardado.', body: Destino } },
  refusals: [...SCOPED, 'revision_conflict', 'validation_failed'],
  examples: examples.destinationPut,
}

export const destinationDelete: RouteSpec = {
  ...common,
  method: 'DELETE',
  path: ONE,
  resumen: 'Termina un destino propio',
  descripcion:
    'Lo cifrado se borra y el destino ya no cuenta. Lo que se escribió ahí queda donde está. Repetirlo no cambia nada.',
  scope: 'issue',
  params: id,
  body: null,
  answers: { 200: { descripcion: 'El destino terminó.', body: DestinoTerminado } },
  refusals: [...SCOPED, 'not_found', 'validation_failed'],
  examples: examples.destinationDelete,
}

export const destinationVerification: RouteSpec = {
  ...common,
  method: 'POST',
  path: `${ONE}/verification`,
  resumen: 'Informa que un destino propio sirve',
  descripcion:
    'Quien llama escribió un archivo, lo leyó, lo comparó y lo borró, con lo que guarda esa `revision`. Cuenta 30 días.',
  scope: 'issue',
  params: id,
  body: VerificationRequest,
  answers: { 200: { descripcion: 'El destino, verificado.', body: Destino } },
  refusals: [...SCOPED, 'not_found', 'revision_conflict', 'validation_failed'],
  examples: examples.destinationVerification,
}

export const storageStatus: RouteSpec = {
  ...common,
  method: 'GET',
  path: '/v1/storage/status',
  resumen: 'Dice qué le falta a cada destino',
  descripcion: `Cuántos archivos sellados en el ambiente de la llave no tiene todavía cada destino, entre los ${DOCUMENTS_COUNTED} documentos más nuevos (con sus eventos) que se firmaron desde que se conectó. En un destino propio falta lo que nadie informó, y el PDF de un documento que se invalidó después.`,
  scope: 'any',
  params: {},
  body: null,
  answers: { 200: { descripcion: 'Lo que falta.', body: StorageStatus } },
  refusals: KEYED,
  examples: examples.storageStatus,
}

export const copyReport: RouteSpec = {
  ...common,
  method: 'POST',
  path: '/v1/storage/copies/{codigoGeneracion}/byos',
  resumen: 'Informa que un documento está en un destino propio',
  descripcion:
    'Los archivos de un documento o de un evento sellado, en su ruta fija: `DTE/AAAA/MM/<numeroControl>.json` y `.pdf` (en pruebas, `DTE/pruebas/…`), por su `fecEmi`; los de un evento, en el mes de su documento y con su propio código. Repetirlo no cambia nada. `verified` y `pdfRegenerated` son la palabra de quien informa: la respuesta dice `verified: false`, porque el servicio no ha visto los archivos.',
  scope: 'issue',
  params: codigoGeneracionParam,
  body: CopyReport,
  answers: { 200: { descripcion: 'Quedó anotado.', body: CopyReported } },
  refusals: [...SCOPED, 'not_found', 'not_sealed', 'validation_failed'],
  examples: examples.copyReport,
}
