/** A Nota de remisión of the tests. Its sums were computed on paper. */
import { type Draft, direccion, emisor, identificacion, linea } from './documentos.ts'

/** A line has no charges and no suggested price. */
function lineaRemitida(numItem: number, members: Draft): Draft {
  const { psv: _, noGravado: __, ...one } = linea(numItem, members)
  return one
}

/** 40 at 12.50 less 20, and ten exempt at 1.25; 29 off the taxed ones. */
export function remision(): Draft {
  return {
    identificacion: identificacion('04', 4),
    documentoRelacionado: null,
    emisor: emisor(),
    receptor: {
      tipoDocumento: '36',
      numDocumento: '06140506071028',
      nrc: '998877',
      nombre: 'CONSIGNATARIA INVENTADA, S.A.',
      codActividad: '46900',
      descActividad: 'Venta al por mayor',
      nombreComercial: null,
      direccion: direccion(),
      telefono: null,
      correo: null,
      bienTitulo: '03',
    },
    ventaTercero: null,
    cuerpoDocumento: [
      lineaRemitida(1, {
        cantidad: 40,
        precioUni: 12.5,
        montoDescu: 20,
        ventaGravada: 480,
        tributos: ['20'],
      }),
      lineaRemitida(2, { cantidad: 10, precioUni: 1.25, ventaExenta: 12.5 }),
    ],
    resumen: {
      totalNoSuj: 0,
      totalExenta: 12.5,
      totalGravada: 480,
      subTotalVentas: 492.5,
      descuNoSuj: 0,
      descuExenta: 0,
      descuGravada: 29,
      porcentajeDescuento: 5.89,
      totalDescu: 49,
      tributos: [{ codigo: '20', descripcion: 'Impuesto al Valor Agregado 13%', valor: 58.63 }],
      subTotal: 463.5,
      montoTotalOperacion: 522.13,
      totalLetras: 'LOS QUE SEAN 00/100',
      observaciones: null,
    },
    apendice: null,
  }
}
