/** Rules that the structure of 07 does not express. Source: docs/sources.md#07. */

import { RETENCIONES_IVA } from '../../catalogos/cat-006-retencion-iva.ts'
import { isCode } from '../../catalogos/catalogo.ts'
import {
  NETO_MINIMO,
  RETENCION_07_DE_14,
  type RetencionDe14,
  TOTAL_IVA_07,
} from '../../criterios.ts'
import { roundExacto } from '../../exacto.ts'
import { CERO, type Monto, sum, toText } from '../../monto.ts'
import { completo } from '../../rules/completo.ts'
import { direccionDe, isResidente } from '../../rules/direccion.ts'
import { FORMA_DE_IDENTIDAD } from '../../rules/documento-identidad.ts'
import { ACTIVIDAD, CORREO, NRC, otroQueElEmisor, TELEFONO } from '../../rules/persona.ts'
import { CODIGO_DE_ELECTRONICO, TIPO_DE_GENERACION } from '../../rules/relacion.ts'
import { about, aboutEach, type Grupo, type Rule } from '../../rules/rule.ts'
import { suma } from '../../rules/sumas.ts'
import { TEXTOS } from '../../rules/textos.ts'
import { isClose } from '../../rules/tolerancia.ts'
import { BEFORE_RECEPTOR } from '../../rules/venta.ts'
import { ivaSobre } from '../../tasas.ts'
import type { Retencion } from './estructura.ts'
import { CASOS_ESPECIALES, ivaRetenidoExacto, TRECE_POR_CIENTO, tasaDe } from './retencion.ts'

type Linea = Retencion['cuerpoDocumento'][number]
type Resumen = Retencion['resumen']

const SUJETO_EXCLUIDO = '14'
/** What a buyer retains on: sales, and its own purchases from excluded subjects. */
const RETENIBLES: ReadonlySet<string> = new Set(['01', '03', SUJETO_EXCLUIDO])
const FISICO = 1
const ELECTRONICO = 2
const NUMERO_FISICO = /^[A-Za-z0-9]{1,20}$/
const FECHA = /^\d{4}-\d{2}-\d{2}$/

const RECEPTOR: readonly Rule<Retencion['receptor'], Retencion>[] = [
  // biome-ignore format: a table
  ...completo<Retencion['receptor']>([
    ['numDocumento', 'Falta el documento del proveedor; escríbalo en numDocumento.'],
    ['nombre',       'Falta el nombre del proveedor; escríbalo.'],
    ['codActividad', 'Falta la actividad económica del proveedor; escriba su código de CAT-019.'],
    ['direccion',    'Falta la dirección del proveedor; escriba departamento, municipio, distrito y complemento.'],
  ]),
  ...FORMA_DE_IDENTIDAD,
  otroQueElEmisor('numDocumento', 'el proveedor'),
  NRC,
  ACTIVIDAD,
  CORREO,
  TELEFONO,
]

const isRetenible = (tipoDte: string | null) => RETENIBLES.has(tipoDte ?? '')
/** The type that the others are to have; one that is none of them is reported itself. */
const first = (d: Retencion) => d.cuerpoDocumento.find((l) => isRetenible(l.tipoDte))?.tipoDte
const computed = (l: Linea): Monto =>
  roundExacto(
    ivaRetenidoExacto({
      monto: l.montoSujetoGrav,
      codigoRetencion: l.codigoRetencionMH,
      ivaRetenido: l.ivaRetenido,
    }),
    2,
  )

