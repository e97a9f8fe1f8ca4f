/**
 * The tributes of CAT-015 except IVA: the codes that a type's lines may have, the amounts of section 1, and the
 * rows of the summary. Source: docs/sources.md#tributos.
 */
import { TRIBUTOS, type Tributo } from '../catalogos/cat-015-tributo.ts'
import { findRow } from '../catalogos/catalogo.ts'
import { VALOR_INFORMATIVO } from '../criterios.ts'
import { type Exacto, parte, roundExacto } from '../exacto.ts'
import { CERO, type Monto, sum } from '../monto.ts'
import type { Renglon } from '../renglon.ts'
import { conCentavo } from './centavos.ts'
import type { Cuenta, Importe, ImportesDeLinea, Paso } from './cuenta.ts'

/** The tribute rules of a type. */
export interface TributosDelTipo {
  /** The IVA code that we list on taxed lines; null: prices include it. */
  readonly iva: '20' | 'C3' | null
  /** Codes that a request may name in the `tributos` of a line. */
  readonly linea: readonly Tributo[]
  /** Codes that a line may have as `codTributo`. */
  readonly propios: readonly Tributo[]
}

/** Section 1 codes whose amount follows from the request. D5 and D4 are special cases of any amount. */
export type TributoCalculado = '59' | '71' | 'D1' | 'C8'

interface Calculo {
  /** For people, in the wire's terms. */
  readonly formula: string
  /** The amount for the lines that list it, before rounding to cents. */
  readonly r2: (lineas: readonly ImportesDeLinea[]) => Exacto
  /** Its only allowed unit. */
  readonly uniMedida: number | null
}

const GALON = 22

// biome-ignore format: a table
export const TRIBUTOS_CALCULADOS: Readonly<Record<TributoCalculado, Calculo>> = {
  '59': { uniMedida: null,  formula: 'R2(5 % · Σ venta sin IVA de las líneas que lo listan)', r2: (l) => parte(sum(l.map(ventaSinIva)), [5n, 100n]) },
  '71': { uniMedida: null,  formula: 'R2(7.00 · Σ cantidad de las líneas que lo listan)',     r2: perUnit('7.00') },
  'D1': { uniMedida: GALON, formula: 'R2(0.20 · Σ galones de las líneas que lo listan)',      r2: perUnit('0.20') },
  'C8': { uniMedida: GALON, formula: 'R2(0.10 · Σ galones de las líneas que lo listan)',      r2: perUnit('0.10') },
}

const CALCULADOS = ['59', '71', 'D1', 'C8'] as const satisfies readonly TributoCalculado[]

export function inSection(section: 1 | 2 | 3): readonly Tributo[] {
  return Object.entries<{ readonly secciones: readonly number[] }>(TRIBUTOS)
    .filter(([, { secciones }]) => secciones.includes(section))
    .map(([codigo]) => codigo as Tributo)
}

const SECCION_1: ReadonlySet<string> = new Set(inSection(1))
const INFORMATIVOS = inSection(3)

const INTERNOS: readonly Tributo[] = [...CALCULADOS, ...INFORMATIVOS]
/** Section 2 without D4, which is reserved to the ministry. */
const PROPIOS: readonly Tributo[] = ['A8', '57', '90', 'A6', 'D5']

/** Domestic sales at prices with IVA, which is not listed. */
export const TRIBUTOS_CON_IVA_EN_PRECIO: TributosDelTipo = {
  iva: null,
  linea: INTERNOS,
  propios: PROPIOS,
}
/** Domestic sales at prices without IVA. */
export const TRIBUTOS_CON_IVA_APARTE: TributosDelTipo = {
  iva: '20',
  linea: INTERNOS,
  propios: PROPIOS,
}
/** With the ministry's authorisation, exported fuel may include its contributions, and section 2 may be charged. */
export const TRIBUTOS_DE_EXPORTACION: TributosDelTipo = {
  iva: 'C3',
  linea: ['D1', 'C8', ...INFORMATIVOS],
  propios: PROPIOS,
}

