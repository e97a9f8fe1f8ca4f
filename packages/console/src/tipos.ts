/** The six document types by their common names, with the key that starts each. */
import type { TipoDte } from '@sello/contract'

interface Tipo {
  readonly nombre: string
  readonly nueva: string
  readonly emitir: string
  readonly sellada: string
  readonly firmada: string
  readonly rechazada: string
  readonly letra: string
  /** Whether a return event can apply to it. */
  readonly devolucion: boolean
}

// biome-ignore format: a table
export const TIPO: Readonly<Record<TipoDte, Tipo>> = {
  '01': { nombre: 'Factura',         nueva: 'Nueva factura',                emitir: 'Emitir factura',         sellada: 'Factura sellada',          firmada: 'Factura firmada',          rechazada: 'Factura rechazada',         letra: 'F', devolucion: true },
  '03': { nombre: 'Crédito fiscal',  nueva: 'Nuevo crédito fiscal',         emitir: 'Emitir crédito fiscal',  sellada: 'Crédito fiscal sellado',   firmada: 'Crédito fiscal firmado',   rechazada: 'Crédito fiscal rechazado',  letra: 'C', devolucion: false },
  '05': { nombre: 'Nota de crédito', nueva: 'Nueva nota de crédito',        emitir: 'Emitir nota de crédito', sellada: 'Nota de crédito sellada',  firmada: 'Nota de crédito firmada',  rechazada: 'Nota de crédito rechazada', letra: 'R', devolucion: false },
  '06': { nombre: 'Nota de débito',  nueva: 'Nueva nota de débito',         emitir: 'Emitir nota de débito',  sellada: 'Nota de débito sellada',   firmada: 'Nota de débito firmada',   rechazada: 'Nota de débito rechazada',  letra: 'D', devolucion: false },
  '11': { nombre: 'Exportación',     nueva: 'Nueva factura de exportación', emitir: 'Emitir exportación',     sellada: 'Exportación sellada',      firmada: 'Exportación firmada',      rechazada: 'Exportación rechazada',     letra: 'X', devolucion: true },
  '14': { nombre: 'Sujeto excluido', nueva: 'Nuevo sujeto excluido',        emitir: 'Emitir sujeto excluido', sellada: 'Sujeto excluido sellado',  firmada: 'Sujeto excluido firmado',  rechazada: 'Sujeto excluido rechazado', letra: 'S', devolucion: true },
}
export const TIPOS_DTE = Object.keys(TIPO).sort() as readonly TipoDte[]
