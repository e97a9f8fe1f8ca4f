/** Notes of the tests, over a Crédito fiscal of theirs. Their sums were computed on paper. */
import { cargo, creditoFiscal, type Draft, emisor, identificacion, linea } from './documentos.ts'

/** The related document that names an origin. */
export function relacion({ identificacion: { tipoDte, codigoGeneracion, fecEmi } }: Draft): Draft {
  return {
    tipoDocumento: tipoDte,
    tipoGeneracion: 2,
    numeroDocumento: codigoGeneracion,
    fechaEmision: fecEmi,
  }
}

/** A line of a note: without `psv`, with its own perception and retention. */
export function lineaNota(origin: Draft, line: Draft): Draft {
  const { psv: _, ...rest } = line
  const { codigoGeneracion } = origin.identificacion
  return { ivaPerci: 0, totalIva: 0, ivaRete: 0, ...rest, numeroDocumento: codigoGeneracion }
}

function emisorNota(): Draft {
  const { codEstable: _, codPuntoVenta: __, ...rest } = emisor()
  return rest
}

function receptorOf({ receptor: { nit, ...rest } }: Draft): Draft {
  return { tipoDocumento: '36', numDocumento: nit, ...rest }
}

const nota = (tipoDte: string, origin: Draft): Draft => ({
  identificacion: { ...identificacion(tipoDte, 4), fusion: null },
  documentoRelacionado: [relacion(origin)],
  emisor: emisorNota(),
  receptor: receptorOf(origin),
  ventaTercero: origin.ventaTercero,
  apendice: null,
})

const resumen = (members: Draft): Draft => ({
  totalNoSuj: 0,
  totalExenta: 0,
  totalDescu: 0,
  tributos: [],
  ivaPerci: 0,
  totalIva: 0,
  ivaRete: 0,
  totalNoGravado: 0,
  totalLetras: 'LOS QUE SEAN 00/100',
  condicionOperacion: 1,
  observaciones: null,
  codigoRetencionMH: null,
  ...members,
})

const iva = (valor: number) => [{ codigo: '20', descripcion: 'IVA', valor }]

/** Two of the eight come back, 5.00 less, 1 % of it withheld; a credit of 1.00 outside the base. */
export function notaCredito(origin: Draft): Draft {
  const back = { cantidad: 2, precioUni: 31.25, montoDescu: 5, ventaGravada: 57.5 }
  return {
    ...nota('05', origin),
    cuerpoDocumento: [
      lineaNota(origin, linea(1, { ...back, tributos: ['20'], ivaRete: 0.575 })),
      lineaNota(origin, cargo(2, -1)),
    ],
    resumen: resumen({
      totalGravada: 57.5,
      subTotalVentas: 57.5,
      totalDescu: 5,
      tributos: iva(7.48),
      montoTotalOperacion: 64.98,
      ivaRete: 0.58,
      totalNoGravado: -1,
      totalPagar: 63.4,
      codigoRetencionMH: '22',
    }),
  }
}

/** A price raised by 40.50, 1 % of it withheld, as its origin does. */
export function notaDebito(origin: Draft): Draft {
  const more = { precioUni: 40.5, ventaGravada: 40.5, tributos: ['20'], ivaRete: 0.405 }
  return {
    ...nota('06', origin),
    cuerpoDocumento: [lineaNota(origin, linea(1, more))],
    resumen: resumen({
      totalGravada: 40.5,
      subTotalVentas: 40.5,
      tributos: iva(5.27),
      montoTotalOperacion: 45.77,
      ivaRete: 0.41,
      totalPagar: 45.36,
      codigoRetencionMH: '22',
      numPagoElectronico: 'NPE-1',
    }),
  }
}

/** A sale of 230.00 taxed, net of 20.00 off the whole, and nothing else: all of it can be credited. */
export function ventaPlena(): Draft {
  const { cuerpoDocumento, resumen: r, ...rest } = creditoFiscal()
  const [sold] = cuerpoDocumento
  const pagos = [{ ...r.pagos[0], montoPago: 257.6 }]
  return {
    ...rest,
    cuerpoDocumento: [sold],
    resumen: { ...r, totalNoGravado: 0, totalPagar: 257.6, pagos },
  }
}

/** A credit note of one taxed line and nothing else. */
export function credito(origin: Draft, cents: number): Draft {
  const money = (units: number) => Math.round(units) / 100
  const ventaGravada = money(cents)
  const valor = money((cents * 13) / 100)
  const total = money(cents + valor * 100)
  const sold = { precioUni: ventaGravada, ventaGravada, tributos: ['20'] }
  return {
    ...nota('05', origin),
    cuerpoDocumento: [lineaNota(origin, linea(1, sold))],
    resumen: resumen({
      totalGravada: ventaGravada,
      subTotalVentas: ventaGravada,
      tributos: iva(valor),
      montoTotalOperacion: total,
      totalPagar: total,
    }),
  }
}
