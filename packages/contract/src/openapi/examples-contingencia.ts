/** Examples of the routes about contingency. */
import type { Examples } from './example.ts'

export const contingencyList: Examples = {
  sin_contingencia: {
    resumen: 'Hacienda ha respondido siempre',
    status: 200,
    answer: { ambiente: '00', abierta: false, periodos: [] },
  },
}

export const contingencyClose: Examples = {
  nada_pendiente: {
    resumen: 'Ningún documento espera un evento',
    body: {},
    status: 200,
    answer: { eventos: [], pendientes: 0 },
  },
}
