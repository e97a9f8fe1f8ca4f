/** Rules that the structure of 09 does not express. Source: docs/sources.md#09. */
import { TIPOS_ESTABLECIMIENTO } from '../../catalogos/cat-009-tipo-establecimiento.ts'
import { isCode } from '../../catalogos/catalogo.ts'
import { BASE_PERCEPCION_09, LIQUIDO_09 } from '../../criterios.ts'
import { CERO, type Monto, minus, sum, toText } from '../../monto.ts'
import { completo } from '../../rules/completo.ts'
import { direccionDe } from '../../rules/direccion.ts'
import { ACTIVIDAD, CORREO, NIT, NRC, otroQueElEmisor, TELEFONO } from '../../rules/persona.ts'
import { about, type Grupo, over, type Rule } from '../../rules/rule.ts'
import { TEXTOS } from '../../rules/textos.ts'
import { isClose } from '../../rules/tolerancia.ts'
import { BEFORE_RECEPTOR } from '../../rules/venta.ts'
import { dosPorCiento, ivaDentroDe, ivaSobre, sinIva } from '../../tasas.ts'
import type { DocumentoContable } from './estructura.ts'

type Receptor = DocumentoContable['receptor']
type Registro = DocumentoContable['cuerpoDocumento']

const FECHA = /^\d{4}-\d{2}-\d{2}$/
const NETO = BASE_PERCEPCION_09 === 'sin IVA'

const RECEPTOR: readonly Rule<Receptor, DocumentoContable>[] = [
  // biome-ignore format: a table
  ...completo<Receptor>([
    ['nit',                 'Falta el NIT del afiliado; escríbalo en numDocumento.'],
    ['nombre',              'Falta el nombre del afiliado; escríbalo.'],
    ['codActividad',        'Falta la actividad económica del afiliado; escriba su código de CAT-019.'],
    ['tipoEstablecimiento', 'Falta el tipo de establecimiento del afiliado; escriba su código de CAT-009, por ejemplo 02 (casa matriz).'],
    ['correo',              'Falta el correo del afiliado; escríbalo.'],
  ]),
  NIT,
  otroQueElEmisor('nit', 'el afiliado'),
  NRC,
  ACTIVIDAD,
  {
    name: 'tipo de establecimiento del catálogo',
    rule: 'CAT-009',
    field: 'tipoEstablecimiento',
    holds: ({ tipoEstablecimiento: tipo }) => !tipo || isCode(TIPOS_ESTABLECIMIENTO, tipo),
    message: ({ tipoEstablecimiento }) =>
      `El tipo de establecimiento "${tipoEstablecimiento}" no existe; use 01 (sucursal), 02 (casa matriz), 04 (bodega) o 07 (patio).`,
  },
  CORREO,
  TELEFONO,
]

const areDates = (...fechas: readonly string[]) => fechas.every((fecha) => FECHA.test(fecha))

const PERIODO: readonly Rule<Registro, DocumentoContable>[] = [
  {
    name: 'fin de la liquidación después de su inicio',
    rule: 'IV-liquidacion-contable',
    field: 'periodoLiquidacionFechaFin',
    holds: ({ periodoLiquidacionFechaInicio: desde, periodoLiquidacionFechaFin: hasta }) =>
      !areDates(desde, hasta) || hasta >= desde,
    message: ({ periodoLiquidacionFechaInicio: desde, periodoLiquidacionFechaFin: hasta }) =>
      `La liquidación termina el ${hasta}, antes de su inicio (${desde}); corrija las fechas.`,
  },
  {
    name: 'liquidación dentro de un período tributario',
    rule: 'SELLO-liquidacion',
    field: 'periodoLiquidacionFechaFin',
    holds: ({ periodoLiquidacionFechaInicio: desde, periodoLiquidacionFechaFin: hasta }) =>
      !areDates(desde, hasta) || hasta < desde || hasta.slice(0, 7) === desde.slice(0, 7),
    message: ({ periodoLiquidacionFechaInicio: desde, periodoLiquidacionFechaFin: hasta }) =>
      `La liquidación va del ${desde} al ${hasta}, y la percepción se declara por mes; haga un documento por mes.`,
  },
  {
    name: 'liquidación de lo ya operado',
    rule: 'SELLO-liquidacion',
    field: 'periodoLiquidacionFechaInicio',
    holds: ({ periodoLiquidacionFechaInicio: desde }, { identificacion: { fecEmi } }) =>
      !areDates(desde) || desde <= fecEmi,
    message: ({ periodoLiquidacionFechaInicio: desde }, { identificacion: { fecEmi } }) =>
      `La liquidación empieza el ${desde}, después de este documento (${fecEmi}); corrija la fecha.`,
  },
]

const sinPercepcion = ({ montoSinPercepcion }: Registro): Monto => montoSinPercepcion ?? CERO
const isSold = ({ valorOperaciones }: Registro) => valorOperaciones > CERO
/** Something is left to perceive on. */
const isTaxed = (r: Registro) => isSold(r) && sinPercepcion(r) < r.valorOperaciones

