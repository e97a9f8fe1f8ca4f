/** An event of special operations of the tests, written by hand: 37 invoices for 180.00 and three exempt ones. */
import { randomUUID } from 'node:crypto'
import { type Draft, NIT } from './documentos.ts'

export function operaciones(members: Draft = {}): Draft {
  return {
    identificacion: {
      version: 1,
      ambiente: '00',
      tipoModelo: 1,
      tipoOperacion: 1,
      tipoEvento: '17',
      codigoGeneracion: randomUUID().toUpperCase(),
      fecEmi: '2026-10-05',
      horEmi: '10:19:00',
      tipoMoneda: 'USD',
    },
    emisor: { nit: NIT, nombre: 'TIENDA DE LOS ENSAYOS, S.A. DE C.V.' },
    cuerpoDocumento: [
      lineaDePapel({ precioUni: 4.86486486, ventaGravada: 179.99999982, tributos: ['20'] }),
      lineaDePapel({
        ...{ numItem: 2, docDel: '1238', docAl: '1240', cantidad: 3 },
        ...{ precioUni: 2.5, ventaExenta: 7.5 },
      }),
    ],
    resumen: {
      totalNoSuj: 0,
      totalExenta: 7.5,
      totalGravada: 180,
      subTotal: 187.5,
      tributos: [{ codigo: '20', descripcion: 'Impuesto al Valor Agregado 13%', valor: 23.4 }],
      total: 210.9,
      totalLetras: 'DOSCIENTOS DIEZ 90/100 DOLARES',
    },
    apendice: null,
    ...members,
  }
}

/** One voucher of internal control, for 25.50. */
export function unComprobante(numDocumento: string, members: Draft = {}): Draft {
  return operaciones({
    cuerpoDocumento: [
      lineaDePapel({
        ...{ tipoDocumento: '97', docDel: null, docAl: null, cantidad: 1 },
        ...{ numDocumento, fechaEmision: '2026-09-14', precioUni: 25.5 },
        ...{ ventaGravada: 25.5, tributos: ['20'] },
        ...members,
      }),
    ],
    resumen: {
      ...{ totalNoSuj: 0, totalExenta: 0, totalGravada: 25.5, subTotal: 25.5 },
      tributos: [{ codigo: '20', descripcion: 'IVA', valor: 3.32 }],
      ...{ total: 28.82, totalLetras: null },
    },
  })
}

function lineaDePapel(members: Draft): Draft {
  return {
    numItem: 1,
    codigoGeneracionRef: null,
    tipoDocumento: '02',
    numDocumento: null,
    fechaEmision: null,
    cantidad: 37,
    descripcion: 'Facturas',
    docDel: '1201',
    docAl: '1237',
    precioUni: 0,
    ventaNoSuj: 0,
    ventaExenta: 0,
    ventaGravada: 0,
    tributos: null,
    ...members,
  }
}
