/** A document on which IVA is retained (07), as the request has it and as a document listed it. */
import type { DteRequest } from '@sello/contract'
import type { Form } from '../form.ts'
import { type Json, text } from '../mas-datos.ts'
import type { Lectura } from './lectura.ts'
import { CASO_ESPECIAL, type Linea, lineaVacia } from './linea.ts'
import { leerListado } from './listado.ts'

type Listed = NonNullable<DteRequest['retencion']>['documentos'][number]

/** Always in full: one of the company's own is held to what was issued. */
export function retenidoOf({ retenidos }: Form, linea: Linea, i: number, lectura: Lectura): Listed {
  const at = (member: string) => `retencion.documentos[${i}].${member}`
  const { read } = lectura
  const listado = leerListado(linea, at, lectura)
  const retenido =
    linea.retencion === CASO_ESPECIAL ? read(linea.retenido, at('ivaRetenido')) : undefined
  return {
    tipoDocumento: retenidos,
    ...listado,
    monto: read(linea.precio, at('monto')) ?? 0,
    ...(linea.retencion ? { codigoRetencion: linea.retencion } : {}),
    ...(retenido === undefined ? {} : { ivaRetenido: retenido }),
    ...(linea.descripcion.trim() ? { descripcion: linea.descripcion.trim() } : {}),
  }
}

export function lineaRetenida(line: Json): Linea {
  const codigo = text(line.codigoRetencionMH)
  return {
    ...lineaVacia(),
    numero: text(line.numeroDocumento),
    fecha: text(line.fechaEmision),
    precio: text(line.montoSujetoGrav),
    retencion: codigo === usualOf(text(line.tipoDte)) ? '' : codigo,
    retenido: codigo === CASO_ESPECIAL ? text(line.ivaRetenido) : '',
    descripcion: text(line.descripcion),
  }
}

/** Of somebody who is no taxpayer (14) the 13 % is retained. */
const usualOf = (tipoDte: string) => (tipoDte === '14' ? 'C4' : '22')
