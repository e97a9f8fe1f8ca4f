/** The columns of a spreadsheet of sales by document type: their names and members. */
import type { TipoDte } from '@sello/contract'

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

/** The example says what it is, without letters that an encoding may spoil, so that every copy is recognised. */
const REFERENCIA = text('referencia', 'referencia', { example: 'EJEMPLO' })

/** The column that names a stored product, by its codigo or its productId. */
export const PRODUCTO = 'producto'

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
]
const TIPO_VENTA = item('tipoVenta', 'text')

const TERMS: readonly Column[] = [
  { name: 'condicionOperacion', of: 'document', path: 'condicionOperacion', kind: 'integer' },
  text('plazo', 'plazo', { digits: 2 }),
  { name: 'periodo', of: 'document', path: 'periodo', kind: 'integer' },
  text('formaPago', 'formaPago', { digits: 2 }),
]

const DIRECCION: readonly Column[] = [
  text('departamento', 'receptor.direccion.departamento', { digits: 2 }),
  text('municipio', 'receptor.direccion.municipio', { digits: 2 }),
  text('distrito', 'receptor.direccion.distrito', { digits: 2 }),
  text('complemento', 'receptor.direccion.complemento'),
]

const receptor = (name: string, more: Partial<Column> = {}) => text(name, `receptor.${name}`, more)
const PERSONA: readonly Column[] = [
  receptor('customerId'),
  receptor('nombre'),
  receptor('tipoDocumento', { digits: 2 }),
  receptor('numDocumento'),
  receptor('telefono'),
  receptor('correo'),
]
const CONTRIBUYENTE: readonly Column[] = [
  ...PERSONA,
  receptor('nrc'),
  receptor('codActividad', { digits: 5 }),
  receptor('descActividad'),
  receptor('nombreComercial'),
  ...DIRECCION,
]

const OBSERVACIONES = text('observaciones', 'observaciones')
const flag = (name: string): Column => ({ name, of: 'document', path: name, kind: 'boolean' })
const RETENCION = flag('aplicarRetencionIva')
const RELACIONADO = text('documentoRelacionado', 'documentosRelacionados.0.codigoGeneracion', {
  required: true,
})

const EXPORTACION: readonly Column[] = [
  receptor('codPais'),
  receptor('complemento'),
  { name: 'tipoPersona', of: 'document', path: 'receptor.tipoPersona', kind: 'integer' },
  receptor('descActividad'),
  receptor('nombreComercial'),
  { name: 'tipoItemExpor', of: 'document', path: 'exportacion.tipoItemExpor', kind: 'integer' },
  text('recintoFiscal', 'exportacion.recintoFiscal', { digits: 2 }),
  text('tipoRegimen', 'exportacion.tipoRegimen'),
  text('regimen', 'exportacion.regimen'),
  text('incoterms', 'exportacion.incoterms', { digits: 2 }),
  { name: 'flete', of: 'document', path: 'exportacion.flete', kind: 'amount' },
  { name: 'seguro', of: 'document', path: 'exportacion.seguro', kind: 'amount' },
]

export const COLUMNS: Readonly<Record<TipoDte, readonly Column[]>> = {
  '01': [REFERENCIA, ...ITEM, TIPO_VENTA, ...PERSONA, ...DIRECCION, ...TERMS, OBSERVACIONES],
  '03': [
    ...[REFERENCIA, ...ITEM, TIPO_VENTA, ...CONTRIBUYENTE, ...TERMS],
    ...[RETENCION, flag('aplicarPercepcionIva'), OBSERVACIONES],
  ],
  '05': [REFERENCIA, RELACIONADO, ...ITEM, TIPO_VENTA, RETENCION, OBSERVACIONES],
  '06': [REFERENCIA, RELACIONADO, ...ITEM, TIPO_VENTA, RETENCION, OBSERVACIONES],
  '11': [REFERENCIA, ...ITEM, ...PERSONA, ...EXPORTACION, ...TERMS, OBSERVACIONES],
  '14': [
    ...[REFERENCIA, ...ITEM, ...PERSONA, receptor('codActividad', { digits: 5 })],
    ...[...DIRECCION, ...TERMS, flag('aplicarReteRenta'), OBSERVACIONES],
  ],
}

/** Always text in a spreadsheet: otherwise a NIT would lose its zeros. */
export const isTextColumn = ({ kind }: Column) => kind === 'text'
