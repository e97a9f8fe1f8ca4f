/** The columns of a spreadsheet of sales by document type: their names and members. */
import { membersOfReceptor } from '@sello/contract'
import {
  hasInReceptor,
  type ItemMember,
  isNota,
  type Member,
  TIPOS,
  type TipoDef,
  type TipoDte,
} from '@sello/fiscal'

export interface Column {
  readonly name: string
  /** Belongs to one line, or to the whole document. */
  readonly of: 'item' | 'document'
  /** Its path in the item, or in the request: `receptor.direccion.municipio`. */
  readonly path: string
  readonly kind: 'text' | 'amount' | 'integer' | 'boolean'
  /** Number of digits of codes that spreadsheets read as numbers and write without leading zeros. */
  readonly digits?: number
  readonly required?: boolean
  /** Filled from the product if the line names one and the cell is empty. */
  readonly fromProduct?: boolean
  /** Its value in the template's example row. */
  readonly example?: string
}

const text = (name: string, path: string, more: Partial<Column> = {}): Column => {
  return { name, of: 'document', path, kind: 'text', ...more }
}
const item = (name: string, kind: Column['kind'], more: Partial<Column> = {}): Column => {
  return { name, of: 'item', path: name, kind, ...more }
}

const integer = (name: string, path = name): Column => {
  return { name, of: 'document', path, kind: 'integer' }
}
const flag = (name: string): Column => ({ name, of: 'document', path: name, kind: 'boolean' })
const receptor = (name: string, more: Partial<Column> = {}) => text(name, `receptor.${name}`, more)

/** The example says what it is, without letters that an encoding may spoil, so that every copy is recognised. */
const REFERENCIA = text('referencia', 'referencia', { example: 'EJEMPLO' })

/** The column that names a stored product, by its codigo or its productId. */
export const PRODUCTO = 'producto'

/** Those that the type's items have. */
const ITEM: readonly Column[] = [
  item(PRODUCTO, 'text'),
  item('descripcion', 'text', {
    required: true,
    fromProduct: true,
    example: 'Ejemplo: esta fila no se emite',
  }),
  item('cantidad', 'amount', { required: true, example: '2' }),
  item('precioUni', 'amount', { required: true, fromProduct: true, example: '5.65' }),
  item('codigo', 'text'),
  item('tipoItem', 'integer', { example: '1' }),
  item('uniMedida', 'integer'),
  item('montoDescu', 'amount'),
  item('tipoDonacion', 'integer', { required: true, example: '2' }),
  item('depreciacion', 'amount'),
]
/** 07: a row for each document of the supplier. */
const DOCUMENTO: readonly Column[] = [
  item('documento', 'text', {
    path: 'tipoDocumento',
    digits: 2,
    required: true,
    example: '03',
  }),
  item('numeroDocumento', 'text', { required: true, example: 'EJEMPLO' }),
  item('fechaEmision', 'text', { required: true, example: '2026-01-31' }),
  item('tipoGeneracion', 'integer', { example: '1' }),
  item('monto', 'amount', { required: true, example: '100' }),
  item('codigoRetencion', 'text', { digits: 2 }),
  item('ivaRetenido', 'amount'),
  item('descripcion', 'text', { example: 'Ejemplo: esta fila no se emite' }),
]
/** 08: a row for each principal, whose documents of the month the service gathers. */
const PERIODO = text('periodo', 'liquidacion.periodo', { required: true, example: '2026-01' })
/** 09: a row for each affiliate; its record has no lines. */
const contable = (name: string, path: string, more: Partial<Column> = {}): Column =>
  text(name, `liquidacionContable.${path}`, more)
const CONTABLE: readonly Column[] = [
  contable('desde', 'desde', { required: true, example: '2026-01-01' }),
  contable('hasta', 'hasta', { required: true, example: '2026-01-15' }),
  contable('codigo', 'codigo'),
  contable('cantidadDocumentos', 'cantidadDocumentos', { kind: 'integer' }),
  contable('valorOperaciones', 'valorOperaciones', {
    kind: 'amount',
    required: true,
    example: '1130',
  }),
  contable('sinPercepcion', 'sinPercepcion.monto', { kind: 'amount' }),
  contable('queSinPercepcion', 'sinPercepcion.descripcion'),
  contable('comision', 'comision', { kind: 'amount' }),
  contable('porcentajeComision', 'porcentajeComision', { kind: 'amount', example: '3' }),
  contable('responsable', 'responsable.nombre', { required: true, example: 'Ejemplo' }),
  contable('documentoResponsable', 'responsable.documento', {
    required: true,
    example: '000000000',
  }),
  contable('codEmpleado', 'responsable.codEmpleado'),
]
const TIPO_VENTA = item('tipoVenta', 'text')
const RELACIONADO = text('documentoRelacionado', 'documentosRelacionados.0.codigoGeneracion', {
  required: true,
})
/** 04: why the goods leave, and whether they go to a place of the company's own. */
const TITULO = text('bienTitulo', 'bienTitulo', { digits: 2, required: true, example: '03' })
const PROPIO: Column = { name: 'propio', of: 'document', path: 'receptor.propio', kind: 'boolean' }
const OBSERVACIONES = text('observaciones', 'observaciones')

