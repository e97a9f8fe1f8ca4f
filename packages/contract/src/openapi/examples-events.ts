/** Examples of the routes about events. */
import type { Examples } from './example.ts'
import { EARLIER } from './examples-dte.ts'

const { codigoDevuelto, codigoInvalidado, evento, absent } = EARLIER
const [JWS, PDF] = ['eyJhbGciOiJSUzUxMiJ9.eyJpZGVudGlmaWNhY2lvbiI6…', 'JVBERi0xLjcK…']
const SELLO = '2026E9B1C2D3A4F5061728394A5B6C7D8E9F0A1B'

const ANA = { nombre: 'Ana María López', tipoDocumento: '13', numDocumento: '12345678-4' }

const DISPONIBLE = [{ linea: 1, vendida: 2, devuelta: 1, disponible: 1, noGravado: null }]

export const invalidate: Examples = {
  rescision: {
    resumen: 'Una venta que se deshizo: sin documento de reemplazo',
    params: { codigoGeneracion: codigoInvalidado },
    body: { tipoAnulacion: 2, responsable: ANA, solicita: ANA },
    status: 200,
    answer: {
      estado: 'invalidado',
      codigoGeneracion: codigoInvalidado,
      numeroControl: 'DTE-01-M001P001-000000000000002',
      tipoDte: '01',
      ambiente: '00',
      evento: {
        codigoGeneracion: evento,
        selloRecibido: SELLO,
        fhProcesamiento: '02/12/2026 09:15:02',
        observaciones: [],
        tipoAnulacion: 2,
      },
      documento: { identificacion: { version: 3 } },
      jws: JWS,
      archivoJson: '{…}',
      representacionGrafica: PDF,
    },
  },
  repetida: {
    resumen: 'El documento ya estaba invalidado',
    params: { codigoGeneracion: codigoInvalidado },
    body: { tipoAnulacion: 2, responsable: ANA, solicita: ANA },
    status: 200,
    answer: {
      estado: 'invalidado',
      codigoGeneracion: codigoInvalidado,
      numeroControl: 'DTE-01-M001P001-000000000000002',
      yaEstabaInvalidado: true,
    },
  },
}

export const returnEvent: Examples = {
  unaUnidad: {
    resumen: 'Regresa una unidad de la primera línea',
    params: { codigoGeneracion: codigoDevuelto },
    body: { items: [{ linea: 1, cantidad: 1 }] },
    status: 200,
    answer: {
      estado: 'sellado',
      codigoGeneracion: evento,
      ambiente: '00',
      fecEmi: '2026-12-02',
      horEmi: '09:15:00',
      documentoRelacionado: {
        codigoGeneracion: codigoDevuelto,
        numeroControl: 'DTE-01-M001P001-000000000000001',
        tipoDte: '01',
        fecEmi: '2026-12-01',
      },
      totales: {
        totalGravada: 5.65,
        totalExenta: 0,
        totalNoSuj: 0,
        totalIva: 0.65,
        totalPagar: 5.65,
      },
      documento: { identificacion: { version: 1 } },
      jws: JWS,
      disponible: DISPONIBLE,
      selloRecibido: SELLO,
      fhProcesamiento: '02/12/2026 09:15:02',
      observaciones: [],
      archivoJson: '{…}',
      representacionGrafica: PDF,
    },
  },
  deMas: {
    resumen: 'Más de lo que queda',
    params: { codigoGeneracion: codigoDevuelto },
    body: { items: [{ linea: 1, cantidad: 5 }] },
    status: 422,
    answer: {
      error: {
        code: 'return_exceeds_available',
        message: 'De la línea 1 queda 1 por devolver y se piden 5.',
        details: { lineas: [{ linea: 1, solicitado: 5, disponible: 1 }] },
      },
    },
  },
}

export const returnAbandon: Examples = {
  desconocido: {
    resumen: 'El documento no tiene ese evento',
    params: { codigoGeneracion: codigoDevuelto, evento: absent },
    status: 404,
    answer: {
      error: {
        code: 'not_found',
        message: 'El documento no tiene un evento de retorno con ese código.',
        details: { field: 'evento' },
      },
    },
  },
}
