/** A line that is sold or bought, as the request has it and as a document had it. */
import type { DteRequest, TipoDte } from '@sello/contract'
import type { Form } from '../form.ts'
import { type Json, num, text } from '../mas-datos.ts'
import { porcentajeDeLinea } from '../montos.ts'
import { leerDescuento, PREGUNTA } from '../numero.ts'
import { incluyeIva, TIPO_FORM } from '../tipo-form.ts'
import type { Lectura } from './lectura.ts'
import { type Linea, lineaVacia } from './linea.ts'

type Item = DteRequest['items'][number]

/** The item of a line; `i` is its place in the request. */
export function itemDeVenta(form: Form, linea: Linea, i: number, lectura: Lectura): Item {
  const tipo = TIPO_FORM[form.tipoDte]
  const at = (member: string) => `items[${i}].${member}`
  const { read } = lectura
  // What is not understood counts as nothing, so that no total stands for it.
  const cantidad = linea.cantidad.trim() === '' ? 1 : (read(linea.cantidad, at('cantidad')) ?? 0)
  const noGravado = linea.noGravado && tipo.noGravado
  const abono = noGravado && /^\s*[-−]/.test(linea.precio)
  const escrito = abono ? linea.precio.replace(/[-−]/, '') : linea.precio
  const leido = read(escrito, at('precioUni'))
  const precio = abono && leido !== undefined ? -leido : leido
  const montoDescu = descuentoDe(linea, { cantidad, precio: precio ?? 0 }, (message) =>
    lectura.problems.push({ field: at('montoDescu'), message }),
  )
  return {
    ...(linea.productId === null ? {} : ofTheProduct(linea.productId, form)),
    descripcion: linea.descripcion.trim(),
    cantidad,
    ...(noGravado ? { noGravado: precio ?? 0 } : precio === undefined ? {} : { precioUni: precio }),
    ...(linea.codigo ? { codigo: linea.codigo } : {}),
    ...(linea.tipoItem === null ? {} : { tipoItem: linea.tipoItem as 1 | 2 | 3 }),
    ...(linea.uniMedida === null ? {} : { uniMedida: linea.uniMedida }),
    ...(tipo.ventas && linea.venta !== 'gravada' && !noGravado ? { tipoVenta: linea.venta } : {}),
    ...(montoDescu ? { montoDescu } : {}),
    ...(tipo.tributos && linea.tributos.length > 0 ? { tributos: [...linea.tributos] } : {}),
    ...(linea.numeroDocumento && form.relacionados.length > 1
      ? { numeroDocumento: linea.numeroDocumento }
      : {}),
  }
}

function descuentoDe(
  linea: Linea,
  { cantidad, precio }: { readonly cantidad: number; readonly precio: number },
  say: (message: string) => void,
): number | undefined {
  const leido = leerDescuento(linea.descuento)
  if (leido.kind === 'numero') return leido.valor
  if (leido.kind === 'porcentaje') {
    return porcentajeDeLinea(cantidad, precio, leido.valor) ?? undefined
  }
  if (leido.kind === 'duda') say(PREGUNTA(leido.propuesta))
  if (leido.kind === 'invalido') say('Escriba un monto, como 9, o 10%.')
  return undefined
}

/**
 * The product of a line. The line repeats all members that the product fills in, so that a product changed
 * since then cannot add anything that is not on the screen.
 */
function ofTheProduct(productId: string, { tipoDte }: Form) {
  const tipo = TIPO_FORM[tipoDte]
  return {
    productId,
    codigo: null,
    ...(tipo.tributos ? { tributos: null } : {}),
    ...(tipo.ventas ? { tipoVenta: 'gravada' as const } : {}),
  }
}

export function lineaDeVenta(line: Json, tipoDte: TipoDte): Linea {
  const tributos = Array.isArray(line.tributos) ? (line.tributos as string[]) : []
  const noGravado = num(line.noGravado)
  const tipo = TIPO_FORM[tipoDte]
  return {
    ...lineaVacia(),
    codigo: text(line.codigo),
    descripcion: text(line.descripcion),
    cantidad: text(line.cantidad),
    precio: noGravado === 0 ? text(line.precioUni) : String(noGravado),
    descuento: num(line.montoDescu) === 0 ? '' : text(line.montoDescu),
    venta: ventaOf(line, tipoDte),
    tipoItem: !tipo.exportacion && typeof line.tipoItem === 'number' ? line.tipoItem : null,
    uniMedida: typeof line.uniMedida === 'number' ? line.uniMedida : null,
    // The tax rules add the IVA.
    tributos: tributos.filter((code) => code !== '20' && code !== 'C3'),
    noGravado: noGravado !== 0,
    numeroDocumento: tipo.relacionados ? text(line.numeroDocumento) || null : null,
  }
}

/** What costs nothing says by its lack of IVA alone that it is not taxed, where the IVA is a tribute of the line. */
function ventaOf(line: Json, tipoDte: TipoDte): Linea['venta'] {
  if (num(line.ventaExenta) > 0) return 'exenta'
  if (num(line.ventaNoSuj) > 0) return 'no_sujeta'
  const isFree = num(line.ventaGravada) === 0 && num(line.noGravado) === 0
  const { ventas } = TIPO_FORM[tipoDte]
  return isFree && ventas && !incluyeIva(tipoDte) && line.tributos === null
    ? 'no_sujeta'
    : 'gravada'
}
