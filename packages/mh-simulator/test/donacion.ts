/** A Comprobante de donación of the tests. Its sums were computed on paper. */
import { type Draft, direccion, emisor, identificacion } from './documentos.ts'

function lineaDonada(numItem: number, members: Draft): Draft {
  return {
    numItem,
    tipoDonacion: 2,
    cantidad: 1,
    codigo: null,
    uniMedida: 59,
    descripcion: 'Cosa',
    tipoDepreciacion: 0,
    valorUni: 0,
    valor: 0,
    ...members,
  }
}

/** 250.00 in money, and ten used computers at 300.00 that have lost 1,200.00. */
export function donacion(): Draft {
  const { tipoContingencia: _, motivoContin: __, ...rest } = identificacion('15', 2)
  const { nit, ...de } = emisor()
  return {
    identificacion: rest,
    emisor: { tipoDocumento: '36', numDocumento: nit, ...de },
    receptor: {
      tipoDocumento: '36',
      numDocumento: '06140506071028',
      nrc: null,
      nombre: 'DONANTE INVENTADA, S.A.',
      codActividad: null,
      descActividad: null,
      direccion: direccion(),
      telefono: null,
      correo: null,
      codDomiciliado: 1,
      codPais: 'SV',
    },
    otrosDocumentos: [
      { codDocAsociado: 1, descDocumento: 'Resolucion 1', detalleDocumento: 'La que califica' },
    ],
    cuerpoDocumento: [
      lineaDonada(1, { tipoDonacion: 1, uniMedida: 99, valorUni: 250, valor: 250 }),
      lineaDonada(2, { cantidad: 10, valorUni: 300, tipoDepreciacion: 1200, valor: 1800 }),
    ],
    resumen: {
      valorTotal: 2050,
      totalLetras: 'LOS QUE SEAN 00/100',
      pagos: [{ codigo: '05', montoPago: 250, referencia: 'TRF-1' }],
    },
    apendice: null,
  }
}
