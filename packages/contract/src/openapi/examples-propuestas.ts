/** Examples of the routes about proposed sales, which tell one story. */
import type { Examples, JsonObject } from './example.ts'
import { EARLIER } from './examples-dte.ts'

const { propuestaId: id } = EARLIER

const VENTA: JsonObject = {
  tipoDte: '01',
  items: [{ descripcion: 'Café de altura, 1 lb', cantidad: 2, precioUni: 5.65 }],
}

const TOTALES: JsonObject = {
  totalNoSuj: 0,
  totalExenta: 0,
  totalGravada: 11.3,
  totalDescu: 0,
  totalIva: 1.3,
  montoTotalOperacion: 11.3,
  totalPagar: 11.3,
  totalLetras: 'ONCE DÓLARES CON TREINTA CENTAVOS',
}

const PROPUESTA: JsonObject = {
  id,
  estado: 'pendiente',
  tipoDte: '01',
  ambiente: '00',
  receptor: null,
  totales: TOTALES,
  referencia: `propuesta-${id}`,
  llave: { keyId: 'sello_test_a1b2c3d4e5f6', label: 'Asistente' },
  emitido: null,
  consola: `https://sello.example.com/06141203850011/pruebas/propuestas/${id}`,
  createdAt: '2026-12-01T15:00:00.000Z',
  venceEl: '2026-12-08T15:00:00.000Z',
}

const DOCUMENTO: JsonObject = { identificacion: { tipoDte: '01' }, resumen: { totalPagar: 11.3 } }

export const validate: Examples = {
  factura: {
    resumen: 'Una factura',
    body: VENTA,
    status: 200,
    answer: { tipoDte: '01', ambiente: '00', totales: TOTALES, documento: DOCUMENTO },
  },
}

export const proposalCreate: Examples = {
  factura: { resumen: 'Una factura', body: VENTA, status: 201, answer: PROPUESTA },
}

export const proposalsList: Examples = {
  enEspera: {
    resumen: 'Las que esperan su firma',
    query: { estado: 'pendiente' },
    status: 200,
    answer: { propuestas: [PROPUESTA], siguiente: null },
  },
}

export const proposalRead: Examples = {
  una: {
    resumen: 'Una que espera',
    params: { id },
    status: 200,
    answer: {
      ...PROPUESTA,
      peticion: { ...VENTA, referencia: `propuesta-${id}` },
      documento: DOCUMENTO,
    },
  },
}

export const proposalDiscard: Examples = {
  descartada: {
    resumen: 'Una que ya no hace falta',
    params: { id },
    status: 200,
    answer: { ...PROPUESTA, estado: 'descartada' },
  },
}
