/** The fictional company of the demonstration. */
import type { Ambiente } from '@sello/contract'
import type { Limits, NewCompany, NewPointOfSale } from '@sello/service/admin'

export const EMPRESA: NewCompany = {
  nit: '06142801260010',
  nrc: '2600010',
  nombre: 'Café Demostración, S.A. de C.V.',
  codActividad: '47190',
  descActividad: 'Venta al por menor de otros productos en comercios no especializados',
  nombreComercial: 'Café Demostración',
  direccion: {
    departamento: '06',
    municipio: '23',
    distrito: '14',
    complemento: 'Calle Arce 100, Centro Histórico',
  },
  telefono: '22220000',
  correo: 'facturas@example.com',
  responsable: { nombre: 'María Demostración', numDocumento: '00016297-5' },
}

export const PUNTO_DE_VENTA: NewPointOfSale = { codEstable: 'M001', codPuntoVenta: 'P001' }

export const AMBIENTE: Ambiente = '00'

/** Effectively unlimited. */
export const AMOUNT_MAX = 1_000_000_000

/** High enough for load tests. */
export const LIMITS: Limits = { hour: 100_000, day: 100_000, status: 100_000 }

export const PRIMERA_FACTURA = {
  tipoDte: '01',
  receptor: { nombre: 'María Pérez', correo: 'maria@example.com' },
  entrega: { correo: true },
  items: [
    { descripcion: 'Café de altura, tostado, 1 lb', cantidad: 2, precioUni: 5.65, tipoItem: 1 },
    { descripcion: 'Taza de barro de Ilobasco', cantidad: 1, precioUni: 7.25, tipoItem: 1 },
  ],
} as const

/** The request of the printed command: short enough to read. */
export const SIGUIENTE_FACTURA = {
  tipoDte: '01',
  items: [{ descripcion: 'Café de altura, 1 lb', cantidad: 2, precioUni: 5.65 }],
} as const
