/**
 * The VAT books of a month (Reglamento del Código Tributario, art. 82 to 86), from the documents issued in it and
 * their returns. Points that no published rule settles are listed in `avisos` for the accountant.
 */
import { compras, type FilaCompra } from './compras.ts'
import {
  consumidorFinal,
  type FilaConsumidorFinal,
  type TotalesConsumidorFinal,
} from './consumidor-final.ts'
import { contribuyentes, filasDeContribuyentes } from './contribuyentes.ts'
import { exportaciones } from './exportaciones.ts'
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
    contribuyentes: LIBROS.contribuyentes(mes),
    consumidorFinal: LIBROS.consumidorFinal(mes),
    exportaciones: LIBROS.exportaciones(mes),
    compras: LIBROS.compras(mes),
    anulados: LIBROS.anulados(mes),
    sinSello: mes.cuenta.sinSello,
    avisos: avisos(mes),
  }
}

const LIBROS = {
  contribuyentes: (mes: Mes) => contribuyentes(mes.contribuyentes),
  consumidorFinal: (mes: Mes) => consumidorFinal(mes.dias),
  exportaciones: (mes: Mes) => exportaciones(mes.exportaciones),
  compras: (mes: Mes) => compras(mes.compras),
  anulados: (mes: Mes) => ({ filas: anulados(mes) }),
}

/** The rows of one book. The others, which may be larger, are not computed. */
export const filasDe = (which: keyof typeof LIBROS, mes: Mes): Iterable<object> =>
  which === 'contribuyentes' ? filasDeContribuyentes(mes.contribuyentes) : LIBROS[which](mes).filas

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
