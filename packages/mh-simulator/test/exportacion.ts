/** A Factura de exportación of the tests. Its sums were computed on paper. */
import { cargo, type Draft, emisor, identificacion, linea, pago } from './documentos.ts'

const SALIDA = { tipoItemExpor: 1, recintoFiscal: '02', tipoRegimen: 'EX-1', regimen: '1000.000' }

function lineaExportacion(line: Draft): Draft {
  const { psv: _, ventaNoSuj: __, ventaExenta: ___, ...rest } = line
  return rest
}

const C3 = { tributos: ['C3'] }

/** 12 x 8.40 - 0.80 and 3 x 33.3333, 10.00 off the whole, insured and shipped, 2.50 of deposit. */
export function facturaExportacion(): Draft {
  return {
    identificacion: identificacion('11', 3),
    documentoRelacionado: null,
    emisor: { ...emisor(), ...SALIDA },
    receptor: {
      nombre: 'INVENTED BUYER INC.',
      tipoDocumento: '37',
      numDocumento: '00-12345-X',
      descActividad: 'Import of things',
      nombreComercial: null,
      codPais: 'US',
      nombrePais: 'Estados Unidos',
      complemento: '1 Invented Road',
      tipoPersona: 2,
      telefono: null,
      correo: 'buyer@example.com',
    },
    otrosDocumentos: null,
    ventaTercero: null,
    compraTercero: null,
    cuerpoDocumento: [
      linea(1, { cantidad: 12, precioUni: 8.4, montoDescu: 0.8, ventaGravada: 100, ...C3 }),
      linea(2, { cantidad: 3, precioUni: 33.3333, ventaGravada: 99.9999, ...C3 }),
      cargo(3, 2.5),
    ].map(lineaExportacion),
    resumen: {
      totalGravada: 200,
      descuGravada: 10,
      porcentajeDescuento: 5,
      totalDescu: 10.8,
      seguro: 4.5,
      flete: 30,
      tributos: [{ codigo: 'C3', descripcion: 'IVA de exportaciones', valor: 0 }],
      montoTotalOperacion: 224.5,
      totalNoGravado: 2.5,
      totalNoOnerosas: 0,
      totalPagar: 227,
      totalLetras: 'LOS QUE SEAN 00/100',
      saldoFavor: 0,
      condicionOperacion: 1,
      pagos: [{ ...pago(227), codigo: '05', referencia: 'TRF-1' }],
      codIncoterms: '11',
      descIncoterms: 'CIF',
      numPagoElectronico: null,
      observaciones: null,
    },
    apendice: null,
  }
}

/** The same sale as a service: nothing leaves by any office. */
export function servicioExportado(): Draft {
  const { emisor: from, resumen, ...rest } = facturaExportacion()
  const nowhere = { tipoItemExpor: 2, recintoFiscal: null, tipoRegimen: null, regimen: null }
  return {
    ...rest,
    emisor: { ...from, ...nowhere },
    resumen: { ...resumen, codIncoterms: null, descIncoterms: null },
  }
}
