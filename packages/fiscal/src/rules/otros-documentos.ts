/**
 * Associated documents (CAT-021). Each kind has its own members. Checked on the request, because members that a
 * type has no place for never reach its document. Source: docs/sources.md#otros-documentos.
 */
import { TIPOS_SERVICIO_MEDICO } from '../catalogos/cat-010-tipo-servicio-medico.ts'
import { OTROS_DOCUMENTOS } from '../catalogos/cat-021-otro-documento-asociado.ts'
import { MODOS_TRANSPORTE } from '../catalogos/cat-030-modo-transporte.ts'
import { isCode } from '../catalogos/catalogo.ts'
import { joinField, type Problem } from '../problem.ts'
import type { OtroDocumentoRequest, RequestOf } from '../request.ts'
import type { TipoDef } from '../tipos/tipo.ts'
import { isNit } from './identidad.ts'
import { NIT_MAL } from './persona.ts'
import type { Rule } from './rule.ts'

const MEDICO = 3
const TRANSPORTE = 4

const isMedico = ({ codDocAsociado }: OtroDocumentoRequest) => codDocAsociado === MEDICO
const isTransporte = ({ codDocAsociado }: OtroDocumentoRequest) => codDocAsociado === TRANSPORTE
const isPapel = (otro: OtroDocumentoRequest) => !isMedico(otro) && !isTransporte(otro)
const isGiven = (value: unknown) => (value ?? null) !== null

const PAPEL = (['descDocumento', 'detalleDocumento'] as const).flatMap(
  (field): readonly Rule<OtroDocumentoRequest, TipoDef>[] => [
    {
      name: `${field} del documento asociado`,
      rule: 'CAT-021',
      field,
      holds: (o) => !isPapel(o) || isGiven(o[field]),
      message: `Falta ${field}; un documento del emisor (1) o del receptor (2) dice cuál es y de qué trata.`,
    },
    {
      name: `${field} ajeno al médico y al transporte`,
      rule: 'CAT-021',
      field,
      holds: (o) => isPapel(o) || !isGiven(o[field]),
      message: `El médico (3) y el transporte (4) no llevan ${field}; quítelo.`,
    },
  ],
)

export const OTRO_DOCUMENTO: readonly Rule<OtroDocumentoRequest, TipoDef>[] = [
  {
    name: 'documento asociado del catálogo',
    rule: 'CAT-021',
    field: 'codDocAsociado',
    holds: ({ codDocAsociado }) => isCode(OTROS_DOCUMENTOS, codDocAsociado),
    message:
      'El documento asociado es 1 (emisor), 2 (receptor), 3 (médico) o 4 (transporte); corríjalo.',
  },
  {
    name: 'médico solo dentro del país',
    rule: 'CAT-021',
    field: 'codDocAsociado',
    holds: (o, { members }) => !isMedico(o) || members.exportacion === 'forbidden',
    message: 'Una exportación no lleva documentos de médico (3); quítelo.',
  },
  {
    name: 'transporte solo en la exportación',
    rule: 'CAT-021',
    field: 'codDocAsociado',
    holds: (o, { members, itemMembers }) =>
      !isTransporte(o) ||
      members.exportacion !== 'forbidden' ||
      itemMembers.tipoDonacion !== 'forbidden',
    message: 'El transporte (4) va solo en la factura de exportación (11); quítelo.',
  },
  {
    name: 'médico y transporte ajenos a la donación',
    rule: 'CAT-021',
    field: 'codDocAsociado',
    holds: (o, { itemMembers }) => isPapel(o) || itemMembers.tipoDonacion === 'forbidden',
    message: 'Una donación lleva documentos del donatario (1) o del donante (2); quítelo.',
  },
  ...PAPEL,
  {
    name: 'datos del médico',
    rule: 'CAT-021',
    field: 'medico',
    holds: (o) => isMedico(o) === isGiven(o.medico),
    message: (o) =>
      isMedico(o)
        ? 'Falta medico; escriba su nombre, su nit o docIdentificacion, y tipoServicio.'
        : 'Solo el documento de médico (3) lleva medico; quítelo.',
  },
  {
    name: 'identificación del médico',
    rule: 'CAT-021',
    field: 'medico',
    holds: ({ medico }) => !medico || isGiven(medico.nit) !== isGiven(medico.docIdentificacion),
    message:
      'El médico se identifica con nit si está domiciliado, o con docIdentificacion; uno de los dos.',
  },
  {
    name: 'NIT del médico',
    rule: 'IV-NIT',
    field: 'medico.nit',
    holds: ({ medico }) => !medico?.nit || isNit(medico.nit.replaceAll('-', '')),
    message: ({ medico }) => `El NIT "${medico?.nit}" del médico ${NIT_MAL}`,
  },
  {
    name: 'servicio médico del catálogo',
    rule: 'CAT-010',
    field: 'medico.tipoServicio',
    holds: ({ medico }) => !medico || isCode(TIPOS_SERVICIO_MEDICO, medico.tipoServicio),
    message: 'El servicio médico no existe; use un código de CAT-010, de 1 a 6.',
  },
  {
    name: 'datos del transporte',
    rule: 'CAT-021',
    field: 'transporte',
    holds: (o) => isTransporte(o) === isGiven(o.transporte),
    message: (o) =>
      isTransporte(o)
        ? 'Falta transporte; escriba modo y conductor, y placa si la hay.'
        : 'Solo el documento de transporte (4) lleva transporte; quítelo.',
  },
  {
    name: 'modo de transporte del catálogo',
    rule: 'CAT-030',
    field: 'transporte.modo',
    holds: ({ transporte }) => !transporte || isCode(MODOS_TRANSPORTE, transporte.modo),
    message: 'El modo de transporte no existe; use un código de CAT-030, de 1 a 6.',
  },
]

/** Every problem of the documents of a request. */
export function checkOtrosDocumentos(tipo: TipoDef, request: RequestOf): Problem[] {
  return (request.otrosDocumentos ?? []).flatMap((otro, i) =>
    OTRO_DOCUMENTO.filter((row) => !row.holds(otro, tipo)).map(({ field, rule, message }) => ({
      field: joinField(`otrosDocumentos[${i}]`, field),
      rule,
      message: typeof message === 'string' ? message : message(otro, tipo),
    })),
  )
}
