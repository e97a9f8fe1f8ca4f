/** Examples of the feed. */
import type { Examples } from './example.ts'
import { EARLIER } from './examples-dte.ts'

export const events: Examples = {
  sellado: {
    resumen: 'Un documento que Hacienda selló',
    query: { limite: '1' },
    status: 200,
    answer: {
      novedades: [
        {
          id: 'nv_4f0b7c1d2e3a49586776859403b2a1c0',
          tipo: 'dte.sellado',
          fecha: '2026-12-01T15:04:05.123Z',
          ambiente: '00',
          datos: {
            estado: 'sellado',
            codigoGeneracion: EARLIER.codigoDevuelto,
            tipoDte: '01',
            numeroControl: 'DTE-01-M001P001-000000000000001',
            fecEmi: '2026-12-01',
            referencia: null,
            selloRecibido: '2026A1B2C3D4E5F60718293A4B5C6D7E8F90AB12',
            totales: {
              totalNoSuj: 0,
              totalExenta: 0,
              totalGravada: 11.3,
              totalDescu: 0,
              totalIva: 1.3,
              montoTotalOperacion: 11.3,
              totalPagar: 11.3,
            },
          },
        },
      ],
      siguiente: '0-1',
    },
  },
}
