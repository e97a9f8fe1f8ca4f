/** A Documento contable de liquidación of the tests. Its sums were computed on paper. */
import { type Draft, direccion, emisor, identificacion } from './documentos.ts'

/** 2,260.00 paid by card, of which 34.00 are tips; a commission of 45.20. */
export function contable(): Draft {
  const { tipoContingencia: _, motivoContin: __, ...rest } = identificacion('09', 2)
  return {
    identificacion: rest,
    emisor: emisor(),
    receptor: {
      nit: '06140506071028',
      nrc: '998877',
      nombre: 'AFILIADA INVENTADA, S.A.',
      codActividad: '56101',
      descActividad: 'Restaurantes',
      nombreComercial: null,
      tipoEstablecimiento: '01',
      direccion: direccion(),
      telefono: null,
      correo: 'afiliada@example.com',
    },
    cuerpoDocumento: {
      periodoLiquidacionFechaInicio: '2026-10-01',
      periodoLiquidacionFechaFin: '2026-10-04',
      codLiquidacion: 'L-1',
      cantidadDoc: 12,
      valorOperaciones: 2260,
      montoSinPercepcion: 34,
      descripSinPercepcion: 'Propinas',
      subTotal: 2226,
      iva: 256.09,
      montoSujetoPercepcion: 1969.91,
      ivaPercibido: 39.4,
      comision: 45.2,
      porcentComision: 2,
      ivaComision: 5.88,
      liquidoApagar: 2169.52,
      totalLetras: 'LOS QUE SEAN 52/100',
      observaciones: null,
    },
    extension: { nombEntrega: 'Nadie', docuEntrega: '000000027', codEmpleado: null },
    apendice: null,
  }
}
