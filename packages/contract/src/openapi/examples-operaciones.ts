/** Examples of the routes of special operations. */
import type { Examples, JsonObject } from './example.ts'
import { EARLIER } from './examples-dte.ts'

const TOTALES: JsonObject = {
  totalGravada: 180,
  totalExenta: 7.5,
  totalNoSuj: 0,
  totalIva: 23.4,
  total: 210.9,
}

const ROW: JsonObject = {
  estado: 'sellado',
  codigoGeneracion: '4C1D7E0A-92B3-4F58-8A6D-1E2F3A4B5C6D',
  ambiente: '00',
  fecEmi: '2026-12-01',
  horEmi: '09:00:00',
  totales: TOTALES,
  selloRecibido: '2026E9B1C2D3A4F5061728394A5B6C7D8E9F0A1B',
}

export const report: Examples = {
  facturas: {
    resumen: 'Las facturas simplificadas de un mes, por rango',
    body: {
      items: [
        { tipoDocumento: '02', desde: '1201', hasta: '1237', total: 180 },
        {
          ...{ tipoDocumento: '02', desde: '1238', hasta: '1240' },
          ...{ precioUni: 2.5, tipoVenta: 'exenta' },
        },
      ],
    },
    status: 200,
    answer: {
      ...ROW,
      documento: { identificacion: { version: 1 } },
      jws: 'eyJhbGciOiJSUzUxMiJ9.eyJpZGVudGlmaWNhY2lvbiI6…',
      fhProcesamiento: '01/12/2026 09:00:02',
      observaciones: [],
      archivoJson: '{…}',
      representacionGrafica: 'JVBERi0xLjcK…',
    },
  },
  cantidad: {
    resumen: 'Una cantidad que no es la del rango',
    body: {
      items: [{ tipoDocumento: '02', desde: '1', hasta: '10', cantidad: 9, precioUni: 1 }],
    },
    status: 422,
    answer: {
      error: {
        code: 'validation_failed',
        message:
          'cantidad dice 9 y los números son 10; corríjala, o reporte en varias líneas los rangos que no son seguidos. No se firmó nada.',
        details: {
          issues: [
            {
              field: 'items[0].cantidad',
              rule: 'MF-17-cantidad',
              message:
                'cantidad dice 9 y los números son 10; corríjala, o reporte en varias líneas los rangos que no son seguidos.',
            },
          ],
        },
      },
    },
  },
}

export const list: Examples = {
  pagina: {
    resumen: 'Del más nuevo al más viejo',
    status: 200,
    answer: { operaciones: [{ ...ROW, motivo: null }], siguiente: null },
  },
}

export const read: Examples = {
  absent: {
    resumen: 'Un evento que no existe',
    params: { codigoGeneracion: EARLIER.absent },
    status: 404,
    answer: {
      error: {
        code: 'not_found',
        message: 'No hay un evento de operaciones especiales con ese código en esta empresa.',
        details: { field: 'codigoGeneracion' },
      },
    },
  },
}
