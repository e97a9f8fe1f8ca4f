/** What a request for a retention (07) states of each document, and does not apply. Source: docs/sources.md#07. */
import { RETENCIONES_IVA } from '../catalogos/cat-006-retencion-iva.ts'
import { isCode } from '../catalogos/catalogo.ts'
import type { Problem } from '../problem.ts'
import type { DocumentoRetenidoRequest, RequestOf } from '../request.ts'
import type { Rule } from './rule.ts'

const CASOS_ESPECIALES = 'C9'
const isUnknown = (codigo: string | null | undefined) =>
  typeof codigo === 'string' && !isCode(RETENCIONES_IVA, codigo)

export const RETENCION: readonly Rule<DocumentoRetenidoRequest>[] = [
  {
    name: 'IVA retenido que se calcula',
    rule: 'CAT-006',
    field: 'ivaRetenido',
    holds: ({ codigoRetencion, ivaRetenido }) =>
      (ivaRetenido ?? null) === null ||
      codigoRetencion === CASOS_ESPECIALES ||
      isUnknown(codigoRetencion), // which is reported itself
    message:
      'El IVA retenido se calcula con el código de retención; quite ivaRetenido, que va solo con C9 (casos especiales).',
  },
]

export function checkRetencion({ retencion }: RequestOf): Problem[] {
  return (retencion?.documentos ?? []).flatMap((documento, i) =>
    RETENCION.filter((row) => !row.holds(documento, null)).map(({ field, rule, message }) => ({
      field: `cuerpoDocumento[${i}].${field}`,
      rule,
      message: message as string,
    })),
  )
}
