/** Examples of the routes about webhooks, which tell one story. */
import type { Examples, JsonObject } from './example.ts'
import { EARLIER } from './examples-dte.ts'

const { webhookId: id, novedad } = EARLIER
const AT = '2026-12-01T15:00:00.000Z'

const WEBHOOK: JsonObject = {
  id,
  url: 'https://erp.example.com/sello',
  descripcion: 'ERP',
  tipos: ['dte.sellado', 'dte.rechazado', 'dte.invalidado'],
  activo: true,
  apagado: null,
  fallaDesde: null,
  secretoAnteriorHasta: null,
  createdAt: AT,
  updatedAt: AT,
}
const ROTATED: JsonObject = { ...WEBHOOK, secretoAnteriorHasta: '2026-12-02T15:00:00.000Z' }

const ENTREGA: JsonObject = {
  id: novedad,
  tipo: 'webhook.prueba',
  estado: 'pendiente',
  intentos: 0,
  ultimoIntento: null,
  proximoIntento: AT,
  codigo: null,
  motivo: null,
  createdAt: AT,
}

export const webhookCreate: Examples = {
  sistema: {
    resumen: 'El sistema de la empresa quiere saber de sus documentos',
    body: {
      url: 'https://erp.example.com/sello',
      descripcion: 'ERP',
      tipos: ['dte.sellado', 'dte.rechazado', 'dte.invalidado'],
    },
    status: 201,
    answer: { ...WEBHOOK, secreto: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' },
  },
}

export const webhookRotate: Examples = {
  nuevo: {
    resumen: 'Un secreto nuevo',
    params: { id },
    status: 200,
    answer: { ...ROTATED, secreto: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
  },
}

export const webhookTest: Examples = {
  prueba: { resumen: 'Una prueba', params: { id }, status: 202, answer: ENTREGA },
}

export const webhookRetry: Examples = {
  otraVez: {
    resumen: 'Otra vez',
    params: { id, entrega: novedad },
    status: 202,
    answer: ENTREGA,
  },
}

export const webhooksList: Examples = {
  todos: { resumen: 'Los webhooks', status: 200, answer: { webhooks: [ROTATED] } },
}

export const webhookDeliveries: Examples = {
  pendientes: {
    resumen: 'Lo que falta entregar',
    params: { id },
    query: { estado: 'pendiente' },
    status: 200,
    answer: { entregas: [ENTREGA], siguiente: null },
  },
}

export const webhookUpdate: Examples = {
  apagado: {
    resumen: 'Uno que se apaga',
    params: { id },
    body: { activo: false },
    status: 200,
    answer: { ...ROTATED, activo: false, apagado: { desde: AT, por: 'manual' } },
  },
}

export const webhookDelete: Examples = {
  eliminado: {
    resumen: 'Uno que ya no sirve',
    params: { id },
    status: 200,
    answer: { id, eliminado: true },
  },
}
