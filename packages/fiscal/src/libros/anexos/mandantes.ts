/** Annex 4 of F-07: sales for principals of the country, a line for each document of their liquidations (08), 15 columns. */
import type { Asiento } from '../asiento.ts'
import type { Listado } from '../liquidado.ts'
import type { Mes, Sellado } from '../mes.ts'
import { fecha, importe, nombre, sinGuiones } from './celdas.ts'

/** What has a line: an invalidation takes back, and the annex takes no negative amounts. */
export function lineasDeMandantes(
  all: readonly Asiento[],
  porOtros: Mes['porOtros'],
): readonly (readonly string[])[] {
  return all.flatMap((one) =>
    one.listados
      .filter(({ invalidado }) => !invalidado)
      .map((listado) => lineaDe(one, listado, porOtros.get(listado.numeroDocumento))),
  )
}

function lineaDe(one: Asiento, listado: Listado, sellado: Sellado | undefined) {
  return [
    one.persona.nit ?? '',
    nombre(one.persona.nombre),
    fecha(listado.fecha),
    listado.tipoDte,
    sellado?.selloRecibido ?? '',
    sinGuiones(sellado?.numeroControl ?? ''),
    sinGuiones(listado.numeroDocumento),
    importe(listado.monto),
    importe(listado.iva),
    one.selloRecibido ?? '',
    sinGuiones(one.numeroControl),
    sinGuiones(one.codigoGeneracion),
    fecha(one.fecha),
    one.persona.dui ?? '',
    '4',
  ]
}

/** Open points of a month's liquidations. */
export function avisosDeMandantes(
  all: readonly Asiento[],
  porOtros: Mes['porOtros'],
): readonly string[] {
  const listed = all.flatMap(({ listados }) => listados)
  const invalidados = listed.filter(({ invalidado }) => invalidado).length
  const ajenos = listed.filter(
    ({ invalidado, numeroDocumento }) => !invalidado && !porOtros.has(numeroDocumento),
  ).length
  return [
    ...(invalidados > 0
      ? [
          `Invalidaciones reportadas en liquidaciones: ${invalidados}. No están en el archivo, que no admite negativos; revíselas con su contador.`,
        ]
      : []),
    ...(ajenos > 0
      ? [
          `Documentos liquidados que no son de este mes o no se emitieron en Sello: ${ajenos}. Van sin sello ni número de control; complételos.`,
        ]
      : []),
  ]
}
