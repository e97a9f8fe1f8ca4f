/** A valid request of each type, with every kind of line. */
import type { DteRequest } from '../src/index.ts'

const DIRECCION = { departamento: '06', municipio: '23', distrito: '14', complemento: 'Calle 1' }
const ITEMS = [
  { descripcion: 'Silla', cantidad: 4, precioUni: 25.5, montoDescu: 2 },
  { descripcion: 'Libro', cantidad: 1, precioUni: 10, tipoVenta: 'exenta' },
  { descripcion: 'Donativo', cantidad: 1, precioUni: 5, tipoVenta: 'no_sujeta' },
  { descripcion: 'Depósito', cantidad: 1, noGravado: 1.5 },
] as const

export const REQUESTS = {
  '01': {
    tipoDte: '01',
    receptor: { nombre: 'ANA', numDocumento: '00016297-5', direccion: DIRECCION },
    items: ITEMS,
    origenes: [
      {
        tipoDocumento: '04',
        numeroDocumento: '4815',
        fechaEmision: '2026-10-02',
        tipoGeneracion: 1,
      },
      {
        tipoDocumento: '04',
        numeroDocumento: '4816',
        fechaEmision: '2026-10-02',
        tipoGeneracion: 1,
      },
    ],
    ventaTercero: { nit: '06141212850017', nombre: 'TERCERO', codDomiciliado: 1 },
  },
  '03': {
    tipoDte: '03',
    receptor: {
      numDocumento: '06141212850017',
      nrc: '7654321',
      nombre: 'COMPRADORA',
      codActividad: '46900',
      correo: 'compras@example.com',
      direccion: DIRECCION,
    },
    items: ITEMS,
  },
  '11': {
    tipoDte: '11',
    receptor: {
      nombre: 'BUYER',
      numDocumento: '98-7654321',
      codPais: 'US',
      complemento: '100 Fictional Street',
      tipoPersona: 2,
      descActividad: 'Importación',
      correo: 'buyer@example.com',
    },
    exportacion: {
      tipoItemExpor: 1,
      recintoFiscal: '02',
      tipoRegimen: 'EX-1',
      regimen: '1000.000',
      incoterms: '11',
      flete: 8,
      seguro: 2.5,
    },
    items: [
      { descripcion: 'Café', cantidad: 4, precioUni: 25.5, montoDescu: 2, tipoItem: 1 },
      { descripcion: 'Depósito', cantidad: 1, noGravado: 1.5 },
    ],
    ventaTercero: { nit: '06141212850017', nombre: 'TERCERO', codDomiciliado: 1 },
  },
  '14': {
    tipoDte: '14',
    receptor: { nombre: 'ANA', numDocumento: '00016297-5', direccion: DIRECCION },
    items: [
      { descripcion: 'Maíz', cantidad: 4, precioUni: 25.5, montoDescu: 2, tipoItem: 1 },
      { descripcion: 'Reparación', cantidad: 1, precioUni: 50 },
    ],
    descuento: 15,
    aplicarReteRenta: true,
  },
} as const satisfies Partial<Record<DteRequest['tipoDte'], DteRequest>>
