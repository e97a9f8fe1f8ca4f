/** Numbering and transmission. Source: docs/sources.md#numero-control, #contingency. */
import type {
  DocumentoDeContribuyente,
  DocumentoDeEstablecimiento,
  IdentificacionComun,
} from '../documento.ts'
import { about, type Grupo, type Rule } from './rule.ts'

const NORMAL = 1
const CONTINGENCIA = 2
const DIFERIDO = 2
const OTRO_MOTIVO = 5

const SERIE: readonly Rule<IdentificacionComun, DocumentoDeEstablecimiento>[] = [
  {
    name: 'numeroControl de la serie del emisor',
    rule: 'IV-5',
    field: 'numeroControl',
    holds: ({ numeroControl }, { emisor }) =>
      emisor.codEstable === null ||
      emisor.codPuntoVenta === null ||
      numeroControl.slice(7, 15) === emisor.codEstable + emisor.codPuntoVenta,
    message: ({ numeroControl }, { emisor }) =>
      `El número de control ${numeroControl} no es de la serie ${emisor.codEstable}${emisor.codPuntoVenta} del emisor.`,
  },
]

/** What a document and a return event state about their transmission. */
type Transmision = Pick<
  IdentificacionComun,
  'tipoModelo' | 'tipoOperacion' | 'tipoContingencia' | 'motivoContin'
>

const TRANSMISION: readonly Rule<Transmision>[] = [
  {
    name: 'tipo de contingencia solo en contingencia',
    rule: 'IV-9',
    field: 'tipoContingencia',
    holds: (i) =>
      i.tipoOperacion === NORMAL
        ? i.tipoContingencia === null && i.motivoContin === null
        : i.tipoContingencia !== null,
    message:
      'El tipo de contingencia (CAT-005) va en la transmisión por contingencia y solo en ella; corríjalo.',
  },
  {
    name: 'modelo diferido en contingencia',
    rule: 'IV-9',
    field: 'tipoModelo',
    holds: (i) => i.tipoOperacion !== CONTINGENCIA || i.tipoModelo === DIFERIDO,
    message: 'En contingencia el modelo de facturación es el diferido (2).',
  },
  {
    name: 'motivo escrito de la contingencia',
    rule: 'IV-9',
    field: 'motivoContin',
    holds: (i) => (i.tipoContingencia === OTRO_MOTIVO) === (i.motivoContin !== null),
    message: 'El motivo se escribe con el tipo de contingencia 5 (otro) y solo con él.',
  },
]

/** The number must name the establishment of the issuer's section. */
export const SERIE_GROUPS: readonly Grupo<DocumentoDeEstablecimiento>[] = [
  about('identificacion', (d) => d.identificacion, SERIE),
]

export const TRANSMISION_GROUP: Grupo<{ readonly identificacion: Transmision }> = about(
  'identificacion',
  (d: { readonly identificacion: Transmision }) => d.identificacion,
  TRANSMISION,
)

export const IDENTIFICACION_GROUPS: readonly Grupo<DocumentoDeContribuyente>[] = [TRANSMISION_GROUP]
