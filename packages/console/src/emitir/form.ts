/** The state of the form: drafts store it, and the request is built from it. */
import type { TipoDte } from '@sello/contract'
import { hoy } from '../clock.ts'
import { CONTABLE_VACIO, type Contable } from './contable.ts'
import { leerFecha } from './lineas/fecha.ts'
import { isEmptyLinea, type Linea, lineaVacia, nextId } from './lineas/linea.ts'
import { MAS_VACIO, type MasDatos } from './mas-datos.ts'
import { unaMas } from './montos.ts'
import { leerNumero } from './numero.ts'

/** The members of a receptor that are texts of their own, in the request's order. */
// biome-ignore format: a table
export const RECEPTOR = [
  'tipoDocumento', 'numDocumento', 'nrc', 'nombre', 'codActividad', 'descActividad', 'nombreComercial', 'telefono', 'correo',
  'codPais', 'complemento', 'tipoPersona', 'codDomiciliado', 'tipoEstablecimiento',
] as const

type TextosDelReceptor = Readonly<
  Record<(typeof RECEPTOR)[number] | 'departamento' | 'municipio' | 'distrito', string>
>
export interface Receptor extends TextosDelReceptor {
  readonly customerId: string | null
  /** Typed or changed in this form: whether it is stored in the customers once the sale is issued. */
  readonly guardar?: boolean
}

export interface Relacionado {
  readonly codigoGeneracion: string
  readonly numeroControl: string
  readonly tipoDte: string
  readonly fecEmi: string
  readonly nombre: string | null
  /** A note follows the 1 % and the third party of the document that it adjusts. */
  readonly retuvo?: boolean
  readonly percibio?: boolean
  readonly ventaTercero?: unknown
}

export interface Form {
  readonly tipoDte: TipoDte
  readonly receptor: Receptor | null
  /** 04: the goods go to a place of the company's own, of which `lugar` says what is known. */
  readonly propio: boolean
  readonly lugar: Receptor
  /** 04: CAT-025. */
  readonly bienTitulo: string
  /** 07: the type of the documents on which IVA is retained. */
  readonly retenidos: string
  readonly lineas: readonly Linea[]
  /** 08: YYYY-MM; empty: this month. */
  readonly mes: string
  /** 09: what it has instead of lines. */
  readonly contable: Contable
  readonly condicion: '1' | '2' | '3'
  readonly plazo: string
  readonly periodo: string
  readonly formaPago: string
  /** Condition 3: the amount paid at once; the rest is on credit. */
  readonly pagoContado: string
  readonly referencia: string
  readonly observaciones: string
  readonly descuentoGlobal: string
  readonly retencionIva: boolean
  readonly percepcionIva: boolean
  /** Of a note; empty: each line does as its document. */
  readonly retencionDeNota: '' | 'si' | 'no'
  readonly reteRenta: boolean
  readonly numPagoElectronico: string
  readonly exportacion: Exportacion
  readonly relacionados: readonly Relacionado[]
  readonly corrige: string | null
  readonly mas: MasDatos
}

export interface Exportacion {
  readonly tipoItemExpor: '1' | '2'
  readonly recintoFiscal: string
  readonly tipoRegimen: string
  readonly regimen: string
  readonly incoterms: string
  readonly flete: string
  readonly seguro: string
}

type Members = Readonly<Record<string, unknown>>

/** As a stored customer, or a document, has them. */
export function receptorDe(of: object, customerId: string | null = null): Receptor {
  const given = of as Members
  const place = (given.direccion ?? {}) as Members
  const texts = { ...given, ...place, complemento: place.complemento ?? given.complemento }
  const names = [...RECEPTOR, 'departamento', 'municipio', 'distrito'] as const
  const own = names.map((name) => [name, String((texts as Members)[name] ?? '')])
  return { customerId, ...(Object.fromEntries(own) as TextosDelReceptor) }
}

export const receptorVacio = (nombre = '') => receptorDe({ nombre })

export const formVacio = (tipoDte: TipoDte): Form => ({
  tipoDte,
  receptor: null,
  propio: false,
  lugar: receptorVacio(),
  bienTitulo: '',
  retenidos: '03',
  lineas: [lineaVacia()],
  mes: '',
  contable: CONTABLE_VACIO,
  condicion: '1',
  plazo: '01',
  periodo: '30',
  formaPago: '01',
  pagoContado: '',
  referencia: '',
  observaciones: '',
  descuentoGlobal: '',
  retencionIva: false,
  percepcionIva: false,
  retencionDeNota: '',
  reteRenta: false,
  numPagoElectronico: '',
  exportacion: {
    tipoItemExpor: '1',
    recintoFiscal: '02',
    tipoRegimen: 'EX-1',
    regimen: '1000.000',
    incoterms: '09',
    flete: '',
    seguro: '',
  },
  relacionados: [],
  corrige: null,
  mas: MAS_VACIO,
})

