/** Documents and return events of a month for its books: examples with other moments, numbers and totals. */
import { readFileSync } from 'node:fs'
import {
  asientoDe,
  asientoDeRetorno,
  type DocumentoDelMes,
  type RetornoDelMes,
} from '../src/libros/asiento.ts'
import { type Mes, mesOf } from '../src/libros/mes.ts'
import { readDocumento, readEventoDeRetorno } from '../src/read-documento.ts'

export const SELLO = '2026A1B2C3D4E5F60718293A4B5C6D7E8F901234'

type Json = Record<string, Record<string, unknown>>

export interface Change {
  readonly estado?: DocumentoDelMes['estado']
  readonly fecEmi?: string
  readonly horEmi?: string
  readonly codigo?: string
  /** Its number in the series of the till, M001P001 unless said. */
  readonly numero?: number
  readonly caja?: string
  /** Totals of the summary, whatever the lines say: books read the summary. */
  readonly resumen?: Readonly<Record<string, unknown>>
  /** The principal's domicile (CAT-032). */
  readonly tercero?: 1 | 2
  readonly with?: (documento: Json) => void
}

/** An example's document, sealed by default. */
export function given(example: string, change: Change = {}): DocumentoDelMes {
  const documento = read(`${example}.documento.json`)
  const { identificacion: i } = documento as { identificacion: Record<string, unknown> }
  const { estado = 'sellado', caja = 'M001P001', numero } = change
  i.fecEmi = change.fecEmi ?? '2026-11-20'
  i.horEmi = change.horEmi ?? '10:00:00'
  i.codigoGeneracion = change.codigo ?? i.codigoGeneracion
  if (numero) i.numeroControl = `DTE-${i.tipoDte}-${caja}-${String(numero).padStart(15, '0')}`
  alter(documento, change)
  return {
    documento: readDocumento(JSON.stringify(documento)),
    selloRecibido: estado === 'sin_sello' ? null : SELLO,
    estado,
  }
}

/** The first event of an example. */
export function returned(
  example: string,
  { de, ...change }: Omit<Change, 'numero'> & { readonly de?: string },
): RetornoDelMes {
  const [retorno] = read(`eventos/retorno/${example}.evento.json`) as unknown as [Json]
  const { identificacion: i, emisor } = retorno as Record<'identificacion' | 'emisor', Json>
  const { estado = 'sellado', caja } = change
  Object.assign(i, {
    fecEmi: change.fecEmi ?? '2026-11-20',
    horEmi: change.horEmi ?? '10:00:00',
    codigoGeneracion: change.codigo ?? i.codigoGeneracion,
  })
  if (caja) {
    Object.assign(emisor, { codEstableMH: caja.slice(0, 4), codPuntoVentaMH: caja.slice(4) })
  }
  if (de) {
    const [origen] = retorno.documentoRelacionado as unknown as [Json]
    Object.assign(origen, { codigoGeneracion: de })
  }
  alter(retorno, change)
  return {
    retorno: readEventoDeRetorno(JSON.stringify(retorno)),
    selloRecibido: estado === 'sellado' ? SELLO : null,
    estado: estado === 'sellado' ? 'sellado' : 'sin_sello',
  }
}

export const mes = (
  documentos: readonly DocumentoDelMes[],
  retornos: readonly RetornoDelMes[] = [],
): Mes => mesOf([...documentos.map(asientoDe), ...retornos.map(asientoDeRetorno)])

function alter(documento: Json, { resumen, tercero, with: more }: Change): void {
  Object.assign(documento.resumen ?? {}, resumen)
  if (tercero) {
    Object.assign(documento, {
      ventaTercero: { nit: '06141212850017', nombre: 'MANDANTE', codDomiciliado: tercero },
    })
  }
  more?.(documento)
}

function read(path: string): Json {
  return JSON.parse(readFileSync(new URL(`../examples/${path}`, import.meta.url), 'utf8'))
}
