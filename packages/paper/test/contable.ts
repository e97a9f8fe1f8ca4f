/** A liquidation of cards that never was: 09, whose body is one record. */
import type { PlainDocumento } from '../src/documento.ts'
import { COMPRA_LLENA } from './compra.ts'
import { FACTURA_LLENA, FACTURA_MINIMA } from './fixtures.ts'

const { tipoContingencia: _, motivoContin: __, ...identificacion } = FACTURA_MINIMA.identificacion

export const CONTABLE_LLENO = {
  identificacion: {
    ...identificacion,
    version: 2,
    tipoDte: '09',
    numeroControl: 'DTE-09-M001P001-000000000000009',
  },
  emisor: FACTURA_MINIMA.emisor,
  receptor: {
    nit: '12170505900033',
    nrc: '7654321',
    nombre: 'Afiliado de Ejemplo, S.A. de C.V.',
    codActividad: '56101',
    descActividad: 'Restaurantes',
    nombreComercial: 'El Afiliado',
    tipoEstablecimiento: '02',
    direccion: COMPRA_LLENA.receptor?.direccion ?? null,
    telefono: '22111111',
    correo: 'afiliado@example.com',
  },
  cuerpoDocumento: {
    periodoLiquidacionFechaInicio: '2026-12-01',
    periodoLiquidacionFechaFin: '2026-12-04',
    codLiquidacion: 'LIQ-2026-12-04',
    cantidadDoc: 182,
    valorOperaciones: 11300,
    montoSinPercepcion: 300,
    descripSinPercepcion: 'Propinas',
    subTotal: 11000,
    iva: 1265.49,
    montoSujetoPercepcion: 9734.51,
    ivaPercibido: 194.69,
    comision: 339,
    porcentComision: 3,
    ivaComision: 44.07,
    liquidoApagar: 10722.24,
    totalLetras: 'DIEZ MIL SETECIENTOS VEINTIDOS 24/100 DOLARES',
    observaciones: 'Ventas del 1 al 4 de diciembre.',
  },
  extension: { nombEntrega: 'Ana de Ejemplo', docuEntrega: '000000027', codEmpleado: 'E-17' },
  apendice: FACTURA_LLENA.apendice,
} as unknown as PlainDocumento