/** The amount of each, in the order of the catalogue's first section. */
export const TRIBUTOS_DE_SECCION_1: readonly Paso[] = CALCULADOS.map((codigo) => ({
  importe: `tributos[${codigo}]`,
  formula: TRIBUTOS_CALCULADOS[codigo].formula,
  source: 'docs/sources.md#tributos',
  r2: (_, { lineas, venta }) => conCentavo(exactoDe(codigo, lineas), codigo, venta.centavos),
}))

export function sumOfSection1(cuenta: Cuenta): Monto {
  return sum(CALCULADOS.map((codigo) => cuenta[`tributos[${codigo}]`]))
}

export function valorCalculado(
  codigo: TributoCalculado,
  lineas: readonly ImportesDeLinea[],
): Monto {
  return roundExacto(exactoDe(codigo, lineas), 2)
}

function exactoDe(codigo: TributoCalculado, lineas: readonly ImportesDeLinea[]): Exacto {
  const listing = lineas.filter(({ tributos }) => tributos?.includes(codigo))
  return listing.length === 0 ? CERO : TRIBUTOS_CALCULADOS[codigo].r2(listing)
}

/** The codes of a line: IVA if taxed, then those that the request names. */
export function tributosDeLinea(iva: '20' | 'C3' | null, renglon: Renglon): string[] | null {
  const asked = renglon.tributos.filter((codigo) => !isIva(codigo))
  const codes = iva === null ? asked : [iva, ...asked]
  return codes.length > 0 ? codes : null
}

/** A taxed sale, even of zero. */
export function isGravado({ tipoVenta, noGravado }: Renglon): boolean {
  return tipoVenta === 'gravada' && noGravado === CERO
}

/** Callers never list the IVA: it is added automatically. */
export function isIva(codigo: string): boolean {
  return codigo === '20' || codigo === 'C3'
}

interface Fila {
  codigo: string
  descripcion: string
  valor: Monto
}

/** One row for each code that a line lists, in the order in which they are listed. */
export function tributosDelResumen(
  cuenta: Cuenta,
  lineas: readonly ImportesDeLinea[],
): Fila[] | null {
  const codes = new Set<string>()
  for (const { tributos } of lineas) for (const codigo of tributos ?? []) codes.add(codigo)
  if (codes.size === 0) return null
  return [...codes].map((codigo) => ({
    codigo,
    descripcion: findRow<{ nombre: string }>(TRIBUTOS, codigo)?.nombre ?? codigo,
    valor: valorDe(codigo, cuenta),
  }))
}

/** What the summary rows add to the total: section 1; informative rows add nothing. */
export function sumOfTributos(filas: readonly Fila[] | null): Monto {
  return sum((filas ?? []).filter(({ codigo }) => SECCION_1.has(codigo)).map(({ valor }) => valor))
}

const IMPORTES: Readonly<Record<string, Importe>> = {
  '20': 'tributos[20]',
  ...Object.fromEntries(CALCULADOS.map((codigo) => [codigo, `tributos[${codigo}]`])),
}

function valorDe(codigo: string, cuenta: Cuenta): Monto {
  const importe = Object.hasOwn(IMPORTES, codigo) ? IMPORTES[codigo] : undefined
  if (importe) return cuenta[importe]
  return codigo === 'C3' ? CERO : VALOR_INFORMATIVO
}

function perUnit(dollars: string): Calculo['r2'] {
  const cents = BigInt(dollars.replace('.', ''))
  return (lineas) => parte(sum(lineas.map(({ cantidad = CERO }) => cantidad)), [cents, 100n])
}

/** The amount of any kind of sale, without IVA. */
function ventaSinIva(linea: ImportesDeLinea): Monto {
  const { ventaNoSuj = CERO, ventaExenta = CERO, ventaGravada = CERO, ivaItem = CERO } = linea
  return (ventaNoSuj + ventaExenta + ventaGravada - ivaItem) as Monto
}
