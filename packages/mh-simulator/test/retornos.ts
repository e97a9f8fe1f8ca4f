/** Returns of the documents of the tests, each with its sums computed on paper. */
import type { Draft } from './documentos.ts'
import { lineaRetorno, resumenRetorno, retorno } from './eventos.ts'

/** Ten units of the 22.50 of goods and one of three days of work, with a tenth of its net withheld. */
export function deCompra(origin: Draft): Draft {
  const event = retorno(origin)
  const work = { tipoItem: 2, descripcion: 'Trabajo', uniMedida: 99, precioUni: 45.5 }
  return {
    ...event,
    cuerpoDocumento: [
      lineaRetorno(origin, { ...work, montoDescu: 2.64, compra: 42.86, reteRenta: 4.29 }),
    ],
    resumen: resumenRetorno({
      totalCompraExcluidos: 42.86,
      subTotalVentas: 42.86,
      montoTotalOperacion: 42.86,
      reteRenta: 4.29,
      totalPagar: 38.57,
    }),
  }
}

/** One unit of twelve, with its share of insurance and freight. */
export function deExportacion(origin: Draft): Draft {
  const event = retorno(origin)
  const { recintoFiscal, tipoRegimen, regimen, tipoItemExpor } = origin.emisor
  const sold = { precioUni: 8.4, montoDescu: 0.48333333, ventaGravada: 7.91666667 }
  return {
    ...event,
    emisor: { ...event.emisor, recintoFiscal, tipoRegimen, regimen, tipoItemExpor },
    cuerpoDocumento: [
      lineaRetorno(origin, { ...sold, tributos: ['C3'], seguro: 0.19, flete: 1.25 }),
      lineaRetorno(origin, { numItem: 2, uniMedida: 99, noGravado: 1 }),
    ],
    resumen: resumenRetorno({
      totalGravada: 7.92,
      subTotalVentas: 7.92,
      tributos: [{ codigo: 'C3', descripcion: 'IVA de exportaciones', valor: 0 }],
      totalSeguro: 0.19,
      totalFlete: 1.25,
      montoTotalOperacion: 9.36,
      totalNoGravado: 1,
      totalPagar: 10.36,
    }),
  }
}
