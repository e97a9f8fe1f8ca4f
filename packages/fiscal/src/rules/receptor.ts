/**
 * A buyer or seller without a document: a stored customer must pass the same rows as a document's receptor. Further
 * requirements belong to the types.
 */
import type { Problem } from '../problem.ts'
import type { DireccionRequest, ReceptorRequest } from '../request.ts'
import { tipoDocumento, withoutHyphens } from '../tipos/receptor.ts'
import { DIRECCION } from './direccion.ts'
import { DOCUMENTO_DE_IDENTIDAD } from './documento-identidad.ts'
import { ACTIVIDAD, CORREO, NRC, PAIS, TELEFONO, TIPO_PERSONA } from './persona.ts'
import { about } from './rule.ts'
import { TEXTOS } from './textos.ts'

/** The members of every kind of receptor; null when absent. */
export type Receptor = Readonly<Record<TextMember, string | null>> & {
  readonly direccion: DireccionRequest | null
  readonly tipoPersona: number | null
}

type TextMember = (typeof TEXT_MEMBERS)[number]

const TEXT_MEMBERS = [
  'nombre',
  'tipoDocumento',
  'numDocumento',
  'nrc',
  'codActividad',
  'descActividad',
  'nombreComercial',
  'telefono',
  'correo',
  'codPais',
  'nombrePais',
  'complemento',
] as const

const NIT = '36'
const DUI = '13'
const OTRO = '37'
const EL_SALVADOR = 'SV'

/**
 * In the form of documents: the identity document's kind derived from its number if not stated, and NIT, DUI and
 * NRC without hyphens. Foreign numbers keep theirs, which may be significant.
 */
export function toReceptor(given: ReceptorRequest): Receptor {
  const kind = tipoDocumentoOf(given)
  const isLocal = kind === NIT || kind === DUI
  const texts = Object.fromEntries(TEXT_MEMBERS.map((member) => [member, given[member] ?? null]))
  return {
    ...(texts as Record<TextMember, string | null>),
    tipoDocumento: kind,
    numDocumento: isLocal ? withoutHyphens(given.numDocumento) : (given.numDocumento ?? null),
    nrc: withoutHyphens(given.nrc),
    direccion: direccionDe(given.direccion),
    tipoPersona: given.tipoPersona ?? null,
  }
}

/** Its errors in any document; the fields are relative: `direccion.distrito`. */
export function checkReceptor(receptor: Receptor): readonly Problem[] {
  return GROUPS.flatMap((group) => group.check(receptor))
}

const GROUPS = [
  about('', (receptor: Receptor) => receptor, [
    ...DOCUMENTO_DE_IDENTIDAD,
    NRC,
    ACTIVIDAD,
    CORREO,
    TELEFONO,
    PAIS,
    TIPO_PERSONA,
  ]),
  about('direccion', (receptor: Receptor) => receptor.direccion, DIRECCION),
  TEXTOS,
]

/** Nine digits abroad are not a DUI. */
function tipoDocumentoOf(given: ReceptorRequest): string | null {
  const { codPais } = given
  const isAbroad = codPais !== undefined && codPais !== null && codPais !== EL_SALVADOR
  if (!isAbroad || given.tipoDocumento) return tipoDocumento(given)
  return (given.numDocumento ?? null) === null ? null : OTRO
}

/** Its members in a fixed order. */
function direccionDe(given: ReceptorRequest['direccion']): DireccionRequest | null {
  if (!given) return null
  const { departamento, municipio, distrito, complemento } = given
  return { departamento, municipio, distrito, complemento }
}
