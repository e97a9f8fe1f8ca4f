/** A Comprobante de retención of the tests. Its sums were computed on paper. */
import { type Draft, direccion, emisor, identificacion } from './documentos.ts'

export function lineaRetenida(numItem: number, members: Draft): Draft {
  return {
    numItem,
    tipoDte: '03',
    tipoGeneracion: 1,
    numeroDocumento: `C${numItem}`,
    fechaEmision: '2026-10-01',
    montoSujetoGrav: 100,
    codigoRetencionMH: '22',
    ivaRetenido: 1,
    descripcion: null,
    ...members,
  }
}

/** 1 % of 1,000.00 and of 250.55, two papers of one supplier. */
export function retencion(): Draft {
  return {
    identificacion: { ...identificacion('07', 2), fusion: null },
    emisor: emisor(),
    receptor: {
      tipoDocumento: '36',
      numDocumento: '06140506071028',
      nrc: '998877',
      nombre: 'PROVEEDORA INVENTADA, S.A.',
      codActividad: '46900',
      descActividad: 'Venta al por mayor',
      nombreComercial: null,
      direccion: direccion(),
      telefono: null,
      correo: null,
    },
    cuerpoDocumento: [
      lineaRetenida(1, { montoSujetoGrav: 1000, ivaRetenido: 10 }),
      lineaRetenida(2, { montoSujetoGrav: 250.55, ivaRetenido: 2.51 }),
    ],
    resumen: {
      totalSujetoRetencion: 1250.55,
      totalIva: 162.57,
      totalIvaRetenido: 12.51,
      totalLetras: 'LOS QUE SEAN 00/100',
      observaciones: null,
    },
    apendice: null,
  }
}
