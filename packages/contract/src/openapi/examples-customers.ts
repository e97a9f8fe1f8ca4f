/** Examples of the routes about stored customers. */
import type { Examples, JsonObject } from './example.ts'
import { EARLIER } from './examples-dte.ts'

const { customerId } = EARLIER
const DATES = { createdAt: '2026-12-01T15:00:00.000Z', updatedAt: '2026-12-01T15:00:00.000Z' }

const ROW = {
  customerId,
  externalId: 'C-1001',
  activo: true,
  nombre: 'Restaurante La Esquina, S.A. de C.V.',
  tipoDocumento: '36',
  numDocumento: '06141203850011',
}

const CUSTOMER: JsonObject = {
  ...ROW,
  nrc: '1850011',
  codActividad: '56101',
  descActividad: null,
  nombreComercial: null,
  direccion: {
    departamento: '06',
    municipio: '23',
    distrito: '14',
    complemento: 'Avenida España 25',
  },
  telefono: null,
  correo: 'compras@example.com',
  codPais: null,
  nombrePais: null,
  complemento: null,
  tipoPersona: null,
  ...DATES,
}

export const customerCreate: Examples = {
  contribuyente: {
    resumen: 'Un contribuyente, para emitirle créditos fiscales',
    body: {
      externalId: 'C-1001',
      nombre: 'Restaurante La Esquina, S.A. de C.V.',
      numDocumento: '06141203850011',
      nrc: '1850011',
      codActividad: '56101',
      direccion: {
        departamento: '06',
        municipio: '23',
        distrito: '14',
        complemento: 'Avenida España 25',
      },
      correo: 'compras@example.com',
    },
    status: 201,
    answer: CUSTOMER,
  },
}

export const customersList: Examples = {
  porComienzo: {
    resumen: 'Los que tienen palabras que empiezan así',
    query: { buscar: 'esqui resta' },
    status: 200,
    answer: { customers: [{ ...ROW, ...DATES }], siguiente: null },
  },
  porDocumento: {
    resumen: 'Los de un número de documento',
    query: { numDocumento: '06141203850011' },
    status: 200,
    answer: { customers: [{ ...ROW, ...DATES }], siguiente: null },
  },
}

export const customerRead: Examples = {
  guardado: { resumen: 'Un cliente', params: { customerId }, status: 200, answer: CUSTOMER },
}

/** The examples tell one story: the deactivated customer is the one changed before. */
const CHANGED = { ...CUSTOMER, correo: 'pagos@example.com' }

export const customerUpdate: Examples = {
  correo: {
    resumen: 'Otro correo',
    params: { customerId },
    body: { correo: 'pagos@example.com' },
    status: 200,
    answer: CHANGED,
  },
}

export const customerDelete: Examples = {
  desactivado: {
    resumen: 'Un cliente que ya no sirve para emitir',
    params: { customerId },
    status: 200,
    answer: { ...CHANGED, activo: false },
  },
}
