/**
 * What the books and annexes read from a document or a return event: one small record each, so that a month of
 * documents fits in memory.
 */
import { resumenDe } from '../cuerpo.ts'
import type { Nota } from '../documento.ts'
import type { Retorno } from '../eventos/retorno/estructura.ts'
import { CERO, type Monto, minus, plus } from '../monto.ts'
import type { Factura } from '../tipos/01/estructura.ts'
import type { Retencion } from '../tipos/07/estructura.ts'
import type { FacturaExportacion } from '../tipos/11/estructura.ts'
import type { SujetoExcluido } from '../tipos/14/estructura.ts'
import { type Documento, TIPOS, type TipoDte } from '../tipos/index.ts'
import type { TipoDef } from '../tipos/tipo.ts'
import { totales } from '../totales.ts'
import { type Listado, listadosDe, percibidoDelDosDe } from './liquidado.ts'

/** `sin_sello`: signed, without an answer of the ministry. */
export type EstadoDelMes = 'sellado' | 'sin_sello' | 'invalidado'

export interface DocumentoDelMes {
  readonly documento: Documento
  readonly selloRecibido: string | null
  readonly estado: EstadoDelMes
}

/** A return event of the month that stands. It belongs to the day of the event, whatever its document's. */
export interface RetornoDelMes {
  readonly retorno: Retorno
  readonly selloRecibido: string | null
  readonly estado: Exclude<EstadoDelMes, 'invalidado'>
}

export interface Asiento {
  /** Of a return event, the type of the document that it takes back. */
  readonly tipoDte: TipoDte
  /** The document that a return event takes back; null: a document. */
  readonly devuelve: string | null
  readonly fecha: string
  readonly hora: string
  /** Establishment and point of sale, M001P001: the till or system of the books. */
  readonly caja: string
  /** Null: a return event, which has no control number. */
  readonly numeroControl: string | null
  readonly codigoGeneracion: string
  readonly selloRecibido: string | null
  readonly estado: EstadoDelMes
  readonly persona: Persona
  readonly tercero: Tercero | null
  /** After global discounts; negative for a return event. */
  readonly montos: Montos
  /** 1 % that we perceived, and the taxed sales that it was computed on. */
  readonly percibido: { readonly base: Monto; readonly monto: Monto }
  /** What we retained from a supplier, by code of CAT-006. */
  readonly retenido: readonly Retenido[]
  /** The 2 % that an administrator of cards perceived (09), and its base. */
  readonly percibidoDelDos: { readonly base: Monto; readonly monto: Monto }
  /** What a liquidation (08) to a principal of the country lists. */
  readonly listados: readonly Listado[]
  /** Of a purchase from an excluded subject: before and of the withheld income tax. */
  readonly compra: { readonly monto: Monto; readonly reteRenta: Monto }
  /** Of an export; null: another type. */
  readonly destino: Destino | null
}

/** Who bought, or sold as an excluded subject. `nit` and `dui`: for taxpayers, who have one of the two. */
export interface Persona {
  readonly nit: string | null
  readonly dui: string | null
  readonly nrc: string | null
  readonly nombre: string
  readonly tipoDocumento: string
  readonly numDocumento: string
  readonly codPais: string | null
  readonly nombrePais: string | null
}

export interface Retenido {
  readonly codigo: string
  readonly base: Monto
  readonly monto: Monto
}

/** The principal that it was sold for. */
export interface Tercero {
  readonly nombre: string
  readonly domiciliado: boolean
}

export interface Montos {
  readonly exentas: Monto
  readonly noSujetas: Monto
  /** With IVA for a 01. */
  readonly gravadas: Monto
  readonly iva: Monto
}

/** The column of annex 2 for an export. */
export type Destino = 'aCentroamerica' | 'aOtros' | 'servicios' | 'zonasFrancas'