const IMPORTES: readonly Rule<Registro>[] = [
  {
    name: 'valor de las operaciones',
    rule: 'IV-liquidacion-contable',
    field: 'valorOperaciones',
    holds: isSold,
    message: 'Falta lo que pagaron los tarjetahabientes; escriba valorOperaciones, mayor que 0.',
  },
  {
    name: 'algo sujeto a percepción',
    rule: 'IV-liquidacion-contable',
    field: 'montoSinPercepcion',
    holds: (r) => !isSold(r) || isTaxed(r),
    message: (r) =>
      `Lo que no se sujeta a percepción (${toText(sinPercepcion(r))}) no deja nada de ${toText(r.valorOperaciones)}: sin percepción no hay documento contable de liquidación.`,
  },
  {
    name: 'descripción de lo que no se sujeta a percepción',
    rule: 'IV-liquidacion-contable',
    field: 'descripSinPercepcion',
    holds: (r) => sinPercepcion(r) === CERO || (r.descripSinPercepcion ?? '') !== '',
    message: 'Falta decir qué no se sujeta a percepción; escríbalo en sinPercepcion.descripcion.',
  },
  {
    name: 'descripción solo con su monto',
    rule: 'IV-liquidacion-contable',
    field: 'montoSinPercepcion',
    holds: (r) => r.descripSinPercepcion === null || sinPercepcion(r) > CERO,
    message: 'Lo que no se sujeta a percepción vale 0; escriba su monto o quite sinPercepcion.',
  },
  {
    name: 'IVA percibido de al menos un centavo',
    rule: 'IV-liquidacion-contable',
    field: 'valorOperaciones',
    holds: (r) => !isTaxed(r) || r.ivaPercibido > CERO,
    message: (r) =>
      `De ${toText(r.subTotal)} se percibiría menos de un centavo, y la estructura pide más de 0; acumúlelo en otra liquidación.`,
  },
  {
    name: 'líquido a pagar mayor que 0',
    rule: 'IV-liquidacion-contable',
    field: 'comision',
    holds: (r) => !isTaxed(r) || r.liquidoApagar > CERO,
    message: (r) =>
      `La comisión ${toText(r.comision)} con su IVA y la percepción no dejan nada que pagar (${toText(r.liquidoApagar)}); corríjala.`,
  },
]

/** Each amount from the stated ones before it. */
// biome-ignore format: a table
const CALCULADOS: readonly (readonly [keyof Registro & string, (r: Registro) => Monto])[] = [
  ['subTotal',              (r) => minus(r.valorOperaciones, sinPercepcion(r))],
  ['montoSujetoPercepcion', (r) => NETO ? sinIva(r.subTotal) : r.subTotal],
  ['iva',                   (r) => NETO ? minus(r.subTotal, r.montoSujetoPercepcion) : ivaDentroDe(r.subTotal)],
  ['ivaPercibido',          (r) => dosPorCiento(r.montoSujetoPercepcion)],
  ['ivaComision',           (r) => ivaSobre(r.comision)],
  ['liquidoApagar',         (r) => minus(r[LIQUIDO_09], sum([r.comision, r.ivaPercibido, r.ivaComision]))],
]

const SUMAS: readonly Rule<Registro>[] = CALCULADOS.map(([field, computed]) => ({
  name: `${field} calculado`,
  rule: 'MF-53',
  field,
  holds: (r) => isClose(r[field] as Monto, computed(r)),
  message: (r) =>
    `${field} dice ${toText(r[field] as Monto)} y el cálculo da ${toText(computed(r))}.`,
}))

const RESPONSABLE: readonly Rule<DocumentoContable['extension']>[] = [
  {
    name: 'responsable de la liquidación',
    rule: 'IV-liquidacion-contable',
    field: 'nombEntrega',
    holds: ({ nombEntrega }) => nombEntrega.trim() !== '',
    message: 'Falta quién responde por la liquidación; escriba su nombre.',
  },
  {
    name: 'documento del responsable de la liquidación',
    rule: 'IV-liquidacion-contable',
    field: 'docuEntrega',
    holds: ({ docuEntrega }) => docuEntrega.trim() !== '',
    message: 'Falta el documento de quien responde por la liquidación; escriba su número.',
  },
]

export const RULES_09: readonly Grupo<DocumentoContable>[] = [
  ...over(asSale, BEFORE_RECEPTOR),
  about('receptor', (d: DocumentoContable) => d.receptor, RECEPTOR),
  about('receptor.direccion', (d: DocumentoContable) => d.receptor.direccion, [
    ...direccionDe(() => true),
  ]),
  about('cuerpoDocumento', (d: DocumentoContable) => d.cuerpoDocumento, [
    ...PERIODO,
    ...IMPORTES,
    ...SUMAS,
  ]),
  about('extension', (d: DocumentoContable) => d.extension, RESPONSABLE),
  TEXTOS,
]

export const AVISOS_09: readonly Grupo<DocumentoContable>[] = [
  about('receptor', (d: DocumentoContable) => d.receptor, [
    {
      name: 'NRC del afiliado',
      rule: 'IV-liquidacion-contable',
      field: 'nrc',
      holds: ({ nrc }: Receptor) => nrc !== null,
      message:
        'El afiliado va sin NRC: Hacienda puede rechazar el documento, porque se percibe a contribuyentes inscritos.',
    },
  ]),
]

/** In the form that the rules of other types expect: with the members of a contingency. */
function asSale({ identificacion, ...rest }: DocumentoContable) {
  return {
    ...rest,
    identificacion: { ...identificacion, tipoContingencia: null, motivoContin: null },
  }
}
