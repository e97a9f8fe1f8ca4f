/**
 * Maps problems to fields. The rules name paths of the request, or of the document built from it; the form
 * has one field for each path and one label for each member, so that messages do not show wire names.
 */
import type { Issue } from '../api/issue.ts'
import type { Clase, Column } from './lineas/columnas.ts'

/** The label of each member; the inputs use the same ones. */
// biome-ignore format: a table
const ETIQUETA: Readonly<Record<string, string>> = {
  numDocumento: 'el número de documento', tipoDocumento: 'el tipo de documento', nrc: 'el NRC', nit: 'el NIT',
  nombre: 'el nombre', codActividad: 'la actividad', descActividad: 'la actividad', nombreComercial: 'el nombre comercial',
  direccion: 'la dirección', departamento: 'el departamento', municipio: 'el municipio', distrito: 'el distrito',
  complemento: 'la calle y número', telefono: 'el teléfono', correo: 'el correo', codPais: 'el país', nombrePais: 'el país',
  tipoPersona: 'el tipo de persona', receptor: 'el cliente', descripcion: 'la descripción', cantidad: 'la cantidad',
  precioUni: 'el precio', montoDescu: 'el descuento', tipoVenta: 'la venta', uniMedida: 'la unidad', tipoItem: 'el tipo de línea',
  tributos: 'los tributos', codTributo: 'el tributo', noGravado: 'el cargo o abono', numeroDocumento: 'el documento que ajusta',
  condicionOperacion: 'la condición', plazo: 'el plazo', periodo: 'el número de plazos', formaPago: 'la forma de pago',
  pagos: 'los pagos', montoPago: 'el monto del pago', referencia: 'la referencia', descuentos: 'el descuento global',
  descuento: 'el descuento global', observaciones: 'las observaciones', aplicarRetencionIva: 'la retención de IVA',
  aplicarPercepcionIva: 'la percepción de IVA', aplicarReteRenta: 'la retención de renta', exportacion: 'los datos de exportación',
  tipoItemExpor: 'bienes o servicios', recintoFiscal: 'el recinto', tipoRegimen: 'el tipo de régimen', regimen: 'el régimen',
  incoterms: 'el INCOTERM', codIncoterms: 'el INCOTERM', flete: 'el flete', seguro: 'el seguro',
  documentosRelacionados: 'el documento que ajusta', documentoRelacionado: 'el documento que ajusta', items: 'las líneas',
  cuerpoDocumento: 'las líneas', numPagoElectronico: 'el número de pago electrónico', apendice: 'el apéndice',
  ventaTercero: 'la venta por cuenta de terceros', codigo: 'el código', fechaEmision: 'la fecha', tipoDte: 'el tipo de documento',
  ventaGravada: 'el importe', ventaExenta: 'el importe', ventaNoSuj: 'el importe',
  ivaRete: 'la retención de IVA', ivaPerci: 'la percepción de IVA', reteRenta: 'la retención de renta', descuGravada: 'el descuento global',
  descu: 'el descuento global', totalPagar: 'el total', corrige: 'el documento que corrige', customerId: 'el cliente', productId: 'el producto',
  compraTercero: 'la compra por cuenta de terceros', otrosDocumentos: 'los documentos asociados', porcentajeDescuento: 'el descuento global',
  origenes: 'el documento de origen', fusion: 'la empresa absorbida', totalNoOnerosas: 'el valor de lo que sale sin pago',
  codDocAsociado: 'la clase de documento', descDocumento: 'qué documento es', detalleDocumento: 'de qué trata', medico: 'los datos del médico',
  docIdentificacion: 'el documento del médico', tipoServicio: 'el servicio médico', transporte: 'los datos del transporte', placa: 'la placa',
  conductor: 'quien conduce', codDomiciliado: 'si está domiciliado', tipoGeneracion: 'si es electrónico o de papel', etiqueta: 'la etiqueta', campo: 'el nombre del dato',
  totalIva: 'el total del IVA', totalExenta: 'las ventas exentas', totalNoSuj: 'las ventas no sujetas', totalCompra: 'el total de la compra',
  subTotal: 'el subtotal', subTotalVentas: 'la suma de las ventas', montoTotalOperacion: 'el monto total de la operación', totalDescu: 'los descuentos',
  descuExenta: 'el descuento a lo exento', descuNoSuj: 'el descuento a lo no sujeto', saldoFavor: 'el saldo a favor', totalLetras: 'el total en letras',
  codigoGeneracionReemplazo: 'el documento que reemplaza', numeroControl: 'el número de control', codigoGeneracion: 'el código',
  numItem: 'el número de la línea', fecEmi: 'la fecha', horEmi: 'la hora', selloRecibido: 'el sello', codigoRetencionMH: 'el código de la retención',
  bienTitulo: 'el título', tipoDonacion: 'la clase', depreciacion: 'la depreciación', tipoDepreciacion: 'la depreciación', valorUni: 'el valor unitario',
  montoSujetoGrav: 'el monto sin IVA', ivaRetenido: 'el IVA retenido', codigoRetencion: 'la retención', valorTotal: 'el total donado',
  tipoEstablecimiento: 'el establecimiento', liquidacionContable: 'lo que se liquida', valorOperaciones: 'lo pagado con tarjetas',
  montoSinPercepcion: 'lo que no se sujeta a percepción', sinPercepcion: 'lo que no se sujeta a percepción', porcentComision: 'la comisión',
  porcentajeComision: 'la comisión', ivaComision: 'el IVA de la comisión', ivaPercibido: 'el IVA percibido', liquidoApagar: 'el líquido a pagar',
  montoSujetoPercepcion: 'el monto sujeto a percepción', cantidadDocumentos: 'los comprobantes', codEmpleado: 'el código de empleado',
  liquidacion: 'lo que se liquida', ivaItem: 'el IVA', exportaciones: 'lo exportado', nombEntrega: 'el responsable', docuEntrega: 'su documento',
  totalSujetoRetencion: 'el monto sujeto a retención', totalIvaRetenido: 'el IVA retenido',
  codEstable: 'el establecimiento', codPuntoVenta: 'el punto de venta', totalGravada: 'las ventas gravadas', totalNoGravado: 'los cargos y abonos',
}

