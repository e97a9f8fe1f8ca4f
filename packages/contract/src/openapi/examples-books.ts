/** Examples of the routes about the books of a month. */
import type { Examples } from './example.ts'

const mes = '2025-01'
const NADA = { exentas: 0, noSujetas: 0, gravadas: 0 }
const TERCEROS = { ventasTerceros: 0, debitoTerceros: 0 }

export const books: Examples = {
  sin_movimientos: {
    resumen: 'Un mes sin documentos',
    params: { mes },
    status: 200,
    answer: {
      mes,
      contribuyentes: {
        filas: [],
        totales: { ...NADA, debito: 0, ...TERCEROS, ivaPercibido: 0, total: 0 },
      },
      consumidorFinal: {
        filas: [],
        totales: {
          ...{ documentos: 0, retornos: 0, ...NADA, exportaciones: 0, total: 0 },
          ...{ ventasTerceros: 0, debito: 0 },
        },
      },
      exportaciones: { filas: [], totales: { valor: 0 } },
      compras: { filas: [], totales: { monto: 0, reteRenta: 0 } },
      anulados: { filas: [] },
      sinSello: 0,
      avisos: [],
      anexos: [
        { archivo: 'anexo1', nombre: 'Anexo 1, contribuyentes', filas: 0, avisos: [] },
        { archivo: 'anexo2', nombre: 'Anexo 2, consumidor final', filas: 0, avisos: [] },
      ],
    },
  },
}

export const booksFile: Examples = {
  anexo2: {
    resumen: 'El anexo 2: ventas gravadas, del comercio',
    params: { mes },
    query: { archivo: 'anexo2', operacion: '1', ingreso: '3' },
    status: 200,
    answer: null,
  },
}
