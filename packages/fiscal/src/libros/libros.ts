/**
 * The VAT books of a month (Reglamento del Código Tributario, art. 82 to 86), from the documents issued in it and
 * their returns. Points that no published rule settles are listed in `avisos` for the accountant.
 */
import { compras, type FilaCompra, filasDeCompras } from './compras.ts'
import {
  consumidorFinal,
  type FilaConsumidorFinal,
  type TotalesConsumidorFinal,
} from './consumidor-final.ts'
import { contribuyentes, filasDeContribuyentes } from './contribuyentes.ts'
import { exportaciones, filasDeExportaciones } from './exportaciones.ts'
import type { Libro } from './libro.ts'
import type { Mes } from './mes.ts'

export interface FilaAnulado {
  readonly fecha: string
  readonly tipoDte: string
  readonly numeroControl: string
  readonly codigoGeneracion: string
  readonly selloRecibido: string | null
}

export interface Libros {
  readonly contribuyentes: ReturnType<typeof contribuyentes>
  readonly consumidorFinal: Libro<FilaConsumidorFinal, TotalesConsumidorFinal>
  readonly exportaciones: ReturnType<typeof exportaciones>
  readonly compras: Libro<FilaCompra, Pick<FilaCompra, 'monto' | 'reteRenta'>>
  readonly anulados: { readonly filas: readonly FilaAnulado[] }
  /** Signed documents and returns in the books that the ministry has not sealed yet. */
  readonly sinSello: number
  readonly avisos: readonly string[]
}

export function libros(mes: Mes): Libros {
  return {
    contribuyentes: contribuyentes(mes.contribuyentes),
    consumidorFinal: consumidorFinal(mes.dias),
    exportaciones: exportaciones(mes.exportaciones),
    compras: compras(mes.compras),
    anulados: { filas: anulados(mes) },
    sinSello: mes.cuenta.sinSello,
    avisos: avisos(mes),
  }
}

/** The rows of one book, one after the other. The other books, which may be larger, are not computed. */
export const filasDe = (which: keyof typeof FILAS, mes: Mes): Iterable<object> => FILAS[which](mes)

const FILAS = {
  contribuyentes: (mes: Mes) => filasDeContribuyentes(mes.contribuyentes),
  consumidorFinal: (mes: Mes) => consumidorFinal(mes.dias).filas,
  exportaciones: (mes: Mes) => filasDeExportaciones(mes.exportaciones),
  compras: (mes: Mes) => filasDeCompras(mes.compras),
  anulados: (mes: Mes) => anulados(mes),
}

const anulados = (mes: Mes): readonly FilaAnulado[] =>
  mes.anulados.map(({ fecha, tipoDte, numeroControl, codigoGeneracion, selloRecibido }) => {
    return { fecha, tipoDte, numeroControl: numeroControl ?? '', codigoGeneracion, selloRecibido }
  })

function avisos({ cuenta, exportaciones }: Mes): readonly string[] {
  return [
    ...(cuenta.terceros > 0
      ? [
          `Ventas por cuenta de terceros: ${cuenta.terceros}. Van en una columna aparte, y no en las propias; el total de los consumidores no las suma.`,
        ]
      : []),
    ...(exportaciones.length > 0
      ? [
          'Las exportaciones van sin flete ni seguro: no hay una regla publicada sobre incluirlos.',
          'El número de la declaración de mercancías no está en el DTE: escríbalo en el libro de exportaciones.',
        ]
      : []),
    ...(cuenta.retornos > 0
      ? [
          `Eventos de retorno: ${cuenta.retornos}. Se restan en su propio día: no hay una regla publicada; revíselos con su contador.`,
        ]
      : []),
  ]
}