/** Whether a 07 may list a 14 is disputed: the rows for either reading. */
export function lineaDe07(
  de14: RetencionDe14 = RETENCION_07_DE_14,
): readonly Rule<Linea, Retencion>[] {
  return [
    {
      name: 'tipo de documento sobre el que se retiene',
      rule: 'IV-retencion',
      field: 'tipoDte',
      holds: ({ tipoDte }) =>
        isRetenible(tipoDte) && !(tipoDte === SUJETO_EXCLUIDO && de14 === 'rechazada'),
      message: ({ tipoDte }) =>
        tipoDte === SUJETO_EXCLUIDO
          ? 'No se retiene IVA sobre una factura de sujeto excluido (14); quítela.'
          : `No se retiene IVA sobre un documento del tipo "${tipoDte}"; liste facturas (01), créditos fiscales (03) o facturas de sujeto excluido (14).`,
    },
    {
      name: 'documentos de un solo tipo',
      rule: 'IV-retencion',
      field: 'tipoDte',
      holds: ({ tipoDte }, d) => !isRetenible(tipoDte) || tipoDte === first(d),
      message: 'Los documentos son todos de un mismo tipo; haga un comprobante por tipo.',
    },
    TIPO_DE_GENERACION,
    {
      name: 'código del documento electrónico sobre el que se retiene',
      rule: 'IV-4',
      field: 'numeroDocumento',
      holds: ({ tipoGeneracion, numeroDocumento }) =>
        tipoGeneracion !== ELECTRONICO || CODIGO_DE_ELECTRONICO.test(numeroDocumento ?? ''),
      message: ({ numeroDocumento }) =>
        `"${numeroDocumento}" no es un código de generación; un documento electrónico se lista por el suyo, y uno en papel con tipoGeneracion 1.`,
    },
    {
      name: 'número del documento físico',
      rule: 'IV-retencion',
      field: 'numeroDocumento',
      holds: ({ tipoGeneracion, numeroDocumento }) =>
        tipoGeneracion !== FISICO || NUMERO_FISICO.test(numeroDocumento ?? ''),
      message: ({ numeroDocumento }) =>
        `El número "${numeroDocumento}" de un documento en papel lleva hasta 20 letras y dígitos, sin guiones ni espacios.`,
    },
    {
      name: 'documento una sola vez',
      rule: 'IV-retencion',
      field: 'numeroDocumento',
      holds: (l, d) =>
        l === d.cuerpoDocumento.find(({ numeroDocumento: n }) => n === l.numeroDocumento),
      message: ({ numeroDocumento }) =>
        `El documento ${numeroDocumento} está dos veces; déjelo una sola vez.`,
    },
    {
      name: 'documento anterior a la retención',
      rule: 'IV-retencion',
      field: 'fechaEmision',
      holds: ({ fechaEmision }, { identificacion: { fecEmi } }) =>
        !FECHA.test(fechaEmision ?? '') || (fechaEmision ?? '') <= fecEmi,
      message: ({ fechaEmision }, { identificacion: { fecEmi } }) =>
        `El documento es del ${fechaEmision}, después de este comprobante (${fecEmi}); corrija la fecha.`,
    },
    {
      name: 'monto sujeto a retención',
      rule: 'IV-retencion',
      field: 'montoSujetoGrav',
      holds: ({ montoSujetoGrav }) => montoSujetoGrav > CERO,
      message: 'Falta el monto sujeto a retención, sin IVA y mayor que 0; escríbalo en monto.',
    },
    {
      name: 'código de retención del catálogo',
      rule: 'CAT-006',
      field: 'codigoRetencionMH',
      holds: ({ codigoRetencionMH }) => isCode(RETENCIONES_IVA, codigoRetencionMH),
      message: ({ codigoRetencionMH }) =>
        `El código de retención "${codigoRetencionMH}" no existe; use 22 (1 %), C4 (13 %) o C9 (casos especiales).`,
    },
    {
      name: 'retención de un caso especial',
      rule: 'CAT-006',
      field: 'ivaRetenido',
      holds: (l) =>
        l.codigoRetencionMH !== CASOS_ESPECIALES ||
        l.montoSujetoGrav <= CERO ||
        (l.ivaRetenido > CERO && l.ivaRetenido <= l.montoSujetoGrav),
      message: (l) =>
        l.ivaRetenido > CERO
          ? `Se retienen ${toText(l.ivaRetenido)} sobre ${toText(l.montoSujetoGrav)}: más que el monto; corríjalo.`
          : 'Con el código C9 escriba en ivaRetenido lo que se retiene, mayor que 0.',
    },
    {
      name: 'IVA retenido de al menos un centavo',
      rule: 'IV-retencion',
      field: 'montoSujetoGrav',
      holds: (l) =>
        l.montoSujetoGrav <= CERO || tasaDe(l.codigoRetencionMH) === null || computed(l) > CERO,
      message: ({ montoSujetoGrav }) =>
        `De ${toText(montoSujetoGrav)} se retendría menos de un centavo, y la estructura pide más de 0; quite el documento.`,
    },
    {
      name: 'IVA retenido según su código',
      rule: 'CT-162',
      field: 'ivaRetenido',
      holds: (l) => isClose(l.ivaRetenido, computed(l)),
      message: (l) =>
        `ivaRetenido dice ${toText(l.ivaRetenido)} y el cálculo da ${toText(computed(l))}.`,
    },
  ]
}

const total = (d: Retencion, member: 'montoSujetoGrav' | 'ivaRetenido') =>
  sum(d.cuerpoDocumento.map((linea) => linea[member]))
const isAlTrece = ({ codigoRetencionMH }: Linea) => codigoRetencionMH === TRECE_POR_CIENTO

const RESUMEN: readonly Rule<Resumen, Retencion>[] = [
  suma('totalSujetoRetencion', (d: Retencion) => total(d, 'montoSujetoGrav')),
  suma('totalIva', (d: Retencion) =>
    TOTAL_IVA_07 === 'siempre' || d.cuerpoDocumento.some(isAlTrece)
      ? ivaSobre(d.resumen.totalSujetoRetencion)
      : CERO,
  ),
  suma('totalIvaRetenido', (d: Retencion) => total(d, 'ivaRetenido')),
]

export const RULES_07: readonly Grupo<Retencion>[] = [
  ...BEFORE_RECEPTOR,
  about('receptor', (d: Retencion) => d.receptor, RECEPTOR),
  about('receptor.direccion', (d: Retencion) => d.receptor.direccion, [
    ...direccionDe(isResidente),
  ]),
  aboutEach('cuerpoDocumento', (d: Retencion) => d.cuerpoDocumento, lineaDe07()),
  about('resumen', (d: Retencion) => d.resumen, RESUMEN),
  TEXTOS,
]

const AVISOS: readonly Rule<Linea, Retencion>[] = [
  {
    name: 'retención del 1 % desde 100.00',
    rule: 'CT-162',
    field: 'montoSujetoGrav',
    holds: (l) => l.codigoRetencionMH !== '22' || l.montoSujetoGrav >= NETO_MINIMO,
    message: ({ numeroDocumento, montoSujetoGrav }) =>
      `El documento ${numeroDocumento} cobra ${toText(montoSujetoGrav)} sin IVA: la retención del 1 % aplica desde 100.00.`,
  },
  {
    name: 'retención sobre un sujeto excluido',
    rule: 'IV-retencion',
    field: 'tipoDte',
    holds: ({ tipoDte }) => tipoDte !== SUJETO_EXCLUIDO,
    message: ({ numeroDocumento }) =>
      `El documento ${numeroDocumento} es una factura de sujeto excluido (14): Hacienda puede rechazar la retención, porque su emisor es usted y no su proveedor.`,
  },
]

export const AVISOS_07: readonly Grupo<Retencion>[] = [
  aboutEach('cuerpoDocumento', (d: Retencion) => d.cuerpoDocumento, AVISOS),
]
