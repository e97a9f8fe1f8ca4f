/** The sale of goods that went with a nota de remisión (04): their lines and receptor, and the 04 as its origin. */
import type { TipoDte } from '@sello/contract'
import { EMITIBLES } from '../tipos.ts'
import { type Form, formVacio } from './form.ts'
import { formOfDocumento, type Query } from './from-documento.ts'
import type { Linea } from './lineas/linea.ts'
import { lleva, MAS_VACIO, origenesDe } from './mas-datos.ts'
import { conIva } from './montos.ts'
import { leerNumero } from './numero.ts'
import { incluyeIva, TIPO_FORM } from './tipo-form.ts'

/** The sales in the country that name such a document as their origin; of a taxpayer, the crédito fiscal first. */
export function facturasDe(tipoDte: TipoDte, isTaxpayer: boolean): readonly TipoDte[] {
  if (!TIPO_FORM[tipoDte].remite) return []
  const sales = EMITIBLES.filter((one) => {
    const { remite, exportacion } = TIPO_FORM[one]
    return !remite && !exportacion && lleva(one, 'origenes') && origenesDe(one).includes(tipoDte)
  })
  return sales.toSorted(
    (a, b) => Number(incluyeIva(a) === isTaxpayer) - Number(incluyeIva(b) === isTaxpayer),
  )
}

/** Amounts without IVA, as a 04 has them, in the type that is issued. */
export function formDeRemision(query: Query, tipoDte: TipoDte): Form {
  const sent = formOfDocumento(query)
  const { codigoGeneracion, fecEmi } = query
  const inType = (text: string) => (incluyeIva(tipoDte) ? conIvaDe(text) : text)
  const lineas = sent.lineas.map((linea): Linea => {
    const isTaxed = linea.venta === 'gravada'
    const amount = (text: string) => (isTaxed ? inType(text) : text)
    return { ...linea, precio: amount(linea.precio), descuento: amount(linea.descuento) }
  })
  const origen = { tipoDocumento: query.tipoDte, numeroDocumento: codigoGeneracion }
  return {
    ...formVacio(tipoDte),
    ...{ receptor: sent.receptor, lineas, descuentoGlobal: inType(sent.descuentoGlobal) },
    mas: {
      ...MAS_VACIO,
      ventaTercero: sent.mas.ventaTercero,
      origenes: [{ ...origen, fechaEmision: fecEmi, tipoGeneracion: '2' }],
    },
  }
}

function conIvaDe(text: string): string {
  const leido = leerNumero(text)
  return leido.kind === 'numero' ? String(conIva(leido.valor) ?? text) : text
}
