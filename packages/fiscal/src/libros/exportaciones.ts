/** Exports (Reglamento del Código Tributario, art. 84): a row per document (11), and per return of one. */
import { type Asiento, tipoEscritoDe } from './asiento.ts'
import { dollars, each, type Libro, sumOf } from './libro.ts'

export interface FilaExportacion {
  readonly numero: number
  readonly fecha: string
  /** 18: a return event, which has no control number. */
  readonly tipoDte: string
  readonly numeroControl: string | null
  readonly codigoGeneracion: string
  readonly selloRecibido: string | null
  readonly nombre: string
  readonly codPais: string
  readonly nombrePais: string
  /** The customs declaration's number, which the accountant writes: no member of a DTE has it. */
  readonly declaracion: null
  /** Without freight and insurance. */
  readonly valor: number
}

export const exportaciones = (
  all: readonly Asiento[],
): Libro<FilaExportacion, { readonly valor: number }> => ({
  filas: [...filasDeExportaciones(all)],
  totales: { valor: dollars(sumOf(all.map(valorDe))) },
})

export const filasDeExportaciones = (all: readonly Asiento[]): Iterable<FilaExportacion> =>
  each(all, (one, numero) => {
    const { fecha, numeroControl, codigoGeneracion, selloRecibido, persona } = one
    return {
      numero, // before any spread, as in contribuyentes.ts
      ...{ fecha, tipoDte: tipoEscritoDe(one), numeroControl, codigoGeneracion },
      ...{ selloRecibido, nombre: persona.nombre, codPais: persona.codPais ?? '' },
      nombrePais: persona.nombrePais ?? '',
      declaracion: null,
      valor: dollars(valorDe(one)),
    }
  })

const valorDe = ({ montos: { exentas, noSujetas, gravadas } }: Asiento) =>
  sumOf([exentas, noSujetas, gravadas])
