/** What the document types answer, for requests and the console. Printed from packages/fiscal/src/tipos by `npm run check -- --update`. */

export const TIPOS_DTE = ['01', '03', '04', '05', '06', '07', '08', '09', '11', '14', '15'] as const

/** Members of the body that only some types take: with another type the answer names those (docs/wire.md#requests). */
export const MEMBERS_OF_TYPES: Readonly<Record<string, readonly string[]>> = {
  items: ['01', '03', '04', '05', '06', '11', '14', '15'],
  retencion: ['07'],
  liquidacion: ['08'],
  liquidacionContable: ['09'],
  observaciones: ['01', '03', '04', '05', '06', '07', '08', '09', '11', '14'],
  bienTitulo: ['04'],
  condicionOperacion: ['01', '03', '05', '06', '08', '11', '14'],
  descuentos: ['01', '03', '04', '11'],
  pagos: ['01', '03', '11', '14', '15'],
  formaPago: ['01', '03', '11', '14', '15'],
  plazo: ['01', '03', '11', '14'],
  periodo: ['01', '03', '11', '14'],
  ventaTercero: ['01', '03', '04', '05', '06', '11'],
  aplicarRetencionIva: ['01', '03', '05', '06'],
  aplicarPercepcionIva: ['03', '05', '06'],
  documentosRelacionados: ['05', '06'],
  origenes: ['01', '03', '04', '11'],
  otrosDocumentos: ['01', '03', '11', '15'],
  compraTercero: ['11'],
  fusion: ['05', '06'],
  numPagoElectronico: ['06'],
  exportacion: ['11'],
  aplicarReteRenta: ['14'],
  descuento: ['14'],
}

/** The same of an item. A `tipoVenta` where there is one kind of sale only is the law's matter: 422. */
export const ITEM_MEMBERS_OF_TYPES: Readonly<Record<string, readonly string[]>> = {
  tipoItem: ['01', '03', '04', '05', '06', '11', '14'],
  montoDescu: ['01', '03', '04', '05', '06', '11', '14'],
  tipoDonacion: ['15'],
  depreciacion: ['15'],
  noGravado: ['01', '03', '05', '06', '11'],
  tributos: ['01', '03', '04', '05', '06', '11'],
  codTributo: ['01', '03', '04', '05', '06', '11'],
  numeroDocumento: ['05', '06'],
}

/** Those whose lines are of one of several kinds of sale. */
export const CON_TIPO_VENTA: readonly string[] = ['01', '03', '04', '05', '06']

/** The types that a return event follows (docs/wire.md#returns). */
export const RETORNABLES: readonly string[] = ['01', '11', '14']

/** The types that notes adjust. */
export const AJUSTABLES: readonly string[] = ['03']

/** Those that give back what documents charged, at most what is left of them. */
export const CREDITOS: readonly string[] = ['05']

/** Those that may name no receptor. */
export const SIN_RECEPTOR: readonly string[] = ['01']

/** Those that are not signed while the ministry is away. */
export const SIN_CONTINGENCIA: readonly string[] = ['08', '09', '15']

/** Those without which a body of the type has not its form. */
export const REQUIRED_OF_TYPES: Readonly<Record<(typeof TIPOS_DTE)[number], readonly string[]>> = {
  '01': ['items'],
  '03': ['items'],
  '04': ['items', 'bienTitulo'],
  '05': ['items', 'documentosRelacionados'],
  '06': ['items', 'documentosRelacionados'],
  '07': ['retencion'],
  '08': ['liquidacion'],
  '09': ['liquidacionContable'],
  '11': ['items', 'exportacion'],
  '14': ['items'],
  '15': ['items'],
}

/** What the type says of its receptor. */
export const RECEPTOR_OF_TYPES = {
  '01': 'Receptor',
  '03': 'Receptor',
  '04': 'ReceptorRemision',
  '05': 'Receptor',
  '06': 'Receptor',
  '07': 'Receptor',
  '08': 'ReceptorMandante',
  '09': 'ReceptorAfiliado',
  '11': 'ReceptorExportacion',
  '14': 'ReceptorSujetoExcluido',
  '15': 'ReceptorDonante',
} as const

/** What the form of a new receptor asks, in order. */
export const FORMULARIO_OF_TYPES = {
  '01': ['tipoDocumento', 'numDocumento', 'nombre', 'direccion', 'telefono', 'correo'],
  '03': ['nit', 'nrc', 'nombre', 'codActividad', 'nombreComercial', 'direccion', 'telefono', 'correo'],
  '04': ['tipoDocumento', 'numDocumento', 'nrc', 'nombre', 'codActividad', 'nombreComercial', 'direccion', 'telefono', 'correo'],
  '05': ['nit', 'nrc', 'nombre', 'codActividad', 'nombreComercial', 'direccion', 'telefono', 'correo'],
  '06': ['nit', 'nrc', 'nombre', 'codActividad', 'nombreComercial', 'direccion', 'telefono', 'correo'],
  '07': ['tipoDocumento', 'numDocumento', 'nrc', 'nombre', 'codActividad', 'nombreComercial', 'direccion', 'telefono', 'correo'],
  '08': ['tipoDocumento', 'numDocumento', 'nrc', 'nombre', 'codDomiciliado', 'codActividad', 'direccion', 'telefono', 'correo'],
  '09': ['nit', 'nrc', 'nombre', 'codActividad', 'nombreComercial', 'direccion', 'telefono', 'correo', 'tipoEstablecimiento'],
  '11': ['nombre', 'numDocumento', 'codPais', 'tipoPersona', 'complemento', 'descActividad', 'telefono', 'correo'],
  '14': ['tipoDocumento', 'numDocumento', 'nombre', 'direccion', 'telefono', 'correo'],
  '15': ['tipoDocumento', 'numDocumento', 'nrc', 'nombre', 'codPais', 'codDomiciliado', 'codActividad', 'direccion', 'telefono', 'correo'],
} as const

/** What the price of a line contains. */
export const PRECIOS_OF_TYPES = {
  '01': 'con IVA',
  '03': 'sin IVA',
  '04': 'sin IVA',
  '05': 'sin IVA',
  '06': 'sin IVA',
  '07': 'sin IVA',
  '08': 'sin IVA',
  '09': 'con IVA',
  '11': 'sin impuesto',
  '14': 'sin impuesto',
  '15': 'sin impuesto',
} as const

/** The short name that people use, its gender, and the key that begins one in the console. */
export const PALABRAS_OF_TYPES = {
  '01': { nombre: 'Factura', genero: 'femenino', letra: 'F' },
  '03': { nombre: 'Crédito fiscal', genero: 'masculino', letra: 'C' },
  '04': { nombre: 'Nota de remisión', genero: 'femenino', letra: 'N' },
  '05': { nombre: 'Nota de crédito', genero: 'femenino', letra: 'R' },
  '06': { nombre: 'Nota de débito', genero: 'femenino', letra: 'D' },
  '07': { nombre: 'Retención', genero: 'femenino', letra: 'T' },
  '08': { nombre: 'Liquidación', genero: 'femenino', letra: 'L' },
  '09': { nombre: 'Liquidación de tarjetas', genero: 'femenino', letra: 'J' },
  '11': { nombre: 'Exportación', genero: 'femenino', letra: 'X' },
  '14': { nombre: 'Sujeto excluido', genero: 'masculino', letra: 'S' },
  '15': { nombre: 'Donación', genero: 'femenino', letra: 'O' },
} as const
