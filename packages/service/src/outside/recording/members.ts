/**
 * The members whose text a recording keeps; every other text is replaced, also one of a member that nobody knows yet.
 * What is kept is a code of a catalogue, a date, a number of our own series, or a word of the ministry.
 */

/** Of requests, documents and events. */
// biome-ignore format: a table
export const CODES: ReadonlySet<string> = new Set([
  'ambiente', 'tdte', 'tipoDte', 'tipoEvento', 'tipoDoc', 'tipoDocumento', 'tipoMoneda', 'tipoEstablecimiento',
  'tipDocResponsable', 'tipDocSolicita', 'tipoDocResponsable', 'numeroControl', 'codActividad', 'codTributo',
  'codigoRetencionMH', 'tributos', 'plazo', 'bienTitulo', 'totalLetras',
  'codEstable', 'codEstableMH', 'codPuntoVenta', 'codPuntoVentaMH',
  'departamento', 'municipio', 'distrito', 'codPais',
  'recintoFiscal', 'tipoRegimen', 'regimen', 'codIncoterms', 'descIncoterms',
  'docDel', 'docAl', // of ranges of paper, in order
  'fecEmi', 'horEmi', 'fechaEmision', 'fecAnula', 'horAnula', 'fTransmision', 'hTransmision',
  'fInicio', 'hInicio', 'fFin', 'hFin', 'periodoLiquidacionFechaInicio', 'periodoLiquidacionFechaFin',
])

/** A catalogue's in payments and tributes, a company's own in lines. */
export const SHORT_CODE = { member: 'codigo', form: /^[0-9A-Z]{2}$/ } as const

/** Of answers. */
// biome-ignore format: a table
export const ANSWER_CODES: ReadonlySet<string> = new Set([
  'ambiente', 'estado', 'clasificaMsg', 'codigoMsg', 'fhProcesamiento', 'fechaHora', 'timestamp', 'status', 'tokenType',
])

/** The ministry's sentences, which may quote what a document says. */
export const ANSWER_WORDS: ReadonlySet<string> = new Set([
  ...['descripcionMsg', 'observaciones', 'mensaje', 'message', 'error'],
])

export const SECRETS: ReadonlySet<string> = new Set(['token', 'pwd', 'password', 'authorization'])
