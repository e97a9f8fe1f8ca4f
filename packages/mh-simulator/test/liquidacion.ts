/** A Comprobante de liquidación of the tests. Its sums were computed on paper. */
import { type Draft, direccion, emisor, identificacion } from './documentos.ts'

export function lineaLiquidada(numItem: number, members: Draft): Draft {
  return {
    numItem,
    tipoDte: '03',
    tipoGeneracion: 1,
    numeroDocumento: `L${identificacion('08', 2).codigoGeneracion.slice(0, 8)}${numItem}`,
    fechaEmision: '2026-10-01',
    ventaNoSuj: 0,
    ventaExenta: 0,
    ventaGravada: 0,
    exportaciones: 0,
    tributos: ['20'],
    ivaItem: 0,
    observaciones: null,
    ...members,
  }
}

/** 200.00 sold, 20.00 exempt, 40.00 taken back, 75.00 exported; 2.00 perceived. */
export function liquidacion(): Draft {
  const { tipoContingencia: _, motivoContin: __, ...rest } = identificacion('08', 2)
  return {
    identificacion: { ...rest, fusion: null },
    emisor: emisor(),
    receptor: {
      tipoDocumento: '36',
      numDocumento: '06140506071028',
      codDomiciliado: 1,
      nrc: '998877',
      nombre: 'MANDANTE INVENTADA, S.A.',
      codActividad: '46900',
      descActividad: 'Venta al por mayor',
      nombreComercial: null,
      direccion: direccion(),
      telefono: null,
      correo: null,
    },
    cuerpoDocumento: [
      lineaLiquidada(1, { ventaGravada: 200, ventaExenta: 20, ivaItem: 26 }),
      lineaLiquidada(2, { tipoDte: '05', ventaGravada: -40, ivaItem: -5.2 }),
      lineaLiquidada(3, { tipoDte: '11', exportaciones: 75, tributos: ['C3'] }),
    ],
    resumen: {
      totalNoSuj: 0,
      totalExenta: 20,
      totalGravada: 160,
      exportacion: 75,
      subTotalVentas: 255,
      tributos: [
        { codigo: '20', descripcion: 'IVA', valor: 20.8 },
        { codigo: 'C3', descripcion: 'IVA 0%', valor: 0 },
      ],
      montoTotalOperacion: 275.8,
      ivaPerci: 2,
      total: 277.8,
      totalLetras: 'LOS QUE SEAN 80/100',
      condicionOperacion: 1,
      observaciones: null,
    },
    apendice: null,
  }
}
