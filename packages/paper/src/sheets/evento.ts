/** What the sheets of the events have alike. An event has no numeroControl, and says little of its issuer. */
import { EMISOR, IDENTIFICACION } from './header.ts'
import type { Field, IdentificacionField } from './sheet.ts'

const NOT_OF_AN_EVENT = ['Número de control']

/** The code stands where a document has its number, beside the QR as wide as it is. */
export const IDENTIFICACION_DE_EVENTO: readonly IdentificacionField[] = IDENTIFICACION.filter(
  ({ label }) => typeof label !== 'string' || !NOT_OF_AN_EVENT.includes(label),
)

const EMISOR_LABELS = ['NIT', 'Teléfono', 'Correo', 'Establecimiento']

/** A member that the event lacks is not named: nobody may write it there. */
export const EMISOR_DE_EVENTO: readonly Field[] = EMISOR.filter(
  ({ label }) => typeof label === 'string' && EMISOR_LABELS.includes(label),
).map((field) => ({ ...field, clase: 'C' }))
