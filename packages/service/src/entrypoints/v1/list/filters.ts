/** The filters of a list, read from its query parameters. */
import { ESTADOS, Referencia, TIPOS_CONOCIDOS } from '@sello/contract'
import { Compile } from 'typebox/compile'
import type { Filters } from '../../../ledger/documents/list.ts'
import { refuseFields } from '../../http/body.ts'
import { readDate, readWord } from '../parameters.ts'
import type { Asked } from '../route.ts'

/** 400 for an invalid date, and for an unknown state or type. */
export function readFilters(parameters: Asked['query']): Filters {
  return {
    desde: readDate('desde', parameters.desde),
    hasta: readDate('hasta', parameters.hasta),
    estado: readWord('estado', parameters.estado, ESTADOS),
    // A valid type that is not issued here has no rows; that is not an error.
    tipoDte: readWord('tipoDte', parameters.tipoDte, TIPOS_CONOCIDOS),
    referencia: readReferencia(parameters.referencia),
  }
}

const referenciaForm = Compile(Referencia)

function readReferencia(text: string | null | undefined): string | null {
  if (text == null) return null
  if (referenciaForm.Check(text)) return text
  const message = 'lleva de 1 a 100 caracteres, y ninguno de control.'
  return refuseFields([{ field: 'referencia', message }])
}
