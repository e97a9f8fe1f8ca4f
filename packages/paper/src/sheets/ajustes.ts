/** The body of what adjusts other documents (05, 06, 18): each line cites one document of the list above the body. */
import type { Linea } from '../documento.ts'
import { amount, DASH } from './numbers.ts'
import { type Column, type Table, table } from './sheet.ts'

interface LineaDeAjuste extends Linea {
  /** Its document's number in `DOCUMENTOS_AJUSTADOS`; null if the list lacks it. */
  readonly lugar: number | null
}

// biome-ignore format: a table
const DOCUMENTO_RELACIONADO: Column<LineaDeAjuste> =
  { label: 'N° doc.\nrelac.', align: 'right', width: 'fit', value: (l) => l.lugar === null ? DASH : String(l.lugar) }

export function cuerpoDeAjuste(title: string, columns: readonly Column<Linea>[]): Table {
  return table<LineaDeAjuste>({
    title,
    clase: 'A',
    rows: (p) => {
      const related = p.documento.documentoRelacionado ?? []
      const lugares = new Map(related.map(({ numeroDocumento }, n) => [numeroDocumento, n + 1]))
      return p.documento.cuerpoDocumento.map((l) => ({
        ...l,
        lugar: lugares.get(documentoOf(l)) ?? null,
      }))
    },
    columns: [...columns, DOCUMENTO_RELACIONADO],
    under,
  })
}

/** A note's line has a `numeroDocumento`, a return's a `codigoGeneracion`. */
const documentoOf = (l: Linea): string => l.numeroDocumento ?? l.codigoGeneracion ?? ''

/**
 * In full only if the list lacks the document: the code of each of 200 lines would fill pages. Only a line that
 * adjusts a 07 has its own IVA.
 */
function under(l: LineaDeAjuste): string {
  const documento = l.lugar === null && documentoOf(l)
  const parts = [
    documento ? `N° de documento relacionado: ${documento}` : '',
    l.totalIva ? `IVA: ${amount(l.totalIva)}` : '',
  ]
  return parts.filter((part) => part).join('   ')
}
