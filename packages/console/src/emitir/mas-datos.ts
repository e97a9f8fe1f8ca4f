/**
 * Rarely used members: the types that have them, how to write them to a request, and how to read them
 * back.
 */

import type { DteRequest, TipoDte } from '@sello/contract'
import { ITEM_MEMBERS_OF_TYPES, MEMBERS_OF_TYPES } from '@sello/contract/tipos'

/** A document of another issuer, written in full: the origin of the sale. */
export interface Origen {
  readonly tipoDocumento: string
  readonly numeroDocumento: string
  readonly fechaEmision: string
  readonly tipoGeneracion: '1' | '2'
}

/** For each kind (CAT-021), the members that it has; the others stay empty. */
export interface OtroDocumento {
  readonly codDocAsociado: '1' | '2' | '3' | '4'
  readonly descDocumento: string
  readonly detalleDocumento: string
  readonly nombre: string
  /** For a domestic physician; one from abroad has an identity document. */
  readonly nit: string
  readonly docIdentificacion: string
  readonly tipoServicio: string
  readonly placa: string
  readonly modo: string
  readonly documento: string
}

export interface Apendice {
  readonly campo: string
  readonly etiqueta: string
  readonly valor: string
}

export interface MasDatos {
  readonly ventaTercero: {
    readonly nit: string
    readonly nombre: string
    readonly codDomiciliado: string
  }
  readonly compraTercero: { readonly numDocumento: string; readonly nombre: string }
  readonly totalNoOnerosas: string
  readonly fusion: string
  readonly origenes: readonly Origen[]
  readonly otrosDocumentos: readonly OtroDocumento[]
  readonly apendice: readonly Apendice[]
}

export const MAS_VACIO: MasDatos = {
  ventaTercero: { nit: '', nombre: '', codDomiciliado: '1' },
  compraTercero: { numDocumento: '', nombre: '' },
  totalNoOnerosas: '',
  fusion: '',
  origenes: [],
  otrosDocumentos: [],
  apendice: [],
}

export const origenVacio = (tipoDte: TipoDte): Origen => ({
  ...{ tipoDocumento: origenesDe(tipoDte)[0] ?? '', numeroDocumento: '', fechaEmision: '' },
  tipoGeneracion: '2',
})

export const otroVacio = (codDocAsociado: OtroDocumento['codDocAsociado']): OtroDocumento => ({
  codDocAsociado,
  ...{ descDocumento: '', detalleDocumento: '', nombre: '', nit: '', docIdentificacion: '' },
  ...{ tipoServicio: '3', placa: '', modo: '1', documento: '' },
})

/** Whether documents of the type have the member. */
export const lleva = (tipoDte: TipoDte, member: Member | 'exportacion' | 'bienTitulo'): boolean =>
  MEMBERS_OF_TYPES[member]?.includes(tipoDte) === true

/** CAT-021: abroad others than in the country, and of what is given neither physician nor transport. */
export function otrosDe(tipoDte: TipoDte): readonly OtroDocumento['codDocAsociado'][] {
  if (lleva(tipoDte, 'exportacion')) return ['1', '2', '4']
  return isDonacion(tipoDte) ? ['1', '2'] : ['1', '2', '3']
}

/** The origins of a sale, abroad others than in the country; or the sales whose goods are sent. */
export function origenesDe(tipoDte: TipoDte): readonly string[] {
  if (lleva(tipoDte, 'bienTitulo')) return ['03', '01', '11']
  return lleva(tipoDte, 'exportacion') ? ['04'] : ['04', '08', '09']
}

/** A donation's first document is the company's resolution, which the service adds. */
const isDonacion = (tipoDte: TipoDte) =>
  ITEM_MEMBERS_OF_TYPES.tipoDonacion?.includes(tipoDte) === true

/** Members that are filled in but do not exist in another type. */
export function droppedMembers(mas: MasDatos, from: TipoDte, to: TipoDte): readonly string[] {
  const members = Object.keys(PARTE) as Member[]
  const gone = members.filter((member) => lleva(from, member) && !lleva(to, member))
  return llenos(mas).filter((name) => gone.some((member) => PARTE[member] === name))
}

/** The members that only some types have, by their names for people. */
const PARTE = {
  ventaTercero: 'venta por cuenta de otro',
  compraTercero: 'compra por cuenta de otro',
  fusion: 'empresa absorbida',
  origenes: 'documentos de origen',
  otrosDocumentos: 'documentos asociados',
} as const
type Member = keyof typeof PARTE

/** The parts that the person started to fill in, by name. */
export function llenos(mas: MasDatos): readonly string[] {
  const { ventaTercero: v, compraTercero: c } = mas
  const parts: readonly (readonly [string, boolean])[] = [
    [PARTE.ventaTercero, (v.nit + v.nombre).trim() !== ''],
    [PARTE.compraTercero, (c.numDocumento + c.nombre).trim() !== ''],
    ['valor sin pago', mas.totalNoOnerosas.trim() !== ''],
    [PARTE.fusion, mas.fusion.trim() !== ''],
    [PARTE.origenes, mas.origenes.length > 0],
    [PARTE.otrosDocumentos, mas.otrosDocumentos.length > 0],
    ['apéndice', mas.apendice.length > 0],
  ]
  return parts.filter(([, on]) => on).map(([name]) => name)
}

type Part = Partial<
  Pick<
    DteRequest,
    'ventaTercero' | 'compraTercero' | 'fusion' | 'origenes' | 'otrosDocumentos' | 'apendice'
  >
