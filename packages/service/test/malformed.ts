/**
 * Requests to POST /v1/dte that are wrong in one way each, with the status, the code and the field that
 * they are answered with: `details.field`, or the field of the first issue of a 422.
 */
import { gzipSync } from 'node:zlib'

export interface Sent {
  /** Of the address; empty for none. */
  readonly search?: string
  /** Additional headers; undefined removes one. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly payload: string | Buffer
}

export type Malformed = readonly [what: string, sent: Sent, answer: string]

type Members = Readonly<Record<string, unknown>>

const ITEM = { descripcion: 'Pan dulce', cantidad: 2, precioUni: 5.65 }
const DIRECCION = { departamento: '06', municipio: '23', distrito: '14', complemento: 'Calle 1' }
const CONTRIBUYENTE = {
  numDocumento: '06140101900027',
  nrc: '765432',
  nombre: 'Compradora, S.A. de C.V.',
  codActividad: '47190',
  direccion: DIRECCION,
  correo: 'compras@example.com',
}
const COMPRADOR = {
  nombre: 'Foreign Buyer LLC',
  numDocumento: '98-7654321',
  codPais: 'US',
  complemento: '100 Fictional Street',
  tipoPersona: 2,
  descActividad: 'Importación de alimentos',
  correo: 'buyer@example.com',
}
const BIENES = {
  tipoItemExpor: 1,
  recintoFiscal: '02',
  tipoRegimen: 'EX-1',
  regimen: '1000.000',
  incoterms: '09',
}
/** On paper, of today: no document of ours is needed to adjust it. */
const EN_PAPEL = {
  tipoDocumento: '03',
  numeroDocumento: '1234',
  fechaEmision: day(0),
  tipoGeneracion: 1,
}
const VENDEDORA = { nombre: 'Ana Ficticia', numDocumento: '00016297-5', direccion: DIRECCION }

/** A valid 01 with these members changed, by path; undefined removes one. */
export const factura = (changes: Members, headers: Sent['headers'] = {}) =>
  sentWith({ tipoDte: '01', items: [ITEM] }, changes, headers)

/** A valid 03 but for these members. */
export const credito = (changes: Members) =>
  sentWith({ tipoDte: '03', receptor: CONTRIBUYENTE, items: [ITEM] }, changes, {})

/** A valid 11, of goods, but for these members. */
const exportacion = (changes: Members) =>
  sentWith({ tipoDte: '11', receptor: COMPRADOR, items: [ITEM], exportacion: BIENES }, changes, {})

/** A valid 14 but for these members. */
const compra = (changes: Members) =>
  sentWith({ tipoDte: '14', receptor: VENDEDORA, items: [ITEM] }, changes, {})

/** A valid 05 but for these members. */
const nota = (changes: Members) =>
  sentWith(
    { tipoDte: '05', receptor: CONTRIBUYENTE, documentosRelacionados: [EN_PAPEL], items: [ITEM] },
    changes,
  )
/** The same note with this instead of what it adjusts. */
const sobre = (...documentosRelacionados: unknown[]) => nota({ documentosRelacionados })

const text = (payload: string | Buffer, headers: Sent['headers'] = {}): Sent => ({
  payload,
  headers,
})
const header = (name: string, value: string | readonly string[] | undefined) =>
  factura({}, { [name]: value })

const VALID = factura({}).payload as string
const long = (length: number) => 'x'.repeat(length)
const many = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one)
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
/** A 01 with this JSON text as its line's quantity: values that no JavaScript number can express. */
const cantidad = (json: string) => text(VALID.replace('"cantidad":2', `"cantidad":${json}`))

const BODY = '400 invalid_request body'
/** Of no document. */
const CODIGO = '11111111-1111-4111-8111-111111111111'

