/** Examples of delivery by mail. */
import type { Examples } from './example.ts'
import { EARLIER } from './examples-dte.ts'

export const deliver: Examples = {
  otraVez: {
    resumen: 'A otra dirección',
    params: { codigoGeneracion: EARLIER.codigoGeneracion },
    body: { correo: ['contabilidad@example.com'] },
    status: 201,
    answer: {
      entregas: [
        {
          id: '9f1c2d3e-4b5a-4c6d-8e7f-0a1b2c3d4e5f',
          destino: 'c…d@e…e.com',
          estado: 'pendiente',
          motivo: null,
          fecha: '2026-12-01T15:30:05.000Z',
        },
      ],
    },
  },
}

export const pageRevoke: Examples = {
  sinPagina: {
    resumen: 'Un documento que no tenía página',
    params: { codigoGeneracion: EARLIER.codigoGeneracion },
    status: 200,
    answer: { revocada: false },
  },
}