>

/** The members of the request; omits those that the type does not have. */
export function toMasDatos(mas: MasDatos, tipoDte: TipoDte): Part {
  const { ventaTercero: v, compraTercero: c } = mas
  const has = (member: Member) => lleva(tipoDte, member)
  return {
    ...(has('ventaTercero') && (v.nit + v.nombre).trim()
      ? {
          ventaTercero: {
            nit: v.nit.trim(),
            nombre: v.nombre.trim(),
            codDomiciliado: Number(v.codDomiciliado),
          },
        }
      : {}),
    ...(has('compraTercero') && (c.numDocumento + c.nombre).trim()
      ? { compraTercero: { numDocumento: c.numDocumento.trim(), nombre: c.nombre.trim() } }
      : {}),
    ...(has('fusion') && mas.fusion.trim() ? { fusion: mas.fusion.trim() } : {}),
    ...(has('origenes') && mas.origenes.length > 0
      ? {
          origenes: mas.origenes.map(({ tipoGeneracion, ...one }) => ({
            ...one,
            numeroDocumento: one.numeroDocumento.trim(),
            tipoGeneracion: Number(tipoGeneracion) as 1 | 2,
          })),
        }
      : {}),
    ...(has('otrosDocumentos') && mas.otrosDocumentos.length > 0
      ? { otrosDocumentos: mas.otrosDocumentos.map(toOtro) }
      : {}),
    ...(mas.apendice.length > 0 ? { apendice: mas.apendice.map(trimmed) } : {}),
  }
}

const trimmed = ({ campo, etiqueta, valor }: Apendice): Apendice => ({
  ...{ campo: campo.trim(), etiqueta: etiqueta.trim(), valor: valor.trim() },
})

const given = <K extends string>(name: K, value: string) =>
  (value.trim() === '' ? {} : { [name]: value.trim() }) as Partial<Record<K, string>>

function toOtro(otro: OtroDocumento): NonNullable<DteRequest['otrosDocumentos']>[number] {
  const { codDocAsociado, nombre, documento } = otro
  if (codDocAsociado === '3') {
    const medico = {
      nombre: nombre.trim(),
      ...given('nit', otro.nit),
      ...given('docIdentificacion', otro.docIdentificacion),
      tipoServicio: Number(otro.tipoServicio),
    }
    return { codDocAsociado: 3, medico }
  }
  if (codDocAsociado === '4') {
    const conductor = { nombre: nombre.trim(), documento: documento.trim() }
    const transporte = { ...given('placa', otro.placa), modo: Number(otro.modo), conductor }
    return { codDocAsociado: 4, transporte }
  }
  return {
    codDocAsociado: codDocAsociado === '1' ? 1 : 2,
    ...given('descDocumento', otro.descDocumento),
    ...given('detalleDocumento', otro.detalleDocumento),
  }
}

/** Members of an issued document, whose structure is the ministry's. */
export type Json = Readonly<Record<string, unknown>>
export const text = (value: unknown) => String(value ?? '')
export const num = (value: unknown) => (typeof value === 'number' ? value : 0)
export const object = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {}
export const list = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.map(object) : []

/** The same from an issued document, to correct or to copy it. */
export function masDatosOf(documento: Json, tipoDte: TipoDte): MasDatos {
  const venta = object(documento.ventaTercero)
  const compra = object(documento.compraTercero)
  const resumen = object(documento.resumen)
  const noOnerosas = resumen.totalNoOnerosas
  return {
    ventaTercero: {
      ...{ nit: text(venta.nit), nombre: text(venta.nombre) },
      codDomiciliado: text(venta.codDomiciliado) || '1',
    },
    compraTercero: { numDocumento: text(compra.numDocumento), nombre: text(compra.nombre) },
    totalNoOnerosas: typeof noOnerosas === 'number' && noOnerosas > 0 ? String(noOnerosas) : '',
    fusion: text(object(documento.identificacion).fusion),
    origenes: lleva(tipoDte, 'origenes') ? list(documento.documentoRelacionado).map(origenOf) : [],
    otrosDocumentos: list(documento.otrosDocumentos)
      .slice(isDonacion(tipoDte) ? 1 : 0)
      .map(otroOf),
    apendice: list(documento.apendice).map(({ campo, etiqueta, valor }) => ({
      campo: text(campo),
      etiqueta: text(etiqueta),
      valor: text(valor),
    })),
  }
}

const origenOf = (one: Json): Origen => ({
  tipoDocumento: text(one.tipoDocumento),
  numeroDocumento: text(one.numeroDocumento),
  fechaEmision: text(one.fechaEmision),
  tipoGeneracion: one.tipoGeneracion === 1 ? '1' : '2',
})

/** For an export, the four transport members are next to the others. */
function otroOf(one: Json): OtroDocumento {
  const medico = object(one.medico)
  const code = text(one.codDocAsociado) as OtroDocumento['codDocAsociado']
  return {
    ...otroVacio(code),
    descDocumento: text(one.descDocumento),
    detalleDocumento: text(one.detalleDocumento),
    nombre: text(code === '4' ? one.nombreConductor : medico.nombre),
    nit: text(medico.nit),
    docIdentificacion: text(medico.docIdentificacion),
    tipoServicio: text(medico.tipoServicio) || '3',
    placa: text(one.placaTrans),
    modo: text(one.modoTransp) || '1',
    documento: text(one.numConductor),
  }
}
