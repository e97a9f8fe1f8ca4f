/**
 * A month, folded as it is read: sales to final consumers are summed by day, and only what has a row of its own is
 * kept. The month's documents are never all in memory.
 */
import { CERO, type Monto, plus } from '../monto.ts'
import type { TipoDte } from '../tipos/index.ts'
import type { TipoDef } from '../tipos/tipo.ts'
import { type Asiento, byMoment, defOf, momentOf } from './asiento.ts'

export interface Mes {
  /** In order of generation, without invalidated documents. */
  readonly contribuyentes: readonly Asiento[]
  readonly compras: readonly Asiento[]
  readonly exportaciones: readonly Asiento[]
  readonly anulados: readonly Asiento[]
  /** Documents of any book on which IVA was perceived. */
  readonly percibidos: readonly Asiento[]
  /** Those that state what we retained from others. */
  readonly retenciones: readonly Asiento[]
  /** Liquidations (08) to principals of the country. */
  readonly mandantes: readonly Asiento[]
  /** What was sold for others in the month, by its code: its seal and its control number. */
  readonly porOtros: ReadonlyMap<string, Sellado>
  /** Those that state the 2 % that we perceived of affiliates. */
  readonly liquidaciones: readonly Asiento[]
  /** Sales to final consumers by day, type and till: the book's rows. */
  readonly dias: readonly Grupo[]
  /** The sealed ones by day and type, without those for principals of the country: the lines of annex 2. */
  readonly declarados: readonly Grupo[]
  readonly cuenta: Readonly<Cuenta>
}

/** What annex 4 says of a listed document besides its line. */
export type Sellado = Pick<Asiento, 'numeroControl' | 'selloRecibido'>

/** Of what stands, in all books. */
interface Cuenta {
  sinSello: number
  retornos: number
  /** Sales for principals, and those for principals of the country. */
  terceros: number
  domiciliados: number
}

/** Sales to final consumers that share a row. */
export interface Grupo {
  readonly fecha: string
  readonly tipoDte: TipoDte
  readonly caja: string
  /** Documents, and events that take back some. */
  readonly documentos: number
  readonly retornos: number
  /** By time of generation: of documents, or of return events if there is no document. */
  readonly primero: string
  readonly ultimo: string
  /** The range of control numbers; null: no document. */
  readonly numeros: { readonly del: string; readonly al: string } | null
  readonly columnas: Columnas
}

/** Annex 2's amounts but for column L, and the sales of annex 4. */
export const COLUMNAS = [
  'exentas',
  'noSujetas',
  'gravadas',
  'aCentroamerica',
  'aOtros',
  'servicios',
  'zonasFrancas',
  'tercerosNoDomiciliados',
  'tercerosDomiciliados',
] as const
export type Columnas = Readonly<Record<(typeof COLUMNAS)[number], Monto>>

export interface MesAbierto {
  /** In any order. */
  add(asiento: Asiento): void
  close(): Mes
}

export function openMes(): MesAbierto {
  const kept: Record<Kept, Asiento[]> = {
    contribuyentes: [],
    compras: [],
    exportaciones: [],
    anulados: [],
    percibidos: [],
    retenciones: [],
    liquidaciones: [],
    mandantes: [],
  }
  const porOtros = new Map<string, Sellado>()
  const dias = new Map<string, OpenGrupo>()
  const declarados = new Map<string, OpenGrupo>()
  const cuenta: Cuenta = { sinSello: 0, retornos: 0, terceros: 0, domiciliados: 0 }
  return {
    add(asiento) {
      const { estado, fecha, tipoDte, caja, tercero, devuelve } = asiento
      if (tercero) porOtros.set(asiento.codigoGeneracion, asiento)
      if (estado === 'invalidado') {
        kept.anulados.push(asiento)
        return
      }
      if (estado === 'sin_sello') cuenta.sinSello += 1
      if (devuelve !== null) cuenta.retornos += 1
      if (asiento.listados.length > 0) kept.mandantes.push(asiento)
      if (tercero) cuenta.terceros += 1
      if (tercero?.domiciliado) cuenta.domiciliados += 1
      if (asiento.percibido.monto > CERO) kept.percibidos.push(asiento)
      if (asiento.retenido.length > 0) kept.retenciones.push(asiento)
      if (asiento.percibidoDelDos.monto > CERO) kept.liquidaciones.push(asiento)
      const { libro } = defOf(asiento)
      if (libro === null) return
      if (libro !== 'consumidorFinal') {
        kept[libro].push(asiento)
        return
      }
      if (asiento.destino !== null && !tercero) kept.exportaciones.push(asiento)
      addTo(dias, `${fecha} ${tipoDte} ${caja}`, asiento)
      if (estado === 'sellado' && !tercero?.domiciliado) {
        addTo(declarados, `${fecha} ${tipoDte}`, asiento)
      }
    },
    close: () => ({
      contribuyentes: kept.contribuyentes.toSorted(byMoment),
      compras: kept.compras.toSorted(byMoment),
      exportaciones: kept.exportaciones.toSorted(byMoment),
      anulados: kept.anulados.toSorted(byMoment),
      percibidos: kept.percibidos.toSorted(byMoment),
      retenciones: kept.retenciones.toSorted(byMoment),
      liquidaciones: kept.liquidaciones.toSorted(byMoment),
      mandantes: kept.mandantes.toSorted(byMoment),
      porOtros,
      dias: inOrder(dias),
      declarados: inOrder(declarados),
      cuenta,
    }),
  }
}

