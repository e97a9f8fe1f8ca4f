/** The short catalogues that several document types use. */

const codes = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const numbers = (text: string): ReadonlySet<number> => new Set(text.split(' ').map(Number))

/** CAT-011 */
export const TIPO_ITEM = numbers('1 2 3 4')
/** An export is goods or services; a purchase is never a tribute. */
export const TIPO_ITEM_EXPORTACION = numbers('1 2 4')
export const TIPO_ITEM_COMPRA = numbers('1 2 3')
export const ITEM_BIEN = 1
export const ITEM_SERVICIO = 2
/** The item kind of a line that is itself a tribute. */
export const ITEM_TRIBUTO = 4
/** CAT-014 */
export const UNIDADES = numbers(
  '1 2 6 9 10 13 15 18 20 22 23 24 26 30 32 33 34 36 37 38 39 40 42 43 44 45 46 47 49 50 51 ' +
    '52 53 54 55 56 57 58 59 99',
)
/** "Otra": the unit of lines without one, such as charges and tributes. */
export const UNIDAD_OTRA = 99
/** CAT-016: cash, credit, other (mixed). */
export const CONDICION_OPERACION = numbers('1 2 3')
export const CONTADO = 1
export const CREDITO = 2
/** CAT-017 */
export const FORMA_PAGO = codes('01 02 03 04 05 08 09 11 12 13 14 99')
export const EFECTIVO = '01'
export const PAGO_OTRO = '99'
/** CAT-018 */
export const PLAZO = codes('01 02 03')
/** CAT-022, with the format of each number if it has one. The DUI is written without its hyphen. */
export const DOCUMENTO_IDENTIDAD: ReadonlyMap<string, RegExp> = new Map([
  ['36', /^(?:\d{9}|\d{14})$/],
  ['13', /^\d{9}$/],
  ['37', /./],
  ['03', /./],
  ['02', /./],
])
/** CAT-009 */
export const TIPO_ESTABLECIMIENTO = codes('01 02 04 07')
/** CAT-025 */
export const TITULO_BIENES = codes('01 02 03 04 05')
/** CAT-026: money, goods, services. */
export const TIPO_DONACION = numbers('1 2 3')
/** CAT-032 */
export const DOMICILIADO = numbers('1 2')
/** CAT-007 */
export const TIPO_GENERACION = numbers('1 2')
export const ELECTRONICO = 2
/** What a Factura or a Crédito fiscal may relate: remission note, liquidation, its accounting document. */
export const RELACIONABLES = codes('04 08 09')
/** What a Factura de exportación may relate. */
export const RELACIONABLES_EXPORTACION = codes('04')
/** What a Nota de remisión may relate: the sale that is already documented. */
export const RELACIONABLES_REMISION = codes('01 03 11')
/** What notes adjust. */
export const RELACIONABLES_NOTA = codes('03 07')
export const COMPROBANTE_RETENCION = '07'
/** What a Comprobante de retención lists. */
export const RETENIBLES = codes('01 03 14')
/** What a Comprobante de liquidación lists: sales for others, what adjusts them, and the return event. */
export const COMPROBANTE_LIQUIDACION = '08'
export const LIQUIDABLES = codes('01 03 05 06 11 18')
/** CAT-006, with the percent of the taxed sale that each withholds; null when it is any amount. */
export const RETENCION_IVA: ReadonlyMap<string, bigint | null> = new Map([
  ['22', 1n],
  ['C4', 13n],
  ['C9', null],
])
