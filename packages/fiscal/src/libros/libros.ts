/**
 * The VAT books of a month (Reglamento del Código Tributario, art. 82 to 86), from the documents issued in it.
 * Points that no published rule settles are not computed but listed in `avisos` for the accountant.
 */
import type { SujetoExcluido } from '../documento.ts'
import { CERO, type Monto, minus, plus, round, toNumber } from '../monto.ts'
import type { TipoDef } from '../tipos/tipo.ts'
import {
  byMoment,
  contribuyenteOf,
  type DocumentoDelMes,
  defOf,
  type Montos,
  montosOf,
  sumOf,
  terceroOf,
  tipoOf,
} from './documento-del-mes.ts'

/** One row per document (03, 05, 06). Amounts are positive; the totals subtract credit notes. */
export interface FilaContribuyente {
  readonly fecha: string
  readonly tipoDte: string
  readonly numeroControl: string
  readonly codigoGeneracion: string
  readonly selloRecibido: string | null
  readonly nrc: string | null
  readonly nit: string | null
  readonly dui: string | null
  readonly nombre: string
  readonly exentas: number
  readonly noSujetas: number
  readonly gravadas: number
  readonly debito: number
  readonly total: number
}

/** One row per day and type (01, 11). */
export interface FilaConsumidorFinal {
  readonly fecha: string
  readonly tipoDte: string
  readonly documentos: number
  readonly primero: string
  readonly ultimo: string
  readonly exentas: number
  readonly noSujetas: number
  /** With IVA. */
  readonly gravadas: number
  readonly exportaciones: number
  readonly total: number
}

/** One row per purchase from an excluded subject (14). */
export interface FilaCompra {
  readonly fecha: string
  readonly numeroControl: string
  readonly codigoGeneracion: string
  readonly selloRecibido: string | null
  readonly tipoDocumento: string
  readonly numDocumento: string
  readonly nombre: string
  /** Before the withheld income tax. */
  readonly monto: number
  readonly reteRenta: number
}

export interface FilaAnulado {
  readonly fecha: string
  readonly tipoDte: string
  readonly numeroControl: string
  readonly codigoGeneracion: string
  readonly selloRecibido: string | null
}

export interface Libro<Fila> {
  readonly filas: readonly Fila[]
  readonly totales: Readonly<Record<string, number>>
}

export interface Libros {
  readonly contribuyentes: Libro<FilaContribuyente>
  readonly consumidorFinal: Libro<FilaConsumidorFinal>
  readonly compras: Libro<FilaCompra>
  readonly anulados: { readonly filas: readonly FilaAnulado[] }
  /** Signed documents in the books that the ministry has not sealed yet. */
  readonly sinSello: number
  readonly avisos: readonly string[]
}

/** By date and time of generation, for any input order. */
export function libros(given: readonly DocumentoDelMes[]): Libros {
  const sorted = given.toSorted(byMoment)
  const valid = sorted.filter(({ estado }) => estado !== 'invalidado')
  const own = valid.filter(({ documento }) => !terceroOf(documento))
  const of = (libro: TipoDef['libro']) => own.filter((one) => defOf(one).libro === libro)
  const anulados = sorted.filter(({ estado }) => estado === 'invalidado')
  return {
    contribuyentes: contribuyentes(of('contribuyentes')),
    consumidorFinal: consumidorFinal(of('consumidorFinal')),
    compras: compras(of('compras')),
    anulados: { filas: anulados.map(identidad) },
    sinSello: valid.filter(({ estado }) => estado === 'sin_sello').length,
    avisos: avisos(valid),
  }
}

function contribuyentes(docs: readonly DocumentoDelMes[]): Libro<FilaContribuyente> {
  const rows = docs.map((one) => ({ one, m: montosOf(one.documento) }))
  const filas = rows.map(({ one, m }) => {
    const { nrc, nit, dui, nombre } = contribuyenteOf(one.documento)
    return {
      ...identidad(one),
      nrc,
      nit,
      dui,
      nombre,
      exentas: number(m.exentas),
      noSujetas: number(m.noSujetas),
      gravadas: number(m.gravadas),
      debito: number(m.iva),
      total: number(sumOf([m.exentas, m.noSujetas, m.gravadas, m.iva])),
    }
  })
  const net = (pick: (m: Montos) => Monto) =>
    number(
      rows.reduce(
        (total, { one, m }) =>
          defOf(one).ventas < 0 ? minus(total, pick(m)) : plus(total, pick(m)),
        CERO,
      ),
    )
  return {
    filas,
    totales: {
      exentas: net((m) => m.exentas),
      noSujetas: net((m) => m.noSujetas),
      gravadas: net((m) => m.gravadas),
      debito: net((m) => m.iva),
      total: net((m) => sumOf([m.exentas, m.noSujetas, m.gravadas, m.iva])),
    },
  }
}