type Kept =
  | Exclude<TipoDef['libro'], 'consumidorFinal' | null>
  | 'exportaciones'
  | 'anulados'
  | 'percibidos'
  | 'retenciones'
  | 'liquidaciones'
  | 'mandantes'

/** A small month at once. */
export function mesOf(asientos: Iterable<Asiento>): Mes {
  const mes = openMes()
  for (const asiento of asientos) mes.add(asiento)
  return mes.close()
}

interface OpenGrupo {
  readonly fecha: string
  readonly tipoDte: TipoDte
  readonly caja: string
  readonly deDocumentos: Extremos
  readonly deRetornos: Extremos
  numeros: Grupo['numeros']
  readonly columnas: { -readonly [K in keyof Columnas]: Monto }
}

interface Extremos {
  count: number
  first: Asiento | null
  last: Asiento | null
}

function addTo(grupos: Map<string, OpenGrupo>, key: string, asiento: Asiento): void {
  let grupo = grupos.get(key)
  if (!grupo) {
    const { fecha, tipoDte, caja } = asiento
    grupo = {
      ...{ fecha, tipoDte, caja, numeros: null },
      deDocumentos: { count: 0, first: null, last: null },
      deRetornos: { count: 0, first: null, last: null },
      columnas: { ...NADA },
    }
    grupos.set(key, grupo)
  }
  extend(asiento.devuelve === null ? grupo.deDocumentos : grupo.deRetornos, asiento)
  const { numeroControl: numero } = asiento
  if (numero !== null) {
    const { del, al } = grupo.numeros ?? { del: numero, al: numero }
    grupo.numeros = { del: numero < del ? numero : del, al: numero > al ? numero : al }
  }
  for (const [column, monto] of columnasDe(asiento)) {
    grupo.columnas[column] = plus(grupo.columnas[column], monto)
  }
}

function extend(extremos: Extremos, asiento: Asiento): void {
  const { first, last } = extremos
  extremos.count += 1
  if (!first || momentOf(asiento) < momentOf(first)) extremos.first = asiento
  if (!last || momentOf(asiento) > momentOf(last)) extremos.last = asiento
}

const NADA: Columnas = {
  exentas: CERO,
  noSujetas: CERO,
  gravadas: CERO,
  aCentroamerica: CERO,
  aOtros: CERO,
  servicios: CERO,
  zonasFrancas: CERO,
  tercerosNoDomiciliados: CERO,
  tercerosDomiciliados: CERO,
}

/** What is sold for a principal, of any kind of sale, is none of the company's own sales. */
function columnasDe({ montos, tercero, destino }: Asiento): readonly [keyof Columnas, Monto][] {
  const { exentas, noSujetas, gravadas } = montos
  if (tercero) {
    const column = tercero.domiciliado ? 'tercerosDomiciliados' : 'tercerosNoDomiciliados'
    return [exentas, noSujetas, gravadas].map((monto) => [column, monto])
  }
  return [
    ['exentas', exentas],
    ['noSujetas', noSujetas],
    [destino ?? 'gravadas', gravadas],
  ]
}

/** By day, type and till. */
const inOrder = (grupos: ReadonlyMap<string, OpenGrupo>): readonly Grupo[] =>
  [...grupos]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { deDocumentos, deRetornos, ...grupo }]) => {
      const { first, last } = deDocumentos.count > 0 ? deDocumentos : deRetornos
      return {
        ...grupo,
        documentos: deDocumentos.count,
        retornos: deRetornos.count,
        primero: first?.codigoGeneracion ?? '',
        ultimo: last?.codigoGeneracion ?? '',
      }
    })
