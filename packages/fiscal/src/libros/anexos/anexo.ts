/**
 * The annexes of the VAT return (F-07) that can be derived from a company's issued documents, as files for its
 * accountant to upload. Annexes that need data unknown to Sello are not generated; `avisos` lists open points.
 */
import { CERO } from '../../monto.ts'
import type { TipoDef } from '../../tipos/tipo.ts'
import { byMoment, type DocumentoDelMes, defOf, terceroOf, tipoOf } from '../documento-del-mes.ts'
import { lineaDeAnulado } from './anulados.ts'
import { lineaDelDia } from './consumidor-final.ts'
import { lineaDeContribuyente } from './contribuyentes.ts'
import type { Criterio } from './criterio.ts'
import { toLatin1 } from './latin1.ts'
import { lineaDePercepcion, percibidoOf } from './percepcion.ts'
import { lineaDeCompra } from './sujetos-excluidos.ts'

/** Each annex, by file name, and the declarations that it needs from the accountant. */
export const ANEXOS = {
  anexo1: { nombre: 'Anexo 1, contribuyentes', dice: 'ingreso' },
  anexo2: { nombre: 'Anexo 2, consumidor final', dice: 'ingreso' },
  anexo5: { nombre: 'Anexo 5, sujetos excluidos', dice: 'costo' },
  anexo9: { nombre: 'Anexo 9, percepción 1 %', dice: 'nada' },
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
  given: readonly DocumentoDelMes[],
  { mes, criterio }: { readonly mes: string; readonly criterio: Criterio },
): ArchivoDeAnexo {
  const lines = LINEAS[which](given.toSorted(byMoment), criterio)
  const text = lines.map((cells) => `${cells.join(';')}\r\n`).join('')
  return {
    nombre: `${which}-${mes}.csv`,
    bytes: toLatin1(text),
  }
}

/** For each annex, the number of lines and the open questions. */
export function anexos(given: readonly DocumentoDelMes[]): readonly ResumenDeAnexo[] {
  return (Object.keys(ANEXOS) as Anexo[]).map((archivo) => ({
    archivo,
    nombre: ANEXOS[archivo].nombre,
    filas: LINEAS[archivo](given, CUALQUIERA).length,
    avisos: avisosDe(archivo, given),
  }))
}

/** The number of lines does not depend on the criterion. */
const CUALQUIERA: Criterio = {
  ingreso: { operacion: 1, ingreso: 3 },
  costo: { operacion: 9, clasificacion: 9, sector: 9, tipo: 9 },
}

type Lineas = readonly (readonly string[])[]

const LINEAS: Readonly<Record<Anexo, (all: readonly DocumentoDelMes[], c: Criterio) => Lineas>> = {
  anexo1: (all, { ingreso }) =>
    declared(all, 'contribuyentes').map((one) => lineaDeContribuyente(one, said(ingreso))),
  anexo2: (all, { ingreso }) =>
    byDay(declared(all, 'consumidorFinal')).map((group) => lineaDelDia(group, said(ingreso))),
  anexo5: (all, { costo }) =>
    declared(all, 'compras').map((one) => lineaDeCompra(one, said(costo))),
  anexo9: (all) =>
    sealed(all)
      .filter((one) => percibidoOf(one) > CERO)
      .map(lineaDePercepcion),
  anexoAnulados: (all) => all.filter(({ estado }) => estado === 'invalidado').map(lineaDeAnulado),
}

function said<T>(criterio: T | null): T {
  if (criterio === null) throw new RangeError('the annex needs what its accountant declares')
  return criterio
}

/** A line needs a seal: a document without one cannot be declared as electronic yet. */
const sealed = (all: readonly DocumentoDelMes[]) => all.filter(({ estado }) => estado === 'sellado')

/** Excludes sales on behalf of domestic principals, which belong in annex 4 with their settlement (08). */
const declared = (all: readonly DocumentoDelMes[], libro: TipoDef['libro']) =>
  sealed(all).filter((one) => defOf(one).libro === libro && !isDomiciliado(one))

const DOMICILIADO = 1
const isDomiciliado = ({ documento }: DocumentoDelMes) =>
  terceroOf(documento)?.codDomiciliado === DOMICILIADO

function byDay(all: readonly DocumentoDelMes[]): [DocumentoDelMes, ...DocumentoDelMes[]][] {
  const groups = new Map<string, [DocumentoDelMes, ...DocumentoDelMes[]]>()
  for (const one of all) {
    const key = `${one.documento.identificacion.fecEmi} ${tipoOf(one)}`
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return [...groups.values()]
}

/** Points that no published rule settles, and what is omitted. */
function avisosDe(which: Anexo, all: readonly DocumentoDelMes[]): readonly string[] {
  const open = all.filter(({ estado }) => estado === 'sin_sello').length
  const domiciliados = all.filter(isDomiciliado).length
  const isSale = which === 'anexo1' || which === 'anexo2'
  return [
    ...(open > 0 && which !== 'anexoAnulados'
      ? [`Faltan sellos de ${open} documentos: no están en el archivo; descárguelo otra vez.`]
      : []),
    ...(domiciliados > 0 && isSale
      ? [
          `${domiciliados} ventas por cuenta de terceros domiciliados no están: van en el anexo 4, con la liquidación (08).`,
        ]
      : []),
    ...AVISOS[which],
  ]
}

const AVISOS: Readonly<Record<Anexo, readonly string[]>> = {
  anexo1: ['El total (columna P) lleva el IVA; el manual no lo dice.'],
  anexo2: [
    'Las exportaciones van sin flete ni seguro; el manual no lo dice.',
    'Las devoluciones no se restan; no hay una regla publicada.',
    'Lo que se invalidó de un período ya declarado no está: revíselo con su contador.',
    'Como ventas a zonas francas van las exportaciones de bienes a un comprador en El Salvador.',
  ],
  anexo5: ['El monto (columna G) es antes de la renta retenida.'],
  anexo9: [],
  anexoAnulados: [
    'El número de control va sin guiones y el código de generación con ellos; el manual dice ambas cosas.',
  ],
}
