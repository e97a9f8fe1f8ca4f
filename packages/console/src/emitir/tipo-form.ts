/** The form of each type, as rows of this table without conditions in the page. */
import type { TipoDte } from '@sello/contract'

interface TipoForm {
  readonly precio: string
  /** The label of its IVA among the totals. */
  readonly iva: string
  readonly cliente: string
  readonly sinNombre: boolean
  readonly ventas: boolean
  readonly pagos: boolean
  readonly descuentoGlobal: 'gravadas' | 'compra' | null
  /** False for notes, whose lines do as their document; `relacionados` shows where they say otherwise. */
  readonly retencionIva: boolean
  readonly percepcionIva: boolean
  readonly reteRenta: boolean
  readonly exportacion: boolean
  readonly relacionados: boolean
  readonly numPagoElectronico: boolean
  /** Members of the receptor that the form of a new customer shows. */
  readonly receptor: readonly string[]
}

const LOCAL = ['tipoDocumento', 'numDocumento', 'nombre', 'direccion', 'telefono', 'correo']
const CONTRIBUYENTE = [
  'nit',
  'nrc',
  'nombre',
  'codActividad',
  'nombreComercial',
  'direccion',
  'telefono',
  'correo',
]

// biome-ignore format: a table
export const TIPO_FORM: Readonly<Record<TipoDte, TipoForm>> = {
  '01': { precio: 'Precio + IVA',   iva: 'IVA incluido 13 %', cliente: 'Cliente',   sinNombre: true,  ventas: true,  pagos: true,  descuentoGlobal: 'gravadas', retencionIva: true,  percepcionIva: false, reteRenta: false, exportacion: false, relacionados: false, numPagoElectronico: false, receptor: LOCAL },
  '03': { precio: 'Precio sin IVA', iva: 'IVA 13 %',          cliente: 'Cliente',   sinNombre: false, ventas: true,  pagos: true,  descuentoGlobal: 'gravadas', retencionIva: true,  percepcionIva: true,  reteRenta: false, exportacion: false, relacionados: false, numPagoElectronico: false, receptor: CONTRIBUYENTE },
  '05': { precio: 'Precio sin IVA', iva: 'IVA 13 %',          cliente: 'Cliente',   sinNombre: false, ventas: true,  pagos: false, descuentoGlobal: null,       retencionIva: false, percepcionIva: false, reteRenta: false, exportacion: false, relacionados: true,  numPagoElectronico: false, receptor: CONTRIBUYENTE },
  '06': { precio: 'Precio sin IVA', iva: 'IVA 13 %',          cliente: 'Cliente',   sinNombre: false, ventas: true,  pagos: false, descuentoGlobal: null,       retencionIva: false, percepcionIva: false, reteRenta: false, exportacion: false, relacionados: true,  numPagoElectronico: true,  receptor: CONTRIBUYENTE },
  '11': { precio: 'Precio',         iva: 'IVA 0 %',           cliente: 'Comprador', sinNombre: false, ventas: false, pagos: true,  descuentoGlobal: 'gravadas', retencionIva: false, percepcionIva: false, reteRenta: false, exportacion: true,  relacionados: false, numPagoElectronico: false, receptor: ['nombre', 'numDocumento', 'codPais', 'tipoPersona', 'complemento', 'descActividad', 'telefono', 'correo'] },
  '14': { precio: 'Precio',         iva: 'IVA',               cliente: 'Vendedor',  sinNombre: false, ventas: false, pagos: true,  descuentoGlobal: 'compra',   retencionIva: false, percepcionIva: false, reteRenta: true,  exportacion: false, relacionados: false, numPagoElectronico: false, receptor: LOCAL },
}

/** Whether the prices of a type's lines include IVA. */
export const incluyeIva = (tipoDte: TipoDte): boolean => tipoDte === '01'
