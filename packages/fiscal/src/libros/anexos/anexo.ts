/**
 * The annexes of the VAT return (F-07) that can be derived from a company's issued documents, as files for its
 * accountant to upload. Annexes that need data unknown to Sello are not generated; `avisos` lists open points.
 */
import { CERO, minus, toText } from '../../monto.ts'
import { type Asiento, defOf } from '../asiento.ts'
import { each } from '../libro.ts'
import type { Mes } from '../mes.ts'
import { lineaDeAnulado } from './anulados.ts'
import { isNegative, lineaDelDia } from './consumidor-final.ts'
import { lineaDeContribuyente } from './contribuyentes.ts'
import type { Criterio } from './criterio.ts'
import { toLatin1 } from './latin1.ts'
import { avisosDeMandantes, lineasDeMandantes } from './mandantes.ts'
import { lineaDeLiquidacion, lineaDePercepcion } from './percepcion.ts'
import { lineasDeRetencion, sinTasa } from './retencion.ts'
import { comprasDe, lineaDeCompra } from './sujetos-excluidos.ts'

/** Each annex, by file name, and the declarations that it needs from the accountant. */
export const ANEXOS = {
  anexo1: { nombre: 'Anexo 1, contribuyentes', dice: 'ingreso' },
  anexo2: { nombre: 'Anexo 2, consumidor final', dice: 'ingreso' },
  anexo4: { nombre: 'Anexo 4, ventas por cuenta de terceros domiciliados', dice: 'nada' },
  anexo5: { nombre: 'Anexo 5, sujetos excluidos', dice: 'costo' },
  anexo9: { nombre: 'Anexo 9, percepción 1 %', dice: 'nada' },
  anexo10: { nombre: 'Anexo 10, retención 1 %', dice: 'nada' },
  anexo11: { nombre: 'Anexo 11, percepción 2 %', dice: 'nada' },
  anexo12: { nombre: 'Anexo 12, retención 13 %', dice: 'nada' },
  anexoAnulados: { nombre: 'Documentos invalidados', dice: 'nada' },
} as const
export type Anexo = keyof typeof ANEXOS

export interface ArchivoDeAnexo {
  /** At most 25 characters. */
  readonly nombre: string
  /** `;` between cells, CRLF after each line, no heading, in Windows-1252. */
  readonly bytes: Uint8Array
}

/** The contents of an annex. */
export interface ResumenDeAnexo {
  readonly archivo: Anexo
  readonly nombre: string
  readonly filas: number
  readonly avisos: readonly string[]
}

/** `mes` is YYYY-MM. Throws a RangeError if the criterion lacks one of the annex's `dice`. */
export function anexo(
  which: Anexo,
  given: Mes,
  { mes, criterio }: { readonly mes: string; readonly criterio: Criterio },
): ArchivoDeAnexo {
  let text = ''
  for (const cells of LINEAS[which](given, criterio)) text += `${cells.join(';')}\r\n`
  return {
    nombre: `${which}-${mes}.csv`,
    bytes: toLatin1(text),
  }
}

/** For each annex, the number of lines and the open questions. */
export function anexos(given: Mes): readonly ResumenDeAnexo[] {
  return (Object.keys(ANEXOS) as Anexo[]).map((archivo) => ({
    archivo,
    nombre: ANEXOS[archivo].nombre,
    filas: countOf(LINEAS[archivo](given, CUALQUIERA)),
    avisos: avisosDe(archivo, given),
  }))
}

/** The number of lines does not depend on the criterion. */
const CUALQUIERA: Criterio = {
  ingreso: { operacion: 1, ingreso: 3 },
  costo: { operacion: 9, clasificacion: 9, sector: 9, tipo: 9 },
}

/** One after the other: of a large month they are not all in memory. */
type Lineas = Iterable<readonly string[]>

function countOf(lines: Lineas): number {
  let count = 0
  for (const _ of lines) count += 1
  return count
}

const LINEAS: Readonly<Record<Anexo, (mes: Mes, c: Criterio) => Lineas>> = {
  anexo1: ({ contribuyentes }, { ingreso }) =>
    each(
      sealed(contribuyentes).filter(({ tercero }) => !tercero?.domiciliado),
      (one) => lineaDeContribuyente(one, said(ingreso)),
    ),
  anexo2: ({ declarados }, { ingreso }) =>
    each(declarados, (grupo) => lineaDelDia(grupo, said(ingreso))),
  anexo4: ({ mandantes, porOtros }) => lineasDeMandantes(sealed(mandantes), porOtros),
  anexo5: ({ compras }, { costo }) =>
    each(comprasDe(sealed(compras)).lineas, (one) => lineaDeCompra(one, said(costo))),
  anexo9: ({ percibidos }) => each(sealed(percibidos), lineaDePercepcion),
  anexo10: ({ retenciones }) => lineasDeRetencion(sealed(retenciones), '10'),
  anexo11: ({ liquidaciones }) => each(sealed(liquidaciones), lineaDeLiquidacion),
  anexo12: ({ retenciones }) => lineasDeRetencion(sealed(retenciones), '12'),
  anexoAnulados: ({ anulados }) =>
    each(
      anulados.filter((one) => defOf(one).invalidacion.enAnexo),
      lineaDeAnulado,
    ),
}