export function asientoDe({ documento, selloRecibido, estado }: DocumentoDelMes): Asiento {
  const { identificacion: i } = documento
  const { receptor } = documento as { readonly receptor: Receptor | null }
  return {
    tipoDte: i.tipoDte,
    devuelve: null,
    fecha: i.fecEmi,
    hora: i.horEmi,
    caja: i.numeroControl.split('-')[2] ?? '',
    numeroControl: i.numeroControl,
    codigoGeneracion: i.codigoGeneracion,
    selloRecibido,
    estado,
    persona: personaOf(receptor),
    tercero: terceroOf((documento as { readonly ventaTercero?: VentaTercero }).ventaTercero),
    montos: montosOf(documento),
    percibido: percibidoOf(documento),
    retenido: retenidoOf(documento),
    percibidoDelDos: percibidoDelDosDe(documento),
    listados: listadosDe(documento),
    compra: compraOf(documento),
    destino: destinoOf(i.tipoDte, {
      tipoItemExpor: (documento.emisor as Partial<FacturaExportacion['emisor']>).tipoItemExpor,
      codPais: receptor?.codPais,
    }),
  }
}

export function asientoDeRetorno({ retorno, selloRecibido, estado }: RetornoDelMes): Asiento {
  const { identificacion: i, emisor, documento, resumen } = retorno
  const [origen] = retorno.documentoRelacionado
  const tipoDte = origen?.tipoDocumento as TipoDte // the structure has at least one, of a type that is returned
  const minusOf = (m: Monto | null) => minus(CERO, m ?? CERO)
  return {
    tipoDte,
    devuelve: origen?.codigoGeneracion ?? '',
    fecha: i.fecEmi,
    hora: i.horEmi,
    caja: `${emisor.codEstableMH}${emisor.codPuntoVentaMH}`,
    numeroControl: null,
    codigoGeneracion: i.codigoGeneracion,
    selloRecibido,
    estado,
    persona: personaOf(documento),
    tercero: terceroOf(retorno.ventaTercero),
    montos: {
      exentas: minusOf(resumen.totalExenta),
      noSujetas: minusOf(resumen.totalNoSuj),
      gravadas: minusOf(resumen.totalGravada),
      iva: minusOf(resumen.totalIva),
    },
    percibido: NADA_PERCIBIDO,
    retenido: [],
    percibidoDelDos: NADA_PERCIBIDO,
    listados: [],
    compra: {
      monto: minusOf(resumen.totalCompraExcluidos),
      reteRenta: minusOf(resumen.reteRenta),
    },
    destino: destinoOf(tipoDte, {
      tipoItemExpor: emisor.tipoItemExpor,
      codPais: documento?.codPais,
    }),
  }
}

export const defOf = ({ tipoDte }: Pick<Asiento, 'tipoDte'>): TipoDef => TIPOS[tipoDte]

const RETORNO = '18'

/** What a row names: of a return, the event's type. */
export const tipoEscritoDe = ({ tipoDte, devuelve }: Asiento): string =>
  devuelve === null ? tipoDte : RETORNO

/** Ordered by date and time of generation. */
export function byMoment(a: Asiento, b: Asiento): number {
  return momentOf(a) < momentOf(b) ? -1 : 1
}

export function momentOf({ fecha, hora, numeroControl, codigoGeneracion }: Asiento): string {
  return `${fecha} ${hora} ${numeroControl ?? codigoGeneracion}`
}

interface Receptor {
  readonly nit?: string
  readonly tipoDocumento?: string | null
  readonly numDocumento?: string | null
  readonly nrc?: string | null
  readonly nombre?: string | null
  readonly codPais?: string | null
  readonly nombrePais?: string | null
}

const DUI_DIGITS = 9
const [NIT, DUI] = ['36', '13']

/** Whether a number under NIT is a DUI: for natural persons with homologated numbers, both are the same. */
export const isHomologado = (number: string): boolean => number.length === DUI_DIGITS

/** A 03's receptor has a `nit`, others a number of any kind. */
function personaOf(receptor: Receptor | null): Persona {
  const { nit, tipoDocumento, numDocumento, nrc, nombre, codPais, nombrePais } = receptor ?? {}
  const number = nit ?? numDocumento ?? ''
  const kind = nit === undefined ? (tipoDocumento ?? '') : NIT
  const isDui = kind === DUI || (kind === NIT && isHomologado(number))
  return {
    nit: isDui ? null : number,
    dui: isDui ? number : null,
    nrc: nrc ?? null,
    nombre: nombre ?? '',
    tipoDocumento: kind,
    numDocumento: number,
    codPais: codPais ?? null,
    nombrePais: nombrePais ?? null,
  }
}

