/** A document that is liquidated (08), as the request has it and as a liquidation listed it. */
import type { DteRequest } from '@sello/contract'
import { type Json, list, num, text } from '../mas-datos.ts'
import type { Lectura } from './lectura.ts'
import { type Linea, lineaVacia } from './linea.ts'
import { LIQUIDADO_VACIO } from './liquidado.ts'
import { leerListado } from './listado.ts'

export type Listado = NonNullable<NonNullable<DteRequest['liquidacion']>['documentos']>[number]

/** CAT-002. */
export const [EXPORTACION, RETORNO] = ['11', '18'] as const
const RESTAN: ReadonlySet<string> = new Set(['05', RETORNO])
/** Of the first section of CAT-015 besides IVA. */
export const TRIBUTOS_LIQUIDADOS = ['59', '71', 'D1', 'C8', 'D5'] as const

/** Always in full, so that it is computed; `bodyOf` leaves of an own one what the service knows. */
export function liquidadoOf(linea: Linea, i: number, lectura: Lectura): Listado {
  const { read } = lectura
  const at = (member: string) => `liquidacion.documentos[${i}].${member}`
  const liquidado = linea.liquidado ?? LIQUIDADO_VACIO
  const { propio, invalidado, tributos } = liquidado
  const listado = leerListado(linea, at, lectura)
  const isExport = linea.tipo === EXPORTACION
  const amount = (member: string, written: string) => {
    const leido = read(written, at(member))
    return leido === undefined ? {} : { [member]: leido }
  }
  const taxes = Object.entries(tributos).flatMap(([codigo, written]) => {
    const valor = read(written, at('tributos'))
    return valor === undefined || valor === 0 ? [] : [{ codigo, valor }]
  })
  return {
    // An event has no document of the company's behind it that a request could name.
    ...(propio && linea.tipo !== RETORNO ? { codigoGeneracion: listado.numeroDocumento } : {}),
    tipoDocumento: linea.tipo,
    ...listado,
    ...amount(isExport ? 'exportaciones' : 'ventaGravada', linea.precio),
    ...(isExport ? {} : amount('ventaExenta', liquidado.exento)),
    ...(isExport ? {} : amount('ventaNoSuj', liquidado.noSujeto)),
    ...(linea.tipo === RETORNO ? amount('exportaciones', liquidado.exportado) : {}),
    ...amount('ivaPercibido', liquidado.percibido),
    ...(taxes.length > 0 ? { tributos: taxes } : {}),
    ...(invalidado ? { invalidado } : {}),
    ...(linea.descripcion.trim() ? { observaciones: linea.descripcion.trim() } : {}),
  }
}

/** An own document goes by its code, and the service takes its amounts from it. */
export function toSent(listado: Listado): Listado {
  const { codigoGeneracion, invalidado, observaciones } = listado
  if (codigoGeneracion === undefined) return listado
  return {
    codigoGeneracion,
    ...(invalidado ? { invalidado } : {}),
    ...(observaciones ? { observaciones } : {}),
  }
}

const written = (amount: number | undefined) => (amount ? String(amount) : '')

/** What the service found to liquidate. */
export function lineaHallada(listado: Listado): Linea {
  const { tipoDocumento: tipo = '', tributos = [] } = listado
  const isExport = tipo === EXPORTACION
  return {
    ...lineaVacia(),
    tipo,
    numero: listado.numeroDocumento ?? '',
    fecha: listado.fechaEmision ?? '',
    precio: written(isExport ? listado.exportaciones : listado.ventaGravada),
    liquidado: {
      exento: written(listado.ventaExenta),
      noSujeto: written(listado.ventaNoSuj),
      exportado: isExport ? '' : written(listado.exportaciones),
      percibido: written(listado.ivaPercibido),
      tributos: Object.fromEntries(tributos.map((one) => [one.codigo, String(one.valor)])),
      invalidado: listado.invalidado ?? false,
      propio: true,
    },
  }
}

/** A line of a liquidation. What a document perceived, and its other tributes, only its own summary has: `conSuDocumento`. */
export function lineaLiquidada(line: Json): Linea {
  const tipo = text(line.tipoDte)
  const amount = (member: string) => written(Math.abs(num(line[member])))
  const takesBack = IMPORTES.some((member) => num(line[member]) < 0)
  const isExport = tipo === EXPORTACION
  return {
    ...lineaVacia(),
    tipo,
    numero: text(line.numeroDocumento),
    fecha: text(line.fechaEmision),
    precio: amount(isExport ? 'exportaciones' : 'ventaGravada'),
    descripcion: text(line.observaciones),
    liquidado: {
      ...LIQUIDADO_VACIO,
      exento: amount('ventaExenta'),
      noSujeto: amount('ventaNoSuj'),
      exportado: isExport ? '' : amount('exportaciones'),
      invalidado: takesBack !== RESTAN.has(tipo),
    },
  }
}

const IMPORTES = ['ventaGravada', 'ventaExenta', 'ventaNoSuj', 'exportaciones'] as const

/** What the line takes from a document of the company's own, read again. */
export function conSuDocumento(linea: Linea, documento: Json): Linea {
  const resumen = documento.resumen as Json | undefined
  const codes: readonly string[] = TRIBUTOS_LIQUIDADOS
  const rows = list(resumen?.tributos).filter(({ codigo }) => codes.includes(text(codigo)))
  return {
    ...linea,
    liquidado: {
      ...(linea.liquidado ?? LIQUIDADO_VACIO),
      percibido: written(num(resumen?.ivaPerci)),
      tributos: Object.fromEntries(rows.map((row) => [text(row.codigo), text(row.valor)])),
      propio: true,
    },
  }
}
