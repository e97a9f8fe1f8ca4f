/** A Factura de sujeto excluido of the tests. Its sums were computed on paper. */
import { type Draft, direccion, emisor, identificacion, pago } from './documentos.ts'

export function lineaCompra(numItem: number, members: Draft): Draft {
  return {
    numItem,
    tipoItem: 2,
    cantidad: 1,
    codigo: null,
    uniMedida: 99,
    descripcion: 'Trabajo',
    precioUni: 0,
    montoDescu: 0,
    compra: 0,
    ...members,
  }
}

function emisorCompra(): Draft {
  const { nombreComercial: _, ...rest } = emisor()
  return rest
}

/** 135.00 of service and 22.50 of goods, 7.50 off the whole; a tenth of the service's net withheld. */
export function sujetoExcluido(): Draft {
  return {
    identificacion: identificacion('14', 2),
    emisor: emisorCompra(),
    receptor: {
      tipoDocumento: '13',
      numDocumento: '034567891',
      nombre: 'PERSONA INVENTADA',
      codActividad: null,
      descActividad: null,
      direccion: direccion(),
      telefono: null,
      correo: null,
    },
    cuerpoDocumento: [
      lineaCompra(1, { cantidad: 3, precioUni: 45.5, montoDescu: 1.5, compra: 135 }),
      lineaCompra(2, { tipoItem: 1, uniMedida: 59, cantidad: 10, precioUni: 2.25, compra: 22.5 }),
    ],
    resumen: {
      totalCompra: 157.5,
      descu: 7.5,
      totalDescu: 9,
      subTotal: 150,
      reteRenta: 12.86,
      totalPagar: 137.14,
      totalLetras: 'LOS QUE SEAN 00/100',
      condicionOperacion: 1,
      pagos: [pago(137.14)],
      observaciones: null,
    },
    apendice: null,
  }
}