/** Those of the request that the type takes. */
const OF_MEMBERS: readonly Column[] = [
  integer('condicionOperacion'),
  text('plazo', 'plazo', { digits: 2 }),
  integer('periodo'),
  text('formaPago', 'formaPago', { digits: 2 }),
  flag('aplicarRetencionIva'),
  flag('aplicarPercepcionIva'),
  flag('aplicarReteRenta'),
]

const DE_EXPORTACION: readonly Column[] = [
  integer('tipoItemExpor', 'exportacion.tipoItemExpor'),
  text('recintoFiscal', 'exportacion.recintoFiscal', { digits: 2 }),
  text('tipoRegimen', 'exportacion.tipoRegimen'),
  text('regimen', 'exportacion.regimen'),
  text('incoterms', 'exportacion.incoterms', { digits: 2 }),
  { name: 'flete', of: 'document', path: 'exportacion.flete', kind: 'amount' },
  { name: 'seguro', of: 'document', path: 'exportacion.seguro', kind: 'amount' },
]

const IDENTIDAD: readonly Column[] = [
  receptor('customerId'),
  receptor('nombre'),
  receptor('tipoDocumento', { digits: 2 }),
  receptor('numDocumento'),
  receptor('telefono'),
  receptor('correo'),
]
/** Those of the receptor that a request may state and the structure has. */
const OF_RECEPTOR: readonly Column[] = [
  receptor('nrc'),
  receptor('codPais'),
  integer('codDomiciliado', 'receptor.codDomiciliado'),
  receptor('complemento'),
  integer('tipoPersona', 'receptor.tipoPersona'),
  receptor('tipoEstablecimiento', { digits: 2 }),
  receptor('codActividad', { digits: 5 }),
  receptor('descActividad'),
  receptor('nombreComercial'),
]
const DIRECCION: readonly Column[] = [
  text('departamento', 'receptor.direccion.departamento', { digits: 2 }),
  text('municipio', 'receptor.direccion.municipio', { digits: 2 }),
  text('distrito', 'receptor.direccion.distrito', { digits: 2 }),
  text('complemento', 'receptor.direccion.complemento'),
]

export const COLUMNS = Object.fromEntries(
  Object.values<TipoDef>(TIPOS).map((tipo) => [tipo.tipoDte, columnsOf(tipo)]),
) as Readonly<Record<TipoDte, readonly Column[]>>

function columnsOf(tipo: TipoDef): readonly Column[] {
  const { members, itemMembers } = tipo
  const takes = (member: string) => members[member as Member] !== 'forbidden'
  // What every type's items have is no question of theirs.
  const hasItem = (name: string) => itemMembers[name as ItemMember] !== 'forbidden'
  return [
    REFERENCIA,
    ...(takes('documentosRelacionados') ? [RELACIONADO] : []),
    ...(takes('retencion') ? DOCUMENTO : []),
    ...(takes('liquidacion') ? [PERIODO] : []),
    ...(takes('liquidacionContable') ? CONTABLE : []),
    ...(takes('items') ? ITEM.filter(({ name }) => hasItem(name)) : []),
    ...(itemMembers.tipoVenta === 'forbidden' ? [] : [TIPO_VENTA]),
    ...(takes('bienTitulo') ? [TITULO] : []),
    ...receptorColumns(tipo),
    ...(takes('exportacion') ? DE_EXPORTACION : []),
    ...OF_MEMBERS.filter(({ name }) => takes(name)),
    ...(takes('observaciones') ? [OBSERVACIONES] : []),
  ]
}

/** None for a note: its receptor is that of the document that it adjusts. */
function receptorColumns(tipo: TipoDef): readonly Column[] {
  const tipoDte = tipo.tipoDte as TipoDte
  if (isNota(tipoDte)) return []
  const onTheWire = membersOfReceptor(tipo.receptor)
  return [
    ...(onTheWire.includes(PROPIO.name) ? [PROPIO] : []),
    ...IDENTIDAD,
    ...OF_RECEPTOR.filter(({ name }) => onTheWire.includes(name) && hasInReceptor(tipo, name)),
    ...(hasInReceptor(tipo, 'direccion') ? DIRECCION : []),
  ]
}

/** Always text in a spreadsheet: otherwise a NIT would lose its zeros. */
export const isTextColumn = ({ kind }: Column) => kind === 'text'
