/** A line that is given (15), as the request has it and as a document had it. */
import type { DteRequest } from '@sello/contract'
import { type Json, num, text } from '../mas-datos.ts'
import type { Lectura } from './lectura.ts'
import { BIEN, EFECTIVO, type Linea, lineaVacia } from './linea.ts'

/** Members that a kind does not have are left out, whatever was typed before the kind was chosen. */
export function itemDeDonacion(
  linea: Linea,
  i: number,
  { read }: Lectura,
): DteRequest['items'][number] {
  const at = (member: string) => `items[${i}].${member}`
  const { donacion } = linea
  const isBlank = donacion === EFECTIVO || linea.cantidad.trim() === ''
  const cantidad = isBlank ? 1 : (read(linea.cantidad, at('cantidad')) ?? 0)
  const precioUni = read(linea.precio, at('precioUni'))
  const depreciacion = donacion === BIEN ? read(linea.depreciacion, at('depreciacion')) : undefined
  return {
    tipoDonacion: Number(donacion) as 1 | 2 | 3,
    descripcion: linea.descripcion.trim(),
    cantidad,
    ...(precioUni === undefined ? {} : { precioUni }),
    ...(depreciacion === undefined ? {} : { depreciacion }),
    ...(linea.codigo ? { codigo: linea.codigo } : {}),
    ...(donacion === BIEN && linea.uniMedida !== null ? { uniMedida: linea.uniMedida } : {}),
  }
}

export function lineaDeDonacion(line: Json): Linea {
  const donacion = text(line.tipoDonacion) || EFECTIVO
  return {
    ...lineaVacia(),
    donacion,
    codigo: text(line.codigo),
    descripcion: text(line.descripcion),
    cantidad: donacion === EFECTIVO ? '' : text(line.cantidad),
    precio: text(line.valorUni),
    depreciacion: num(line.tipoDepreciacion) === 0 ? '' : text(line.tipoDepreciacion),
    uniMedida: donacion === BIEN && typeof line.uniMedida === 'number' ? line.uniMedida : null,
  }
}
