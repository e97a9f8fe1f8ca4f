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
  '04': {
    tipoDte: '04',
    receptor: {
      numDocumento: '06141212850017',
      nrc: '7654321',
      nombre: 'COMPRADORA',
      codActividad: '46900',
      correo: 'compras@example.com',
      direccion: DIRECCION,
    },
    bienTitulo: '03',
    items: ITEMS.filter((item) => !('noGravado' in item)),
    descuentos: { gravadas: 10 },
  },
  '07': {
    tipoDte: '07',
    receptor: {
      numDocumento: '06141212850017',
      nrc: '7654321',
      nombre: 'PROVEEDORA',
      codActividad: '46900',
      correo: 'ventas@example.com',
      direccion: DIRECCION,
    },
    items: [],
    retencion: {
      documentos: [
        {
          tipoDocumento: '03',
          numeroDocumento: '4815',
          fechaEmision: '2026-10-02',
          tipoGeneracion: 1,
          monto: 200,
        },
        {
          tipoDocumento: '03',
          numeroDocumento: '4816',
          fechaEmision: '2026-10-02',
          tipoGeneracion: 1,
          monto: 300,
          codigoRetencion: 'C4',
        },
      ],
    },
  },
  '08': {
    tipoDte: '08',
    receptor: {
      numDocumento: '06141212850017',
      nrc: '7654321',
      nombre: 'MANDANTE',
      codActividad: '46900',
      correo: 'mandante@example.com',
      direccion: DIRECCION,
    },
    items: [],
    liquidacion: {
      periodo: '2026-10',
      documentos: [
        {
          tipoDocumento: '03',
          numeroDocumento: '4815',
          fechaEmision: '2026-10-02',
          tipoGeneracion: 1,
          ventaGravada: 500,
          ivaPercibido: 5,
        },
        {
          tipoDocumento: '05',
          numeroDocumento: '4816',
          fechaEmision: '2026-10-03',
          tipoGeneracion: 1,
          ventaGravada: 50,
        },
        {
          tipoDocumento: '11',
          numeroDocumento: '4817',
          fechaEmision: '2026-10-03',
          tipoGeneracion: 1,
          exportaciones: 300,
        },
      ],
    },
  },
  '09': {
    tipoDte: '09',
    receptor: {
      numDocumento: '06141212850017',
      nrc: '7654321',
      nombre: 'AFILIADA',
      codActividad: '46900',
      tipoEstablecimiento: '02',
      correo: 'afiliada@example.com',
      direccion: DIRECCION,
    },
    items: [],
    liquidacionContable: {
      desde: '2026-10-01',
      hasta: '2026-10-04',
      valorOperaciones: 11300,
      sinPercepcion: { monto: 300, descripcion: 'Propinas' },
      porcentajeComision: 3,
      responsable: { nombre: 'Ana', documento: '000000027' },
    },
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
  '15': {
    tipoDte: '15',
    receptor: { nombre: 'ANA', numDocumento: '00016297-5', direccion: DIRECCION },
    items: [
      { tipoDonacion: 2, descripcion: 'Sillas', cantidad: 4, precioUni: 25.5, depreciacion: 2 },
      { tipoDonacion: 1, descripcion: 'Billetes', cantidad: 1, precioUni: 50 },
    ],
  },
} as const satisfies Partial<Record<DteRequest['tipoDte'], DteRequest>>