function consumidorFinal(docs: readonly DocumentoDelMes[]): Libro<FilaConsumidorFinal> {
  const groups = new Map<string, DocumentoDelMes[]>()
  for (const one of docs) {
    const group = groups.get(keyOf(one))
    if (group) group.push(one)
    else groups.set(keyOf(one), [one])
  }
  const rows = [...groups.values()].map((group) => {
    const [first] = group as [DocumentoDelMes]
    const last = group.at(-1) ?? first
    const isExport = tipoOf(first) === '11'
    const montos = group.map(({ documento }) => montosOf(documento))
    const gravadas = sumOf(montos.map((m) => m.gravadas))
    const [exentas, noSujetas] = [
      sumOf(montos.map((m) => m.exentas)),
      sumOf(montos.map((m) => m.noSujetas)),
    ]
    return {
      fecha: first.documento.identificacion.fecEmi,
      tipoDte: tipoOf(first),
      documentos: group.length,
      primero: first.documento.identificacion.codigoGeneracion,
      ultimo: last.documento.identificacion.codigoGeneracion,
      m: {
        exentas,
        noSujetas,
        gravadas: isExport ? CERO : gravadas,
        exportaciones: isExport ? gravadas : CERO,
      },
    }
  })
  const names = ['exentas', 'noSujetas', 'gravadas', 'exportaciones'] as const
  const totals = names.map((name) => sumOf(rows.map(({ m }) => m[name])))
  return {
    filas: rows.map(({ m, ...row }) => ({
      ...row,
      exentas: number(m.exentas),
      noSujetas: number(m.noSujetas),
      gravadas: number(m.gravadas),
      exportaciones: number(m.exportaciones),
      total: number(sumOf(names.map((name) => m[name]))),
    })),
    totales: {
      documentos: docs.length,
      ...Object.fromEntries(names.map((name, i) => [name, number(totals[i] ?? CERO)])),
      total: number(sumOf(totals)),
    },
  }
}

function compras(docs: readonly DocumentoDelMes[]): Libro<FilaCompra> {
  const rows = docs.map((one) => ({ one, documento: one.documento as SujetoExcluido }))
  return {
    filas: rows.map(({ one, documento: { receptor, resumen } }) => {
      const { tipoDte: _, ...said } = identidad(one)
      const { tipoDocumento, numDocumento, nombre } = receptor as unknown as Record<string, string>
      return {
        ...said,
        tipoDocumento: tipoDocumento ?? '',
        numDocumento: numDocumento ?? '',
        nombre: nombre ?? '',
        monto: number(resumen.subTotal),
        reteRenta: number(resumen.reteRenta),
      }
    }),
    totales: {
      monto: number(sumOf(rows.map(({ documento }) => documento.resumen.subTotal))),
      reteRenta: number(sumOf(rows.map(({ documento }) => documento.resumen.reteRenta))),
    },
  }
}

function avisos(valid: readonly DocumentoDelMes[]): readonly string[] {
  const terceros = valid.filter(({ documento }) => terceroOf(documento)).length
  const flete = valid.some(({ documento }) => tipoOf({ documento }) === '11')
  return [
    ...(terceros > 0
      ? [
          `${terceros} documentos son ventas por cuenta de terceros: no están en estos libros; su contador los declara en su anexo.`,
        ]
      : []),
    ...(flete
      ? ['Las exportaciones van sin flete ni seguro: no hay una regla publicada sobre incluirlos.']
      : []),
    'Los eventos de retorno no se restan: no hay una regla publicada; revíselos con su contador.',
  ]
}

const keyOf = (one: DocumentoDelMes) => `${one.documento.identificacion.fecEmi} ${tipoOf(one)}`

function identidad({ documento, selloRecibido }: DocumentoDelMes): FilaAnulado {
  const { fecEmi: fecha, tipoDte, numeroControl, codigoGeneracion } = documento.identificacion
  return { fecha, tipoDte, numeroControl, codigoGeneracion, selloRecibido }
}

const number = (m: Monto): number => toNumber(round(m, 2))
