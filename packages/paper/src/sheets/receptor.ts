/** The receiver's section, and its fields. */
import { DOCUMENTOS_IDENTIFICACION, findRow } from '@sello/fiscal'
import type { Receptor } from '../documento.ts'
import type { Field, Section } from './sheet.ts'

export function receptor(fields: readonly Field[], title = 'Receptor'): Section {
  return { kind: 'fields', title, empty: (p) => p.documento.receptor === null, fields }
}

/** A field of the receiver, omitted when the document has no receiver. */
export function receptorField(
  label: string | ((r: Receptor) => string),
  clase: Field['clase'],
  value: (r: Receptor) => string | null | undefined,
): Field {
  return {
    clase,
    label:
      typeof label === 'string'
        ? label
        : (p) => (p.documento.receptor ? label(p.documento.receptor) : ''),
    value: (p) => (p.documento.receptor && value(p.documento.receptor)) ?? null,
  }
}

/** The label of an identity document's number is the name of its kind. */
export function documentoLabel({ tipoDocumento }: Receptor): string {
  const row = findRow<{ etiqueta: string }>(DOCUMENTOS_IDENTIFICACION, tipoDocumento ?? '')
  return row?.etiqueta ?? 'Documento'
}
