/** What the sheets of events share. An event has no numeroControl, and states little about its issuer. */
import type { Printable } from '../documento.ts'
import { EMISOR, IDENTIFICACION, noticesOf } from './header.ts'
import type { Field, IdentificacionField } from './sheet.ts'

/** The code takes the place of a document's number, beside the QR and as wide as it. */
export const IDENTIFICACION_DE_EVENTO: readonly IdentificacionField[] = IDENTIFICACION.filter(
  ({ label }) => label !== 'Número de control',
)

/** A member that the event lacks is omitted: nobody may write it in by hand. */
export const EMISOR_DE_EVENTO: readonly Field[] = EMISOR.map((field) => ({ ...field, clase: 'C' }))

export const noticesDeEvento = (p: Printable): string[] => noticesOf('Evento', p)
