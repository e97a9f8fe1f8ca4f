/** For a type that lists documents or one record, and takes of a request only what it names. */
import type { ItemMember, Member } from './tipo.ts'

/** A new member is decided here once for all of them. */
export const NO_MEMBERS: Readonly<Record<Member, 'forbidden'>> = {
  receptor: 'forbidden',
  items: 'forbidden',
  retencion: 'forbidden',
  liquidacion: 'forbidden',
  liquidacionContable: 'forbidden',
  observaciones: 'forbidden',
  bienTitulo: 'forbidden',
  condicionOperacion: 'forbidden',
  descuentos: 'forbidden',
  pagos: 'forbidden',
  formaPago: 'forbidden',
  plazo: 'forbidden',
  periodo: 'forbidden',
  ventaTercero: 'forbidden',
  aplicarRetencionIva: 'forbidden',
  aplicarPercepcionIva: 'forbidden',
  documentosRelacionados: 'forbidden',
  origenes: 'forbidden',
  otrosDocumentos: 'forbidden',
  compraTercero: 'forbidden',
  fusion: 'forbidden',
  numPagoElectronico: 'forbidden',
  exportacion: 'forbidden',
  aplicarReteRenta: 'forbidden',
  descuento: 'forbidden',
}

export const NO_ITEM_MEMBERS: Readonly<Record<ItemMember, 'forbidden'>> = {
  tipoItem: 'forbidden',
  montoDescu: 'forbidden',
  tipoDonacion: 'forbidden',
  depreciacion: 'forbidden',
  tipoVenta: 'forbidden',
  noGravado: 'forbidden',
  tributos: 'forbidden',
  codTributo: 'forbidden',
  numeroDocumento: 'forbidden',
}
