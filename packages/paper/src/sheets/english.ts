/**
 * English for the Spanish labels on an export's copy: its buyer, a bank and a customs office abroad read
 * it too.
 */
import type { Printable } from '../documento.ts'
import type { Closing, Field, Section, Sheet, Table, TotalRows } from './sheet.ts'

// biome-ignore format: a table
const ENGLISH: Readonly<Record<string, string>> = {
  'Factura de exportación': 'Export invoice',
  'Número de control': 'Control number',
  'Fecha y hora de generación': 'Issued',
  'Modelo de facturación': 'Invoicing model',
  'Tipo de transmisión': 'Transmission',
  'Código de generación': 'Generation code',
  'Sello de recepción': 'Seal of reception',
  'Fecha y hora de recepción': 'Received',
  'Motivo de contingencia': 'Reason for contingency',
  'NIT del contribuyente absorbido por fusión': 'Merged company',
  'NIT': 'Tax number',
  'NRC': 'VAT register',
  'Actividad': 'Trade',
  'Dirección': 'Address',
  'Teléfono': 'Phone',
  'Correo': 'E-mail',
  'Nombre comercial': 'Trade name',
  'Establecimiento': 'Branch',
  'Receptor': 'Buyer',
  'Nombre': 'Name',
  'Tipo de persona': 'Person',
  'País': 'Country',
  'Exportación': 'Export',
  'Tipo de ítem': 'Items',
  'Recinto fiscal': 'Customs',
  'Tipo de régimen': 'Regime type',
  'Régimen': 'Regime',
  'Documentos relacionados': 'Related documents',
  'Tipo de documento': 'Kind of document',
  'Generación': 'Generation',
  'Número': 'Number',
  'Fecha': 'Date',
  'Otros documentos asociados': 'Other documents',
  'Documento asociado': 'Document',
  'Identificación': 'Identification',
  'Detalle': 'Details',
  'Venta por cuenta de terceros': 'Sold for a third party',
  'Domicilio': 'Residence',
  'Compra por cuenta de terceros': 'Bought for a third party',
  'Documento': 'Document',
  'N°': 'No.',
  'Cantidad': 'Quantity',
  'Unidad': 'Unit',
  'Código': 'Code',
  'Descripción': 'Description',
  'Precio unitario': 'Unit price',
  'Descuento por ítem': 'Discount',
  'Otros montos no afectos': 'Not taxed',
  'Ventas gravadas': 'Sales',
  'Suma de ventas': 'Sum of sales',
  'Valor en letras': 'Amount in words',
  'Condición de la operación': 'Terms of payment',
  'Número de pago electrónico': 'Electronic payment number',
  'INCOTERMS': 'INCOTERMS',
  'Forma de pago': 'Means of payment',
  'Referencia': 'Reference',
  'Plazo': 'Term',
  'Monto': 'Amount',
  'Pagos': 'Payments',
  'Observaciones': 'Remarks',
  'Total de ventas gravadas': 'Total sales',
  'Descuento global': 'Overall discount',
  'Seguro': 'Insurance',
  'Flete': 'Freight',
  'Tributos': 'Taxes',
  'Monto total de la operación': 'Grand total',
  'Total otros montos no afectos': 'Total not taxed',
  'Total de transferencias no onerosas': 'Free of charge',
  'Saldo a favor': 'Balance in favour',
  'Total a pagar': 'Total due',
  'Apéndice': 'Appendix',
  'Campo': 'Field',
  'Etiqueta': 'Label',
  'Valor': 'Value',
}

/**
 * The same sheet with English next to each label. Names without a translation, such as tributes, stay as
 * they are.
 */
export function withEnglish(sheet: Sheet): Sheet {
  const subtitle = englishOf(sheet.nombre)
  return {
    ...sheet,
    ...(subtitle ? { subtitle } : {}),
    identificacion: sheet.identificacion.map(field),
    emisor: sheet.emisor.map(field),
    sections: sheet.sections.map(section),
  }
}

/** A label with line breaks is looked up as one line. */
function englishOf(spanish: string): string | undefined {
  return ENGLISH[spanish.replaceAll('\n', ' ')]
}

function both(spanish: string, between = ' / '): string {
  const english = englishOf(spanish)
  return english && english !== spanish ? `${spanish}${between}${english}` : spanish
}

function field<F extends Field>(one: F): F {
  const { label } = one
  const said = typeof label === 'string' ? both(label) : (p: Printable) => both(label(p))
  return { ...one, label: said }
}

function section(one: Section): Section {
  switch (one.kind) {
    case 'fields':
      return { ...one, title: both(one.title), fields: one.fields.map(field) }
    case 'tables':
      return { ...one, tables: one.tables.map((each) => table(each)) }
    case 'cuerpo':
      return { ...one, table: table(one.table, '\n') }
    case 'closing':
      return closing(one)
  }
}

/** `between`: a line break in columns that are as narrow as their cells. */
function table(one: Table, between = ' / '): Table {
  const { sums } = one
  return {
    ...one,
    title: both(one.title),
    columns: one.columns.map((column) => ({ ...column, label: both(column.label, between) })),
    sums: sums && ((p) => sums(p).map((cell) => both(cell))),
  }
}

function closing(one: Closing): Closing {
  return {
    ...one,
    fields: one.fields.map(field),
    pagos: one.pagos && table(one.pagos, '\n'),
    note: one.note && { ...one.note, title: both(one.note.title) },
    totals: one.totals.map(totals),
    total: totals(one.total),
  }
}

function totals(rows: TotalRows): TotalRows {
  return (resumen) => rows(resumen).map((row) => ({ ...row, label: both(row.label) }))
}