// biome-ignore format: a table
export const MALFORMED: readonly Malformed[] = [
  // the body as a whole
  ['no body', text(''), BODY],
  ['no body and no content type', text('', { 'content-type': undefined }), BODY],
  ['white space for a body', text(' \n\t '), BODY],
  ['text that is not JSON', text('{"tipoDte":'), '400 invalid_request tipoDte'],
  ['JSON with a trailing comma', text(VALID.replace(/}$/, ',}')), '400 invalid_request items'],
  ['a member twice', text('{"tipoDte":"01","items":[{"descripcion":"x","cantidad":1,"cantidad":2}]}'), '400 invalid_request items[0].cantidad'],
  ['a number that is no number of a program', text('{"tipoDte":"01","items":[{"precioUni":0.1000000000000000055511151231257827}]}'), '400 invalid_request items[0].precioUni'],
  ['a byte-order mark', text('\uFEFF{}'), '400 invalid_request body'],
  ['two JSON values', text(VALID + VALID), BODY],
  ['a number', text('7'), BODY],
  ['a text', text('"01"'), BODY],
  ['true', text('true'), BODY],
  ['null', text('null'), BODY],
  ['a list of documents', text(`[${VALID}]`), BODY],
  ['lists in lists, 100,000 deep', text(nested(100_000)), BODY],
  ['objects in objects, 50,000 deep', text(VALID.replace('{', `{${'"a":{'.repeat(50_000)}${'}'.repeat(50_000)},`)), '400 invalid_request a'],
  ['a form', text('tipoDte=01', { 'content-type': 'application/x-www-form-urlencoded' }), BODY],
  ['plain text', text(VALID, { 'content-type': 'text/plain' }), BODY],
  ['XML', text('<dte/>', { 'content-type': 'application/xml' }), BODY],
  ['a content type that is none', text(VALID, { 'content-type': 'json' }), BODY],
  ['no content type', text(VALID, { 'content-type': undefined }), BODY],
  ['a body over 1 MB', factura({ observaciones: long(1024 * 1024) }), BODY],
  ['a compressed body', text(gzipSync(VALID), { 'content-encoding': 'gzip' }), '400 invalid_request Content-Encoding'],
  ['a body that is not UTF-8', text(Buffer.from(VALID.replace('Pan', 'Jamón'), 'latin1')), BODY],

  // headers and address
  ['no Idempotency-Key', header('idempotency-key', undefined), '400 idempotency_key_required Idempotency-Key'],
  ['an empty Idempotency-Key', header('idempotency-key', ''), '400 idempotency_key_required Idempotency-Key'],
  ['an Idempotency-Key of 201 characters', header('idempotency-key', long(201)), '400 invalid_request Idempotency-Key'],
  ['an Idempotency-Key that is not ASCII', header('idempotency-key', 'año-1'), '400 invalid_request Idempotency-Key'],
  ['an Idempotency-Key with a tab', header('idempotency-key', 'a\tb'), '400 invalid_request Idempotency-Key'],
  ['an Idempotency-Key with a NUL', header('idempotency-key', 'a\0b'), '400 invalid_request Idempotency-Key'],
  ['an unknown query parameter', { ...factura({}), search: '?seco=1' }, '400 invalid_request seco'],
  ['a query parameter twice', { ...factura({}), search: '?a=1&a=2' }, '400 invalid_request a'],

  // missing members, unknown ones, or another type's
  ['an empty object', text('{}'), '400 invalid_request tipoDte'],
  ['no tipoDte', factura({ tipoDte: undefined }), '400 invalid_request tipoDte'],
  ['no items', factura({ items: undefined }), '400 invalid_request items'],
  ['a line without descripcion', factura({ 'items[0].descripcion': undefined }), '400 invalid_request items[0].descripcion'],
  ['a line without cantidad', factura({ 'items[0].cantidad': undefined }), '400 invalid_request items[0].cantidad'],
  ['an address without distrito', factura({ receptor: { direccion: { ...DIRECCION, distrito: undefined } } }), '400 invalid_request receptor.direccion.distrito'],
  ['a payment without its amount', factura({ pagos: [{ codigo: '01' }] }), '400 invalid_request pagos[0].montoPago'],
  ['an appendix row without its value', factura({ apendice: [{ campo: 'a', etiqueta: 'b' }] }), '400 invalid_request apendice[0].valor'],
  ['an unknown member', factura({ total: 11.3 }), '400 invalid_request total'],
  ['an unknown member of a line', factura({ 'items[0].precio': 1 }), '400 invalid_request items[0].precio'],
  ['an unknown member of the second line', factura({ items: [ITEM, { ...ITEM, iva: 1 }] }), '400 invalid_request items[1].iva'],
  ['an unknown member of the buyer', factura({ receptor: { nit: '06140101900027' } }), '400 invalid_request receptor.nit'],
  ['an unknown member of the address', factura({ receptor: { direccion: { ...DIRECCION, pais: 'SV' } } }), '400 invalid_request receptor.direccion.pais'],
  ['an unknown member of a payment', factura({ pagos: [{ codigo: '01', montoPago: 11.3, banco: 'x' }] }), '400 invalid_request pagos[0].banco'],
  ['an unknown member of the discounts', factura({ descuentos: { todo: 1 } }), '400 invalid_request descuentos.todo'],
  ['an unknown member of the third party', factura({ ventaTercero: { nit: '06140101900027', nombre: 'T', codDomiciliado: 1, nrc: '1' } }), '400 invalid_request ventaTercero.nrc'],
  ['an unknown member of an appendix row', factura({ apendice: [{ campo: 'a', etiqueta: 'b', valor: 'c', d: 'e' }] }), '400 invalid_request apendice[0].d'],
  ['the issuer, which comes from the key', factura({ emisor: {} }), '400 invalid_request emisor'],
  ['a member named __proto__', text(VALID.replace('{', '{"__proto__":{"tipoDte":"03"},')), '400 invalid_request __proto__'],
  ['a member named __proto__ in a line', text(VALID.replace('[{', '[{"__proto__":{},')), '400 invalid_request items[0].__proto__'],
  ['a member named constructor', factura({ constructor: { prototype: {} } }), '400 invalid_request constructor'],
  ['a member named toString', factura({ toString: 'x' }), '400 invalid_request toString'],
  ['150 unknown members', factura(Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`m${n}`, n]))), '400 invalid_request m0'],
  ['a member with an empty name', factura({ '': 1 }), '400 invalid_request ""'],
  ['the perception of a 03 in a 01', factura({ aplicarPercepcionIva: true }), '400 invalid_request aplicarPercepcionIva'],
  ['related documents in a 01', factura({ documentosRelacionados: [] }), '400 invalid_request documentosRelacionados'],
  ['numPagoElectronico in a 01', factura({ numPagoElectronico: '1' }), '400 invalid_request numPagoElectronico'],
  ['exportacion in a 03', credito({ exportacion: {} }), '400 invalid_request exportacion'],
  ['aplicarReteRenta in a 01', factura({ aplicarReteRenta: true }), '400 invalid_request aplicarReteRenta'],
  ['descuento, which is of 14, in a 03', credito({ descuento: 1 }), '400 invalid_request descuento'],
  ['an 11 without exportacion', exportacion({ exportacion: undefined }), '400 invalid_request exportacion'],
  ['an 11 without receptor', exportacion({ receptor: undefined }), '400 invalid_request receptor'],
  ['an 11 to nobody', exportacion({ receptor: null }), '400 invalid_request receptor'],
  ['an 11 to a buyer without country', exportacion({ receptor: { ...COMPRADOR, codPais: undefined } }), '400 invalid_request receptor.codPais'],
  ['an 11 to the buyer of a 03', exportacion({ receptor: { ...COMPRADOR, nrc: '765432' } }), '400 invalid_request receptor.nrc'],
  ['an 11 of goods and services together', exportacion({ exportacion: { ...BIENES, tipoItemExpor: 3 } }), '400 invalid_request exportacion.tipoItemExpor'],
  ['an 11 with an unknown member of exportacion', exportacion({ exportacion: { ...BIENES, descIncoterms: 'FOB' } }), '400 invalid_request exportacion.descIncoterms'],
  ['an 11 with a negative freight', exportacion({ exportacion: { ...BIENES, flete: -1 } }), '400 invalid_request exportacion.flete'],
  ['an 11 with an insurance of 3 decimals', exportacion({ exportacion: { ...BIENES, seguro: 1.005 } }), '400 invalid_request exportacion.seguro'],
  ['an 11 with the retention of a 01', exportacion({ aplicarRetencionIva: true }), '400 invalid_request aplicarRetencionIva'],
  ['an 11 with the related document of a line', exportacion({ 'items[0].numeroDocumento': 'X' }), '400 invalid_request items[0].numeroDocumento'],
  ['the country of an 11 in a 01', factura({ receptor: { codPais: 'US' } }), '400 invalid_request receptor.codPais'],
  ['a 14 without receptor', compra({ receptor: undefined }), '400 invalid_request receptor'],
  ['a 14 from a seller without address', compra({ receptor: { ...VENDEDORA, direccion: undefined } }), '400 invalid_request receptor.direccion'],
  ['a 14 from a seller with an NRC', compra({ receptor: { ...VENDEDORA, nrc: '765432' } }), '400 invalid_request receptor.nrc'],
  ['a 14 with the discounts of a sale', compra({ descuentos: { gravadas: 1 } }), '400 invalid_request descuentos'],
  ['a 14 on behalf of a third party', compra({ ventaTercero: null }), '400 invalid_request ventaTercero'],
  ['a charge in a 14', compra({ items: [ITEM, { descripcion: 'X', cantidad: 1, noGravado: 1 }] }), '400 invalid_request items[1].noGravado'],
  ['tributes in a 14', compra({ 'items[0].tributos': ['59'] }), '400 invalid_request items[0].tributos'],
  ['codTributo in a 14', compra({ 'items[0].codTributo': 'A8' }), '400 invalid_request items[0].codTributo'],
  ['tributes that are no list', factura({ 'items[0].tributos': '59' }), '400 invalid_request items[0].tributos'],
  ['a tribute of three letters', factura({ 'items[0].tributos': ['D1', 'FOV'] }), '400 invalid_request items[0].tributos[1]'],
  ['a tipoItem of 5', factura({ 'items[0].tipoItem': 5 }), '400 invalid_request items[0].tipoItem'],
  ['a kind of sale in an 11', exportacion({ 'items[0].tipoVenta': 'exenta' }), '422 validation_failed items[0].tipoVenta'],
  ['an 11 of goods without customs', exportacion({ exportacion: { tipoItemExpor: 1 } }), '422 validation_failed exportacion.recintoFiscal'],
  ['an 11 of services with customs', exportacion({ exportacion: { ...BIENES, tipoItemExpor: 2 } }), '422 validation_failed exportacion.recintoFiscal'],
  ['a 14 that withholds from goods', compra({ 'items[0].tipoItem': 1, aplicarReteRenta: true }), '422 validation_failed aplicarReteRenta'],
  ['a tribute whose amount nobody knows', factura({ 'items[0].tributos': ['D5'] }), '422 validation_failed items[0].tributos'],
  ['the IVA among the tributes', factura({ 'items[0].tributos': ['20'] }), '422 validation_failed items[0].tributos'],
  ['FOVIAL by the litre', factura({ 'items[0].tributos': ['D1'], 'items[0].uniMedida': 23 }), '422 validation_failed items[0].uniMedida'],

  // notes and what they adjust
  ['a 05 that adjusts nothing', nota({ documentosRelacionados: undefined }), '400 invalid_request documentosRelacionados'],
  ['a 06 that adjusts nothing', nota({ tipoDte: '06', documentosRelacionados: undefined }), '400 invalid_request documentosRelacionados'],
  ['no related documents', sobre(), '400 invalid_request documentosRelacionados'],
  ['51 related documents', sobre(...many(51, EN_PAPEL)), '400 invalid_request documentosRelacionados'],
  ['a related document as a text', sobre(CODIGO), '400 invalid_request documentosRelacionados[0]'],
  ['a related document that says nothing', sobre({}), '400 invalid_request documentosRelacionados[0]'],
  ['a related document by its code and in full', sobre({ ...EN_PAPEL, codigoGeneracion: CODIGO }), '400 invalid_request documentosRelacionados[0]'],
  ['a related document without its date', sobre(EN_PAPEL, { ...EN_PAPEL, fechaEmision: undefined }), '400 invalid_request documentosRelacionados[1]'],
  ['a related document with its date in another form', sobre({ ...EN_PAPEL, fechaEmision: '01/12/2026' }), '400 invalid_request documentosRelacionados[0].fechaEmision'],
  ['a related document with an unknown member', sobre({ ...EN_PAPEL, monto: 5 }), '400 invalid_request documentosRelacionados[0].monto'],
  ['a related document by a code that is none', sobre({ codigoGeneracion: '1234' }), '400 invalid_request documentosRelacionados[0].codigoGeneracion'],
  ['a tipoGeneracion of 3', sobre({ ...EN_PAPEL, tipoGeneracion: 3 }), '400 invalid_request documentosRelacionados[0].tipoGeneracion'],
  ['a related document with an empty number', sobre({ ...EN_PAPEL, numeroDocumento: '' }), '400 invalid_request documentosRelacionados[0].numeroDocumento'],
  ['a numPagoElectronico in a 05', nota({ numPagoElectronico: '1' }), '400 invalid_request numPagoElectronico'],
  ['payments in a 05', nota({ pagos: [{ codigo: '01', montoPago: 11.3 }] }), '400 invalid_request pagos'],
  ['global discounts in a 05', nota({ descuentos: { gravadas: 1 } }), '400 invalid_request descuentos'],
  ['a term in a 06', nota({ tipoDte: '06', condicionOperacion: 2, plazo: '01' }), '400 invalid_request plazo'],
  ['the country of an 11 in a 05', nota({ 'receptor.codPais': 'US' }), '400 invalid_request receptor.codPais'],
  ['a line of a 05 that adjusts an empty number', nota({ 'items[0].numeroDocumento': '' }), '400 invalid_request items[0].numeroDocumento'],
  ['a code that this company does not have', sobre(EN_PAPEL, { codigoGeneracion: CODIGO }), '404 not_found documentosRelacionados[1].codigoGeneracion'],
  ['a 05 on paper without a receptor', nota({ receptor: undefined }), '422 validation_failed receptor'],
  ['a 05 to somebody who is no taxpayer', nota({ 'receptor.tipoDocumento': '37' }), '422 validation_failed receptor.tipoDocumento'],
  ['a 05 over a 01', sobre({ ...EN_PAPEL, tipoDocumento: '01' }), '422 validation_failed documentosRelacionados[0].tipoDocumento'],
  ['a 05 over a 07', sobre({ ...EN_PAPEL, tipoDocumento: '07' }), '422 validation_failed documentosRelacionados[0].tipoDocumento'],
  ['a 05 over what is yet to come', sobre({ ...EN_PAPEL, fechaEmision: day(2) }), '422 validation_failed documentosRelacionados[0].fechaEmision'],
  ['a 05 over what is older than three months', sobre({ ...EN_PAPEL, fechaEmision: day(-93) }), '422 validation_failed documentosRelacionados[0].fechaEmision'],
  ['an electronic document by a number that is no code', sobre({ ...EN_PAPEL, tipoGeneracion: 2 }), '422 validation_failed documentosRelacionados[0].numeroDocumento'],
  ['a numeroControl said to be of paper', sobre({ ...EN_PAPEL, numeroDocumento: 'DTE-03-M001P001-000000000000001' }), '422 validation_failed documentosRelacionados[0].numeroDocumento'],
  ['one document related twice', nota({ documentosRelacionados: [EN_PAPEL, EN_PAPEL], 'items[0].numeroDocumento': '1234' }), '422 validation_failed documentosRelacionados[1].numeroDocumento'],
  ['a line over a document that is not related', nota({ 'items[0].numeroDocumento': '99' }), '422 validation_failed items[0].numeroDocumento'],
  ['a line that does not say over which of two', sobre(EN_PAPEL, { ...EN_PAPEL, numeroDocumento: '5' }), '422 validation_failed items[0].numeroDocumento'],
  ['a 05 that retains from what is exempt', nota({ 'items[0].tipoVenta': 'exenta', aplicarRetencionIva: true }), '422 validation_failed aplicarRetencionIva'],

  // corrections and references
  ['a correction of what is no code', factura({ corrige: '1234' }), '400 invalid_request corrige'],
  ['a correction of a code that this company does not have', factura({ corrige: CODIGO }), '404 not_found corrige'],
  ['an empty reference', factura({ referencia: '' }), '400 invalid_request referencia'],
  ['a reference of 101 characters', factura({ referencia: long(101) }), '400 invalid_request referencia'],
  ['a reference as a number', factura({ referencia: 17 }), '400 invalid_request referencia'],
  ['a reference with a NUL', factura({ referencia: 'a\0b' }), '400 invalid_request referencia'],
  ['a reference with half a character', factura({ referencia: 'a\ud83c' }), '400 invalid_request referencia'],

  // values of the wrong type
  ['tipoDte as a number', factura({ tipoDte: 1 }), '400 invalid_request tipoDte'],
  ['a type that does not exist', factura({ tipoDte: '02' }), '400 invalid_request tipoDte'],
  ['items as an object', factura({ items: { 0: ITEM } }), '400 invalid_request items'],
  ['items as a text', factura({ items: 'Pan' }), '400 invalid_request items'],
  ['items as null', factura({ items: null }), '400 invalid_request items'],
  ['a line that is null', factura({ items: [null] }), '400 invalid_request items[0]'],
  ['a line that is a list', factura({ items: [[ITEM]] }), '400 invalid_request items[0]'],
  ['descripcion as a number', factura({ 'items[0].descripcion': 5 }), '400 invalid_request items[0].descripcion'],
  ['cantidad as a text', factura({ 'items[0].cantidad': '2' }), '400 invalid_request items[0].cantidad'],
  ['cantidad as null', factura({ 'items[0].cantidad': null }), '400 invalid_request items[0].cantidad'],
  ['precioUni as an object', factura({ 'items[0].precioUni': {} }), '400 invalid_request items[0].precioUni'],
  ['uniMedida with decimals', factura({ 'items[0].uniMedida': 59.5 }), '400 invalid_request items[0].uniMedida'],
  ['tipoVenta of another word', factura({ 'items[0].tipoVenta': 'gratis' }), '400 invalid_request items[0].tipoVenta'],
  ['the buyer as a text', factura({ receptor: 'Ana' }), '400 invalid_request receptor'],
  ['the buyer as a list', factura({ receptor: [] }), '400 invalid_request receptor'],
  ['the name of the buyer as a number', factura({ receptor: { nombre: 5 } }), '400 invalid_request receptor.nombre'],
  ['the address as a text', factura({ receptor: { direccion: 'Calle 1' } }), '400 invalid_request receptor.direccion'],
  ['condicionOperacion as a text', factura({ condicionOperacion: '1' }), '400 invalid_request condicionOperacion'],
  ['plazo as a number', factura({ condicionOperacion: 2, plazo: 1, periodo: 1 }), '400 invalid_request plazo'],
  ['periodo with decimals', factura({ condicionOperacion: 2, plazo: '01', periodo: 1.5 }), '400 invalid_request periodo'],
  ['pagos as an object', factura({ pagos: {} }), '400 invalid_request pagos'],
  ['descuentos as a number', factura({ descuentos: 1 }), '400 invalid_request descuentos'],
  ['the retention as a text', factura({ aplicarRetencionIva: 'true' }), '400 invalid_request aplicarRetencionIva'],
  ['observaciones as a list', factura({ observaciones: ['x'] }), '400 invalid_request observaciones'],

  // values out of range
  ['no lines', factura({ items: [] }), '400 invalid_request items'],
  ['2,001 lines', factura({ items: many(2001, ITEM) }), '400 invalid_request items'],
  ['an empty descripcion', factura({ 'items[0].descripcion': '' }), '400 invalid_request items[0].descripcion'],
  ['a descripcion of 1,501 characters', factura({ 'items[0].descripcion': long(1501) }), '400 invalid_request items[0].descripcion'],
  ['a codigo of 26 characters', factura({ 'items[0].codigo': long(26) }), '400 invalid_request items[0].codigo'],
  ['cantidad 0', factura({ 'items[0].cantidad': 0 }), '400 invalid_request items[0].cantidad'],
  ['cantidad below 0', factura({ 'items[0].cantidad': -1 }), '400 invalid_request items[0].cantidad'],
  ['cantidad with 9 decimals', factura({ 'items[0].cantidad': 0.000000001 }), '400 invalid_request items[0].cantidad'],
  ['cantidad with 16 digits', cantidad('12345678.90123456'), '400 invalid_request items[0].cantidad'],
  ['cantidad 1e400', cantidad('1e400'), '400 invalid_request items[0].cantidad'],
  ['cantidad 1e-400', cantidad('1e-400'), '400 invalid_request items[0].cantidad'],
  ['cantidad of 12 digits', cantidad('100000000000'), '400 invalid_request items[0].cantidad'],
  ['precioUni below 0', factura({ 'items[0].precioUni': -0.01 }), '400 invalid_request items[0].precioUni'],
  ['precioUni with 9 decimals', factura({ 'items[0].precioUni': 1.123456789 }), '400 invalid_request items[0].precioUni'],
  ['a discount below 0', factura({ 'items[0].montoDescu': -1 }), '400 invalid_request items[0].montoDescu'],
  ['noGravado with 9 decimals', factura({ 'items[0].noGravado': -0.123456789 }), '400 invalid_request items[0].noGravado'],
  ['uniMedida 0', factura({ 'items[0].uniMedida': 0 }), '400 invalid_request items[0].uniMedida'],
  ['tipoItem 5', factura({ 'items[0].tipoItem': 5 }), '400 invalid_request items[0].tipoItem'],
  ['condicionOperacion 4', factura({ condicionOperacion: 4 }), '400 invalid_request condicionOperacion'],
  ['plazo 04', factura({ condicionOperacion: 2, plazo: '04', periodo: 1 }), '400 invalid_request plazo'],
  ['periodo 0', factura({ condicionOperacion: 2, plazo: '01', periodo: 0 }), '400 invalid_request periodo'],
  ['periodo with cash', factura({ condicionOperacion: 1, periodo: 30 }), '400 invalid_request periodo'],
  ['periodo with the default condition, cash', factura({ periodo: 30 }), '400 invalid_request periodo'],
  ['a payment with three decimals', factura({ pagos: [{ codigo: '01', montoPago: 11.305 }] }), '400 invalid_request pagos[0].montoPago'],
  ['no payments', factura({ pagos: [] }), '400 invalid_request pagos'],
  ['100 payments', factura({ pagos: many(100, { codigo: '01', montoPago: 0.11 }) }), '400 invalid_request pagos'],
  ['a global discount below 0', factura({ descuentos: { gravadas: -1 } }), '400 invalid_request descuentos.gravadas'],
  ['a global discount with three decimals', factura({ descuentos: { gravadas: 0.125 } }), '400 invalid_request descuentos.gravadas'],
  ['an empty name of the buyer', factura({ receptor: { nombre: '' } }), '400 invalid_request receptor.nombre'],
  ['a name of 251 characters', factura({ receptor: { nombre: long(251) } }), '400 invalid_request receptor.nombre'],
  ['observaciones of 3,001 characters', factura({ observaciones: long(3001) }), '400 invalid_request observaciones'],
  ['eleven appendix rows', factura({ apendice: many(11, { campo: 'a', etiqueta: 'b', valor: 'c' }) }), '400 invalid_request apendice'],
  ['a departamento of three characters', factura({ receptor: { direccion: { ...DIRECCION, departamento: '006' } } }), '400 invalid_request receptor.direccion.departamento'],

  // texts that cannot be stored, signed or printed
  ['a NUL in descripcion', factura({ 'items[0].descripcion': 'Pan\0dulce' }), '400 invalid_request items[0].descripcion'],
  ['a NUL in the name of the buyer', factura({ receptor: { nombre: 'An\0a' } }), '400 invalid_request receptor.nombre'],
  ['a NUL in observaciones', factura({ observaciones: '\0' }), '400 invalid_request observaciones'],
  ['half a character in descripcion', factura({ 'items[0].descripcion': 'Pan \ud83c' }), '400 invalid_request items[0].descripcion'],
  ['half a character in an appendix row', factura({ apendice: [{ campo: 'a', etiqueta: 'b', valor: '\udf55' }] }), '400 invalid_request apendice[0].valor'],
  ['an escape character in descripcion', factura({ 'items[0].descripcion': '\u001b[31mPan' }), '400 invalid_request items[0].descripcion'],
  ['a blank description', factura({ 'items[0].descripcion': ' \t ' }), '400 invalid_request items[0].descripcion'],
  ['a description of a full stop', factura({ 'items[0].descripcion': '.' }), '400 invalid_request items[0].descripcion'],
  ['a name of invisible characters', factura({ receptor: { nombre: '\u200b\u200b' } }), '400 invalid_request receptor.nombre'],
  ['a line break for a number', factura({ receptor: { tipoDocumento: '37', numDocumento: '\n' } }), '400 invalid_request receptor.numDocumento'],
  ['an address that changes direction', credito({ 'receptor.direccion.complemento': 'Calle \u202e1' }), '400 invalid_request receptor.direccion.complemento'],
  ['a zero-width space in observaciones', factura({ observaciones: 'a\u200bb' }), '400 invalid_request observaciones'],

  // parties that cannot be
  ['a NIT of one digit', credito({ 'receptor.numDocumento': '99999999999999' }), '422 validation_failed receptor.numDocumento'],
  ['a NIT of nine digits that is no DUI', credito({ 'receptor.numDocumento': '000162974' }), '422 validation_failed receptor.numDocumento'],
  ['an NRC of one digit', credito({ 'receptor.nrc': '7777777' }), '422 validation_failed receptor.nrc'],
  ['the DUI of nobody', factura({ receptor: { nombre: 'Ana', numDocumento: '00000000-0' } }), '422 validation_failed receptor.numDocumento'],
  ['the issuer as buyer', credito({ 'receptor.numDocumento': '0614-010190-000-1' }), '422 validation_failed receptor.numDocumento'],
  ['the issuer as seller', compra({ 'receptor.tipoDocumento': '36', 'receptor.numDocumento': '06140101900001' }), '422 validation_failed receptor.numDocumento'],
  ['the issuer as principal', factura({ ventaTercero: { nit: '06140101900001', nombre: 'Yo', codDomiciliado: 1 } }), '422 validation_failed ventaTercero.nit'],
  ['a taxpayer at the address of a foreigner', credito({ 'receptor.direccion': { departamento: '00', municipio: '00', distrito: '00', complemento: 'Lejos' } }), '422 validation_failed receptor.direccion.departamento'],
  ['a telephone without digits', factura({ receptor: { telefono: 'no tengo' } }), '422 validation_failed receptor.telefono'],
  ['a top-level domain that does not exist', factura({ receptor: { correo: 'ana@tienda.noexiste' } }), '422 validation_failed receptor.correo'],
  ['an anonymous buyer that retains', factura({ 'items[0].precioUni': 100, aplicarRetencionIva: true }), '422 validation_failed receptor'],
  ['a 03 that retains and perceives', credito({ 'items[0].precioUni': 100, aplicarRetencionIva: true, aplicarPercepcionIva: true }), '422 validation_failed aplicarPercepcionIva'],

  // codes that are in no catalogue
  ['an unknown unit', factura({ 'items[0].uniMedida': 98 }), '422 validation_failed items[0].uniMedida'],
  ['an unknown means of payment', factura({ formaPago: '77' }), '422 validation_failed formaPago'],
  ['an unknown means in pagos', factura({ pagos: [{ codigo: 'XX', montoPago: 11.3 }] }), '422 validation_failed pagos[0].codigo'],
  ['an unknown activity', credito({ 'receptor.codActividad': '99999' }), '422 validation_failed receptor.codActividad'],
  ['an unknown kind of document', factura({ receptor: { tipoDocumento: '99', numDocumento: '1' } }), '422 validation_failed receptor.tipoDocumento'],
  ['an unknown department', credito({ 'receptor.direccion.departamento': '15' }), '422 validation_failed receptor.direccion.departamento'],
  ['a municipality of another department', credito({ 'receptor.direccion.municipio': '13' }), '422 validation_failed receptor.direccion.municipio'],
  ['a district of another municipality', credito({ 'receptor.direccion.municipio': '20' }), '422 validation_failed receptor.direccion.distrito'],
  ['a district that does not exist', credito({ 'receptor.direccion.distrito': '99' }), '422 validation_failed receptor.direccion.distrito'],

  // the identity of the buyer
  ['a 03 without a buyer', credito({ receptor: undefined }), '422 validation_failed receptor'],
  ['a 03 without the NIT', credito({ 'receptor.numDocumento': undefined }), '422 validation_failed receptor.numDocumento'],
  ['a 03 without the NRC', credito({ 'receptor.nrc': undefined }), '422 validation_failed receptor.nrc'],
  ['a 03 without the name', credito({ 'receptor.nombre': null }), '422 validation_failed receptor.nombre'],
  ['a 03 without the activity', credito({ 'receptor.codActividad': undefined }), '422 validation_failed receptor.codActividad'],
  ['a 03 without the address', credito({ 'receptor.direccion': undefined }), '422 validation_failed receptor.direccion'],
  ['a 03 without the e-mail', credito({ 'receptor.correo': undefined }), '422 validation_failed receptor.correo'],
  ['a NIT of 13 digits', credito({ 'receptor.numDocumento': '0614010190002' }), '422 validation_failed receptor.numDocumento'],
  ['a NIT with letters', factura({ receptor: { tipoDocumento: '36', numDocumento: '0614010190002X' } }), '422 validation_failed receptor.numDocumento'],
  ['a DUI of 8 digits', factura({ receptor: { tipoDocumento: '13', numDocumento: '12345678' } }), '422 validation_failed receptor.numDocumento'],
  ['a DUI whose check digit is wrong', factura({ receptor: { tipoDocumento: '13', numDocumento: '12345678-9' } }), '422 validation_failed receptor.numDocumento'],
  ['a kind of document without its number', factura({ receptor: { nombre: 'Ana', tipoDocumento: '13' } }), '422 validation_failed receptor.numDocumento'],
  ['an NRC with letters', credito({ 'receptor.nrc': '12A4' }), '422 validation_failed receptor.nrc'],
  ['an e-mail without a domain', factura({ receptor: { correo: 'ana@casa' } }), '422 validation_failed receptor.correo'],
  ['an e-mail with two @', factura({ receptor: { correo: 'a@b@c.com' } }), '422 validation_failed receptor.correo'],
  ['a 01 of 1,095.00 without a buyer', factura({ 'items[0].cantidad': 1, 'items[0].precioUni': 1095 }), '422 validation_failed receptor'],
  ['a 01 of 1,095.00 without the name', factura({ 'items[0].cantidad': 1, 'items[0].precioUni': 1095, receptor: { numDocumento: '12345678-4' } }), '422 validation_failed receptor.nombre'],
  ['a 01 of 1,095.00 without the document', factura({ 'items[0].cantidad': 1, 'items[0].precioUni': 1095, receptor: { nombre: 'Ana' } }), '422 validation_failed receptor.numDocumento'],
  ['a third party with a malformed NIT', factura({ ventaTercero: { nit: '123', nombre: 'T', codDomiciliado: 1 } }), '422 validation_failed ventaTercero.nit'],

  // amounts and payments
  ['a line without a price', factura({ 'items[0].precioUni': undefined }), '422 validation_failed items[0].precioUni'],
  ['a discount above its line', factura({ 'items[0].montoDescu': 11.31 }), '422 validation_failed items[0].montoDescu'],
  ['a global discount above its base', factura({ descuentos: { gravadas: 11.31 } }), '422 validation_failed descuentos.gravadas'],
  ['a global discount on sales that are not there', factura({ descuentos: { exentas: 0.01 } }), '422 validation_failed descuentos.exentas'],
  ['a charge with a price', factura({ items: [ITEM, { ...ITEM, cantidad: 1, noGravado: 5 }] }), '422 validation_failed items[1].precioUni'],
  ['a charge with a quantity', factura({ items: [ITEM, { descripcion: 'Flete', cantidad: 2, noGravado: 5 }] }), '422 validation_failed items[1].cantidad'],
  ['a charge with a discount', factura({ items: [ITEM, { descripcion: 'Flete', cantidad: 1, noGravado: 5, montoDescu: 1 }] }), '422 validation_failed items[1].montoDescu'],
  ['a charge and no sale', factura({ items: [{ descripcion: 'Flete', cantidad: 1, noGravado: 5 }] }), '422 validation_failed items'],
  ['free lines only', factura({ 'items[0].precioUni': 0 }), '422 validation_failed items'],
  ['an amount that no structure holds', factura({ 'items[0].cantidad': 99_999_999_999, 'items[0].precioUni': 99_999_999_999, receptor: { nombre: 'Ana', numDocumento: '12345678-4' } }), '422 validation_failed items[0]'],
  ['credit without a term', factura({ condicionOperacion: 2 }), '422 validation_failed plazo'],
  ['credit without periodo', factura({ condicionOperacion: 2, plazo: '01' }), '422 validation_failed periodo'],
  ['a mixed operation with one payment', factura({ condicionOperacion: 3 }), '422 validation_failed pagos'],
  ['a cash payment with a term', factura({ pagos: [{ codigo: '01', montoPago: 11.3, plazo: '01', periodo: 30 }] }), '422 validation_failed pagos[0].plazo'],
  ['a cash payment with a reference', factura({ pagos: [{ codigo: '01', montoPago: 11.3, referencia: 'x' }] }), '422 validation_failed pagos[0].referencia'],
  ['payments that do not add up', factura({ pagos: [{ codigo: '01', montoPago: 11.29 }] }), '422 validation_failed pagos'],
  ['the retention below 100.00', factura({ aplicarRetencionIva: true }), '422 validation_failed aplicarRetencionIva'],
  ['the perception below 100.00', credito({ aplicarPercepcionIva: true }), '422 validation_failed aplicarPercepcionIva'],
]

function sentWith(valid: object, changes: Members, headers: Sent['headers'] = {}): Sent {
  const body = structuredClone(valid)
  for (const [path, value] of Object.entries(changes)) put(body, path, value)
  return { payload: JSON.stringify(body), headers }
}

/** `items[0].cantidad`: every step but the last is there already. */
function put(body: object, path: string, value: unknown): void {
  const steps = path.split(/[.[\]]+/)
  if (path.endsWith(']')) steps.pop()
  const last = steps.pop() ?? ''
  const parent = steps.reduce((at, step) => at[step] as never, body as Record<string, unknown>)
  parent[last] = value
}

/** So many days from today in El Salvador, YYYY-MM-DD. */
function day(days: number): string {
  return new Date(Date.now() + (days * 24 - 6) * 3_600_000).toISOString().slice(0, 10)
}