/** A word of the wire that is none of the language: `departamento` in a sentence is one of both. */
const isOfTheWire = (word: string) => /[A-Z]/.test(word) || word === 'depreciacion'

const WORD = new RegExp(
  `(?<![\\wáéíóúñ.])(?:receptor\\.|sujetoExcluido\\.|resumen\\.|exportacion\\.|items\\[\\d+\\]\\.|cuerpoDocumento(?:\\[\\d+\\])?\\.|liquidacionContable\\.)?(${Object.keys(
    ETIQUETA,
  )
    .filter(isOfTheWire)
    .join('|')})(?![\\wáéíóúñ])`,
  'g',
)

/** What a program would do, in the words of a person who picks from lists and presses buttons. */
const DICHO: readonly (readonly [RegExp, string])[] = [
  [/Lea `descripcionMsg` y `observaciones`/g, 'Lea lo que dijo Hacienda'],
  [/Vea `observaciones`: nombra los campos/g, 'Lo que dijo Hacienda nombra los campos'],
  [/que nombra `descripcionMsg`/g, 'que nombra Hacienda'],
  [/,? con otra Idempotency-Key/g, ''],
  [/; solo un cargo o abono \(noGravado\) va sin él/g, ''],
  [/escriba bienTitulo 04, o 05 \(otros\)/g, 'elija «Traslado» u «Otro»'],
  [/Con el código C9 escriba en ivaRetenido/g, 'Escriba'],
  [
    /y uno en papel con tipoGeneracion 1/g,
    'y uno en papel, por su número de hasta 20 letras y dígitos',
  ],
  [
    /escriba comision \(0 si no se cobra\) o porcentajeComision, del que se calcula/g,
    'escriba un monto (0 si no se cobra) o un porcentaje, como 3%',
  ],
  [/en sinPercepcion\.descripcion/g, 'al lado de su monto'],
  [/o quite sinPercepcion/g, 'o quite la descripción'],
  [
    /nómbrelo por su codigoGeneracion, y sus montos se toman de él/g,
    'quítelo, y agréguelo con «Traer lo vendido»',
  ],
  [/\(ventaTercero\)/g, ''],
  [/; quite invalidado/g, ': diga que no está invalidado'],
  [/Escriba lo que se dona en tipoDonacion: .*\./g, 'Elija si es efectivo, un bien o un servicio.'],
  [/Regístrela con "sello company authorize --resolution"/g, 'Regístrela en Ajustes, Empresa'],
  [
    /(?:escriba|use) (?:su|un) código(?: de dos letras)? de CAT-\d+(?:, (?:por ejemplo|de 1 a)[^.;]*)?(?: en codPais)?/g,
    'elija de la lista',
  ],
  [/ ?\(CAT-\d+\)/g, ''],
  [/\bde CAT-\d+/g, 'del catálogo'],
  [/\ben CAT-\d+/g, 'en el catálogo'],
  [/`/g, ''],
]

/** One of a list of the form. */
const UNO: Readonly<Record<string, string>> = {
  ...{ pagos: 'el pago', origenes: 'el origen', otrosDocumentos: 'el documento asociado' },
  documentosRelacionados: 'el documento que ajusta',
  documentoRelacionado: 'el documento que ajusta',
}
const LISTED = new RegExp(
  `(?:resumen\\.)?(${Object.keys(UNO).join('|')})\\[(\\d+)\\](?:\\.(\\w+))?`,
  'g',
)

/** The message with screen labels instead of the names of the wire and of catalogues. */
export function enPalabras(message: string): string {
  const said = DICHO.reduce((text, [pattern, words]) => text.replaceAll(pattern, words), message)
    .replaceAll(/apendice\[\d+\](?:\.\w+)?/g, 'el apéndice')
    .replaceAll(
      /(?:cuerpoDocumento|items)\[(\d+)\]\.?/g,
      (_, n: string) => `línea ${Number(n) + 1}: `,
    )
    .replaceAll(LISTED, (_, list: string, n: string, member?: string) => {
      const one = `${UNO[list]} ${Number(n) + 1}`
      return member ? `${one}, ${ETIQUETA[member] ?? member},` : one
    })
    .replaceAll(/\[([\w.]+)\]/g, '$1')
    .replaceAll(WORD, (_, word: string) => ETIQUETA[word] ?? word)
  return withOneArticle(said)
}

/** The labels have their article, and the sentence may have another before them: `escriba su numDocumento`. */
function withOneArticle(text: string): string {
  const said = text
    .replaceAll(/\b(?:el|la|los|las) (?=(?:el|la|los|las)\b)/gi, '')
    .replaceAll(/\b(su|del|al|un|una|otro|otra|cada|ese|este) (?:el|la) /g, '$1 ')
    .replaceAll(/\bsu (?:los|las) /g, 'sus ')
    .replaceAll(/\bde el\b/g, 'del')
    .replaceAll(/\ba el\b/g, 'al')
  return said.charAt(0).toUpperCase() + said.slice(1)
}

const RENAMED: readonly (readonly [RegExp, string])[] = [
  [/^retencion(?:\.documentos)?/, 'items'],
  [/^liquidacion\.periodo$/, 'mes'],
  [/^liquidacion(?:\.documentos)?(?![A-Z])/, 'items'],
  [/^receptor\.bienTitulo$/, 'bienTitulo'],
  [/^otrosDocumentos$/, 'resolucion'],
  [/^cuerpoDocumento/, 'items'],
  [/^sujetoExcluido/, 'receptor'],
  [/^receptor\.nit$/, 'receptor.numDocumento'],
  [/^documentoRelacionado/, 'documentosRelacionados'],
  [/^emisor\.(recintoFiscal|tipoRegimen|regimen|tipoItemExpor)$/, 'exportacion.$1'],
  [/^resumen\.(codIncoterms|descIncoterms)$/, 'exportacion.incoterms'],
  [/^resumen\.(flete|seguro|totalNoOnerosas)$/, 'exportacion.$1'],
  [/^identificacion\.fusion$/, 'fusion'],
  [/^(otrosDocumentos\[\d+\])\.placaTrans$/, '$1.transporte.placa'],
  [/^(otrosDocumentos\[\d+\])\.modoTransp$/, '$1.transporte.modo'],
  [/^(otrosDocumentos\[\d+\])\.numConductor$/, '$1.transporte.conductor.documento'],
  [/^(otrosDocumentos\[\d+\])\.nombreConductor$/, '$1.transporte.conductor.nombre'],
  [/^resumen\.ivaRete$/, 'aplicarRetencionIva'],
  [/^resumen\.ivaPerci$/, 'aplicarPercepcionIva'],
  [/^resumen\.reteRenta$/, 'aplicarReteRenta'],
  [/^resumen\.descuGravada$/, 'descuentos.gravadas'],
  [/^resumen\.descu$/, 'descuento'],
  [/^resumen\.pagos\[0\]\.(plazo|periodo)$/, '$1'],
  [/^resumen\.pagos\[0\]\.codigo$/, 'formaPago'],
  [/^(?:extension|resumen)\./, ''],
]

/** The request path behind a path of the document. */
function toRequestPath(field: string): string {
  for (const [pattern, to] of RENAMED) if (pattern.test(field)) return field.replace(pattern, to)
  return field
}

export interface Marked {
  /** `linea/{id}/{column}` of the grid, or the name of a field of the form. */
  readonly at: string
  readonly message: string
}

// biome-ignore format: a table
const COLUMN: Readonly<Record<string, Column>> = {
  descripcion: 'descripcion', cantidad: 'cantidad', precioUni: 'precio', montoDescu: 'descuento', tipoVenta: 'venta',
  noGravado: 'precio', codigo: 'descripcion', uniMedida: 'cantidad', tipoItem: 'descripcion', tributos: 'venta', codTributo: 'venta',
  numeroDocumento: 'descripcion', productId: 'descripcion', tipoDonacion: 'donacion', valorUni: 'precio', valor: 'precio',
  depreciacion: 'depreciacion', tipoDepreciacion: 'depreciacion',
}
/** Of a document on which IVA is retained. */
// biome-ignore format: a table
const COLUMN_OF_DOCUMENTO: Readonly<Record<string, Column>> = {
  descripcion: 'numero', monto: 'precio', montoSujetoGrav: 'precio', fechaEmision: 'fecha', codigoRetencion: 'retencion',
  codigoRetencionMH: 'retencion', ivaRetenido: 'retenido',
}

/** Of a document that is liquidated. */
// biome-ignore format: a table
const COLUMN_OF_LIQUIDADO: Readonly<Record<string, Column>> = {
  tipoDocumento: 'tipo', tipoDte: 'tipo', fechaEmision: 'fecha', ventaGravada: 'precio', ventaExenta: 'precio', ventaNoSuj: 'precio',
  exportaciones: 'precio', ivaItem: 'precio', ivaPercibido: 'precio', tributos: 'precio',
}
const COLUMNS: Partial<Record<Clase, readonly [Readonly<Record<string, Column>>, Column]>> = {
  retencion: [COLUMN_OF_DOCUMENTO, 'numero'],
  liquidacion: [COLUMN_OF_LIQUIDADO, 'numero'],
}

/** Fields identified by their whole path. */
const MAS_DATOS: ReadonlySet<string> = new Set([
  ...['ventaTercero', 'compraTercero', 'fusion', 'origenes', 'otrosDocumentos', 'apendice'],
])

/** Each problem at its field, in the order of the form. */
export function markIssues(
  issues: readonly Issue[],
  lineas: readonly string[],
  clase: Clase = 'venta',
): readonly Marked[] {
  const [columns, other] = COLUMNS[clase] ?? [COLUMN, 'descripcion' as const]
  const columnOf = (member = '') => columns[member] ?? other
  const marked = issues.map(({ field, message }) => {
    const path = toRequestPath(field)
    const item = /^items\[(\d+)\](?:\.(\w+))?/.exec(path)
    const said = enPalabras(message)
    if (item) {
      const id = lineas[Number(item[1])]
      if (id) return { at: `linea/${id}/${columnOf(item[2])}`, message: said }
      return { at: 'items', message: said }
    }
    if (path.startsWith('liquidacionContable.')) return { at: path, message: said }
    const [first = '', second = ''] = path.split(/[.[]/)
    if (first === 'receptor') {
      return {
        at: second === '' ? 'receptor' : `receptor.${path.split('.').at(-1)}`,
        message: said,
      }
    }
    if (first === 'exportacion')
      return { at: second === '' ? 'exportacion' : `exportacion.${second}`, message: said }
    return { at: MAS_DATOS.has(first) ? path : first, message: said }
  })
  // One problem for each field: the first is the root cause.
  const seen = new Set<string>()
  return marked.filter(({ at }) => !seen.has(at) && seen.add(at))
}