/** Whether nothing is filled in. */
export const isEmptyForm = (form: Form) =>
  form.receptor === null &&
  !form.propio &&
  form.lineas.every(isEmptyLinea) &&
  Object.values(form.contable).every((text) => text === '') &&
  form.relacionados.length === 0

/** Drafts stored before a member existed do not have it, and have dates as they were typed. */
export const wholeForm = (form: Form): Form => ({
  ...formVacio(form.tipoDte),
  ...form,
  receptor: form.receptor && { ...receptorVacio(), ...form.receptor },
  lineas: form.lineas.map((linea) => ({
    ...{ ...lineaVacia(), ...linea },
    fecha: leerFecha(linea.fecha ?? '', hoy()) ?? linea.fecha ?? '',
  })),
})

/** Ensures one empty row at the end. */
function withLast(lineas: readonly Linea[]): readonly Linea[] {
  const last = lineas.at(-1)
  return last && isEmptyLinea(last) ? lineas : [...lineas, lineaVacia()]
}

export type Change =
  | { readonly kind: 'set'; readonly values: Partial<Form> }
  | { readonly kind: 'all'; readonly form: Form }
  | { readonly kind: 'linea'; readonly id: string; readonly values: Partial<Linea> }
  | {
      readonly kind: 'producto'
      readonly id: string
      readonly texto: string
      readonly values: Partial<Linea>
      readonly suma: boolean
    }
  | { readonly kind: 'copiar' | 'quitar'; readonly id: string }
  | { readonly kind: 'mover'; readonly id: string; readonly by: 1 | -1 }
  | { readonly kind: 'agregar'; readonly lineas: readonly Linea[] }
  | { readonly kind: 'insertar'; readonly at: number; readonly linea: Linea }

/** A line belongs to its product only while its members equal the product's. */
const OF_THE_PRODUCT = [
  ...(['codigo', 'descripcion', 'precio', 'venta'] as const),
  ...(['tipoItem', 'uniMedida', 'tributos', 'noGravado'] as const),
]

function changed(linea: Linea, values: Partial<Linea>): Linea {
  const next = { ...linea, ...values }
  const keeps =
    values.productId !== undefined || OF_THE_PRODUCT.every((name) => next[name] === linea[name])
  return keeps ? next : { ...next, productId: null }
}

/**
 * The line that has this text gets the product that was found for it. `suma`: where another line has the product, that
 * one counts one more instead. Nothing if somebody went on typing, or chose another product.
 */
function conProducto(
  form: Form,
  { id, texto, values, suma }: Extract<Change, { kind: 'producto' }>,
): Form {
  const linea = form.lineas.find((one) => one.id === id)
  if (linea?.descripcion !== texto || linea.productId !== null) return form
  const same = form.lineas.find((one) => one.productId === values.productId)
  const leido = same && suma ? leerNumero(same.cantidad || '1') : null
  const cantidad = leido?.kind === 'numero' ? unaMas(leido.valor) : null
  if (!same || cantidad === null) return change(form, { kind: 'linea', id, values })
  const more = change(form, { kind: 'linea', id: same.id, values: { cantidad } })
  return change(more, { kind: 'quitar', id })
}

/** The form after a change; unchanged lines stay the same objects, so their rows do not redraw. */
export function change(form: Form, what: Change): Form {
  switch (what.kind) {
    case 'all':
      return what.form
    case 'set':
      return { ...form, ...what.values }
    case 'linea':
      return {
        ...form,
        lineas: withLast(
          form.lineas.map((one) => (one.id === what.id ? changed(one, what.values) : one)),
        ),
      }
    case 'producto':
      return conProducto(form, what)
    case 'copiar':
      return {
        ...form,
        lineas: withLast(
          form.lineas.flatMap((one) =>
            one.id === what.id ? [one, { ...one, id: nextId() }] : [one],
          ),
        ),
      }
    case 'quitar':
      return { ...form, lineas: withLast(form.lineas.filter(({ id }) => id !== what.id)) }
    case 'mover': {
      const lineas = [...form.lineas]
      const at = lineas.findIndex(({ id }) => id === what.id)
      const to = at + what.by
      const [one, other] = [lineas[at], lineas[to]]
      // The empty row stays last.
      if (!one || !other || isEmptyLinea(other)) return form
      lineas[at] = other
      lineas[to] = one
      return { ...form, lineas }
    }
    case 'agregar': {
      const filled = form.lineas.filter((one) => !isEmptyLinea(one))
      return { ...form, lineas: withLast([...filled, ...what.lineas]) }
    }
    case 'insertar': {
      const lineas = [...form.lineas]
      lineas.splice(what.at, 0, what.linea)
      return { ...form, lineas: withLast(lineas) }
    }
  }
}
