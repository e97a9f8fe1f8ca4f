/** The routes about the books of a month (ADR 0066). */
import Type from 'typebox'
import { ARCHIVOS_DEL_MES, Books } from './books.ts'
import * as examples from './openapi/examples-books.ts'
import { NO_QUERY, type RouteSpec, SCOPED } from './route.ts'
import { closed, oneOf } from './schema.ts'

const mes = { mes: Type.String({ pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$' }) }
const common = {
  method: 'GET',
  grupo: 'Libros',
  scope: 'query',
  sign: false,
  idem: null,
  params: mes,
  body: null,
  refusals: SCOPED,
} as const

export const books: RouteSpec = {
  ...common,
  path: '/v1/books/{mes}',
  resumen: 'Da los libros de IVA de un mes',
  descripcion:
    'Lo que se firmó en el mes (AAAA-MM), en el ambiente de la llave: ventas a contribuyentes, a consumidor final, exportaciones, compras a sujetos excluidos e invalidados, con sus totales. Las notas de crédito y los retornos van en negativo, y cada columna suma su total. `avisos` dice qué no resuelve ninguna regla publicada; revíselo con su contador. Un mes sin documentos tiene libros vacíos.',
  query: NO_QUERY,
  answers: { 200: { descripcion: 'Los libros.', body: Books } },
  examples: examples.books,
}

export const booksFile: RouteSpec = {
  ...common,
  path: '/v1/books/{mes}/file',
  resumen: 'Descarga un libro, o un anexo del F-07, como CSV',
  descripcion:
    'Un libro es una tabla para hojas de cálculo. Un anexo tiene las columnas del manual de Hacienda (`;`, sin encabezado, Windows-1252), solo con documentos sellados. Los anexos 1 y 2 piden `operacion` e `ingreso`; el 5 pide `operacion`, `clasificacion`, `sector` y `tipo`: los decide el contador.',
  query: closed({
    archivo: oneOf(ARCHIVOS_DEL_MES),
    operacion: Type.Optional(Type.Integer({ minimum: 1, maximum: 13 })),
    ingreso: Type.Optional(Type.Integer({ minimum: 1, maximum: 13 })),
    clasificacion: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
    sector: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
    tipo: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
  }),
  answers: {
    200: {
      descripcion: 'El archivo.',
      body: ['text/csv; charset=utf-8', 'text/csv; charset=windows-1252'],
      headers: { 'Content-Disposition': 'El nombre del archivo.' },
    },
  },
  examples: examples.booksFile,
}