type VentaTercero = {
  readonly nombre: string | null
  readonly codDomiciliado: number | null
} | null

/** CAT-032. */
const DOMICILIADO = 1

function terceroOf(venta: VentaTercero | undefined): Tercero | null {
  if (!venta) return null
  return { nombre: venta.nombre ?? '', domiciliado: venta.codDomiciliado === DOMICILIADO }
}

function montosOf(documento: Documento): Montos {
  const t = totales(documento)
  const { descuExenta, descuNoSuj, descuGravada } = resumenDe(documento) as Partial<
    Factura['resumen']
  > &
    Partial<FacturaExportacion['resumen']>
  return {
    exentas: minus(t.totalExenta, descuExenta ?? CERO),
    noSujetas: minus(t.totalNoSuj, descuNoSuj ?? CERO),
    gravadas: minus(t.totalGravada, descuGravada ?? CERO),
    iva: t.totalIva,
  }
}

const NADA_PERCIBIDO = { base: CERO, monto: CERO }

/** For a note, the lines with perception, since it may also adjust documents without it. */
function percibidoOf(documento: Documento): Asiento['percibido'] {
  const { ivaPerci: monto = CERO } = resumenDe(documento) as { readonly ivaPerci?: Monto }
  const { members } = TIPOS[documento.identificacion.tipoDte]
  // What the documents of a liquidation perceived is theirs.
  if (monto === CERO || members.liquidacion === 'required') return NADA_PERCIBIDO
  if (members.documentosRelacionados !== 'required')
    return { base: montosOf(documento).gravadas, monto }
  const perceived = (documento as Nota).cuerpoDocumento.filter(({ ivaPerci }) => ivaPerci > CERO)
  const base = perceived.reduce((sum, { ventaGravada }) => sum + ventaGravada, 0n) as Monto
  return { base, monto }
}

/** A retention at two rates has an amount for each. */
function retenidoOf(documento: Documento): readonly Retenido[] {
  if (TIPOS[documento.identificacion.tipoDte].members.retencion !== 'required') return []
  const byCode = new Map<string, Retenido>()
  for (const linea of (documento as Retencion).cuerpoDocumento) {
    const codigo = linea.codigoRetencionMH
    const { base, monto } = byCode.get(codigo) ?? NADA_PERCIBIDO
    byCode.set(codigo, {
      codigo,
      base: plus(base, linea.montoSujetoGrav),
      monto: plus(monto, linea.ivaRetenido),
    })
  }
  return [...byCode.values()]
}

function compraOf(documento: Documento): Asiento['compra'] {
  if (TIPOS[documento.identificacion.tipoDte].libro !== 'compras')
    return { monto: CERO, reteRenta: CERO }
  const { subTotal: monto, reteRenta } = (documento as SujetoExcluido).resumen
  return { monto, reteRenta }
}

/** CAT-020: Guatemala, Honduras, Nicaragua, Costa Rica; Panama is not in the manual's list. */
const CENTROAMERICA: ReadonlySet<string> = new Set(['GT', 'HN', 'NI', 'CR'])
const EL_SALVADOR = 'SV'
const SERVICIOS = 2

function destinoOf(
  tipoDte: TipoDte,
  said: {
    readonly tipoItemExpor: number | null | undefined
    readonly codPais: string | null | undefined
  },
): Destino | null {
  if (TIPOS[tipoDte].members.exportacion !== 'required') return null
  const { tipoItemExpor, codPais } = said
  if (tipoItemExpor === SERVICIOS) return 'servicios'
  if (codPais === EL_SALVADOR) return 'zonasFrancas' // nobody else in the country buys by export
  return CENTROAMERICA.has(codPais ?? '') ? 'aCentroamerica' : 'aOtros'
}
