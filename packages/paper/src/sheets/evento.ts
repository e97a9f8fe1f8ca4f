/** What the sheets of events share. An event has no numeroControl, and states little about its issuer. */
import { EMISOR, IDENTIFICACION } from './header.ts'
import type { Field, IdentificacionField } from './sheet.ts'

const NOT_OF_AN_EVENT = ['Número de control']

/** The code takes the place of a document's number, beside the QR and as wide as it. */
export const IDENTIFICACION_DE_EVENTO: readonly IdentificacionField[] = IDENTIFICACION.filter(
  ({ label }) => typeof label !== 'string' || !NOT_OF_AN_EVENT.includes(label),
)

const EMISOR_LABELS = ['NIT', 'Teléfono', 'Correo', 'Establecimiento']

/** A member that the event lacks is omitted: nobody may write it in by hand. */
export const EMISOR_DE_EVENTO: readonly Field[] = EMISOR.filter(
  ({ label }) => typeof label === 'string' && EMISOR_LABELS.includes(label),
).map((field) => ({ ...field, clase: 'C' }))
