import type { TipoDte } from '@sello/contract'
import { TIPO } from '../tipos.ts'
import { shortNumero } from '../ui/text.ts'
import type { Ending } from './issue.ts'

/** An outcome in one line, for whoever is on another page by then. */
export function tellEnding(tipoDte: TipoDte, ending: Ending) {
  const { sellada, firmada, rechazada } = TIPO[tipoDte]
  if (ending.kind === 'rechazado') {
    const { numeroControl, codigoGeneracion } = ending.rechazo
    return {
      codigoGeneracion,
      said: `${rechazada} por Hacienda: ${shortNumero(numeroControl ?? '')}.`,
    }
  }
  const { numeroControl, codigoGeneracion } = ending.documento
  const said = ending.kind === 'sellado' ? sellada : `${firmada}, sin sello todavía`
  return { codigoGeneracion, said: `${said}: ${shortNumero(numeroControl)}.` }
}