function said<T>(criterio: T | null): T {
  if (criterio === null) throw new RangeError('the annex needs what its accountant declares')
  return criterio
}

/** A line needs a seal: a document without one cannot be declared as electronic yet. */
const sealed = (all: readonly Asiento[]) => all.filter(({ estado }) => estado === 'sellado')

/** Points that no published rule settles, and what is omitted. */
function avisosDe(which: Anexo, mes: Mes): readonly string[] {
  const { sinSello, domiciliados } = mes.cuenta
  const isSale = which === 'anexo1' || which === 'anexo2'
  return [
    ...(sinSello > 0 && which !== 'anexoAnulados'
      ? [`Documentos sin sello: ${sinSello}. No están en el archivo; descárguelo otra vez.`]
      : []),
    ...(domiciliados > 0 && isSale
      ? [
          `Ventas por cuenta de terceros domiciliados: ${domiciliados}. No están aquí: van en el anexo 4, con la liquidación (08).`,
        ]
      : []),
    ...DEL_MES[which](mes),
    ...AVISOS[which],
  ]
}

const NADA = () => []

/** What one month has and another has not. */
const DEL_MES: Readonly<Record<Anexo, (mes: Mes) => readonly string[]>> = {
  anexo1: NADA,
  anexo2: ({ declarados }) => {
    const negatives = declarados.filter(isNegative).length
    return negatives === 0
      ? []
      : [
          `Líneas negativas: ${negatives}. Ese día se devolvió más de lo que se vendió; el manual solo habla de negativos por invalidaciones: revíselo con su contador.`,
        ]
  },
  anexo4: ({ mandantes, porOtros }) => avisosDeMandantes(sealed(mandantes), porOtros),
  anexo5: ({ compras }) => {
    const { deOtrosMeses } = comprasDe(sealed(compras))
    return deOtrosMeses === CERO
      ? []
      : [
          `Se devolvieron compras de otros meses por ${toText(minus(CERO, deOtrosMeses))}: el anexo no admite negativos, y no las resta; revíselas con su contador.`,
        ]
  },
  anexo9: NADA,
  anexo10: sinAnexo,
  anexo11: NADA,
  anexo12: sinAnexo,
  anexoAnulados: NADA,
}

/** Special cases at neither rate, which only the accountant can place. */
function sinAnexo({ retenciones }: Mes): readonly string[] {
  const count = sealed(retenciones).flatMap(sinTasa).length
  return count === 0
    ? []
    : [
        `Retenciones de casos especiales (C9) que no son el 1 % ni el 13 %: ${count}. No están en ningún anexo; revíselas con su contador.`,
      ]
}

const RETENCION_EN_CADA_ANEXO =
  'Un comprobante con las dos tasas va en los dos anexos, con el monto de cada una; el manual no lo dice.'

const AVISOS: Readonly<Record<Anexo, readonly string[]>> = {
  anexo1: [
    'El total (columna P) lleva el IVA; el manual no lo dice.',
    'Las ventas por cuenta de terceros no domiciliados, también las exentas y no sujetas, van en la columna N.',
  ],
  anexo2: [
    'Las exportaciones van sin flete ni seguro; el manual no lo dice.',
    'Los eventos de retorno se restan en su propio día; no hay una regla publicada.',
    'Las ventas por cuenta de terceros no domiciliados, también las exentas y no sujetas, van en la columna S.',
    'Lo que se invalidó de un período ya declarado no está: revíselo con su contador.',
    'Como ventas a zonas francas van las exportaciones de bienes a un comprador en El Salvador.',
  ],
  anexo4: ['Los eventos de retorno liquidados van con tipo 18; el manual no los nombra.'],
  anexo5: [
    'El monto (columna G) es antes de la renta retenida.',
    'Los eventos de retorno se restan de la línea de su compra; no hay una regla publicada.',
  ],
  anexo9: [],
  anexo10: [RETENCION_EN_CADA_ANEXO],
  anexo11: [],
  anexo12: [RETENCION_EN_CADA_ANEXO],
  anexoAnulados: [
    'El número de control va sin guiones y el código de generación con ellos; el manual dice ambas cosas.',
  ],
}
