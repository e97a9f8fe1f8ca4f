/**
 * The wire as types. Printed from packages/contract by `npm run check -- --update`; not written by hand.
 * Descriptions are in Spanish, as the service's own contract has them.
 */
/* eslint-disable */

export type DteRequest01 = {
  /** CAT-002: 01 factura, 03 crédito fiscal, 04 nota de remisión, 05 nota de crédito, 06 nota de débito, 07 comprobante de retención, 08 comprobante de liquidación, 09 documento contable de liquidación, 11 factura de exportación, 14 sujeto excluido, 15 comprobante de donación. */
  readonly tipoDte: '01'
  /** Quien compra (en 04, quien recibe; en 07, el proveedor; en 08, el mandante; en 09, el afiliado; en 14, quien vende; en 15, quien dona). Una factura (01) puede no llevarlo. */
  readonly receptor?: Receptor | null | undefined
  /** Las líneas, de 1 a 2000. */
  readonly items: readonly Item[]
  /** CAT-016: 1 contado, 2 crédito, 3 otro o mixto. Sin él, 1. */
  readonly condicionOperacion?: 1 | 2 | 3 | undefined
  /** CAT-018: 01 días, 02 meses, 03 años. Va con `periodo`; se escribe solo a crédito. */
  readonly plazo?: '01' | '02' | '03' | undefined
  /** Cuántas unidades de `plazo`. Solo a crédito. */
  readonly periodo?: number | undefined
  /** CAT-017; sin él, 01 (billetes y monedas), y a crédito 13 (cuentas por pagar del receptor). */
  readonly formaPago?: string | undefined
  /** Varios medios de pago; su suma es el total. */
  readonly pagos?: readonly {
    /** CAT-017. */
    readonly codigo: string
    /** Lo que se paga por este medio, en dólares. Hasta 2 decimales y 15 cifras significativas. */
    readonly montoPago: number
    /** Número del cheque, la transferencia o el comprobante. */
    readonly referencia?: string | null | undefined
    /** CAT-018: 01 días, 02 meses, 03 años. Va con `periodo`; se escribe solo a crédito. */
    readonly plazo?: '01' | '02' | '03' | null | undefined
    /** Cuántas unidades de `plazo`. Solo a crédito. */
    readonly periodo?: number | null | undefined
  }[] | undefined
  /** Descuentos globales, por clase de venta. */
  readonly descuentos?: {
    /** Descuento sobre las ventas no sujetas. Hasta 2 decimales y 15 cifras significativas. */
    readonly noSujetas?: number | undefined
    /** Descuento sobre las ventas exentas. Hasta 2 decimales y 15 cifras significativas. */
    readonly exentas?: number | undefined
    /** Descuento sobre las ventas gravadas. Hasta 2 decimales y 15 cifras significativas. */
    readonly gravadas?: number | undefined
  } | undefined
  /** Documentos de los que viene la venta: 04, 08 y 09 en 01 y 03; 04 en 11. En 04, la venta ya documentada: 01, 03 u 11. Uno de los suyos, solo por su codigoGeneracion; otro, completo. */
  readonly origenes?: readonly DocumentoRelacionado[] | undefined
  /** Documentos que acompañan la operación (CAT-021), hasta 10 en 01 y 03 y hasta 20 en 11. */
  readonly otrosDocumentos?: readonly {
    /** CAT-021: 1 del emisor, 2 del receptor, 3 del médico (01 y 03), 4 del transporte (11). */
    readonly codDocAsociado: 1 | 2 | 3 | 4
    /** Qué documento es. Con 1 y 2, obligatorio. */
    readonly descDocumento?: string | null | undefined
    /** De qué trata. Con 1 y 2, obligatorio. */
    readonly detalleDocumento?: string | null | undefined
    /** Quién presta el servicio médico. Con 3, obligatorio. */
    readonly medico?: {
      /** Nombre o razón social. */
      readonly nombre: string
      /** NIT, sin guiones. */
      readonly nit?: string | null | undefined
      /** Documento de un médico que no está domiciliado, en vez de su NIT. */
      readonly docIdentificacion?: string | null | undefined
      /** CAT-010. */
      readonly tipoServicio: number
    } | null | undefined
    /** Cómo viajan los bienes. Con 4, obligatorio. */
    readonly transporte?: {
      /** Placa o identificación del transporte. */
      readonly placa?: string | null | undefined
      /** CAT-030. */
      readonly modo: number
      /** Quién conduce. */
      readonly conductor: {
        /** Nombre o razón social. */
        readonly nombre: string
        /** Su documento de identidad. */
        readonly documento: string
      }
    } | null | undefined
  }[] | undefined
  /** Aplica la retención del 1 % de IVA. En una nota (05, 06), si falta, cada línea hace lo que hizo el documento que ajusta. */
  readonly aplicarRetencionIva?: boolean | undefined
  /** Por cuenta de quién se vende. */
  readonly ventaTercero?: {
    /** NIT, sin guiones. */
    readonly nit: string
    /** Nombre o razón social. */
    readonly nombre: string
    /** CAT-032: 1 domiciliado, 2 no domiciliado. */
    readonly codDomiciliado: number
  } | null | undefined
  /** Texto libre del documento. */
  readonly observaciones?: string | null | undefined
  /** Hasta 10 filas propias; salen en el documento y en su hoja impresa. */
  readonly apendice?: readonly {
    /** Nombre del dato. */
    readonly campo: string
    /** Cómo se muestra. */
    readonly etiqueta: string
    /** Lo que dice. */
    readonly valor: string
  }[] | undefined
  /** El `codigoGeneracion` de un documento que Hacienda rechazó hace menos de 24 horas: el nuevo toma su código y su número. */
  readonly corrige?: string | undefined
  /** Su propia referencia. Una por documento en la empresa y el ambiente. */
  readonly referencia?: string | undefined
  /** A quién se envía por correo cuando Hacienda responde. Sin ella, lo que diga la empresa: a nadie, o al correo del receptor. */
  readonly entrega?: Entrega | undefined
}

export type DteRequest03 = {
  /** CAT-002: 01 factura, 03 crédito fiscal, 04 nota de remisión, 05 nota de crédito, 06 nota de débito, 07 comprobante de retención, 08 comprobante de liquidación, 09 documento contable de liquidación, 11 factura de exportación, 14 sujeto excluido, 15 comprobante de donación. */
  readonly tipoDte: '03'
  /** Quien compra (en 04, quien recibe; en 07, el proveedor; en 08, el mandante; en 09, el afiliado; en 14, quien vende; en 15, quien dona). Una factura (01) puede no llevarlo. */
  readonly receptor?: Receptor | null | undefined
  /** Las líneas, de 1 a 2000. */
  readonly items: readonly Item[]
  /** CAT-016: 1 contado, 2 crédito, 3 otro o mixto. Sin él, 1. */
  readonly condicionOperacion?: 1 | 2 | 3 | undefined
  /** CAT-018: 01 días, 02 meses, 03 años. Va con `periodo`; se escribe solo a crédito. */
  readonly plazo?: '01' | '02' | '03' | undefined
  /** Cuántas unidades de `plazo`. Solo a crédito. */
  readonly periodo?: number | undefined
  /** CAT-017; sin él, 01 (billetes y monedas), y a crédito 13 (cuentas por pagar del receptor). */
  readonly formaPago?: string | undefined
  /** Varios medios de pago; su suma es el total. */
  readonly pagos?: readonly {
    /** CAT-017. */
    readonly codigo: string
    /** Lo que se paga por este medio, en dólares. Hasta 2 decimales y 15 cifras significativas. */
    readonly montoPago: number
    /** Número del cheque, la transferencia o el comprobante. */
    readonly referencia?: string | null | undefined
    /** CAT-018: 01 días, 02 meses, 03 años. Va con `periodo`; se escribe solo a crédito. */
    readonly plazo?: '01' | '02' | '03' | null | undefined
    /** Cuántas unidades de `plazo`. Solo a crédito. */
    readonly periodo?: number | null | undefined
  }[] | undefined
  /** Descuentos globales, por clase de venta. */
  readonly descuentos?: {
    /** Descuento sobre las ventas no sujetas. Hasta 2 decimales y 15 cifras significativas. */
    readonly noSujetas?: number | undefined
    /** Descuento sobre las ventas exentas. Hasta 2 decimales y 15 cifras significativas. */
    readonly exentas?: number | undefined
    /** Descuento sobre las ventas gravadas. Hasta 2 decimales y 15 cifras significativas. */
    readonly gravadas?: number | undefined
  } | undefined
  /** Documentos de los que viene la venta: 04, 08 y 09 en 01 y 03; 04 en 11. En 04, la venta ya documentada: 01, 03 u 11. Uno de los suyos, solo por su codigoGeneracion; otro, completo. */
  readonly origenes?: readonly DocumentoRelacionado[] | undefined
  /** Documentos que acompañan la operación (CAT-021), hasta 10 en 01 y 03 y hasta 20 en 11. */
  readonly otrosDocumentos?: readonly {
    /** CAT-021: 1 del emisor, 2 del receptor, 3 del médico (01 y 03), 4 del transporte (11). */
    readonly codDocAsociado: 1 | 2 | 3 | 4
    /** Qué documento es. Con 1 y 2, obligatorio. */
    readonly descDocumento?: string | null | undefined
    /** De qué trata. Con 1 y 2, obligatorio. */
    readonly detalleDocumento?: string | null | undefined
    /** Quién presta el servicio médico. Con 3, obligatorio. */
    readonly medico?: {
      /** Nombre o razón social. */
      readonly nombre: string
      /** NIT, sin guiones. */
      readonly nit?: string | null | undefined
      /** Documento de un médico que no está domiciliado, en vez de su NIT. */
      readonly docIdentificacion?: string | null | undefined
      /** CAT-010. */
      readonly tipoServicio: number
    } | null | undefined
    /** Cómo viajan los bienes. Con 4, obligatorio. */
    readonly transporte?: {
      /** Placa o identificación del transporte. */
      readonly placa?: string | null | undefined
      /** CAT-030. */
      readonly modo: number
      /** Quién conduce. */
      readonly conductor: {
        /** Nombre o razón social. */
        readonly nombre: string
        /** Su documento de identidad. */
        readonly documento: string
      }
    } | null | undefined
  }[] | undefined
  /** Aplica la retención del 1 % de IVA. En una nota (05, 06), si falta, cada línea hace lo que hizo el documento que ajusta. */
  readonly aplicarRetencionIva?: boolean | undefined
  /** Aplica la percepción del 1 % de IVA. En una nota (05, 06), si falta, cada línea hace lo que hizo el documento que ajusta. */
  readonly aplicarPercepcionIva?: boolean | undefined
  /** Por cuenta de quién se vende. */
  readonly ventaTercero?: {
    /** NIT, sin guiones. */
    readonly nit: string
    /** Nombre o razón social. */
    readonly nombre: string
    /** CAT-032: 1 domiciliado, 2 no domiciliado. */
    readonly codDomiciliado: number
  } | null | undefined
  /** Texto libre del documento. */
  readonly observaciones?: string | null | undefined
  /** Hasta 10 filas propias; salen en el documento y en su hoja impresa. */
  readonly apendice?: readonly {
    /** Nombre del dato. */
    readonly campo: string
    /** Cómo se muestra. */
    readonly etiqueta: string
    /** Lo que dice. */
    readonly valor: string
  }[] | undefined
  /** El `codigoGeneracion` de un documento que Hacienda rechazó hace menos de 24 horas: el nuevo toma su código y su número. */
  readonly corrige?: string | undefined
  /** Su propia referencia. Una por documento en la empresa y el ambiente. */
  readonly referencia?: string | undefined
  /** A quién se envía por correo cuando Hacienda responde. Sin ella, lo que diga la empresa: a nadie, o al correo del receptor. */
  readonly entrega?: Entrega | undefined
}

export type DteRequest04 = {
  /** CAT-002: 01 factura, 03 crédito fiscal, 04 nota de remisión, 05 nota de crédito, 06 nota de débito, 07 comprobante de retención, 08 comprobante de liquidación, 09 documento contable de liquidación, 11 factura de exportación, 14 sujeto excluido, 15 comprobante de donación. */
  readonly tipoDte: '04'
  /** Quien compra (en 04, quien recibe; en 07, el proveedor; en 08, el mandante; en 09, el afiliado; en 14, quien vende; en 15, quien dona). Una factura (01) puede no llevarlo. */
  readonly receptor?: ReceptorRemision | null | undefined
  /** Las líneas, de 1 a 2000. */
  readonly items: readonly Item[]
  /** Descuentos globales, por clase de venta. */
  readonly descuentos?: {
    /** Descuento sobre las ventas no sujetas. Hasta 2 decimales y 15 cifras significativas. */
    readonly noSujetas?: number | undefined
    /** Descuento sobre las ventas exentas. Hasta 2 decimales y 15 cifras significativas. */
    readonly exentas?: number | undefined
    /** Descuento sobre las ventas gravadas. Hasta 2 decimales y 15 cifras significativas. */
    readonly gravadas?: number | undefined
  } | undefined
  /** Documentos de los que viene la venta: 04, 08 y 09 en 01 y 03; 04 en 11. En 04, la venta ya documentada: 01, 03 u 11. Uno de los suyos, solo por su codigoGeneracion; otro, completo. */
  readonly origenes?: readonly DocumentoRelacionado[] | undefined
  /** Solo 04, y ahí es obligatorio. CAT-025: 01 depósito, 02 propiedad, 03 consignación, 04 traslado, 05 otros. */
  readonly bienTitulo: string
  /** Por cuenta de quién se vende. */
  readonly ventaTercero?: {
    /** NIT, sin guiones. */
    readonly nit: string
    /** Nombre o razón social. */
    readonly nombre: string
    /** CAT-032: 1 domiciliado, 2 no domiciliado. */
    readonly codDomiciliado: number
  } | null | undefined
  /** Texto libre del documento. */
  readonly observaciones?: string | null | undefined
  /** Hasta 10 filas propias; salen en el documento y en su hoja impresa. */
  readonly apendice?: readonly {
    /** Nombre del dato. */
    readonly campo: string
    /** Cómo se muestra. */
    readonly etiqueta: string
    /** Lo que dice. */
    readonly valor: string
  }[] | undefined
  /** El `codigoGeneracion` de un documento que Hacienda rechazó hace menos de 24 horas: el nuevo toma su código y su número. */
  readonly corrige?: string | undefined
  /** Su propia referencia. Una por documento en la empresa y el ambiente. */
  readonly referencia?: string | undefined
  /** A quién se envía por correo cuando Hacienda responde. Sin ella, lo que diga la empresa: a nadie, o al correo del receptor. */
  readonly entrega?: Entrega | undefined
}

export type DteRequest05 = {
  /** CAT-002: 01 factura, 03 crédito fiscal, 04 nota de remisión, 05 nota de crédito, 06 nota de débito, 07 comprobante de retención, 08 comprobante de liquidación, 09 documento contable de liquidación, 11 factura de exportación, 14 sujeto excluido, 15 comprobante de donación. */
  readonly tipoDte: '05'
  /** Quien compra (en 04, quien recibe; en 07, el proveedor; en 08, el mandante; en 09, el afiliado; en 14, quien vende; en 15, quien dona). Una factura (01) puede no llevarlo. */
  readonly receptor?: Receptor | null | undefined
  /** Las líneas, de 1 a 2000. */
  readonly items: readonly Item[]
  /** CAT-016: 1 contado, 2 crédito, 3 otro o mixto. Sin él, 1. */
  readonly condicionOperacion?: 1 | 2 | 3 | undefined
  /** Lo que la nota ajusta. Solo 05 y 06, y ahí es obligatorio. */
  readonly documentosRelacionados: readonly DocumentoRelacionado[]
  /** NIT de la empresa que el emisor absorbió y cuyo documento se ajusta. Solo 05 y 06. */
  readonly fusion?: string | null | undefined
  /** Aplica la retención del 1 % de IVA. En una nota (05, 06), si falta, cada línea hace lo que hizo el documento que ajusta. */
  readonly aplicarRetencionIva?: boolean | undefined
  /** Aplica la percepción del 1 % de IVA. En una nota (05, 06), si falta, cada línea hace lo que hizo el documento que ajusta. */
  readonly aplicarPercepcionIva?: boolean | undefined
  /** Por cuenta de quién se vende. */
  readonly ventaTercero?: {
    /** NIT, sin guiones. */
    readonly nit: string
    /** Nombre o razón social. */
    readonly nombre: string
    /** CAT-032: 1 domiciliado, 2 no domiciliado. */
    readonly codDomiciliado: number
  } | null | undefined
  /** Texto libre del documento. */
  readonly observaciones?: string | null | undefined
  /** Hasta 10 filas propias; salen en el documento y en su hoja impresa. */
  readonly apendice?: readonly {
    /** Nombre del dato. */
    readonly campo: string
    /** Cómo se muestra. */
    readonly etiqueta: string
    /** Lo que dice. */
    readonly valor: string
  }[] | undefined
  /** El `codigoGeneracion` de un documento que Hacienda rechazó hace menos de 24 horas: el nuevo toma su código y su número. */
  readonly corrige?: string | undefined
  /** Su propia referencia. Una por documento en la empresa y el ambiente. */
  readonly referencia?: string | undefined
  /** A quién se envía por correo cuando Hacienda responde. Sin ella, lo que diga la empresa: a nadie, o al correo del receptor. */
  readonly entrega?: Entrega | undefined
}

export type DteRequest06 = {
  /** CAT-002: 01 factura, 03 crédito fiscal, 04 nota de remisión, 05 nota de crédito, 06 nota de débito, 07 comprobante de retención, 08 comprobante de liquidación, 09 documento contable de liquidación, 11 factura de exportación, 14 sujeto excluido, 15 comprobante de donación. */
  readonly tipoDte: '06'
  /** Quien compra (en 04, quien recibe; en 07, el proveedor; en 08, el mandante; en 09, el afiliado; en 14, quien vende; en 15, quien dona). Una factura (01) puede no llevarlo. */
  readonly receptor?: Receptor | null | undefined
  /** Las líneas, de 1 a 2000. */
  readonly items: readonly Item[]
  /** CAT-016: 1 contado, 2 crédito, 3 otro o mixto. Sin él, 1. */
  readonly condicionOperacion?: 1 | 2 | 3 | undefined
  /** Lo que la nota ajusta. Solo 05 y 06, y ahí es obligatorio. */
  readonly documentosRelacionados: readonly DocumentoRelacionado[]
  /** NIT de la empresa que el emisor absorbió y cuyo documento se ajusta. Solo 05 y 06. */
  readonly fusion?: string | null | undefined
  /** Número del pago electrónico. Solo 06. */
  readonly numPagoElectronico?: string | null | undefined
  /** Aplica la retención del 1 % de IVA. En una nota (05, 06), si falta, cada línea hace lo que hizo el documento que ajusta. */
  readonly aplicarRetencionIva?: boolean | undefined
  /** Aplica la percepción del 1 % de IVA. En una nota (05, 06), si falta, cada línea hace lo que hizo el documento que ajusta. */
  readonly aplicarPercepcionIva?: boolean | undefined
  /** Por cuenta de quién se vende. */
  readonly ventaTercero?: {
    /** NIT, sin guiones. */
    readonly nit: string
    /** Nombre o razón social. */
    readonly nombre: string
    /** CAT-032: 1 domiciliado, 2 no domiciliado. */
    readonly codDomiciliado: number
  } | null | undefined
  /** Texto libre del documento. */
  readonly observaciones?: string | null | undefined
  /** Hasta 10 filas propias; salen en el documento y en su hoja impresa. */
  readonly apendice?: readonly {
    /** Nombre del dato. */
    readonly campo: string
    /** Cómo se muestra. */
    readonly etiqueta: string
    /** Lo que dice. */
    readonly valor: string
  }[] | undefined
  /** El `codigoGeneracion` de un documento que Hacienda rechazó hace menos de 24 horas: el nuevo toma su código y su número. */
  readonly corrige?: string | undefined
  /** Su propia referencia. Una por documento en la empresa y el ambiente. */
  readonly referencia?: string | undefined
  /** A quién se envía por correo cuando Hacienda responde. Sin ella, lo que diga la empresa: a nadie, o al correo del receptor. */
  readonly entrega?: Entrega | undefined
}

export type DteRequest07 = {
  /** CAT-002: 01 factura, 03 crédito fiscal, 04 nota de remisión, 05 nota de crédito, 06 nota de débito, 07 comprobante de retención, 08 comprobante de liquidación, 09 documento contable de liquidación, 11 factura de exportación, 14 sujeto excluido, 15 comprobante de donación. */
  readonly tipoDte: '07'
  /** Quien compra (en 04, quien recibe; en 07, el proveedor; en 08, el mandante; en 09, el afiliado; en 14, quien vende; en 15, quien dona). Una factura (01) puede no llevarlo. */
  readonly receptor?: Receptor | null | undefined
  /** Solo 07, en lugar de items: los documentos del proveedor sobre los que se retiene. */
  readonly retencion: {
    /** Las filas. */
    readonly documentos: readonly {
      /** El UUID del documento, en mayúsculas. */
      readonly codigoGeneracion?: string | undefined
      /** CAT-022: 36 NIT, 13 DUI, 37 otro, 03 pasaporte, 02 carné de residente. */
      readonly tipoDocumento?: string | undefined
      /** Número o código del documento relacionado. */
      readonly numeroDocumento?: string | undefined
      /** AAAA-MM-DD. */
      readonly fechaEmision?: string | undefined
      /** CAT-007: 1 físico, 2 electrónico. Sin él, 2. */
      readonly tipoGeneracion?: 1 | 2 | undefined
      /** El monto del documento, en dólares. Hasta 2 decimales y 15 cifras significativas. */
      readonly monto?: number | undefined
      /** CAT-006: 22 (1 %), C4 (13 %) o C9 (casos especiales). Sin él, 22; sobre una factura de sujeto excluido (14), C4. */
      readonly codigoRetencion?: string | undefined
      /** Solo con C9: lo que se retiene. Con los otros códigos se calcula. Hasta 2 decimales y 15 cifras significativas. */
      readonly ivaRetenido?: number | undefined
      /** Qué se vende. */
      readonly descripcion?: string | null | undefined
    }[]
  }
  /** Texto libre del documento. */
  readonly observaciones?: string | null | undefined
  /** Hasta 10 filas propias; salen en el documento y en su hoja impresa. */
  readonly apendice?: readonly {
    /** Nombre del dato. */
    readonly campo: string
    /** Cómo se muestra. */
    readonly etiqueta: string
    /** Lo que dice. */
    readonly valor: string
  }[] | undefined
  /** El `codigoGeneracion` de un documento que Hacienda rechazó hace menos de 24 horas: el nuevo toma su código y su número. */
  readonly corrige?: string | undefined
  /** Su propia referencia. Una por documento en la empresa y el ambiente. */
  readonly referencia?: string | undefined
  /** A quién se envía por correo cuando Hacienda responde. Sin ella, lo que diga la empresa: a nadie, o al correo del receptor. */
  readonly entrega?: Entrega | undefined
}

export type DteRequest08 = {
  /** CAT-002: 01 factura, 03 crédito fiscal, 04 nota de remisión, 05 nota de crédito, 06 nota de débito, 07 comprobante de retención, 08 comprobante de liquidación, 09 documento contable de liquidación, 11 factura de exportación, 14 sujeto excluido, 15 comprobante de donación. */
  readonly tipoDte: '08'
  /** Quien compra (en 04, quien recibe; en 07, el proveedor; en 08, el mandante; en 09, el afiliado; en 14, quien vende; en 15, quien dona). Una factura (01) puede no llevarlo. */
  readonly receptor?: ReceptorMandante | null | undefined
  /** Solo 08, en lugar de items: lo que se vendió por cuenta del receptor en un mes. */
  readonly liquidacion: Liquidacion
  /** CAT-016: 1 contado, 2 crédito, 3 otro o mixto. Sin él, 1. */
  readonly condicionOperacion?: 1 | 2 | 3 | undefined
  /** Texto libre del documento. */
  readonly observaciones?: string | null | undefined
  /** Hasta 10 filas propias; salen en el documento y en su hoja impresa. */
  readonly apendice?: readonly {
    /** Nombre del dato. */
    readonly campo: string
    /** Cómo se muestra. */
    readonly etiqueta: string
    /** Lo que dice. */
    readonly valor: string
  }[] | undefined
  /** El `codigoGeneracion` de un documento que Hacienda rechazó hace menos de 24 horas: el nuevo toma su código y su número. */
  readonly corrige?: string | undefined
  /** Su propia referencia. Una por documento en la empresa y el ambiente. */
  readonly referencia?: string | undefined
  /** A quién se envía por correo cuando Hacienda responde. Sin ella, lo que diga la empresa: a nadie, o al correo del receptor. */
  readonly entrega?: Entrega | undefined
}

export type DteRequest09 = {
  /** CAT-002: 01 factura, 03 crédito fiscal, 04 nota de remisión, 05 nota de crédito, 06 nota de débito, 07 comprobante de retención, 08 comprobante de liquidación, 09 documento contable de liquidación, 11 factura de exportación, 14 sujeto excluido, 15 comprobante de donación. */
  readonly tipoDte: '09'
  /** Quien compra (en 04, quien recibe; en 07, el proveedor; en 08, el mandante; en 09, el afiliado; en 14, quien vende; en 15, quien dona). Una factura (01) puede no llevarlo. */
  readonly receptor?: ReceptorAfiliado | null | undefined
  /** Solo 09, en lugar de items: lo que se liquida al afiliado de un período, que está dentro de un mes. */
  readonly liquidacionContable: LiquidacionContable
  /** Texto libre del documento. */
  readonly observaciones?: string | null | undefined
  /** Hasta 10 filas propias; salen en el documento y en su hoja impresa. */
  readonly apendice?: readonly {
    /** Nombre del dato. */
    readonly campo: string
    /** Cómo se muestra. */
    readonly etiqueta: string
    /** Lo que dice. */
    readonly valor: string
  }[] | undefined
  /** El `codigoGeneracion` de un documento que Hacienda rechazó hace menos de 24 horas: el nuevo toma su código y su número. */
  readonly corrige?: string | undefined
  /** Su propia referencia. Una por documento en la empresa y el ambiente. */
  readonly referencia?: string | undefined
  /** A quién se envía por correo cuando Hacienda responde. Sin ella, lo que diga la empresa: a nadie, o al correo del receptor. */
  readonly entrega?: Entrega | undefined
}

export type DteRequest11 = {
  /** CAT-002: 01 factura, 03 crédito fiscal, 04 nota de remisión, 05 nota de crédito, 06 nota de débito, 07 comprobante de retención, 08 comprobante de liquidación, 09 documento contable de liquidación, 11 factura de exportación, 14 sujeto excluido, 15 comprobante de donación. */
  readonly tipoDte: '11'
  /** Quien compra (en 04, quien recibe; en 07, el proveedor; en 08, el mandante; en 09, el afiliado; en 14, quien vende; en 15, quien dona). Una factura (01) puede no llevarlo. */
  readonly receptor: ReceptorExportacion
  /** Las líneas, de 1 a 2000. */
  readonly items: readonly Item[]
  /** CAT-016: 1 contado, 2 crédito, 3 otro o mixto. Sin él, 1. */
  readonly condicionOperacion?: 1 | 2 | 3 | undefined
  /** CAT-018: 01 días, 02 meses, 03 años. Va con `periodo`; se escribe solo a crédito. */
  readonly plazo?: '01' | '02' | '03' | undefined
  /** Cuántas unidades de `plazo`. Solo a crédito. */
  readonly periodo?: number | undefined
  /** CAT-017; sin él, 01 (billetes y monedas), y a crédito 13 (cuentas por pagar del receptor). */
  readonly formaPago?: string | undefined
  /** Varios medios de pago; su suma es el total. */
  readonly pagos?: readonly {
    /** CAT-017. */
    readonly codigo: string
    /** Lo que se paga por este medio, en dólares. Hasta 2 decimales y 15 cifras significativas. */
    readonly montoPago: number
    /** Número del cheque, la transferencia o el comprobante. */
    readonly referencia?: string | null | undefined
    /** CAT-018: 01 días, 02 meses, 03 años. Va con `periodo`; se escribe solo a crédito. */
    readonly plazo?: '01' | '02' | '03' | null | undefined
    /** Cuántas unidades de `plazo`. Solo a crédito. */
    readonly periodo?: number | null | undefined
  }[] | undefined
  /** Descuentos globales, por clase de venta. */
  readonly descuentos?: {
    /** Descuento sobre las ventas no sujetas. Hasta 2 decimales y 15 cifras significativas. */
    readonly noSujetas?: number | undefined
    /** Descuento sobre las ventas exentas. Hasta 2 decimales y 15 cifras significativas. */
    readonly exentas?: number | undefined
    /** Descuento sobre las ventas gravadas. Hasta 2 decimales y 15 cifras significativas. */
    readonly gravadas?: number | undefined
  } | undefined
  /** Documentos de los que viene la venta: 04, 08 y 09 en 01 y 03; 04 en 11. En 04, la venta ya documentada: 01, 03 u 11. Uno de los suyos, solo por su codigoGeneracion; otro, completo. */
  readonly origenes?: readonly DocumentoRelacionado[] | undefined
  /** Documentos que acompañan la operación (CAT-021), hasta 10 en 01 y 03 y hasta 20 en 11. */
  readonly otrosDocumentos?: readonly {
    /** CAT-021: 1 del emisor, 2 del receptor, 3 del médico (01 y 03), 4 del transporte (11). */
    readonly codDocAsociado: 1 | 2 | 3 | 4
    /** Qué documento es. Con 1 y 2, obligatorio. */
    readonly descDocumento?: string | null | undefined
    /** De qué trata. Con 1 y 2, obligatorio. */
    readonly detalleDocumento?: string | null | undefined
    /** Quién presta el servicio médico. Con 3, obligatorio. */
    readonly medico?: {
      /** Nombre o razón social. */
      readonly nombre: string
      /** NIT, sin guiones. */
      readonly nit?: string | null | undefined
      /** Documento de un médico que no está domiciliado, en vez de su NIT. */
      readonly docIdentificacion?: string | null | undefined
      /** CAT-010. */
      readonly tipoServicio: number
    } | null | undefined
    /** Cómo viajan los bienes. Con 4, obligatorio. */
    readonly transporte?: {
      /** Placa o identificación del transporte. */
      readonly placa?: string | null | undefined
      /** CAT-030. */
      readonly modo: number
      /** Quién conduce. */
      readonly conductor: {
        /** Nombre o razón social. */
        readonly nombre: string
        /** Su documento de identidad. */
        readonly documento: string
      }
    } | null | undefined
  }[] | undefined
  /** Por cuenta de quién compra un operador logístico. Solo 11, y no junto con `ventaTercero`. */
  readonly compraTercero?: {
    /** Número del documento de identidad; los guiones se quitan, menos en 11. */
    readonly numDocumento: string
    /** Nombre o razón social. */
    readonly nombre: string
  } | null | undefined
  /** Cómo sale la exportación. Solo 11, y ahí es obligatorio. */
  readonly exportacion: Exportacion
  /** Por cuenta de quién se vende. */
  readonly ventaTercero?: {
    /** NIT, sin guiones. */
    readonly nit: string
    /** Nombre o razón social. */
    readonly nombre: string
    /** CAT-032: 1 domiciliado, 2 no domiciliado. */
    readonly codDomiciliado: number
  } | null | undefined
  /** Texto libre del documento. */
  readonly observaciones?: string | null | undefined
  /** Hasta 10 filas propias; salen en el documento y en su hoja impresa. */
  readonly apendice?: readonly {
    /** Nombre del dato. */
    readonly campo: string
    /** Cómo se muestra. */
    readonly etiqueta: string
    /** Lo que dice. */
    readonly valor: string
  }[] | undefined
  /** El `codigoGeneracion` de un documento que Hacienda rechazó hace menos de 24 horas: el nuevo toma su código y su número. */
  readonly corrige?: string | undefined
  /** Su propia referencia. Una por documento en la empresa y el ambiente. */
  readonly referencia?: string | undefined
  /** A quién se envía por correo cuando Hacienda responde. Sin ella, lo que diga la empresa: a nadie, o al correo del receptor. */
  readonly entrega?: Entrega | undefined
}

export type DteRequest14 = {
  /** CAT-002: 01 factura, 03 crédito fiscal, 04 nota de remisión, 05 nota de crédito, 06 nota de débito, 07 comprobante de retención, 08 comprobante de liquidación, 09 documento contable de liquidación, 11 factura de exportación, 14 sujeto excluido, 15 comprobante de donación. */
  readonly tipoDte: '14'
  /** Quien compra (en 04, quien recibe; en 07, el proveedor; en 08, el mandante; en 09, el afiliado; en 14, quien vende; en 15, quien dona). Una factura (01) puede no llevarlo. */
  readonly receptor: ReceptorSujetoExcluido
  /** Las líneas, de 1 a 2000. */
  readonly items: readonly Item[]
  /** CAT-016: 1 contado, 2 crédito, 3 otro o mixto. Sin él, 1. */
  readonly condicionOperacion?: 1 | 2 | 3 | undefined
  /** CAT-018: 01 días, 02 meses, 03 años. Va con `periodo`; se escribe solo a crédito. */
  readonly plazo?: '01' | '02' | '03' | undefined
  /** Cuántas unidades de `plazo`. Solo a crédito. */
  readonly periodo?: number | undefined
  /** CAT-017; sin él, 01 (billetes y monedas), y a crédito 13 (cuentas por pagar del receptor). */
  readonly formaPago?: string | undefined
  /** Varios medios de pago; su suma es el total. */
  readonly pagos?: readonly {
    /** CAT-017. */
    readonly codigo: string
    /** Lo que se paga por este medio, en dólares. Hasta 2 decimales y 15 cifras significativas. */
    readonly montoPago: number
    /** Número del cheque, la transferencia o el comprobante. */
    readonly referencia?: string | null | undefined
    /** CAT-018: 01 días, 02 meses, 03 años. Va con `periodo`; se escribe solo a crédito. */
    readonly plazo?: '01' | '02' | '03' | null | undefined
    /** Cuántas unidades de `plazo`. Solo a crédito. */
    readonly periodo?: number | null | undefined
  }[] | undefined
  /** Descuento global de la compra. Solo 14. Hasta 2 decimales y 15 cifras significativas. */
  readonly descuento?: number | undefined
  /** Retiene el 10 % de renta sobre los servicios de una persona natural. Solo 14; nunca es automático. */
  readonly aplicarReteRenta?: boolean | undefined
  /** Texto libre del documento. */
  readonly observaciones?: string | null | undefined
  /** Hasta 10 filas propias; salen en el documento y en su hoja impresa. */
  readonly apendice?: readonly {
    /** Nombre del dato. */
    readonly campo: string
    /** Cómo se muestra. */
    readonly etiqueta: string
    /** Lo que dice. */
    readonly valor: string
  }[] | undefined
  /** El `codigoGeneracion` de un documento que Hacienda rechazó hace menos de 24 horas: el nuevo toma su código y su número. */
  readonly corrige?: string | undefined
  /** Su propia referencia. Una por documento en la empresa y el ambiente. */
  readonly referencia?: string | undefined
  /** A quién se envía por correo cuando Hacienda responde. Sin ella, lo que diga la empresa: a nadie, o al correo del receptor. */
  readonly entrega?: Entrega | undefined
}

export type DteRequest15 = {
  /** CAT-002: 01 factura, 03 crédito fiscal, 04 nota de remisión, 05 nota de crédito, 06 nota de débito, 07 comprobante de retención, 08 comprobante de liquidación, 09 documento contable de liquidación, 11 factura de exportación, 14 sujeto excluido, 15 comprobante de donación. */
  readonly tipoDte: '15'
  /** Quien compra (en 04, quien recibe; en 07, el proveedor; en 08, el mandante; en 09, el afiliado; en 14, quien vende; en 15, quien dona). Una factura (01) puede no llevarlo. */
  readonly receptor?: ReceptorDonante | null | undefined
  /** Las líneas, de 1 a 2000. */
  readonly items: readonly Item[]
  /** CAT-017; sin él, 01 (billetes y monedas), y a crédito 13 (cuentas por pagar del receptor). */
  readonly formaPago?: string | undefined
  /** Varios medios de pago; su suma es el total. */
  readonly pagos?: readonly {
    /** CAT-017. */
    readonly codigo: string
    /** Lo que se paga por este medio, en dólares. Hasta 2 decimales y 15 cifras significativas. */
    readonly montoPago: number
    /** Número del cheque, la transferencia o el comprobante. */
    readonly referencia?: string | null | undefined
    /** CAT-018: 01 días, 02 meses, 03 años. Va con `periodo`; se escribe solo a crédito. */
    readonly plazo?: '01' | '02' | '03' | null | undefined
    /** Cuántas unidades de `plazo`. Solo a crédito. */
    readonly periodo?: number | null | undefined
  }[] | undefined
  /** Documentos que acompañan la operación (CAT-021), hasta 10 en 01 y 03 y hasta 20 en 11. */
  readonly otrosDocumentos?: readonly {
    /** CAT-021: 1 del emisor, 2 del receptor, 3 del médico (01 y 03), 4 del transporte (11). */
    readonly codDocAsociado: 1 | 2 | 3 | 4
    /** Qué documento es. Con 1 y 2, obligatorio. */
    readonly descDocumento?: string | null | undefined
    /** De qué trata. Con 1 y 2, obligatorio. */
    readonly detalleDocumento?: string | null | undefined
    /** Quién presta el servicio médico. Con 3, obligatorio. */
    readonly medico?: {
      /** Nombre o razón social. */
      readonly nombre: string
      /** NIT, sin guiones. */
      readonly nit?: string | null | undefined
      /** Documento de un médico que no está domiciliado, en vez de su NIT. */
      readonly docIdentificacion?: string | null | undefined
      /** CAT-010. */
      readonly tipoServicio: number
    } | null | undefined
    /** Cómo viajan los bienes. Con 4, obligatorio. */
    readonly transporte?: {
      /** Placa o identificación del transporte. */
      readonly placa?: string | null | undefined
      /** CAT-030. */
      readonly modo: number
      /** Quién conduce. */
      readonly conductor: {
        /** Nombre o razón social. */
        readonly nombre: string
        /** Su documento de identidad. */
        readonly documento: string
      }
    } | null | undefined
  }[] | undefined
  /** Hasta 10 filas propias; salen en el documento y en su hoja impresa. */
  readonly apendice?: readonly {
    /** Nombre del dato. */
    readonly campo: string
    /** Cómo se muestra. */
    readonly etiqueta: string
    /** Lo que dice. */
    readonly valor: string
  }[] | undefined
  /** El `codigoGeneracion` de un documento que Hacienda rechazó hace menos de 24 horas: el nuevo toma su código y su número. */
  readonly corrige?: string | undefined
  /** Su propia referencia. Una por documento en la empresa y el ambiente. */
  readonly referencia?: string | undefined
  /** A quién se envía por correo cuando Hacienda responde. Sin ella, lo que diga la empresa: a nadie, o al correo del receptor. */
  readonly entrega?: Entrega | undefined
}

export type Item = {
  /** Un producto guardado. Lo que diga la línea vale más que lo guardado; null en un miembro que lo admite: la línea no lo lleva, aunque esté guardado. El precio es el del tipo de documento. */
  readonly productId?: string | undefined
  /** Qué se vende. */
  readonly descripcion?: string | undefined
  /** Cuánto. Hasta 8 decimales y 15 cifras significativas. */
  readonly cantidad: number
  /** Precio de una unidad: con IVA en 01, sin IVA en 03, 04, 05 y 06, tal cual en 11, 14 y 15. Hasta 8 decimales y 15 cifras significativas. */
  readonly precioUni?: number | undefined
  /** Su código del producto. */
  readonly codigo?: string | null | undefined
  /** CAT-011: 1 bienes, 2 servicios, 3 ambos, 4 otro tributo. Sin él, 2; en 04, 1. */
  readonly tipoItem?: 1 | 2 | 3 | 4 | undefined
  /** CAT-014; sin ella, 59 (unidad). */
  readonly uniMedida?: number | undefined
  /** Sin él, `gravada`. Solo 01, 03, 04, 05 y 06. */
  readonly tipoVenta?: 'gravada' | 'exenta' | 'no_sujeta' | undefined
  /** Descuento de la línea, no mayor que su monto. Hasta 8 decimales y 15 cifras significativas. */
  readonly montoDescu?: number | undefined
  /** Cargo (positivo) o abono (negativo) fuera de la base del impuesto. La línea es solo eso y su `precioUni` es 0 o no va. Hasta 8 decimales y 15 cifras significativas. */
  readonly noGravado?: number | undefined
  /** CAT-015: tributos de la línea además del IVA, que el servicio agrega. */
  readonly tributos?: readonly string[] | null | undefined
  /** CAT-015, sección 2: la línea es ese tributo (`tipoItem` 4). */
  readonly codTributo?: string | null | undefined
  /** El documento relacionado que la línea ajusta. Con uno solo es opcional. Solo 05 y 06. */
  readonly numeroDocumento?: string | undefined
  /** Solo 15, y ahí es obligatorio. CAT-026: 1 efectivo, 2 bien, 3 servicio. */
  readonly tipoDonacion?: 1 | 2 | 3 | undefined
  /** Solo 15 y solo de bienes: lo que han perdido de valor, de toda la línea. Hasta 8 decimales y 15 cifras significativas. */
  readonly depreciacion?: number | undefined
}

export type Direccion = {
  /** CAT-012. */
  readonly departamento: string
  /** CAT-013, del departamento. */
  readonly municipio: string
  /** CAT-008, del municipio. */
  readonly distrito: string
  /** Calle, casa y lo demás. */
  readonly complemento: string
}

export type Receptor = {
  /** Un cliente guardado. Lo que diga la petición vale más que lo guardado; null en un miembro que lo admite: el documento no lo lleva, aunque esté guardado. */
  readonly customerId?: string | undefined
  /** CAT-022: 36 NIT, 13 DUI, 37 otro, 03 pasaporte, 02 carné de residente. */
  readonly tipoDocumento?: string | null | undefined
  /** Número del documento de identidad; los guiones se quitan, menos en 11. */
  readonly numDocumento?: string | null | undefined
  /** Registro de IVA. */
  readonly nrc?: string | null | undefined
  /** Nombre o razón social. */
  readonly nombre?: string | null | undefined
  /** CAT-019. */
  readonly codActividad?: string | null | undefined
  /** Sin ella, la de CAT-019. */
  readonly descActividad?: string | null | undefined
  /** Nombre comercial. */
  readonly nombreComercial?: string | null | undefined
  /** Dirección en El Salvador. */
  readonly direccion?: Direccion | null | undefined
  /** De 8 a 30 caracteres. */
  readonly telefono?: string | null | undefined
  /** Correo electrónico. */
  readonly correo?: string | null | undefined
}

export type ReceptorRemision = {
  /** Un cliente guardado. Lo que diga la petición vale más que lo guardado; null en un miembro que lo admite: el documento no lo lleva, aunque esté guardado. */
  readonly customerId?: string | undefined
  /** CAT-022: 36 NIT, 13 DUI, 37 otro, 03 pasaporte, 02 carné de residente. */
  readonly tipoDocumento?: string | null | undefined
  /** Número del documento de identidad; los guiones se quitan, menos en 11. */
  readonly numDocumento?: string | null | undefined
  /** Registro de IVA. */
  readonly nrc?: string | null | undefined
  /** Nombre o razón social. */
  readonly nombre?: string | null | undefined
  /** CAT-019. */
  readonly codActividad?: string | null | undefined
  /** Sin ella, la de CAT-019. */
  readonly descActividad?: string | null | undefined
  /** Nombre comercial. */
  readonly nombreComercial?: string | null | undefined
  /** Dirección en El Salvador. */
  readonly direccion?: Direccion | null | undefined
  /** De 8 a 30 caracteres. */
  readonly telefono?: string | null | undefined
  /** Correo electrónico. */
  readonly correo?: string | null | undefined
  /** Solo 04: los bienes van a un lugar de la propia empresa. El receptor es ella; se dicen a lo sumo direccion, nombreComercial, telefono y correo del lugar. */
  readonly propio?: boolean | null | undefined
}

export type ReceptorExportacion = {
  /** Un cliente guardado. Lo que diga la petición vale más que lo guardado; null en un miembro que lo admite: el documento no lo lleva, aunque esté guardado. */
  readonly customerId?: string | undefined
  /** Nombre o razón social. */
  readonly nombre?: string | undefined
  /** CAT-022: 36 NIT, 13 DUI, 37 otro, 03 pasaporte, 02 carné de residente. */
  readonly tipoDocumento?: string | null | undefined
  /** Número del documento de identidad; los guiones se quitan, menos en 11. */
  readonly numDocumento?: string | undefined
  /** CAT-020. */
  readonly codPais?: string | undefined
  /** Sin él, el de CAT-020. */
  readonly nombrePais?: string | null | undefined
  /** Calle, casa y lo demás. */
  readonly complemento?: string | undefined
  /** CAT-029: 1 natural, 2 jurídica. */
  readonly tipoPersona?: 1 | 2 | undefined
  /** Sin ella, la de CAT-019. */
  readonly descActividad?: string | undefined
  /** Correo electrónico. */
  readonly correo?: string | undefined
  /** De 8 a 30 caracteres. */
  readonly telefono?: string | null | undefined
  /** Nombre comercial. */
  readonly nombreComercial?: string | null | undefined
}

export type ReceptorDonante = {
  /** Un cliente guardado. Lo que diga la petición vale más que lo guardado; null en un miembro que lo admite: el documento no lo lleva, aunque esté guardado. */
  readonly customerId?: string | undefined
  /** CAT-022: 36 NIT, 13 DUI, 37 otro, 03 pasaporte, 02 carné de residente. */
  readonly tipoDocumento?: string | null | undefined
  /** Número del documento de identidad; los guiones se quitan, menos en 11. */
  readonly numDocumento?: string | null | undefined
  /** Registro de IVA. */
  readonly nrc?: string | null | undefined
  /** Nombre o razón social. */
  readonly nombre?: string | null | undefined
  /** CAT-019. */
  readonly codActividad?: string | null | undefined
  /** Sin ella, la de CAT-019. */
  readonly descActividad?: string | null | undefined
  /** Nombre comercial. */
  readonly nombreComercial?: string | null | undefined
  /** Dirección en El Salvador. */
  readonly direccion?: Direccion | null | undefined
  /** De 8 a 30 caracteres. */
  readonly telefono?: string | null | undefined
  /** Correo electrónico. */
  readonly correo?: string | null | undefined
  /** CAT-020. */
  readonly codPais?: string | null | undefined
  /** CAT-032: 1 domiciliado, 2 no domiciliado. Sin él, según codPais. */
  readonly codDomiciliado?: 1 | 2 | null | undefined
}

export type ReceptorMandante = {
  /** Un cliente guardado. Lo que diga la petición vale más que lo guardado; null en un miembro que lo admite: el documento no lo lleva, aunque esté guardado. */
  readonly customerId?: string | undefined
  /** CAT-022: 36 NIT, 13 DUI, 37 otro, 03 pasaporte, 02 carné de residente. */
  readonly tipoDocumento?: string | null | undefined
  /** Número del documento de identidad; los guiones se quitan, menos en 11. */
  readonly numDocumento?: string | null | undefined
  /** Registro de IVA. */
  readonly nrc?: string | null | undefined
  /** Nombre o razón social. */
  readonly nombre?: string | null | undefined
  /** CAT-019. */
  readonly codActividad?: string | null | undefined
  /** Sin ella, la de CAT-019. */
  readonly descActividad?: string | null | undefined
  /** Nombre comercial. */
  readonly nombreComercial?: string | null | undefined
  /** Dirección en El Salvador. */
  readonly direccion?: Direccion | null | undefined
  /** De 8 a 30 caracteres. */
  readonly telefono?: string | null | undefined
  /** Correo electrónico. */
  readonly correo?: string | null | undefined
  /** CAT-032: 1 domiciliado, 2 no domiciliado. Sin él, como en sus documentos. */
  readonly codDomiciliado?: 1 | 2 | null | undefined
}

export type ReceptorAfiliado = {
  /** Un cliente guardado. Lo que diga la petición vale más que lo guardado; null en un miembro que lo admite: el documento no lo lleva, aunque esté guardado. */
  readonly customerId?: string | undefined
  /** CAT-022: 36 NIT, 13 DUI, 37 otro, 03 pasaporte, 02 carné de residente. */
  readonly tipoDocumento?: string | null | undefined
  /** Número del documento de identidad; los guiones se quitan, menos en 11. */
  readonly numDocumento?: string | null | undefined
  /** Registro de IVA. */
  readonly nrc?: string | null | undefined
  /** Nombre o razón social. */
  readonly nombre?: string | null | undefined
  /** CAT-019. */
  readonly codActividad?: string | null | undefined
  /** Sin ella, la de CAT-019. */
  readonly descActividad?: string | null | undefined
  /** Nombre comercial. */
  readonly nombreComercial?: string | null | undefined
  /** Dirección en El Salvador. */
  readonly direccion?: Direccion | null | undefined
  /** De 8 a 30 caracteres. */
  readonly telefono?: string | null | undefined
  /** Correo electrónico. */
  readonly correo?: string | null | undefined
  /** CAT-009: 01 sucursal, 02 casa matriz, 04 bodega, 07 patio. Obligatorio. */
  readonly tipoEstablecimiento?: string | null | undefined
}

export type ReceptorSujetoExcluido = {
  /** Un cliente guardado. Lo que diga la petición vale más que lo guardado; null en un miembro que lo admite: el documento no lo lleva, aunque esté guardado. */
  readonly customerId?: string | undefined
  /** CAT-022: 36 NIT, 13 DUI, 37 otro, 03 pasaporte, 02 carné de residente. */
  readonly tipoDocumento?: string | null | undefined
  /** Número del documento de identidad; los guiones se quitan, menos en 11. */
  readonly numDocumento?: string | undefined
  /** Nombre o razón social. */
  readonly nombre?: string | undefined
  /** Dirección en El Salvador. */
  readonly direccion?: Direccion | undefined
  /** CAT-019. */
  readonly codActividad?: string | null | undefined
  /** De 8 a 30 caracteres. */
  readonly telefono?: string | null | undefined
  /** Correo electrónico. */
  readonly correo?: string | null | undefined
}

export type Exportacion = {
  /** 1 bienes, 2 servicios, según lo que se exporta. */
  readonly tipoItemExpor: 1 | 2
  /** CAT-027. Obligatorio con bienes, prohibido con servicios. */
  readonly recintoFiscal?: string | null | undefined
  /** CAT-033. Obligatorio con bienes, prohibido con servicios. */
  readonly tipoRegimen?: string | null | undefined
  /** CAT-028. Obligatorio con bienes, prohibido con servicios. */
  readonly regimen?: string | null | undefined
  /** CAT-031. Obligatorio con bienes, prohibido con servicios. */
  readonly incoterms?: string | null | undefined
  /** Flete, en dólares. Hasta 2 decimales y 15 cifras significativas. */
  readonly flete?: number | undefined
  /** Seguro, en dólares. Hasta 2 decimales y 15 cifras significativas. */
  readonly seguro?: number | undefined
  /** Valor de lo que sale sin pago, para información: no entra en ningún total. Hasta 2 decimales y 15 cifras significativas. */
  readonly totalNoOnerosas?: number | undefined
}

export type Liquidacion = {
  /** El mes, AAAA-MM. */
  readonly periodo: string
  /** Lo que se liquida, hasta 500. Sin él, todo lo sellado de ese tercero y mes que ninguna liquidación lista, y lo que se invalidó después de listado. */
  readonly documentos?: readonly {
    /** El UUID del documento, en mayúsculas. */
    readonly codigoGeneracion?: string | undefined
    /** CAT-022: 36 NIT, 13 DUI, 37 otro, 03 pasaporte, 02 carné de residente. */
    readonly tipoDocumento?: string | undefined
    /** Número o código del documento relacionado. */
    readonly numeroDocumento?: string | undefined
    /** AAAA-MM-DD. */
    readonly fechaEmision?: string | undefined
    /** CAT-007: 1 físico, 2 electrónico. Sin él, 2. */
    readonly tipoGeneracion?: 1 | 2 | undefined
    /** El documento ya se listó y se invalidó después: ahora resta. */
    readonly invalidado?: boolean | undefined
    /** Ventas no sujetas del documento, después de descuentos. Solo de uno que no es suyo. Hasta 8 decimales y 15 cifras significativas. */
    readonly ventaNoSuj?: number | undefined
    /** Ventas exentas, después de descuentos. Hasta 8 decimales y 15 cifras significativas. */
    readonly ventaExenta?: number | undefined
    /** Ventas gravadas sin IVA, también de una factura, después de descuentos. Hasta 8 decimales y 15 cifras significativas. */
    readonly ventaGravada?: number | undefined
    /** El monto total de una exportación (11). Hasta 8 decimales y 15 cifras significativas. */
    readonly exportaciones?: number | undefined
    /** Tributos de la sección 1 de CAT-015 además del IVA, que se calcula. */
    readonly tributos?: readonly {
      /** Su código del producto. */
      readonly codigo: string
      /** Lo que dice. Hasta 2 decimales y 15 cifras significativas. */
      readonly valor: number
    }[] | undefined
    /** El 1 % que el documento percibió. Hasta 2 decimales y 15 cifras significativas. */
    readonly ivaPercibido?: number | undefined
    /** Lo que Hacienda observó. */
    readonly observaciones?: string | null | undefined
  }[] | undefined
}

export type LiquidacionContable = {
  /** El primer día de lo que se liquida. */
  readonly desde: string
  /** El último día. */
  readonly hasta: string
  /** Su código de la liquidación. */
  readonly codigo?: string | null | undefined
  /** Cuántas operaciones son. */
  readonly cantidadDocumentos?: number | null | undefined
  /** Lo que pagaron los tarjetahabientes, con IVA. Hasta 2 decimales y 15 cifras significativas. */
  readonly valorOperaciones: number
  /** De ello, lo que no se sujeta a percepción: ventas exentas, propinas. */
  readonly sinPercepcion?: {
    /** Cuánto es. Hasta 2 decimales y 15 cifras significativas. */
    readonly monto: number
    /** Qué es. */
    readonly descripcion: string
  } | null | undefined
  /** La comisión, sin IVA. Sin ella se calcula con porcentajeComision; una de las dos es obligatoria. Hasta 2 decimales y 15 cifras significativas. */
  readonly comision?: number | null | undefined
  /** Porcentaje de valorOperaciones; con comision, solo para información. Hasta 2 decimales y 15 cifras significativas. */
  readonly porcentajeComision?: number | null | undefined
  /** Quien responde por la liquidación. */
  readonly responsable: {
    /** Su nombre. */
    readonly nombre: string
    /** Su documento de identidad. */
    readonly documento: string
    /** Su código de empleado. */
    readonly codEmpleado?: string | null | undefined
  }
}

export type DocumentoRelacionado = {
  /** El UUID del documento, en mayúsculas. */
  readonly codigoGeneracion?: string | undefined
  /** CAT-002 del documento relacionado. */
  readonly tipoDocumento?: string | undefined
  /** Número o código del documento relacionado. */
  readonly numeroDocumento?: string | undefined
  /** AAAA-MM-DD. */
  readonly fechaEmision?: string | undefined
  /** CAT-007: 1 físico, 2 electrónico. Sin él, 2. */
  readonly tipoGeneracion?: 1 | 2 | undefined
}

export type SignRequest = {
  /** Se envía tal cual a /v1/dte/sign. No es una credencial. */
  readonly prepareToken: string
  /** El documento completo. */
  readonly documento: Readonly<Record<string, unknown>>
}

export type Sealed = {
  /** Estado del documento. */
  readonly estado: 'sellado'
  /** CAT-002: 01 factura, 03 crédito fiscal, 04 nota de remisión, 05 nota de crédito, 06 nota de débito, 07 comprobante de retención, 08 comprobante de liquidación, 09 documento contable de liquidación, 11 factura de exportación, 14 sujeto excluido, 15 comprobante de donación. */
  readonly tipoDte: '01' | '03' | '04' | '05' | '06' | '07' | '08' | '09' | '11' | '14' | '15'
  /** CAT-001: 00 pruebas, 01 producción. */
  readonly ambiente: '00' | '01'
  /** Número de control, 31 caracteres. */
  readonly numeroControl: string
  /** El UUID del documento, en mayúsculas. */
  readonly codigoGeneracion: string
  /** Fecha de emisión en El Salvador, AAAA-MM-DD. */
  readonly fecEmi: string
  /** Hora de emisión en El Salvador, HH:MM:SS. */
  readonly horEmi: string
  /** Los totales, en dólares. Los calcula el servicio. */
  readonly totales: Totales
  /** El sello de Hacienda. */
  readonly selloRecibido: string
  /** Cuándo lo procesó Hacienda, como ella lo escribió. */
  readonly fhProcesamiento: string | null
  /** Lo que Hacienda observó. */
  readonly observaciones: readonly string[]
  /** Lo que la empresa debe atender; casi siempre vacía. Es de este momento, también en una respuesta repetida. */
  readonly advertencias: readonly {
    /** Para programas. */
    readonly codigo: 'certificado_por_vencer' | 'copias_en_espera' | 'destino_por_verificar' | 'documento_por_revisar'
    /** Para personas. */
    readonly mensaje: string
  }[]
  /** El documento completo. */
  readonly documento: Readonly<Record<string, unknown>>
  /** El documento firmado (JWS compacto). Es lo que se archiva. */
  readonly jws: string
  /** Texto del archivo del documento: los bytes firmados, con la firma y el sello. */
  readonly archivoDte: string
  /** Texto JSON con `codigoGeneracion`, `ambiente`, `jws` e `identificacion`. */
  readonly archivoJson: string
  /** La hoja impresa: un PDF en base64. */
  readonly representacionGrafica: string
}

export type Unanswered = {
  /** Estado del documento. */
  readonly estado: 'contingencia'
  /** CAT-002: 01 factura, 03 crédito fiscal, 04 nota de remisión, 05 nota de crédito, 06 nota de débito, 07 comprobante de retención, 08 comprobante de liquidación, 09 documento contable de liquidación, 11 factura de exportación, 14 sujeto excluido, 15 comprobante de donación. */
  readonly tipoDte: '01' | '03' | '04' | '05' | '06' | '07' | '08' | '09' | '11' | '14' | '15'
  /** CAT-001: 00 pruebas, 01 producción. */
  readonly ambiente: '00' | '01'
  /** Número de control, 31 caracteres. */
  readonly numeroControl: string
  /** El UUID del documento, en mayúsculas. */
  readonly codigoGeneracion: string
  /** Fecha de emisión en El Salvador, AAAA-MM-DD. */
  readonly fecEmi: string
  /** Hora de emisión en El Salvador, HH:MM:SS. */
  readonly horEmi: string
  /** Los totales, en dólares. Los calcula el servicio. */
  readonly totales: Totales
  /** Qué pasó con la transmisión. */
  readonly detalle: string
  /** Qué falta mientras Hacienda no responde. */
  readonly contingencia: Contingencia
  /** Lo que Hacienda observó. */
  readonly observaciones: readonly string[]
  /** Lo que la empresa debe atender; casi siempre vacía. Es de este momento, también en una respuesta repetida. */
  readonly advertencias: readonly {
    /** Para programas. */
    readonly codigo: 'certificado_por_vencer' | 'copias_en_espera' | 'destino_por_verificar' | 'documento_por_revisar'
    /** Para personas. */
    readonly mensaje: string
  }[]
  /** El documento completo. */
  readonly documento: Readonly<Record<string, unknown>>
  /** El documento firmado (JWS compacto). Es lo que se archiva. */
  readonly jws: string
  /** Texto JSON con `codigoGeneracion`, `ambiente`, `jws` e `identificacion`. */
  readonly archivoJson: string
}

export type Prepared = {
  /** Estado del documento. */
  readonly estado: 'reservado'
  /** CAT-002: 01 factura, 03 crédito fiscal, 04 nota de remisión, 05 nota de crédito, 06 nota de débito, 07 comprobante de retención, 08 comprobante de liquidación, 09 documento contable de liquidación, 11 factura de exportación, 14 sujeto excluido, 15 comprobante de donación. */
  readonly tipoDte: '01' | '03' | '04' | '05' | '06' | '07' | '08' | '09' | '11' | '14' | '15'
  /** CAT-001: 00 pruebas, 01 producción. */
  readonly ambiente: '00' | '01'
  /** Número de control, 31 caracteres. */
  readonly numeroControl: string
  /** El UUID del documento, en mayúsculas. */
  readonly codigoGeneracion: string
  /** Los totales, en dólares. Los calcula el servicio. */
  readonly totales: Totales
  /** El documento completo. */
  readonly documento: Readonly<Record<string, unknown>>
  /** Se envía tal cual a /v1/dte/sign. No es una credencial. */
  readonly prepareToken: string
  /** Hasta cuándo se puede firmar. */
  readonly venceEn: string
}

export type Entrega = {
  /** true: al correo del receptor; una lista: a esas direcciones; false: a nadie. */
  readonly correo: boolean | readonly string[]
}

export type EntregaHecha = {
  /** El id de la entrega. */
  readonly id: string
  /** La dirección, tapada. */
  readonly destino: string
  /** `pendiente`: todavía no sale, o se reintenta hasta por 48 horas. */
  readonly estado: 'pendiente' | 'enviada' | 'fallida'
  /** Lo último que dijo el servidor de correo; null: nada, o se envió. */
  readonly motivo: string | null
  /** Cuándo se envió o se desistió; de una pendiente, desde cuándo se debe. */
  readonly fecha: string
}

export type EntregaRequest = {
  /** A qué direcciones, de 1 a 10. */
  readonly correo: readonly string[]
}

export type Entregas = {
  /** Los correos que se le deben o se le enviaron al comprador, del más viejo al más nuevo. */
  readonly entregas: readonly EntregaHecha[]
}

export type PaginaRevocada = {
  /** Si había una página que retirar. */
  readonly revocada: boolean
}

export type Query = {
  /** Estado del documento. */
  readonly estado: 'reservado' | 'firmado' | 'contingencia' | 'sellado' | 'rechazado' | 'invalidado' | 'liberado' | 'descartado' | 'abandonado'
  /** El UUID del documento, en mayúsculas. */
  readonly codigoGeneracion: string
  /** Número de control, 31 caracteres. */
  readonly numeroControl: string | null
  /** CAT-002: 01 factura, 03 crédito fiscal, 04 nota de remisión, 05 nota de crédito, 06 nota de débito, 07 comprobante de retención, 08 comprobante de liquidación, 09 documento contable de liquidación, 11 factura de exportación, 14 sujeto excluido, 15 comprobante de donación. */
  readonly tipoDte: '01' | '03' | '04' | '05' | '06' | '07' | '08' | '09' | '11' | '14' | '15' | '17' | '18'
  /** CAT-001: 00 pruebas, 01 producción. */
  readonly ambiente: '00' | '01'
  /** Fecha de emisión en El Salvador, AAAA-MM-DD. */
  readonly fecEmi: string
  /** Hora de emisión en El Salvador, HH:MM:SS. */
  readonly horEmi: string
  /** El sello de Hacienda. */
  readonly selloRecibido: string | null
  /** Cuándo lo procesó Hacienda, como ella lo escribió. */
  readonly fhProcesamiento: string | null
  /** Lo que Hacienda observó. */
  readonly observaciones: readonly string[]
  /** Por qué, en palabras. */
  readonly motivo: string | null
  /** Los totales, en dólares. Los calcula el servicio. */
  readonly totales: Totales | null
  /** Quien compra (en 04, quien recibe; en 07, el proveedor; en 08, el mandante; en 09, el afiliado; en 14, quien vende; en 15, quien dona). Una factura (01) puede no llevarlo. */
  readonly receptor: {
    /** Nombre o razón social. */
    readonly nombre: string | null
    /** Número del documento de identidad; los guiones se quitan, menos en 11. */
    readonly numDocumento: string | null
  } | null
  /** El documento completo. */
  readonly documento: Readonly<Record<string, unknown>> | null
  /** El documento firmado (JWS compacto). Es lo que se archiva. */
  readonly jws: string | null
  /** Su propia referencia. Una por documento en la empresa y el ambiente. */
  readonly referencia: string | null
  /** Qué falta mientras Hacienda no responde. */
  readonly contingencia: {
    /** CAT-005: por qué. */
    readonly tipo: number
    /** Hasta cuándo se puede informar el evento de contingencia; null: no se debe ninguno. */
    readonly limiteEvento: string | null
    /** Hasta cuándo se puede transmitir; null: sin plazo. */
    readonly limiteDocumento: string | null
    /** Quién debe hacer qué y hasta cuándo para que Hacienda selle lo que espera; null: nada espera. */
    readonly queHacer: string
  } | null
  /** De qué evento es el código; null: es de un documento. */
  readonly tipoEvento: 'invalidacion' | 'retorno' | 'operaciones' | null
  /** El documento del que trata el evento. */
  readonly documentoRelacionado: DocumentoDelEvento | null
  /** Los eventos de invalidación, del más nuevo al más viejo. */
  readonly eventos: readonly {
    /** El UUID del documento, en mayúsculas. */
    readonly codigoGeneracion: string
    /** Qué evento es. */
    readonly tipo: 'invalidacion'
    /** Estado del documento. */
    readonly estado: 'firmado' | 'sellado' | 'rechazado' | 'abandonado' | 'invalidado'
    /** El sello de Hacienda. */
    readonly selloRecibido: string | null
    /** Instante. */
    readonly fecha: string
  }[]
  /** Los eventos de retorno, del más nuevo al más viejo. */
  readonly retornos: readonly {
    /** El UUID del documento, en mayúsculas. */
    readonly codigoGeneracion: string
    /** Estado del documento. */
    readonly estado: 'firmado' | 'sellado' | 'rechazado' | 'abandonado' | 'invalidado'
    /** Instante. */
    readonly fecha: string
    /** El sello de Hacienda. */
    readonly selloRecibido: string | null
    /** Los totales, en dólares. Los calcula el servicio. */
    readonly totales: {
      /** Ventas gravadas. */
      readonly totalGravada: number
      /** IVA. */
      readonly totalIva: number
      /** Lo que se paga. */
      readonly totalPagar: number
    }
    /** Lo que regresó de cada línea. */
    readonly lineas: readonly {
      /** Número de la línea impresa, desde 1. */
      readonly linea: number
      /** Cuánto. */
      readonly cantidad?: number | undefined
      /** Cargo (positivo) o abono (negativo) fuera de la base del impuesto. La línea es solo eso y su `precioUni` es 0 o no va. */
      readonly noGravado?: number | undefined
    }[]
  }[]
  /** Los correos que se le deben o se le enviaron al comprador, del más viejo al más nuevo. */
  readonly entregas: readonly EntregaHecha[]
  /** Lo que queda por devolver de cada línea; null: el documento no admite devoluciones. */
  readonly disponible: readonly {
    /** Número de la línea impresa, desde 1. */
    readonly linea: number
    /** Lo que se vendió. */
    readonly vendida: number
    /** Lo que ya regresó, con eventos sellados o firmados. */
    readonly devuelta: number
    /** Lo que queda. */
    readonly disponible: number
    /** El cargo o abono de la línea; null: no tiene. */
    readonly noGravado: {
      /** Lo que se cobró o abonó. */
      readonly vendido: number
      /** Lo que ya regresó. */
      readonly devuelto: number
      /** Lo que queda. */
      readonly disponible: number
    } | null
  }[] | null
  /** Cada estado por el que pasó, con su instante, del más viejo al más nuevo. */
  readonly historial: readonly {
    /** Estado del documento. */
    readonly estado: 'reservado' | 'firmado' | 'contingencia' | 'sellado' | 'rechazado' | 'invalidado' | 'liberado' | 'descartado' | 'abandonado'
    /** Instante. */
    readonly fecha: string
    /** Por qué, en palabras. */
    readonly motivo: string | null
  }[]
  /** De dónde sale cada total; null: no hay documento que explicar. */
  readonly explicacion?: {
    /** Cada línea del documento. */
    readonly lineas: readonly {
      /** Número de la línea, desde 1. */
      readonly numItem: number
      /** Cada importe de la línea. */
      readonly importes: readonly {
        /** El nombre del importe. */
        readonly importe: string
        /** Lo que dice. */
        readonly valor: string
        /** Lo que dice el documento. */
        readonly enDocumento: string | null
        /** Cómo se calcula. */
        readonly formula: string
        /** De qué se calcula. */
        readonly entradas: readonly {
          /** Nombre o razón social. */
          readonly nombre: string
          /** Lo que dice. */
          readonly valor: string
          /** Los números de las líneas. */
          readonly lineas?: readonly number[] | undefined
        }[]
        /** Cómo se redondeó; null: no hizo falta. */
        readonly redondeo: {
          /** A cuántos decimales. */
          readonly decimales: 2 | 8
          /** El valor antes de redondear. */
          readonly exacto: string
        } | null
        /** De dónde sale la regla. */
        readonly fuente: string
      }[]
    }[]
    /** Cada total del resumen. */
    readonly totales: readonly {
      /** El nombre del importe. */
      readonly importe: string
      /** Cuánto es el total. */
      readonly valor: string
      /** Lo que dice el documento. */
      readonly enDocumento: string | null
      /** Cómo se calcula. */
      readonly formula: string
      /** De qué se calcula. */
      readonly entradas: readonly {
        /** Nombre o razón social. */
        readonly nombre: string
        /** Lo que dice. */
        readonly valor: string
        /** Los números de las líneas. */
        readonly lineas?: readonly number[] | undefined
      }[]
      /** Cómo se redondeó; null: no hizo falta. */
      readonly redondeo: {
        /** A cuántos decimales. */
        readonly decimales: 2 | 8
        /** El valor antes de redondear. */
        readonly exacto: string
      } | null
      /** De dónde sale la regla. */
      readonly fuente: string
    }[]
  } | null | undefined
}

export type ListPage = {
  /** Las filas. */
  readonly documentos: readonly ListRow[]
  /** Cursor de la página que sigue; null: no hay más. */
  readonly siguiente: string | null
}

export type ListRow = {
  /** Estado del documento. */
  readonly estado: 'reservado' | 'firmado' | 'contingencia' | 'sellado' | 'rechazado' | 'invalidado' | 'liberado' | 'descartado'
  /** El UUID del documento, en mayúsculas. */
  readonly codigoGeneracion: string
  /** Número de control, 31 caracteres. */
  readonly numeroControl: string
  /** CAT-002: 01 factura, 03 crédito fiscal, 04 nota de remisión, 05 nota de crédito, 06 nota de débito, 07 comprobante de retención, 08 comprobante de liquidación, 09 documento contable de liquidación, 11 factura de exportación, 14 sujeto excluido, 15 comprobante de donación. */
  readonly tipoDte: '01' | '03' | '04' | '05' | '06' | '07' | '08' | '09' | '11' | '14' | '15'
  /** Fecha de emisión en El Salvador, AAAA-MM-DD. */
  readonly fecEmi: string
  /** Hora de emisión en El Salvador, HH:MM:SS. */
  readonly horEmi: string
  /** El sello de Hacienda. */
  readonly selloRecibido: string | null
  /** Los totales, en dólares. Los calcula el servicio. */
  readonly totales: {
    /** Ventas gravadas. */
    readonly totalGravada: number
    /** IVA. */
    readonly totalIva: number
    /** Lo que se paga. */
    readonly totalPagar: number
  }
  /** Quien compra (en 04, quien recibe; en 07, el proveedor; en 08, el mandante; en 09, el afiliado; en 14, quien vende; en 15, quien dona). Una factura (01) puede no llevarlo. */
  readonly receptor: {
    /** Nombre o razón social. */
    readonly nombre: string | null
    /** Número del documento de identidad; los guiones se quitan, menos en 11. */
    readonly numDocumento: string | null
  } | null
  /** Su propia referencia. Una por documento en la empresa y el ambiente. */
  readonly referencia: string | null
  /** El documento completo. */
  readonly documento?: Readonly<Record<string, unknown>> | undefined
}

export type HoldingPage = {
  /** Las filas. */
  readonly documentos: readonly HoldingRow[]
  /** Cursor de la página que sigue; null: no hay más. */
  readonly siguiente: string | null
}

export type HoldingRow = {
  /** El UUID del documento, en mayúsculas. */
  readonly codigoGeneracion: string
  /** CAT-002: 01 factura, 03 crédito fiscal, 04 nota de remisión, 05 nota de crédito, 06 nota de débito, 07 comprobante de retención, 08 comprobante de liquidación, 09 documento contable de liquidación, 11 factura de exportación, 14 sujeto excluido, 15 comprobante de donación. */
  readonly tipoDte: '01' | '03' | '04' | '05' | '06' | '07' | '08' | '09' | '11' | '14' | '15' | '17' | '18'
  /** Número de control, 31 caracteres. */
  readonly numeroControl: string | null
  /** CAT-001: 00 pruebas, 01 producción. */
  readonly ambiente: '00' | '01'
  /** Dónde está: en un destino propio si alguien lo informó (`byos`); si no, en el almacenamiento administrado (`managed`) o solo en retención (`holding`). */
  readonly whereLanded: 'holding' | 'managed' | 'byos'
  /** Hasta cuándo se puede descargar. */
  readonly expiresAt: string
  /** Última descarga. */
  readonly downloadedAt: string | null
  /** Descargas. */
  readonly downloadCount: number
  /** Cuándo se creó. */
  readonly createdAt: string
}

export type InvalidationRequest = {
  /** CAT-024: 1 error en el documento, 2 rescisión, 3 otro. */
  readonly tipoAnulacion: 1 | 2 | 3
  /** Obligatorio con tipoAnulacion 1 y 3. */
  readonly motivo?: string | null | undefined
  /** El documento que lo reemplaza, ya sellado. Obligatorio con tipoAnulacion 1 y 3; no va con 2, ni con notas de crédito ni eventos. */
  readonly codigoGeneracionReemplazo?: string | null | undefined
  /** Quien responde por la anulación ante Hacienda. */
  readonly responsable: {
    /** Su nombre. */
    readonly nombre: string
    /** CAT-022: 36 NIT, 13 DUI, 37 otro, 03 pasaporte, 02 carné de residente. */
    readonly tipoDocumento?: '36' | '13' | '37' | '03' | '02' | null | undefined
    /** Número del documento de identidad; los guiones se quitan, menos en 11. */
    readonly numDocumento: string
  }
  /** Quien la pidió; puede ser la misma persona. */
  readonly solicita: {
    /** Nombre o razón social. */
    readonly nombre: string
    /** CAT-022: 36 NIT, 13 DUI, 37 otro, 03 pasaporte, 02 carné de residente. */
    readonly tipoDocumento?: '36' | '13' | '37' | '03' | '02' | null | undefined
    /** Número del documento de identidad; los guiones se quitan, menos en 11. */
    readonly numDocumento: string
  }
}

export type Invalidated = {
  /** Estado del documento. */
  readonly estado: 'invalidado'
  /** El UUID del documento, en mayúsculas. */
  readonly codigoGeneracion: string
  /** Número de control, 31 caracteres. */
  readonly numeroControl: string | null
  /** CAT-002: 01 factura, 03 crédito fiscal, 04 nota de remisión, 05 nota de crédito, 06 nota de débito, 07 comprobante de retención, 08 comprobante de liquidación, 09 documento contable de liquidación, 11 factura de exportación, 14 sujeto excluido, 15 comprobante de donación. */
  readonly tipoDte: '01' | '03' | '04' | '05' | '06' | '07' | '08' | '09' | '11' | '14' | '15' | '17' | '18'
  /** CAT-001: 00 pruebas, 01 producción. */
  readonly ambiente: '00' | '01'
  /** El evento que se firmó y se envió. */
  readonly evento: {
    /** El UUID del documento, en mayúsculas. */
    readonly codigoGeneracion: string
    /** El sello de Hacienda. */
    readonly selloRecibido: string
    /** Cuándo lo procesó Hacienda, como ella lo escribió. */
    readonly fhProcesamiento: string | null
    /** Lo que Hacienda observó. */
    readonly observaciones: readonly string[]
    /** CAT-024: 1 error en el documento, 2 rescisión, 3 otro. */
    readonly tipoAnulacion: number
  }
  /** El documento completo. */
  readonly documento: Readonly<Record<string, unknown>>
  /** El documento firmado (JWS compacto). Es lo que se archiva. */
  readonly jws: string
  /** Texto JSON con `codigoGeneracion`, `ambiente`, `jws` e `identificacion`. */
  readonly archivoJson: string
  /** La hoja impresa: un PDF en base64. */
  readonly representacionGrafica: string
}

export type AlreadyInvalidated = {
  /** Estado del documento. */
  readonly estado: 'invalidado'
  /** El UUID del documento, en mayúsculas. */
  readonly codigoGeneracion: string
  /** Número de control, 31 caracteres. */
  readonly numeroControl: string | null
  /** No había nada que cancelar y no se envió nada. */
  readonly yaEstabaInvalidado: true
}

export type ReturnRequest = {
  /** Una por línea y forma que regresa. */
  readonly items: readonly ItemRetorno[]
  /** Fecha que se aplica al documento; sin ella, la de hoy en El Salvador. */
  readonly fechaEvento?: string | undefined
}

export type ItemRetorno = {
  /** Número de la línea impresa, desde 1. */
  readonly linea: number
  /** Unidades que regresan. Va una de las dos: cantidad o noGravado. Hasta 8 decimales y 15 cifras significativas. */
  readonly cantidad?: number | undefined
  /** Lo que regresa de un cargo (positivo) o abono (negativo). No va con 14. Hasta 8 decimales y 15 cifras significativas. */
  readonly noGravado?: number | undefined
}

export type Returned = {
  /** Estado del documento. */
  readonly estado: 'sellado'
  /** El UUID del documento, en mayúsculas. */
  readonly codigoGeneracion: string
  /** CAT-001: 00 pruebas, 01 producción. */
  readonly ambiente: '00' | '01'
  /** Fecha de emisión en El Salvador, AAAA-MM-DD. */
  readonly fecEmi: string
  /** Hora de emisión en El Salvador, HH:MM:SS. */
  readonly horEmi: string
  /** El documento del que trata el evento. */
  readonly documentoRelacionado: DocumentoDelEvento
  /** Los totales, en dólares. Los calcula el servicio. */
  readonly totales: {
    /** Ventas gravadas. */
    readonly totalGravada: number
    /** Ventas exentas. */
    readonly totalExenta: number
    /** Ventas no sujetas. */
    readonly totalNoSuj: number
    /** IVA. */
    readonly totalIva: number
    /** Lo que se paga. */
    readonly totalPagar: number
  }
  /** El documento completo. */
  readonly documento: Readonly<Record<string, unknown>>
  /** El documento firmado (JWS compacto). Es lo que se archiva. */
  readonly jws: string
  /** Lo que queda por devolver de cada línea; null: el documento no admite devoluciones. */
  readonly disponible: readonly {
    /** Número de la línea impresa, desde 1. */
    readonly linea: number
    /** Lo que se vendió. */
    readonly vendida: number
    /** Lo que ya regresó, con eventos sellados o firmados. */
    readonly devuelta: number
    /** Lo que queda. */
    readonly disponible: number
    /** El cargo o abono de la línea; null: no tiene. */
    readonly noGravado: {
      /** Lo que se cobró o abonó. */
      readonly vendido: number
      /** Lo que ya regresó. */
      readonly devuelto: number
      /** Lo que queda. */
      readonly disponible: number
    } | null
  }[]
  /** El sello de Hacienda. */
  readonly selloRecibido: string
  /** Cuándo lo procesó Hacienda, como ella lo escribió. */
  readonly fhProcesamiento: string | null
  /** Lo que Hacienda observó. */
  readonly observaciones: readonly string[]
  /** Texto JSON con `codigoGeneracion`, `ambiente`, `jws` e `identificacion`. */
  readonly archivoJson: string
  /** La hoja impresa: un PDF en base64. */
  readonly representacionGrafica: string
}

export type ReturnUnanswered = {
  /** Estado del documento. */
  readonly estado: 'firmado'
  /** El UUID del documento, en mayúsculas. */
  readonly codigoGeneracion: string
  /** CAT-001: 00 pruebas, 01 producción. */
  readonly ambiente: '00' | '01'
  /** Fecha de emisión en El Salvador, AAAA-MM-DD. */
  readonly fecEmi: string
  /** Hora de emisión en El Salvador, HH:MM:SS. */
  readonly horEmi: string
  /** El documento del que trata el evento. */
  readonly documentoRelacionado: DocumentoDelEvento
  /** Los totales, en dólares. Los calcula el servicio. */
  readonly totales: {
    /** Ventas gravadas. */
    readonly totalGravada: number
    /** Ventas exentas. */
    readonly totalExenta: number
    /** Ventas no sujetas. */
    readonly totalNoSuj: number
    /** IVA. */
    readonly totalIva: number
    /** Lo que se paga. */
    readonly totalPagar: number
  }
  /** El documento completo. */
  readonly documento: Readonly<Record<string, unknown>>
  /** El documento firmado (JWS compacto). Es lo que se archiva. */
  readonly jws: string
  /** Lo que queda por devolver de cada línea; null: el documento no admite devoluciones. */
  readonly disponible: readonly {
    /** Número de la línea impresa, desde 1. */
    readonly linea: number
    /** Lo que se vendió. */
    readonly vendida: number
    /** Lo que ya regresó, con eventos sellados o firmados. */
    readonly devuelta: number
    /** Lo que queda. */
    readonly disponible: number
    /** El cargo o abono de la línea; null: no tiene. */
    readonly noGravado: {
      /** Lo que se cobró o abonó. */
      readonly vendido: number
      /** Lo que ya regresó. */
      readonly devuelto: number
      /** Lo que queda. */
      readonly disponible: number
    } | null
  }[]
  /** Qué pasó con la transmisión. */
  readonly detalle: string
}

export type OperacionesRequest = {
  /** Una por rango o comprobante, de una sola clase de venta; hasta 500. */
  readonly items: readonly ItemOperacion[]
}

export type ItemOperacion = {
  /** CAT-023: 02 factura de venta simplificada, 97 comprobante de control interno. */
  readonly tipoDocumento: '02' | '97'
  /** El primer número del rango. Un 02 va siempre por rango. */
  readonly desde?: string | undefined
  /** El último, de la misma serie: lo que va antes de los dígitos finales. */
  readonly hasta?: string | undefined
  /** El número de un 97 que se reporta por separado, con su `fecha` y sin rango. */
  readonly numero?: string | undefined
  /** La fecha de ese comprobante, de los últimos tres meses. */
  readonly fecha?: string | undefined
  /** Cuántos comprobantes son; sin ella se cuentan. */
  readonly cantidad?: number | undefined
  /** El precio de cada comprobante, sin IVA. Va uno de los dos: precioUni o total. Hasta 8 decimales y 15 cifras significativas. */
  readonly precioUni?: number | undefined
  /** Lo que suman los comprobantes de la línea, sin IVA. Hasta 8 decimales y 15 cifras significativas. */
  readonly total?: number | undefined
  /** Sin él, `gravada`. */
  readonly tipoVenta?: 'gravada' | 'exenta' | 'no_sujeta' | undefined
  /** Sin ella, la del tipo de documento. */
  readonly descripcion?: string | undefined
  /** El evento que reportó lo que se anuló después. Va en todas las líneas del evento, o en ninguna. */
  readonly anulaDe?: string | undefined
}

export type OperacionesSelladas = {
  /** Estado del documento. */
  readonly estado: 'sellado'
  /** El UUID del documento, en mayúsculas. */
  readonly codigoGeneracion: string
  /** CAT-001: 00 pruebas, 01 producción. */
  readonly ambiente: '00' | '01'
  /** Fecha de emisión en El Salvador, AAAA-MM-DD. */
  readonly fecEmi: string
  /** Hora de emisión en El Salvador, HH:MM:SS. */
  readonly horEmi: string
  /** Los totales, en dólares. Los calcula el servicio. */
  readonly totales: TotalesOperaciones
  /** El documento completo. */
  readonly documento: Readonly<Record<string, unknown>>
  /** El documento firmado (JWS compacto). Es lo que se archiva. */
  readonly jws: string
  /** El sello de Hacienda. */
  readonly selloRecibido: string
  /** Cuándo lo procesó Hacienda, como ella lo escribió. */
  readonly fhProcesamiento: string | null
  /** Lo que Hacienda observó. */
  readonly observaciones: readonly string[]
  /** Texto JSON con `codigoGeneracion`, `ambiente`, `jws` e `identificacion`. */
  readonly archivoJson: string
  /** La hoja impresa: un PDF en base64. */
  readonly representacionGrafica: string
}

export type OperacionesFirmadas = {
  /** Estado del documento. */
  readonly estado: 'firmado'
  /** El UUID del documento, en mayúsculas. */
  readonly codigoGeneracion: string
  /** CAT-001: 00 pruebas, 01 producción. */
  readonly ambiente: '00' | '01'
  /** Fecha de emisión en El Salvador, AAAA-MM-DD. */
  readonly fecEmi: string
  /** Hora de emisión en El Salvador, HH:MM:SS. */
  readonly horEmi: string
  /** Los totales, en dólares. Los calcula el servicio. */
  readonly totales: TotalesOperaciones
  /** El documento completo. */
  readonly documento: Readonly<Record<string, unknown>>
  /** El documento firmado (JWS compacto). Es lo que se archiva. */
  readonly jws: string
  /** Qué pasó con la transmisión. */
  readonly detalle: string
}

export type PaginaDeOperaciones = {
  /** Las filas. */
  readonly operaciones: readonly FilaDeOperaciones[]
  /** Cursor de la página que sigue; null: no hay más. */
  readonly siguiente: string | null
}

export type FilaDeOperaciones = {
  /** Estado del documento. */
  readonly estado: 'firmado' | 'sellado' | 'rechazado' | 'abandonado' | 'invalidado'
  /** El UUID del documento, en mayúsculas. */
  readonly codigoGeneracion: string
  /** CAT-001: 00 pruebas, 01 producción. */
  readonly ambiente: '00' | '01'
  /** Fecha de emisión en El Salvador, AAAA-MM-DD. */
  readonly fecEmi: string
  /** Hora de emisión en El Salvador, HH:MM:SS. */
  readonly horEmi: string
  /** Los totales, en dólares. Los calcula el servicio. */
  readonly totales: TotalesOperaciones
  /** El sello de Hacienda. */
  readonly selloRecibido: string | null
  /** Lo que dijo Hacienda al rechazarlo. */
  readonly motivo: string | null
}

export type OperacionesCompletas = {
  /** Estado del documento. */
  readonly estado: 'firmado' | 'sellado' | 'rechazado' | 'abandonado' | 'invalidado'
  /** El UUID del documento, en mayúsculas. */
  readonly codigoGeneracion: string
  /** CAT-001: 00 pruebas, 01 producción. */
  readonly ambiente: '00' | '01'
  /** Fecha de emisión en El Salvador, AAAA-MM-DD. */
  readonly fecEmi: string
  /** Hora de emisión en El Salvador, HH:MM:SS. */
  readonly horEmi: string
  /** Los totales, en dólares. Los calcula el servicio. */
  readonly totales: TotalesOperaciones
  /** El sello de Hacienda. */
  readonly selloRecibido: string | null
  /** Lo que dijo Hacienda al rechazarlo. */
  readonly motivo: string | null
  /** El documento completo. */
  readonly documento: Readonly<Record<string, unknown>>
  /** El documento firmado (JWS compacto). Es lo que se archiva. */
  readonly jws: string
  /** Cuándo lo procesó Hacienda, como ella lo escribió. */
  readonly fhProcesamiento: string | null
  /** Lo que Hacienda observó. */
  readonly observaciones: readonly string[]
  /** Texto JSON con `codigoGeneracion`, `ambiente`, `jws` e `identificacion`. */
  readonly archivoJson: string | null
  /** Sus invalidaciones, de la más nueva a la más vieja. */
  readonly eventos: readonly {
    /** El UUID del documento, en mayúsculas. */
    readonly codigoGeneracion: string
    /** Qué evento es. */
    readonly tipo: 'invalidacion'
    /** Estado del documento. */
    readonly estado: 'firmado' | 'sellado' | 'rechazado' | 'abandonado' | 'invalidado'
    /** El sello de Hacienda. */
    readonly selloRecibido: string | null
    /** Instante. */
    readonly fecha: string
  }[]
}

export type TotalesOperaciones = {
  /** Ventas gravadas. */
  readonly totalGravada: number
  /** Ventas exentas. */
  readonly totalExenta: number
  /** Ventas no sujetas. */
  readonly totalNoSuj: number
  /** IVA. */
  readonly totalIva: number
  /** Con IVA. */
  readonly total: number
}

export type DocumentoDelEvento = {
  /** El UUID del documento, en mayúsculas. */
  readonly codigoGeneracion: string
  /** Número de control, 31 caracteres. */
  readonly numeroControl: string
  /** CAT-002: 01 factura, 03 crédito fiscal, 04 nota de remisión, 05 nota de crédito, 06 nota de débito, 07 comprobante de retención, 08 comprobante de liquidación, 09 documento contable de liquidación, 11 factura de exportación, 14 sujeto excluido, 15 comprobante de donación. */
  readonly tipoDte: '01' | '03' | '04' | '05' | '06' | '07' | '08' | '09' | '11' | '14' | '15'
  /** Fecha de emisión en El Salvador, AAAA-MM-DD. */
  readonly fecEmi: string
}

export type Totales = {
  /** Ventas no sujetas. */
  readonly totalNoSuj: number
  /** Ventas exentas. */
  readonly totalExenta: number
  /** Ventas gravadas. */
  readonly totalGravada: number
  /** Descuentos. */
  readonly totalDescu: number
  /** IVA. */
  readonly totalIva: number
  /** Monto de la operación. */
  readonly montoTotalOperacion: number
  /** Lo que se paga. */
  readonly totalPagar: number
  /** Lo que se paga, en letras. */
  readonly totalLetras: string | null
}

export type Contingencia = {
  /** CAT-005: por qué. */
  readonly tipo: number
  /** Hasta cuándo se puede informar el evento de contingencia; null: no se debe ninguno. */
  readonly limiteEvento: string | null
  /** Hasta cuándo se puede transmitir; null: sin plazo. */
  readonly limiteDocumento: string | null
}

export type ContingenciaRequest = {
  /** Quien responde por el evento ante Hacienda; sin él, la persona que la empresa tiene dicha en sus ajustes, y si no hay ninguna, la empresa. */
  readonly responsable?: {
    /** Su nombre. */
    readonly nombre: string
    /** CAT-022: 36 NIT, 13 DUI, 37 otro, 03 pasaporte, 02 carné de residente. */
    readonly tipoDocumento?: '36' | '13' | '37' | '03' | '02' | null | undefined
    /** Número del documento de identidad; los guiones se quitan, menos en 11. */
    readonly numDocumento: string
  } | undefined
}

export type Contingencias = {
  /** CAT-001: 00 pruebas, 01 producción. */
  readonly ambiente: '00' | '01'
  /** Si Hacienda no responde en este momento. */
  readonly abierta: boolean
  /** Los períodos, del más nuevo al más viejo. */
  readonly periodos: readonly Periodo[]
}

export type Periodo = {
  /** Cuándo dejó de responder Hacienda. */
  readonly desde: string
  /** Cuándo volvió; null: no ha vuelto. */
  readonly hasta: string | null
  /** CAT-005: 1, no disponibilidad del sistema de Hacienda. */
  readonly tipo: number
  /** Cuántos documentos firmó la empresa en él. */
  readonly documentos: number
  /** Documentos sin respuesta de Hacienda. */
  readonly pendientes: number
  /** De ellos, los que ningún evento sellado lista. */
  readonly sinEvento: number
  /** Hasta cuándo se puede informar el evento de contingencia; null: no se debe ninguno. */
  readonly limiteEvento: string | null
  /** Los eventos que los listan, en orden. */
  readonly eventos: readonly EventoDeContingencia[]
}

export type EventoDeContingencia = {
  /** El UUID del documento, en mayúsculas. */
  readonly codigoGeneracion: string
  /** Estado del documento. */
  readonly estado: 'firmado' | 'sellado' | 'rechazado'
  /** El sello de Hacienda. */
  readonly selloRecibido: string | null
  /** Cuántos documentos lista. */
  readonly documentos: number
  /** Lo que dijo Hacienda al rechazarlo. */
  readonly motivo: string | null
  /** Hasta cuándo se pueden transmitir los documentos del evento: 72 horas desde su sello. */
  readonly limiteDocumentos: string | null
}

export type ContingenciaCerrada = {
  /** Los eventos sellados en los últimos tres días. */
  readonly eventos: readonly {
    /** El UUID del documento, en mayúsculas. */
    readonly codigoGeneracion: string
    /** El sello de Hacienda. */
    readonly selloRecibido: string | null
    /** Cuántos documentos lista el evento. */
    readonly documentos: number
  }[]
  /** Documentos sin respuesta de Hacienda. */
  readonly pendientes: number
}

export type Certificates = {
  /** NIT, sin guiones. */
  readonly nit: string
  /** Los más nuevos de cada ambiente primero. */
  readonly certificados: readonly {
    /** CAT-001: 00 pruebas, 01 producción. */
    readonly ambiente: '00' | '01'
    /** NIT, sin guiones. */
    readonly nit: string
    /** Nombre o razón social. */
    readonly nombre: string
    /** SHA-256 de la llave pública, en hexadecimal. */
    readonly fingerprint: string
    /** La llave pública, en PEM: verifica la firma. */
    readonly publicKeyPem: string
    /** Desde cuándo vale. */
    readonly validFrom: string
    /** Hasta cuándo vale. */
    readonly validTo: string
  }[]
}

export type Status = {
  /** Si la llave puede hacer ahora lo que sus alcances permiten, y sus archivos se guardan; si no, `advertencias` dice por qué. */
  readonly ok: boolean
  /** Versión de la interfaz. */
  readonly version: string
  /** CAT-001: 00 pruebas, 01 producción. */
  readonly ambiente: '00' | '01'
  /** La empresa que emite. */
  readonly emisor: {
    /** NIT, sin guiones. */
    readonly nit: string
    /** Nombre o razón social. */
    readonly nombre: string
    /** CAT-001: 00 pruebas, 01 producción. */
    readonly ambiente: '00' | '01'
  }
  /** La llave con que se llama. */
  readonly llave: {
    /** La parte pública de la llave: lo que va antes del punto. */
    readonly keyId: string
    /** Su nombre, para personas. */
    readonly label: string
    /** Qué puede hacer. */
    readonly alcances: readonly ('issue' | 'query' | 'download' | 'catalog' | 'webhooks')[]
    /** Qué tipos de documento emite. */
    readonly tiposDte: readonly ('01' | '03' | '04' | '05' | '06' | '07' | '08' | '09' | '11' | '14' | '15')[]
    /** Cuándo vence; null: no vence. */
    readonly venceEl: string | null
    /** Desde dónde se puede usar; vacía: desde cualquier parte. */
    readonly ipPermitidas: readonly string[]
  }
  /** Con qué se firma. */
  readonly firma: {
    /** Si la llave puede firmar. */
    readonly vaultDeFirma: boolean
    /** Dónde se firma: en la bóveda del servicio. */
    readonly origenDeLaFirma: 'servicio'
    /** El certificado de la empresa en el ambiente de la llave. */
    readonly certificado: {
      /** SHA-256 de la llave pública, en hexadecimal. */
      readonly fingerprint: string
      /** Desde cuándo vale. */
      readonly validFrom: string
      /** Hasta cuándo vale. */
      readonly validTo: string
      /** NIT, sin guiones. */
      readonly nit: string
    } | null
  }
  /** Dónde se guardan los archivos. */
  readonly almacenamiento: {
    /** Si hay un destino verificado en los últimos 30 días. */
    readonly listo: boolean
    /** Los destinos conectados. */
    readonly destinos: readonly {
      /** Identificador. */
      readonly id: string
      /** Clase de destino. */
      readonly kind: string
      /** Última verificación. */
      readonly verificadoEl: string | null
    }[]
  }
  /** Lo que espera respuesta de Hacienda. */
  readonly contingencia: {
    /** Si Hacienda no responde o hay documentos en espera. */
    readonly abierta: boolean
    /** Cuántos documentos esperan. */
    readonly documentos: number
    /** Hasta cuándo se puede informar el evento de contingencia; null: no se debe ninguno. */
    readonly limiteEvento: string | null
    /** Quién debe hacer qué y hasta cuándo para que Hacienda selle lo que espera; null: nada espera. */
    readonly queHacer: string | null
  }
  /** Cómo responde Hacienda al proceso que contesta. */
  readonly ministerio: {
    /** `degradado`: alguna llamada reciente quedó sin respuesta; `sin_respuesta`: las últimas tres. */
    readonly estado: 'disponible' | 'degradado' | 'sin_respuesta'
    /** Desde cuándo. */
    readonly desde: string
    /** La última vez que respondió a ese proceso; `null`: todavía ninguna. */
    readonly ultimaRespuesta: string | null
    /** Hasta cuándo anunció que no responderá; mientras tanto se emite en contingencia, con 202. `null`: no hay mantenimiento ahora. */
    readonly mantenimientoHasta: string | null
  }
  /** Las cuotas de la llave. */
  readonly limites: {
    /** Ventana de una hora. */
    readonly hora: Ventana
    /** Ventana de un día. */
    readonly dia: Ventana
    /** Ventana de /v1/status, por hora. */
    readonly estado: Ventana
    /** El mayor total de un documento, en centavos. */
    readonly montoMaximoPorDocumentoCentavos: number
  }
  /** Por qué no está lista, y lo que hay que atender pronto. */
  readonly advertencias: readonly {
    /** Para programas. */
    readonly codigo: 'contingencia_por_vencer' | 'certificado_por_vencer' | 'certificado_vencido' | 'contrasena_rechazada' | 'contrasena_vencida' | 'destino_por_verificar' | 'destino_rechaza' | 'firma_bloqueada' | 'reloj_desviado' | 'restauracion' | 'sellado_tarde'
    /** Para personas. */
    readonly mensaje: string
  }[]
}

export type Ventana = {
  /** Cuántas llamadas caben. */
  readonly limit: number
  /** Cuántas se han hecho. */
  readonly used: number
  /** Cuántas quedan. */
  readonly remaining: number
}

export type CustomerRequest = {
  /** Su propio código del cliente. */
  readonly externalId?: string | null | undefined
  /** Nombre o razón social. */
  readonly nombre: string
  /** CAT-022: 36 NIT, 13 DUI, 37 otro, 03 pasaporte, 02 carné de residente. */
  readonly tipoDocumento?: string | null | undefined
  /** Número del documento de identidad; los guiones se quitan, menos en 11. */
  readonly numDocumento?: string | null | undefined
  /** Registro de IVA. */
  readonly nrc?: string | null | undefined
  /** CAT-019. */
  readonly codActividad?: string | null | undefined
  /** Sin ella, la de CAT-019. */
  readonly descActividad?: string | null | undefined
  /** Nombre comercial. */
  readonly nombreComercial?: string | null | undefined
  /** Dirección en El Salvador. */
  readonly direccion?: Direccion | null | undefined
  /** De 8 a 30 caracteres. */
  readonly telefono?: string | null | undefined
  /** Correo electrónico. */
  readonly correo?: string | null | undefined
  /** CAT-020. */
  readonly codPais?: string | null | undefined
  /** Sin él, el de CAT-020. */
  readonly nombrePais?: string | null | undefined
  /** Calle, casa y lo demás. */
  readonly complemento?: string | null | undefined
  /** CAT-029: 1 natural, 2 jurídica. */
  readonly tipoPersona?: 1 | 2 | null | undefined
}

export type CustomerPatch = {
  /** Su propio código del cliente. */
  readonly externalId?: string | null | undefined
  /** Nombre o razón social. */
  readonly nombre?: string | null | undefined
  /** CAT-022: 36 NIT, 13 DUI, 37 otro, 03 pasaporte, 02 carné de residente. */
  readonly tipoDocumento?: string | null | undefined
  /** Número del documento de identidad; los guiones se quitan, menos en 11. */
  readonly numDocumento?: string | null | undefined
  /** Registro de IVA. */
  readonly nrc?: string | null | undefined
  /** CAT-019. */
  readonly codActividad?: string | null | undefined
  /** Sin ella, la de CAT-019. */
  readonly descActividad?: string | null | undefined
  /** Nombre comercial. */
  readonly nombreComercial?: string | null | undefined
  /** Dirección en El Salvador. */
  readonly direccion?: {
    /** CAT-012. */
    readonly departamento?: string | null | undefined
    /** CAT-013, del departamento. */
    readonly municipio?: string | null | undefined
    /** CAT-008, del municipio. */
    readonly distrito?: string | null | undefined
    /** Calle, casa y lo demás. */
    readonly complemento?: string | null | undefined
  } | null | undefined
  /** De 8 a 30 caracteres. */
  readonly telefono?: string | null | undefined
  /** Correo electrónico. */
  readonly correo?: string | null | undefined
  /** CAT-020. */
  readonly codPais?: string | null | undefined
  /** Sin él, el de CAT-020. */
  readonly nombrePais?: string | null | undefined
  /** Calle, casa y lo demás. */
  readonly complemento?: string | null | undefined
  /** CAT-029: 1 natural, 2 jurídica. */
  readonly tipoPersona?: 1 | 2 | null | undefined
  /** Si sirve para emitir. */
  readonly activo?: boolean | undefined
}

export type Customer = {
  /** Un cliente guardado. Lo que diga la petición vale más que lo guardado; null en un miembro que lo admite: el documento no lo lleva, aunque esté guardado. */
  readonly customerId: string
  /** Su propio código del cliente. */
  readonly externalId: string | null
  /** Si sirve para emitir. */
  readonly activo: boolean
  /** Nombre o razón social. */
  readonly nombre: string
  /** CAT-022: 36 NIT, 13 DUI, 37 otro, 03 pasaporte, 02 carné de residente. */
  readonly tipoDocumento: string | null
  /** Número del documento de identidad; los guiones se quitan, menos en 11. */
  readonly numDocumento: string | null
  /** Registro de IVA. */
  readonly nrc: string | null
  /** CAT-019. */
  readonly codActividad: string | null
  /** Sin ella, la de CAT-019. */
  readonly descActividad: string | null
  /** Nombre comercial. */
  readonly nombreComercial: string | null
  /** Dirección en El Salvador. */
  readonly direccion: Direccion | null
  /** De 8 a 30 caracteres. */
  readonly telefono: string | null
  /** Correo electrónico. */
  readonly correo: string | null
  /** CAT-020. */
  readonly codPais: string | null
  /** Sin él, el de CAT-020. */
  readonly nombrePais: string | null
  /** Calle, casa y lo demás. */
  readonly complemento: string | null
  /** CAT-029: 1 natural, 2 jurídica. */
  readonly tipoPersona: number | null
  /** Cuándo se creó. */
  readonly createdAt: string
  /** Último cambio. */
  readonly updatedAt: string
}

export type CustomerPage = {
  /** Las filas. */
  readonly customers: readonly CustomerRow[]
  /** Cursor de la página que sigue; null: no hay más. */
  readonly siguiente: string | null
}

export type CustomerRow = {
  /** Un cliente guardado. Lo que diga la petición vale más que lo guardado; null en un miembro que lo admite: el documento no lo lleva, aunque esté guardado. */
  readonly customerId: string
  /** Su propio código del cliente. */
  readonly externalId: string | null
  /** Si sirve para emitir. */
  readonly activo: boolean
  /** Nombre o razón social. */
  readonly nombre: string
  /** CAT-022: 36 NIT, 13 DUI, 37 otro, 03 pasaporte, 02 carné de residente. */
  readonly tipoDocumento: string | null
  /** Número del documento de identidad; los guiones se quitan, menos en 11. */
  readonly numDocumento: string | null
  /** Cuándo se creó. */
  readonly createdAt: string
  /** Último cambio. */
  readonly updatedAt: string
}

export type ProductRequest = {
  /** Su código del producto. */
  readonly codigo?: string | null | undefined
  /** Qué se vende. */
  readonly descripcion: string
  /** Precio de una unidad: con IVA en 01, sin IVA en 03, 04, 05 y 06, tal cual en 11, 14 y 15. Hasta 8 decimales y 15 cifras significativas. */
  readonly precioUni?: number | null | undefined
  /** Precio unitario con IVA: el que toma una factura (01). Hasta 8 decimales y 15 cifras significativas. */
  readonly precioConIva?: number | null | undefined
  /** CAT-011: 1 bienes, 2 servicios, 3 ambos, 4 otro tributo. Sin él, 2; en 04, 1. */
  readonly tipoItem?: 1 | 2 | 3 | 4 | null | undefined
  /** CAT-014; sin ella, 59 (unidad). */
  readonly uniMedida?: number | null | undefined
  /** Sin él, `gravada`. Solo 01, 03, 04, 05 y 06. */
  readonly tipoVenta?: 'gravada' | 'exenta' | 'no_sujeta' | null | undefined
  /** CAT-015: tributos de la línea además del IVA, que el servicio agrega. */
  readonly tributos?: readonly string[] | null | undefined
}

export type ProductPatch = {
  /** Su código del producto. */
  readonly codigo?: string | null | undefined
  /** Qué se vende. */
  readonly descripcion?: string | undefined
  /** Precio de una unidad: con IVA en 01, sin IVA en 03, 04, 05 y 06, tal cual en 11, 14 y 15. Hasta 8 decimales y 15 cifras significativas. */
  readonly precioUni?: number | null | undefined
  /** Precio unitario con IVA: el que toma una factura (01). Hasta 8 decimales y 15 cifras significativas. */
  readonly precioConIva?: number | null | undefined
  /** CAT-011: 1 bienes, 2 servicios, 3 ambos, 4 otro tributo. Sin él, 2; en 04, 1. */
  readonly tipoItem?: 1 | 2 | 3 | 4 | null | undefined
  /** CAT-014; sin ella, 59 (unidad). */
  readonly uniMedida?: number | null | undefined
  /** Sin él, `gravada`. Solo 01, 03, 04, 05 y 06. */
  readonly tipoVenta?: 'gravada' | 'exenta' | 'no_sujeta' | null | undefined
  /** CAT-015: tributos de la línea además del IVA, que el servicio agrega. */
  readonly tributos?: readonly string[] | null | undefined
  /** Si sirve para emitir. */
  readonly activo?: boolean | undefined
}

export type Product = {
  /** Un producto guardado. */
  readonly productId: string
  /** Si sirve para emitir. */
  readonly activo: boolean
  /** Su código del producto. */
  readonly codigo: string | null
  /** Qué se vende. */
  readonly descripcion: string
  /** Precio de una unidad: con IVA en 01, sin IVA en 03, 04, 05 y 06, tal cual en 11, 14 y 15. */
  readonly precioUni: number | null
  /** Precio unitario con IVA: el que toma una factura (01). */
  readonly precioConIva: number | null
  /** CAT-011: 1 bienes, 2 servicios, 3 ambos, 4 otro tributo. Sin él, 2; en 04, 1. */
  readonly tipoItem: number | null
  /** CAT-014; sin ella, 59 (unidad). */
  readonly uniMedida: number | null
  /** Sin él, `gravada`. Solo 01, 03, 04, 05 y 06. */
  readonly tipoVenta: string | null
  /** CAT-015: tributos de la línea además del IVA, que el servicio agrega. */
  readonly tributos: readonly string[] | null
  /** Cuándo se creó. */
  readonly createdAt: string
  /** Último cambio. */
  readonly updatedAt: string
}

export type ProductPage = {
  /** Las filas. */
  readonly products: readonly Product[]
  /** Cursor de la página que sigue; null: no hay más. */
  readonly siguiente: string | null
}

export type Propuesta = {
  /** Identificador. */
  readonly id: string
  /** `pendiente`: espera a una persona; `vencida`: pasaron 7 días. */
  readonly estado: 'pendiente' | 'emitida' | 'descartada' | 'vencida'
  /** CAT-002: 01 factura, 03 crédito fiscal, 04 nota de remisión, 05 nota de crédito, 06 nota de débito, 07 comprobante de retención, 08 comprobante de liquidación, 09 documento contable de liquidación, 11 factura de exportación, 14 sujeto excluido, 15 comprobante de donación. */
  readonly tipoDte: '01' | '03' | '04' | '05' | '06' | '07' | '08' | '09' | '11' | '14' | '15'
  /** CAT-001: 00 pruebas, 01 producción. */
  readonly ambiente: '00' | '01'
  /** Quien compra (en 04, quien recibe; en 07, el proveedor; en 08, el mandante; en 09, el afiliado; en 14, quien vende; en 15, quien dona). Una factura (01) puede no llevarlo. */
  readonly receptor: {
    /** Nombre o razón social. */
    readonly nombre: string | null
    /** Número del documento de identidad; los guiones se quitan, menos en 11. */
    readonly numDocumento: string | null
  } | null
  /** Los totales, en dólares. Los calcula el servicio. */
  readonly totales: Totales
  /** La que tendrá el documento. */
  readonly referencia: string
  /** La llave que la propuso. */
  readonly llave: {
    /** La parte pública de la llave: lo que va antes del punto. */
    readonly keyId: string
    /** Su nombre, para personas. */
    readonly label: string
  }
  /** Su documento, una vez que una persona lo firmó; null: todavía no. */
  readonly emitido: {
    /** El UUID del documento, en mayúsculas. */
    readonly codigoGeneracion: string
    /** Estado del documento. */
    readonly estado: 'reservado' | 'firmado' | 'contingencia' | 'sellado' | 'rechazado' | 'invalidado' | 'liberado' | 'descartado'
  } | null
  /** Dónde se emite: una dirección, o solo su ruta si el servicio no sabe la suya. */
  readonly consola: string
  /** Cuándo se creó. */
  readonly createdAt: string
  /** Hasta cuándo se puede emitir. */
  readonly venceEl: string
}

export type PropuestaCompleta = {
  /** Identificador. */
  readonly id: string
  /** `pendiente`: espera a una persona; `vencida`: pasaron 7 días. */
  readonly estado: 'pendiente' | 'emitida' | 'descartada' | 'vencida'
  /** CAT-002: 01 factura, 03 crédito fiscal, 04 nota de remisión, 05 nota de crédito, 06 nota de débito, 07 comprobante de retención, 08 comprobante de liquidación, 09 documento contable de liquidación, 11 factura de exportación, 14 sujeto excluido, 15 comprobante de donación. */
  readonly tipoDte: '01' | '03' | '04' | '05' | '06' | '07' | '08' | '09' | '11' | '14' | '15'
  /** CAT-001: 00 pruebas, 01 producción. */
  readonly ambiente: '00' | '01'
  /** Quien compra (en 04, quien recibe; en 07, el proveedor; en 08, el mandante; en 09, el afiliado; en 14, quien vende; en 15, quien dona). Una factura (01) puede no llevarlo. */
  readonly receptor: {
    /** Nombre o razón social. */
    readonly nombre: string | null
    /** Número del documento de identidad; los guiones se quitan, menos en 11. */
    readonly numDocumento: string | null
  } | null
  /** Los totales, en dólares. Los calcula el servicio. */
  readonly totales: Totales
  /** La que tendrá el documento. */
  readonly referencia: string
  /** La llave que la propuso. */
  readonly llave: {
    /** La parte pública de la llave: lo que va antes del punto. */
    readonly keyId: string
    /** Su nombre, para personas. */
    readonly label: string
  }
  /** Su documento, una vez que una persona lo firmó; null: todavía no. */
  readonly emitido: {
    /** El UUID del documento, en mayúsculas. */
    readonly codigoGeneracion: string
    /** Estado del documento. */
    readonly estado: 'reservado' | 'firmado' | 'contingencia' | 'sellado' | 'rechazado' | 'invalidado' | 'liberado' | 'descartado'
  } | null
  /** Dónde se emite: una dirección, o solo su ruta si el servicio no sabe la suya. */
  readonly consola: string
  /** Cuándo se creó. */
  readonly createdAt: string
  /** Hasta cuándo se puede emitir. */
  readonly venceEl: string
  /** Lo que se emite: la petición, con los datos del cliente y de los productos guardados puestos en ella. */
  readonly peticion: Readonly<Record<string, unknown>>
  /** El documento completo. */
  readonly documento: Readonly<Record<string, unknown>>
}

export type Propuestas = {
  /** Las filas. */
  readonly propuestas: readonly Propuesta[]
  /** Cursor de la página que sigue; null: no hay más. */
  readonly siguiente: string | null
}

export type Validada = {
  /** CAT-002: 01 factura, 03 crédito fiscal, 04 nota de remisión, 05 nota de crédito, 06 nota de débito, 07 comprobante de retención, 08 comprobante de liquidación, 09 documento contable de liquidación, 11 factura de exportación, 14 sujeto excluido, 15 comprobante de donación. */
  readonly tipoDte: '01' | '03' | '04' | '05' | '06' | '07' | '08' | '09' | '11' | '14' | '15'
  /** CAT-001: 00 pruebas, 01 producción. */
  readonly ambiente: '00' | '01'
  /** Los totales, en dólares. Los calcula el servicio. */
  readonly totales: Totales
  /** El documento completo. */
  readonly documento: Readonly<Record<string, unknown>>
}

export type FeedPage = {
  /** Lo que pasó, de lo más viejo a lo más nuevo. Puede no haber nada. */
  readonly novedades: readonly Novedad[]
  /** Se envía tal cual como `despues` para seguir, también después de una página vacía. */
  readonly siguiente: string
}

export type Novedad = {
  /** El mismo cada vez que se dice; con él se reconoce lo que ya se trató. */
  readonly id: string
  /** De qué, y qué pasó. */
  readonly tipo: 'dte.sellado' | 'dte.rechazado' | 'dte.contingencia' | 'dte.invalidado'
  /** Cuándo pasó. */
  readonly fecha: string
  /** CAT-001: 00 pruebas, 01 producción. */
  readonly ambiente: '00' | '01'
  /** Códigos, números, estados y totales, como están al leerlos; nada del comprador. */
  readonly datos: {
    /** Estado del documento. */
    readonly estado: 'sellado' | 'rechazado' | 'contingencia' | 'invalidado'
    /** El UUID del documento, en mayúsculas. */
    readonly codigoGeneracion: string
    /** CAT-002: 01 factura, 03 crédito fiscal, 04 nota de remisión, 05 nota de crédito, 06 nota de débito, 07 comprobante de retención, 08 comprobante de liquidación, 09 documento contable de liquidación, 11 factura de exportación, 14 sujeto excluido, 15 comprobante de donación. */
    readonly tipoDte: '01' | '03' | '04' | '05' | '06' | '07' | '08' | '09' | '11' | '14' | '15'
    /** Número de control, 31 caracteres. */
    readonly numeroControl: string
    /** Fecha de emisión en El Salvador, AAAA-MM-DD. */
    readonly fecEmi: string
    /** Su propia referencia. Una por documento en la empresa y el ambiente. */
    readonly referencia: string | null
    /** El sello de Hacienda. */
    readonly selloRecibido: string | null
    /** Los totales, en dólares. Los calcula el servicio. */
    readonly totales: {
      /** Ventas no sujetas. */
      readonly totalNoSuj: number
      /** Ventas exentas. */
      readonly totalExenta: number
      /** Ventas gravadas. */
      readonly totalGravada: number
      /** Descuentos. */
      readonly totalDescu: number
      /** IVA. */
      readonly totalIva: number
      /** Monto de la operación. */
      readonly montoTotalOperacion: number
      /** Lo que se paga. */
      readonly totalPagar: number
    }
  }
} | {
  /** El mismo cada vez que se dice; con él se reconoce lo que ya se trató. */
  readonly id: string
  /** De qué, y qué pasó. */
  readonly tipo: 'retorno.sellado' | 'retorno.rechazado' | 'retorno.abandonado' | 'retorno.invalidado' | 'invalidacion.rechazada' | 'invalidacion.abandonada'
  /** Cuándo pasó. */
  readonly fecha: string
  /** CAT-001: 00 pruebas, 01 producción. */
  readonly ambiente: '00' | '01'
  /** Códigos, números, estados y totales, como están al leerlos; nada del comprador. */
  readonly datos: {
    /** El evento que se firmó y se envió. */
    readonly evento: string
    /** El UUID del documento, en mayúsculas. */
    readonly codigoGeneracion: string
    /** CAT-002: 01 factura, 03 crédito fiscal, 04 nota de remisión, 05 nota de crédito, 06 nota de débito, 07 comprobante de retención, 08 comprobante de liquidación, 09 documento contable de liquidación, 11 factura de exportación, 14 sujeto excluido, 15 comprobante de donación. */
    readonly tipoDte: '01' | '03' | '04' | '05' | '06' | '07' | '08' | '09' | '11' | '14' | '15'
    /** Número de control, 31 caracteres. */
    readonly numeroControl: string
    /** Fecha de emisión en El Salvador, AAAA-MM-DD. */
    readonly fecEmi: string
    /** Su propia referencia. Una por documento en la empresa y el ambiente. */
    readonly referencia: string | null
  }
} | {
  /** El mismo cada vez que se dice; con él se reconoce lo que ya se trató. */
  readonly id: string
  /** De qué, y qué pasó. */
  readonly tipo: 'entrega.enviada' | 'entrega.fallida'
  /** Cuándo pasó. */
  readonly fecha: string
  /** CAT-001: 00 pruebas, 01 producción. */
  readonly ambiente: '00' | '01'
  /** Códigos, números, estados y totales, como están al leerlos; nada del comprador. */
  readonly datos: {
    /** El id de la entrega. */
    readonly entrega: string
    /** El UUID del documento, en mayúsculas. */
    readonly codigoGeneracion: string
    /** CAT-002: 01 factura, 03 crédito fiscal, 04 nota de remisión, 05 nota de crédito, 06 nota de débito, 07 comprobante de retención, 08 comprobante de liquidación, 09 documento contable de liquidación, 11 factura de exportación, 14 sujeto excluido, 15 comprobante de donación. */
    readonly tipoDte: '01' | '03' | '04' | '05' | '06' | '07' | '08' | '09' | '11' | '14' | '15'
    /** Número de control, 31 caracteres. */
    readonly numeroControl: string
    /** Fecha de emisión en El Salvador, AAAA-MM-DD. */
    readonly fecEmi: string
    /** Su propia referencia. Una por documento en la empresa y el ambiente. */
    readonly referencia: string | null
  }
} | {
  /** El mismo cada vez que se dice; con él se reconoce lo que ya se trató. */
  readonly id: string
  /** De qué, y qué pasó. */
  readonly tipo: 'contingencia.abierta' | 'contingencia.cerrada'
  /** Cuándo pasó. */
  readonly fecha: string
  /** CAT-001: 00 pruebas, 01 producción. */
  readonly ambiente: '00' | '01'
  /** Códigos, números, estados y totales, como están al leerlos; nada del comprador. */
  readonly datos: {
    /** Desde esta fecha de emisión, incluida (AAAA-MM-DD). */
    readonly desde: string
    /** Hasta esta fecha de emisión, incluida (AAAA-MM-DD). */
    readonly hasta: string | null
  }
} | {
  /** El mismo cada vez que se dice; con él se reconoce lo que ya se trató. */
  readonly id: string
  /** De qué, y qué pasó. */
  readonly tipo: 'contingencia.evento_sellado' | 'contingencia.evento_rechazado'
  /** Cuándo pasó. */
  readonly fecha: string
  /** CAT-001: 00 pruebas, 01 producción. */
  readonly ambiente: '00' | '01'
  /** Códigos, números, estados y totales, como están al leerlos; nada del comprador. */
  readonly datos: {
    /** El evento que se firmó y se envió. */
    readonly evento: string
  }
} | {
  /** El mismo cada vez que se dice; con él se reconoce lo que ya se trató. */
  readonly id: string
  /** De qué, y qué pasó. */
  readonly tipo: 'operaciones.sellado' | 'operaciones.rechazado' | 'operaciones.invalidado'
  /** Cuándo pasó. */
  readonly fecha: string
  /** CAT-001: 00 pruebas, 01 producción. */
  readonly ambiente: '00' | '01'
  /** Códigos, números, estados y totales, como están al leerlos; nada del comprador. */
  readonly datos: {
    /** El evento que se firmó y se envió. */
    readonly evento: string
  }
} | {
  /** El mismo cada vez que se dice; con él se reconoce lo que ya se trató. */
  readonly id: string
  /** De qué, y qué pasó. */
  readonly tipo: 'contingencia.vence_pronto'
  /** Cuándo pasó. */
  readonly fecha: string
  /** CAT-001: 00 pruebas, 01 producción. */
  readonly ambiente: '00' | '01'
  /** Códigos, números, estados y totales, como están al leerlos; nada del comprador. */
  readonly datos: {
    /** El plazo que vence. */
    readonly limite: string
    /** evento: falta firmarlo; documentos: falta que se sellen. */
    readonly de: 'evento' | 'documentos'
  }
} | {
  /** El mismo cada vez que se dice; con él se reconoce lo que ya se trató. */
  readonly id: string
  /** De qué, y qué pasó. */
  readonly tipo: 'certificado.vence_pronto'
  /** Cuándo pasó. */
  readonly fecha: string
  /** CAT-001: 00 pruebas, 01 producción. */
  readonly ambiente: '00' | '01'
  /** Códigos, números, estados y totales, como están al leerlos; nada del comprador. */
  readonly datos: {
    /** Cuándo vence el certificado. */
    readonly vence: string
    /** Le quedan estos días, o menos: 60, 30, 7 o 1. */
    readonly dias: number
  }
} | {
  /** El mismo cada vez que se dice; con él se reconoce lo que ya se trató. */
  readonly id: string
  /** De qué, y qué pasó. */
  readonly tipo: 'copia.fallida' | 'copia.recuperada'
  /** Cuándo pasó. */
  readonly fecha: string
  /** CAT-001: 00 pruebas, 01 producción. */
  readonly ambiente: '00' | '01'
  /** Códigos, números, estados y totales, como están al leerlos; nada del comprador. */
  readonly datos: {
    /** El destino, como en `GET /v1/status`. */
    readonly destino: string
    /** Desde esta fecha de emisión, incluida (AAAA-MM-DD). */
    readonly desde: string
  }
} | {
  /** El mismo cada vez que se dice; con él se reconoce lo que ya se trató. */
  readonly id: string
  /** De qué, y qué pasó. */
  readonly tipo: 'cuenta.rechazada'
  /** Cuándo pasó. */
  readonly fecha: string
  /** CAT-001: 00 pruebas, 01 producción. */
  readonly ambiente: '00' | '01'
  /** Códigos, números, estados y totales, como están al leerlos; nada del comprador. */
  readonly datos: {
    /** rechazada: Hacienda no acepta la contraseña; vencida: pide que se cambie. */
    readonly motivo: 'rechazada' | 'vencida'
  }
} | {
  /** El mismo cada vez que se dice; con él se reconoce lo que ya se trató. */
  readonly id: string
  /** De qué, y qué pasó. */
  readonly tipo: 'llave.suspendida'
  /** Cuándo pasó. */
  readonly fecha: string
  /** CAT-001: 00 pruebas, 01 producción. */
  readonly ambiente: '00' | '01'
  /** Códigos, números, estados y totales, como están al leerlos; nada del comprador. */
  readonly datos: {
    /** La parte pública de la llave: lo que va antes del punto. */
    readonly keyId: string
  }
} | {
  /** El mismo cada vez que se dice; con él se reconoce lo que ya se trató. */
  readonly id: string
  /** De qué, y qué pasó. */
  readonly tipo: 'webhook.apagado'
  /** Cuándo pasó. */
  readonly fecha: string
  /** CAT-001: 00 pruebas, 01 producción. */
  readonly ambiente: '00' | '01'
  /** Códigos, números, estados y totales, como están al leerlos; nada del comprador. */
  readonly datos: {
    /** El webhook. */
    readonly webhookId: string
  }
} | {
  /** El mismo cada vez que se dice; con él se reconoce lo que ya se trató. */
  readonly id: string
  /** De qué, y qué pasó. */
  readonly tipo: 'feed.restaurado'
  /** Cuándo pasó. */
  readonly fecha: string
  /** CAT-001: 00 pruebas, 01 producción. */
  readonly ambiente: '00' | '01'
  /** Códigos, números, estados y totales, como están al leerlos; nada del comprador. */
  readonly datos: {
    /** Desde esta fecha de emisión, incluida (AAAA-MM-DD). */
    readonly desde: string
  }
}

export type WebhookRequest = {
  /** Adónde se envía: https, pública, en el puerto 443 o en uno desde el 1024. */
  readonly url: string
  /** Cómo lo llama la empresa. */
  readonly descripcion?: string | null | undefined
  /** Las novedades que se envían; null: todas. `feed.restaurado` se envía siempre. */
  readonly tipos?: readonly ('dte.sellado' | 'dte.rechazado' | 'dte.contingencia' | 'dte.invalidado' | 'retorno.sellado' | 'retorno.rechazado' | 'retorno.abandonado' | 'retorno.invalidado' | 'invalidacion.rechazada' | 'invalidacion.abandonada' | 'contingencia.abierta' | 'contingencia.cerrada' | 'contingencia.evento_sellado' | 'contingencia.evento_rechazado' | 'operaciones.sellado' | 'operaciones.rechazado' | 'operaciones.invalidado' | 'contingencia.vence_pronto' | 'certificado.vence_pronto' | 'copia.fallida' | 'copia.recuperada' | 'cuenta.rechazada' | 'llave.suspendida' | 'webhook.apagado' | 'entrega.enviada' | 'entrega.fallida' | 'feed.restaurado')[] | null | undefined
}

export type WebhookPatch = {
  /** Adónde se envía: https, pública, en el puerto 443 o en uno desde el 1024. */
  readonly url?: string | undefined
  /** Cómo lo llama la empresa. */
  readonly descripcion?: string | null | undefined
  /** Las novedades que se envían; null: todas. `feed.restaurado` se envía siempre. */
  readonly tipos?: readonly ('dte.sellado' | 'dte.rechazado' | 'dte.contingencia' | 'dte.invalidado' | 'retorno.sellado' | 'retorno.rechazado' | 'retorno.abandonado' | 'retorno.invalidado' | 'invalidacion.rechazada' | 'invalidacion.abandonada' | 'contingencia.abierta' | 'contingencia.cerrada' | 'contingencia.evento_sellado' | 'contingencia.evento_rechazado' | 'operaciones.sellado' | 'operaciones.rechazado' | 'operaciones.invalidado' | 'contingencia.vence_pronto' | 'certificado.vence_pronto' | 'copia.fallida' | 'copia.recuperada' | 'cuenta.rechazada' | 'llave.suspendida' | 'webhook.apagado' | 'entrega.enviada' | 'entrega.fallida' | 'feed.restaurado')[] | null | undefined
  /** Lo apaga, o lo enciende de nuevo. */
  readonly activo?: boolean | undefined
}

export type Webhook = {
  /** Identificador. */
  readonly id: string
  /** Adónde se envía: https, pública, en el puerto 443 o en uno desde el 1024. */
  readonly url: string
  /** Cómo lo llama la empresa. */
  readonly descripcion: string | null
  /** Las novedades que se envían; null: todas. `feed.restaurado` se envía siempre. */
  readonly tipos: readonly ('dte.sellado' | 'dte.rechazado' | 'dte.contingencia' | 'dte.invalidado' | 'retorno.sellado' | 'retorno.rechazado' | 'retorno.abandonado' | 'retorno.invalidado' | 'invalidacion.rechazada' | 'invalidacion.abandonada' | 'contingencia.abierta' | 'contingencia.cerrada' | 'contingencia.evento_sellado' | 'contingencia.evento_rechazado' | 'operaciones.sellado' | 'operaciones.rechazado' | 'operaciones.invalidado' | 'contingencia.vence_pronto' | 'certificado.vence_pronto' | 'copia.fallida' | 'copia.recuperada' | 'cuenta.rechazada' | 'llave.suspendida' | 'webhook.apagado' | 'entrega.enviada' | 'entrega.fallida' | 'feed.restaurado')[] | null
  /** Si se le envía. */
  readonly activo: boolean
  /** Desde cuándo no se le envía, y por qué; null mientras está activo. */
  readonly apagado: {
    /** Desde cuándo. */
    readonly desde: string
    /** manual: lo apagó la empresa. fallos: pasaron cinco días sin que nada llegara, o respondió 410. */
    readonly por: 'manual' | 'fallos'
  } | null
  /** El primer fallo desde la última vez que algo llegó; null: ninguno. */
  readonly fallaDesde: string | null
  /** Hasta cuándo firma también el secreto anterior; null: no lo hay. */
  readonly secretoAnteriorHasta: string | null
  /** Cuándo se creó. */
  readonly createdAt: string
  /** Último cambio. */
  readonly updatedAt: string
}

export type WebhookConSecreto = {
  /** Identificador. */
  readonly id: string
  /** Adónde se envía: https, pública, en el puerto 443 o en uno desde el 1024. */
  readonly url: string
  /** Cómo lo llama la empresa. */
  readonly descripcion: string | null
  /** Las novedades que se envían; null: todas. `feed.restaurado` se envía siempre. */
  readonly tipos: readonly ('dte.sellado' | 'dte.rechazado' | 'dte.contingencia' | 'dte.invalidado' | 'retorno.sellado' | 'retorno.rechazado' | 'retorno.abandonado' | 'retorno.invalidado' | 'invalidacion.rechazada' | 'invalidacion.abandonada' | 'contingencia.abierta' | 'contingencia.cerrada' | 'contingencia.evento_sellado' | 'contingencia.evento_rechazado' | 'operaciones.sellado' | 'operaciones.rechazado' | 'operaciones.invalidado' | 'contingencia.vence_pronto' | 'certificado.vence_pronto' | 'copia.fallida' | 'copia.recuperada' | 'cuenta.rechazada' | 'llave.suspendida' | 'webhook.apagado' | 'entrega.enviada' | 'entrega.fallida' | 'feed.restaurado')[] | null
  /** Si se le envía. */
  readonly activo: boolean
  /** Desde cuándo no se le envía, y por qué; null mientras está activo. */
  readonly apagado: {
    /** Desde cuándo. */
    readonly desde: string
    /** manual: lo apagó la empresa. fallos: pasaron cinco días sin que nada llegara, o respondió 410. */
    readonly por: 'manual' | 'fallos'
  } | null
  /** El primer fallo desde la última vez que algo llegó; null: ninguno. */
  readonly fallaDesde: string | null
  /** Hasta cuándo firma también el secreto anterior; null: no lo hay. */
  readonly secretoAnteriorHasta: string | null
  /** Cuándo se creó. */
  readonly createdAt: string
  /** Último cambio. */
  readonly updatedAt: string
  /** Con él se verifica lo que llega. No se muestra otra vez. */
  readonly secreto: string
}

export type Webhooks = {
  /** Los del ambiente de la llave, del más viejo al más nuevo. */
  readonly webhooks: readonly Webhook[]
}

export type WebhookEliminado = {
  /** Identificador. */
  readonly id: string
  /** Siempre true. */
  readonly eliminado: true
}

export type EntregaDelWebhook = {
  /** Su `webhook-id`: el `id` de la novedad. */
  readonly id: string
  /** De qué, y qué pasó. */
  readonly tipo: 'dte.sellado' | 'dte.rechazado' | 'dte.contingencia' | 'dte.invalidado' | 'retorno.sellado' | 'retorno.rechazado' | 'retorno.abandonado' | 'retorno.invalidado' | 'invalidacion.rechazada' | 'invalidacion.abandonada' | 'contingencia.abierta' | 'contingencia.cerrada' | 'contingencia.evento_sellado' | 'contingencia.evento_rechazado' | 'operaciones.sellado' | 'operaciones.rechazado' | 'operaciones.invalidado' | 'contingencia.vence_pronto' | 'certificado.vence_pronto' | 'copia.fallida' | 'copia.recuperada' | 'cuenta.rechazada' | 'llave.suspendida' | 'webhook.apagado' | 'entrega.enviada' | 'entrega.fallida' | 'feed.restaurado' | 'webhook.prueba'
  /** pendiente: se enviará; entregada: respondió 2xx; fallida: no se intenta más por sí sola. */
  readonly estado: 'pendiente' | 'entregada' | 'fallida'
  /** Cuántas veces se envió. */
  readonly intentos: number
  /** Cuándo se envió por última vez. */
  readonly ultimoIntento: string | null
  /** Cuándo se envía la próxima vez; null: nunca. */
  readonly proximoIntento: string | null
  /** El estado HTTP de la última respuesta; null: no hubo. */
  readonly codigo: number | null
  /** Por qué falló la última vez. */
  readonly motivo: string | null
  /** Cuándo se tomó del feed. */
  readonly createdAt: string
}

export type EntregasDelWebhook = {
  /** Lo enviado y lo que falta, de lo más nuevo a lo más viejo. */
  readonly entregas: readonly EntregaDelWebhook[]
  /** Cursor de la página que sigue; null: no hay más. */
  readonly siguiente: string | null
}

export type NovedadDePrueba = {
  /** El que va en `webhook-id`. */
  readonly id: string
  /** Siempre `webhook.prueba`. */
  readonly tipo: 'webhook.prueba'
  /** Cuándo se pidió. */
  readonly fecha: string
  /** CAT-001: 00 pruebas, 01 producción. */
  readonly ambiente: '00' | '01'
  /** El webhook que se prueba. */
  readonly datos: {
    /** El webhook. */
    readonly webhookId: string
  }
}

export type Books = {
  /** AAAA-MM. */
  readonly mes: string
  /** Ventas a contribuyentes: una fila por documento (03, 05, 06). Las notas de crédito van en negativo: cada columna suma su total. */
  readonly contribuyentes: {
    /** Las filas, por fecha y hora. */
    readonly filas: readonly {
      /** El número de la fila. */
      readonly numero: number
      /** AAAA-MM-DD. */
      readonly fecha: string
      /** CAT-002: 01 factura, 03 crédito fiscal, 04 nota de remisión, 05 nota de crédito, 06 nota de débito, 07 comprobante de retención, 08 comprobante de liquidación, 09 documento contable de liquidación, 11 factura de exportación, 14 sujeto excluido, 15 comprobante de donación. */
      readonly tipoDte: string
      /** Número de control, 31 caracteres. */
      readonly numeroControl: string
      /** El UUID del documento, en mayúsculas. */
      readonly codigoGeneracion: string
      /** El sello de Hacienda. */
      readonly selloRecibido: string | null
      /** Registro de IVA. */
      readonly nrc: string | null
      /** NIT; null: se identifica con DUI. */
      readonly nit: string | null
      /** DUI; null: se identifica con NIT. */
      readonly dui: string | null
      /** Nombre o razón social. */
      readonly nombre: string
      /** Por cuenta de quién se vendió; null: es una venta propia. */
      readonly mandante: string | null
      /** Ventas exentas. */
      readonly exentas: number
      /** Ventas no sujetas. */
      readonly noSujetas: number
      /** Ventas gravadas. */
      readonly gravadas: number
      /** Débito fiscal (IVA). */
      readonly debito: number
      /** Ventas por cuenta de terceros, de cualquier clase; no están en las otras columnas. */
      readonly ventasTerceros: number
      /** Débito de las ventas por cuenta de terceros. */
      readonly debitoTerceros: number
      /** El 1 % de IVA percibido. */
      readonly ivaPercibido: number
      /** La suma. */
      readonly total: number
    }[]
    /** Los totales, en dólares. Los calcula el servicio. */
    readonly totales: {
      /** Ventas exentas. */
      readonly exentas: number
      /** Ventas no sujetas. */
      readonly noSujetas: number
      /** Ventas gravadas. */
      readonly gravadas: number
      /** Débito fiscal (IVA). */
      readonly debito: number
      /** Ventas por cuenta de terceros, de cualquier clase; no están en las otras columnas. */
      readonly ventasTerceros: number
      /** Débito de las ventas por cuenta de terceros. */
      readonly debitoTerceros: number
      /** El 1 % de IVA percibido. */
      readonly ivaPercibido: number
      /** La suma. */
      readonly total: number
    }
  }
  /** Ventas a consumidor final: una fila por día, tipo (01, 11) y caja, menos los retornos de ese día. */
  readonly consumidorFinal: {
    /** Las filas, por fecha y hora. */
    readonly filas: readonly {
      /** AAAA-MM-DD. */
      readonly fecha: string
      /** CAT-002: 01 factura, 03 crédito fiscal, 04 nota de remisión, 05 nota de crédito, 06 nota de débito, 07 comprobante de retención, 08 comprobante de liquidación, 09 documento contable de liquidación, 11 factura de exportación, 14 sujeto excluido, 15 comprobante de donación. */
      readonly tipoDte: string
      /** Establecimiento y punto de venta, como M001P001. */
      readonly caja: string
      /** Cuántos documentos. */
      readonly documentos: number
      /** Cuántos eventos de retorno se restan. */
      readonly retornos: number
      /** El primer código de generación de la fila, por hora; sin documentos, el de un evento de retorno. */
      readonly primero: string
      /** El último código de generación de la fila, por hora; sin documentos, el de un evento de retorno. */
      readonly ultimo: string
      /** El primer número de control de la fila; null: solo hay retornos. */
      readonly numeroControlDel: string | null
      /** El último número de control de la fila; null: solo hay retornos. */
      readonly numeroControlAl: string | null
      /** Ventas exentas. */
      readonly exentas: number
      /** Ventas no sujetas. */
      readonly noSujetas: number
      /** Ventas gravadas. */
      readonly gravadas: number
      /** Exportaciones. */
      readonly exportaciones: number
      /** La suma. */
      readonly total: number
      /** Ventas por cuenta de terceros, de cualquier clase; no están en las otras columnas. */
      readonly ventasTerceros: number
    }[]
    /** Los totales, en dólares. Los calcula el servicio. */
    readonly totales: {
      /** Cuántos documentos. */
      readonly documentos: number
      /** Cuántos eventos de retorno se restan. */
      readonly retornos: number
      /** Ventas exentas. */
      readonly exentas: number
      /** Ventas no sujetas. */
      readonly noSujetas: number
      /** Ventas gravadas. */
      readonly gravadas: number
      /** Exportaciones. */
      readonly exportaciones: number
      /** La suma. */
      readonly total: number
      /** Ventas por cuenta de terceros, de cualquier clase; no están en las otras columnas. */
      readonly ventasTerceros: number
      /** Débito fiscal (IVA). */
      readonly debito: number
    }
  }
  /** Exportaciones: una fila por documento (11), y por su retorno, en negativo. */
  readonly exportaciones: {
    /** Las filas, por fecha y hora. */
    readonly filas: readonly {
      /** El número de la fila. */
      readonly numero: number
      /** AAAA-MM-DD. */
      readonly fecha: string
      /** CAT-002: 01 factura, 03 crédito fiscal, 04 nota de remisión, 05 nota de crédito, 06 nota de débito, 07 comprobante de retención, 08 comprobante de liquidación, 09 documento contable de liquidación, 11 factura de exportación, 14 sujeto excluido, 15 comprobante de donación. */
      readonly tipoDte: string
      /** Número de control, 31 caracteres. */
      readonly numeroControl: string | null
      /** El UUID del documento, en mayúsculas. */
      readonly codigoGeneracion: string
      /** El sello de Hacienda. */
      readonly selloRecibido: string | null
      /** Nombre o razón social. */
      readonly nombre: string
      /** CAT-020. */
      readonly codPais: string
      /** Sin él, el de CAT-020. */
      readonly nombrePais: string
      /** El número de la declaración de mercancías: el DTE no lo trae, y lo escribe el contador. */
      readonly declaracion: null
      /** Lo exportado, sin flete ni seguro. */
      readonly valor: number
    }[]
    /** Los totales, en dólares. Los calcula el servicio. */
    readonly totales: {
      /** Cuánto es el total. */
      readonly valor: number
    }
  }
  /** Compras a sujetos excluidos: una fila por documento (14), y por su retorno, en negativo. */
  readonly compras: {
    /** Las filas, por fecha y hora. */
    readonly filas: readonly {
      /** El número de la fila. */
      readonly numero: number
      /** AAAA-MM-DD. */
      readonly fecha: string
      /** CAT-002: 01 factura, 03 crédito fiscal, 04 nota de remisión, 05 nota de crédito, 06 nota de débito, 07 comprobante de retención, 08 comprobante de liquidación, 09 documento contable de liquidación, 11 factura de exportación, 14 sujeto excluido, 15 comprobante de donación. */
      readonly tipoDte: string
      /** Número de control, 31 caracteres. */
      readonly numeroControl: string | null
      /** El UUID del documento, en mayúsculas. */
      readonly codigoGeneracion: string
      /** El sello de Hacienda. */
      readonly selloRecibido: string | null
      /** CAT-022: 36 NIT, 13 DUI, 37 otro, 03 pasaporte, 02 carné de residente. */
      readonly tipoDocumento: string
      /** Número del documento de identidad; los guiones se quitan, menos en 11. */
      readonly numDocumento: string
      /** Nombre o razón social. */
      readonly nombre: string
      /** El monto del documento, en dólares. */
      readonly monto: number
      /** Renta retenida. */
      readonly reteRenta: number
    }[]
    /** Los totales, en dólares. Los calcula el servicio. */
    readonly totales: {
      /** El monto del documento, en dólares. */
      readonly monto: number
      /** Renta retenida. */
      readonly reteRenta: number
    }
  }
  /** Lo que se invalidó. */
  readonly anulados: {
    /** Las filas, por fecha y hora. */
    readonly filas: readonly {
      /** AAAA-MM-DD. */
      readonly fecha: string
      /** CAT-002: 01 factura, 03 crédito fiscal, 04 nota de remisión, 05 nota de crédito, 06 nota de débito, 07 comprobante de retención, 08 comprobante de liquidación, 09 documento contable de liquidación, 11 factura de exportación, 14 sujeto excluido, 15 comprobante de donación. */
      readonly tipoDte: string
      /** Número de control, 31 caracteres. */
      readonly numeroControl: string
      /** El UUID del documento, en mayúsculas. */
      readonly codigoGeneracion: string
      /** El sello de Hacienda. */
      readonly selloRecibido: string | null
    }[]
  }
  /** Documentos firmados que Hacienda no ha sellado. */
  readonly sinSello: number
  /** Lo que ninguna regla publicada resuelve, y lo que falta. */
  readonly avisos: readonly string[]
  /** Los anexos del F-07 que se pueden descargar. */
  readonly anexos: readonly {
    /** Qué archivo. */
    readonly archivo: 'anexo1' | 'anexo2' | 'anexo4' | 'anexo5' | 'anexo9' | 'anexo10' | 'anexo11' | 'anexo12' | 'anexoAnulados'
    /** Nombre o razón social. */
    readonly nombre: string
    /** Cuántas líneas tiene. */
    readonly filas: number
    /** Lo que ninguna regla publicada resuelve, y lo que falta. */
    readonly avisos: readonly string[]
  }[]
}

export type Sellado = {
  /** Versión del cifrado: HKDF-SHA-256 y AES-256-GCM. */
  readonly v: 1
  /** Los 12 bytes del vector, en base64url. */
  readonly iv: string
  /** Lo cifrado y su marca, en base64url. */
  readonly datos: string
}

export type Destino = {
  /** Identificador. */
  readonly id: string
  /** `managed_…`: escribe el servicio; `byos_…`: escribe quien llama. */
  readonly kind: 'managed_folder' | 'managed_bucket' | 'byos_folder' | 'byos_bucket'
  /** Su nombre, para personas. */
  readonly label: string
  /** Cuál de las versiones guardadas; la primera es 1. */
  readonly revision: number
  /** Dirección y credenciales, cifradas por quien llama; null de los que administra el servicio. */
  readonly sellado: Sellado | null
  /** Si se verificó en los últimos 30 días. */
  readonly listo: boolean
  /** Última verificación. */
  readonly verificadoEl: string | null
}

export type Destinos = {
  /** Los destinos de la empresa, del más viejo al más nuevo. */
  readonly destinos: readonly Destino[]
}

export type DestinoRequest = {
  /** Una carpeta o un depósito S3 de la empresa. No cambia. */
  readonly kind: 'byos_folder' | 'byos_bucket'
  /** Su nombre, para personas. */
  readonly label: string
  /** Cuál de las versiones guardadas; la primera es 1. */
  readonly revision: number
  /** Dirección y credenciales, cifradas por quien llama; null de los que administra el servicio. */
  readonly sellado: Sellado
}

export type DestinoTerminado = {
  /** Identificador. */
  readonly id: string
  /** El destino ya no cuenta. */
  readonly terminado: true
}

export type VerificationRequest = {
  /** Cuál de las versiones guardadas; la primera es 1. */
  readonly revision: number
  /** Quién escribió: `sdk`, quien llama. */
  readonly writtenBy: 'sdk'
}

export type StorageStatus = {
  /** Los destinos conectados. */
  readonly destinos: readonly {
    /** Identificador. */
    readonly id: string
    /** Si hay un destino verificado en los últimos 30 días. */
    readonly listo: boolean
    /** Cuántos archivos le faltan. */
    readonly pendientes: number
    /** Cuándo se firmó lo más viejo que le falta; null: nada. */
    readonly desde: string | null
    /** La falla de la última comprobación de un destino del servicio; null: no hubo, o es propio. */
    readonly ultimoError: string | null
  }[]
}

export type CopyReport = {
  /** El id del destino. */
  readonly secretId: string
  /** Ruta del JSON en el destino. */
  readonly jsonPath: string
  /** Ruta del PDF; null: no se escribió. */
  readonly pdfPath?: string | null | undefined
  /** De cada archivo, en hexadecimal. */
  readonly sha256?: {
    /** Del JSON. */
    readonly json: string
    /** Del PDF. */
    readonly pdf?: string | undefined
  } | undefined
  /** Si quien informa leyó de vuelta lo que escribió. No cambia nada. */
  readonly verified?: boolean | undefined
  /** Si el PDF no es el que dio el servicio sino uno que quien informa dibujó de nuevo. No cambia nada. */
  readonly pdfRegenerated?: boolean | undefined
}

export type CopyReported = {
  /** El UUID del documento, en mayúsculas. */
  readonly codigoGeneracion: string
  /** La copia, como quedó anotada. */
  readonly copy: {
    /** El id del destino. */
    readonly secretId: string
    /** Quedó anotada. */
    readonly recorded: true
    /** Nadie más que quien llama la ha visto. */
    readonly verified: false
    /** Quién escribió: `sdk`, quien llama. */
    readonly writtenBy: 'sdk'
  }
}

/** The body of `issue` and `prepare`; `tipoDte` says which. */
export type DteRequest =
  | DteRequest01
  | DteRequest03
  | DteRequest04
  | DteRequest05
  | DteRequest06
  | DteRequest07
  | DteRequest08
  | DteRequest09
  | DteRequest11
  | DteRequest14
  | DteRequest15

/** The `details` of every refusal, by its code. */
export interface RefusalDetails {
  /** La petición no tiene la forma del contrato; `details.field` nombra el campo. Corrija la petición; repetirla igual da lo mismo. */
  readonly invalid_request: {
    /** El campo, como ruta: `items[2].cantidad`. */
    readonly field: string
    /** Todos los problemas de una vez. */
    readonly issues?: readonly {
      /** El campo, como ruta: `items[2].cantidad`. */
      readonly field: string
      /** Para personas. Puede cambiar. */
      readonly message: string
    }[] | undefined
  }
  /** Falta el encabezado Idempotency-Key. Envíe el encabezado con un texto propio de la operación, y el mismo al reintentar. */
  readonly idempotency_key_required: {
    /** El campo, como ruta: `items[2].cantidad`. */
    readonly field: string
  }
  /** No se envió la llave en X-Service-Key. Envíe la llave en X-Service-Key. */
  readonly unauthorized: Readonly<Record<string, never>>
  /** La llave enviada no sirve. Revise que la llave esté completa y sea de este servicio. */
  readonly invalid_api_key: Readonly<Record<string, never>>
  /** Falta la llave de firma, o se envió otra cosa en su lugar. Envíe en X-Service-Sign-Key la llave de firma, no la llave de API. */
  readonly sign_key_required: Readonly<Record<string, never>>
  /** La llave de firma no abre la bóveda; `details.intentosRestantes`. Revise la llave de firma antes de repetir: a los cinco fallos en una hora se suspende. */
  readonly sign_key_invalid: {
    /** Intentos antes de que la llave se suspenda. */
    readonly intentosRestantes: number
  }
  /** La llave fue revocada. Use otra llave. */
  readonly key_revoked: Readonly<Record<string, never>>
  /** La llave venció. Emita una llave nueva. */
  readonly key_expired: Readonly<Record<string, never>>
  /** La llave está desactivada. Pida a un administrador que la active, o use otra. */
  readonly key_inactive: Readonly<Record<string, never>>
  /** La llave no se puede usar desde esa dirección; `details.ip` es la que vio el servicio. Llame desde una dirección permitida, o emita una llave que permita esta. */
  readonly ip_not_allowed: {
    /** La dirección que vio el servicio. */
    readonly ip: string | null
  }
  /** La llave es de otro ambiente, o su empresa no está en producción. Use una llave del ambiente correcto, o complete el paso a producción. */
  readonly environment_not_allowed: {
    /** CAT-001: 00 pruebas, 01 producción. */
    readonly ambiente: '00' | '01'
  }
  /** La llave no tiene el alcance que la ruta pide; `details.required` es el que basta. Use una llave que tenga el alcance. */
  readonly forbidden_scope: {
    /** El alcance que la ruta pide. */
    readonly required: string
    /** Los alcances de la llave. */
    readonly granted: readonly string[]
  }
  /** La llave no puede emitir ese tipo de documento, o la empresa no ha dicho que lo emite en producción. Use una llave que permita ese tipo, o agréguelo a los tipos que emite la empresa. */
  readonly dte_type_not_allowed: {
    /** Lo que sí se permite. */
    readonly allowed: readonly string[]
  }
  /** Demasiados intentos fallidos: un administrador debe reactivar la llave. Esperar no sirve: pida a un administrador que reactive la llave. */
  readonly sign_vault_locked: Readonly<Record<string, never>>
  /** La ruta o el recurso no existe para esta empresa. Revise la dirección y el código. */
  readonly not_found: {
    /** El campo, como ruta: `items[2].cantidad`. */
    readonly field?: string | undefined
  }
  /** El evento de retorno no tiene una firma guardada de la que armar su hoja. Pida el JSON del evento. */
  readonly return_pdf_unavailable: Readonly<Record<string, never>>
  /** El `despues` es de antes de los 30 días que se guardan las novedades. Siga con `details.masAntiguo`, y consulte por su cuenta lo que pasó antes. */
  readonly cursor_expired: {
    /** El campo, como ruta: `items[2].cantidad`. */
    readonly field: 'despues'
    /** El `despues` más antiguo que sirve. */
    readonly masAntiguo: string
  }
  /** La ruta existe y no acepta ese método. Use uno de los métodos del encabezado Allow. */
  readonly method_not_allowed: {
    /** Lo que sí se permite. */
    readonly allowed: readonly string[]
  }
  /** La primera petición con esa Idempotency-Key sigue en curso. Espere y repita con la misma Idempotency-Key, o consulte `details.codigoGeneracion`. */
  readonly idempotency_in_flight: {
    /** Hace cuánto empezó la primera petición. */
    readonly enVueloSegundos: number
    /** El UUID del documento, en mayúsculas. */
    readonly codigoGeneracion?: string | undefined
    /** La primera no llegó a nada irreversible: la clave se libera sola. */
    readonly seLiberaSola?: boolean | undefined
  }
  /** Ya hay un documento con esa `referencia`; `details.codigoGeneracion` lo nombra. No se gastó número. Consulte ese documento: la venta ya se emitió. Si es otra venta, use otra referencia. */
  readonly reference_in_use: {
    /** El UUID del documento, en mayúsculas. */
    readonly codigoGeneracion: string
  }
  /** El documento no tiene sello y el archivo pedido lo lleva; `details.estado`. Espere el sello, o pida `raw=true`. */
  readonly not_sealed: {
    /** Estado del documento. */
    readonly estado: string
  }
  /** La empresa ya tiene un cliente activo con ese documento o ese externalId; `details.customerId`. Use o cambie el cliente que nombra `details.customerId`. */
  readonly customer_exists: {
    /** El campo, como ruta: `items[2].cantidad`. */
    readonly field: string
    /** Un cliente guardado. Lo que diga la petición vale más que lo guardado; null en un miembro que lo admite: el documento no lo lleva, aunque esté guardado. */
    readonly customerId: string
  }
  /** El destino va por otra revisión; `details.revision` es la que tiene (0: no existe). No se guardó nada. Lea los destinos de nuevo, y cifre y envíe la revisión que sigue. */
  readonly revision_conflict: {
    /** La que tiene el destino; 0: no existe. */
    readonly revision: number
  }
  /** El documento tiene eventos de retorno; `details.eventos` los nombra. No se envió nada. Corrija con otro retorno o una nota, o invalide antes esos eventos. */
  readonly has_return_events: {
    /** Los eventos de retorno que lo impiden. */
    readonly eventos: readonly string[]
  }
  /** Hacienda todavía no responde: el evento de contingencia se firma cuando vuelva. Siga emitiendo, y repita cuando GET /v1/status diga que Hacienda responde. */
  readonly contingency_open: Readonly<Record<string, never>>
  /** La llave no fue habilitada para firmar; hay que emitirla de nuevo. Emita una llave que firme. */
  readonly sign_vault_missing: Readonly<Record<string, never>>
  /** El documento incumple la estructura o las reglas; `details.issues`. No se gastó número. Corrija lo que nombra cada problema de `details.issues`. */
  readonly validation_failed: {
    /** El destino no es de esta empresa: lea los destinos de nuevo. */
    readonly syncRequired?: true | undefined
    /** Todos los problemas de una vez. */
    readonly issues: readonly {
      /** El campo, como ruta: `items[2].cantidad`. */
      readonly field: string
      /** El documento completo. */
      readonly documento?: string | undefined
      /** La regla: su número en la norma de Hacienda, o la palabra del esquema. */
      readonly rule: string
      /** Para personas. Puede cambiar. */
      readonly message: string
    }[]
  }
  /** Hacienda leyó el documento o el evento, que nombra `details.codigoGeneracion`, y lo rechazó. Un documento gastó su número; un evento no tiene (`numeroControl` es null). No repita la misma petición. Corrija según `details.ayuda`; un documento se emite de nuevo, y con `corrige` reutiliza el número. */
  readonly mh_rejected: {
    /** Estado del documento. */
    readonly estado: 'RECHAZADO'
    /** Código de Hacienda. */
    readonly codigoMsg: string | null
    /** Clase del mensaje de Hacienda. */
    readonly clasificaMsg: string | null
    /** Lo que dijo Hacienda. */
    readonly descripcionMsg: string | null
    /** Lo que Hacienda observó. */
    readonly observaciones: readonly string[]
    /** El UUID del documento, en mayúsculas. */
    readonly codigoGeneracion: string
    /** Número de control, 31 caracteres. */
    readonly numeroControl: string | null
    /** Qué significa y qué hacer. */
    readonly ayuda: {
      /** Qué significa. */
      readonly causa: string
      /** Qué hacer. */
      readonly queHacer: string
    }
    /** Por qué no está lista, y lo que hay que atender pronto. */
    readonly advertencias?: readonly {
      /** Para programas. */
      readonly codigo: 'plazo_vencido'
      /** Para personas. */
      readonly mensaje: string
    }[] | undefined
  }
  /** La misma Idempotency-Key con otro cuerpo. Use otra Idempotency-Key para otra operación. */
  readonly idempotency_key_reuse: Readonly<Record<string, never>>
  /** La empresa no tiene un destino de almacenamiento verificado. No se gastó número. Conecte o verifique un destino de almacenamiento. */
  readonly no_storage_destination: Readonly<Record<string, never>>
  /** El prepareToken venció, es de otra llave o de otro documento, o ya se firmó; `details.motivo`. La reserva queda como estaba. Prepare el documento de nuevo; si ya se firmó, consúltelo. */
  readonly prepare_token_invalid: {
    /** Por qué, en palabras. */
    readonly motivo: 'desconocido' | 'de_otra_llave' | 'vencido' | 'documento_cambiado' | 'ya_firmado' | 'ya_sellado'
    /** El UUID del documento, en mayúsculas. */
    readonly codigoGeneracion?: string | undefined
  }
  /** Se devuelve más de lo que queda; `details.lineas`. No se firmó nada. Devuelva a lo sumo lo que dice `disponible` de cada línea. */
  readonly return_exceeds_available: {
    /** Las líneas de las que se pide de más. */
    readonly lineas: readonly {
      /** Número de la línea impresa, desde 1. */
      readonly linea: number
      /** Lo que se pidió. */
      readonly solicitado: number
      /** Lo que queda. */
      readonly disponible: number
    }[]
  }
  /** `fechaEvento` está fuera del plazo de la devolución. No se firmó nada. Use una fecha dentro del plazo; pasado el plazo no hay evento de retorno. */
  readonly return_window_closed: {
    /** El campo, como ruta: `items[2].cantidad`. */
    readonly field: 'fechaEvento'
    /** Desde esta fecha de emisión, incluida (AAAA-MM-DD). */
    readonly desde: string
    /** Hasta esta fecha de emisión, incluida (AAAA-MM-DD). */
    readonly hasta: string
  }
  /** Solo se devuelven documentos 01, 11 y 14. Corrija el documento con una nota de crédito, o invalídelo. */
  readonly return_type_not_allowed: {
    /** Lo que sí se permite. */
    readonly allowed: readonly string[]
  }
  /** La llave ya hizo sus llamadas de la hora, del día, de /v1/status o de /v1/events; `details.window`. No contó: se puede repetir tras `Retry-After`. Espere los segundos de Retry-After. */
  readonly rate_limited: {
    /** Qué límite. */
    readonly window: 'hora' | 'dia' | 'estado' | 'novedades'
    /** Cuántas quedan. */
    readonly remaining: number
    /** En cuántos segundos cabe otra llamada. */
    readonly retryAfterSeconds: number
  }
  /** El documento, o un comprobante de un evento 17, supera el monto máximo de la llave. No se gastó número. Use una llave con un máximo mayor. */
  readonly amount_limit: {
    /** El campo, como ruta: `items[2].cantidad`. */
    readonly field: string
    /** Qué límite. */
    readonly window: 'documento'
    /** El máximo de la llave, en dólares. */
    readonly maximo: number
    /** El monto del documento, en dólares. */
    readonly monto: number
  }
  /** Falla del servicio. Repita con la misma Idempotency-Key; si sigue, avise con el X-Request-Id. */
  readonly internal_error: Readonly<Record<string, never>>
  /** Hacienda no respondió sobre un evento, que sigue firmado y espera. `details.enviado` en `false`: no se le envió nada y nada cambió; en `true`: pudo recibirlo, y no se sabe. `details.evento` lo nombra. Repita con la misma Idempotency-Key: antes de firmar otra cosa se le pregunta a Hacienda qué hizo. Entretanto, `GET /v1/dte/{codigoGeneracion}` muestra el evento. */
  readonly mh_unreachable: {
    /** El UUID del documento, en mayúsculas. */
    readonly codigoGeneracion: string
    /** Si el evento pudo llegar a Hacienda; en `false` no se le envió nada. */
    readonly enviado: boolean
    /** El evento que se firmó y se envió. */
    readonly evento: {
      /** El UUID del documento, en mayúsculas. */
      readonly codigoGeneracion: string
    }
  }
  /** Algo del servicio no está listo. Repita con la misma Idempotency-Key: si algo llegó a hacerse, la repetición lo encuentra. Espere los segundos de Retry-After y repita con la misma Idempotency-Key. */
  readonly service_unavailable: Readonly<Record<string, never>>
  /** La serie de numeración está ocupada. No se hizo nada. Espere los segundos de Retry-After y repita con la misma Idempotency-Key. */
  readonly correlative_unavailable: Readonly<Record<string, never>>
}

/**
 * `retry`: whether the same request may be sent again with the same Idempotency-Key. `afterKey`: whether no
 * earlier request with that key did anything either.
 */
export const REFUSALS = {
  invalid_request: { status: 400, retry: 'never', afterKey: false },
  idempotency_key_required: { status: 400, retry: 'never', afterKey: false },
  unauthorized: { status: 401, retry: 'never', afterKey: false },
  invalid_api_key: { status: 401, retry: 'never', afterKey: false },
  sign_key_required: { status: 401, retry: 'never', afterKey: false },
  sign_key_invalid: { status: 401, retry: 'never', afterKey: false },
  key_revoked: { status: 403, retry: 'never', afterKey: false },
  key_expired: { status: 403, retry: 'never', afterKey: false },
  key_inactive: { status: 403, retry: 'never', afterKey: false },
  ip_not_allowed: { status: 403, retry: 'never', afterKey: false },
  environment_not_allowed: { status: 403, retry: 'never', afterKey: false },
  forbidden_scope: { status: 403, retry: 'never', afterKey: false },
  dte_type_not_allowed: { status: 403, retry: 'never', afterKey: false },
  sign_vault_locked: { status: 403, retry: 'never', afterKey: false },
  not_found: { status: 404, retry: 'never', afterKey: false },
  return_pdf_unavailable: { status: 404, retry: 'never', afterKey: false },
  cursor_expired: { status: 410, retry: 'never', afterKey: false },
  method_not_allowed: { status: 405, retry: 'never', afterKey: false },
  idempotency_in_flight: { status: 409, retry: 'safe', afterKey: false },
  reference_in_use: { status: 409, retry: 'never', afterKey: true },
  not_sealed: { status: 409, retry: 'never', afterKey: false },
  customer_exists: { status: 409, retry: 'never', afterKey: false },
  revision_conflict: { status: 409, retry: 'never', afterKey: false },
  has_return_events: { status: 409, retry: 'never', afterKey: true },
  contingency_open: { status: 409, retry: 'never', afterKey: false },
  sign_vault_missing: { status: 409, retry: 'never', afterKey: false },
  validation_failed: { status: 422, retry: 'never', afterKey: true },
  mh_rejected: { status: 422, retry: 'never', afterKey: true },
  idempotency_key_reuse: { status: 422, retry: 'never', afterKey: true },
  no_storage_destination: { status: 422, retry: 'never', afterKey: false },
  prepare_token_invalid: { status: 422, retry: 'never', afterKey: false },
  return_exceeds_available: { status: 422, retry: 'never', afterKey: true },
  return_window_closed: { status: 422, retry: 'never', afterKey: true },
  return_type_not_allowed: { status: 422, retry: 'never', afterKey: true },
  rate_limited: { status: 429, retry: 'never', afterKey: false },
  amount_limit: { status: 429, retry: 'never', afterKey: true },
  internal_error: { status: 500, retry: 'never', afterKey: false },
  mh_unreachable: { status: 502, retry: 'safe', afterKey: false },
  service_unavailable: { status: 503, retry: 'safe', afterKey: false },
  correlative_unavailable: { status: 503, retry: 'safe', afterKey: false },
} as const

export type RefusalCode = keyof typeof REFUSALS

export const ROUTES = {
  prepare: { method: 'POST', path: '/v1/dte/prepare', keyed: true, sign: false, idem: true },
  issue: { method: 'POST', path: '/v1/dte', keyed: true, sign: true, idem: true },
  sign: { method: 'POST', path: '/v1/dte/sign', keyed: true, sign: true, idem: true },
  validate: { method: 'POST', path: '/v1/dte/validate', keyed: true, sign: false, idem: false },
  list: { method: 'GET', path: '/v1/dte', keyed: true, sign: false, idem: false },
  holding: { method: 'GET', path: '/v1/dte/holding', keyed: true, sign: false, idem: false },
  query: { method: 'GET', path: '/v1/dte/{codigoGeneracion}', keyed: true, sign: false, idem: false },
  file: { method: 'GET', path: '/v1/dte/{codigoGeneracion}/file', keyed: true, sign: false, idem: false },
  deliver: { method: 'POST', path: '/v1/dte/{codigoGeneracion}/entregas', keyed: true, sign: false, idem: false },
  page_revoke: { method: 'DELETE', path: '/v1/dte/{codigoGeneracion}/pagina', keyed: true, sign: false, idem: false },
  invalidate: { method: 'POST', path: '/v1/dte/{codigoGeneracion}/invalidate', keyed: true, sign: true, idem: true },
  return: { method: 'POST', path: '/v1/dte/{codigoGeneracion}/return', keyed: true, sign: true, idem: true },
  return_abandon: { method: 'DELETE', path: '/v1/dte/{codigoGeneracion}/return/{evento}', keyed: true, sign: false, idem: false },
  operaciones_report: { method: 'POST', path: '/v1/operaciones-especiales', keyed: true, sign: true, idem: true },
  operaciones_list: { method: 'GET', path: '/v1/operaciones-especiales', keyed: true, sign: false, idem: false },
  operaciones_read: { method: 'GET', path: '/v1/operaciones-especiales/{codigoGeneracion}', keyed: true, sign: false, idem: false },
  contingency_list: { method: 'GET', path: '/v1/contingencia', keyed: true, sign: false, idem: false },
  contingency_close: { method: 'POST', path: '/v1/contingencia', keyed: true, sign: true, idem: true },
  customers_list: { method: 'GET', path: '/v1/customers', keyed: true, sign: false, idem: false },
  customer_create: { method: 'POST', path: '/v1/customers', keyed: true, sign: false, idem: false },
  customer_read: { method: 'GET', path: '/v1/customers/{customerId}', keyed: true, sign: false, idem: false },
  customer_update: { method: 'PATCH', path: '/v1/customers/{customerId}', keyed: true, sign: false, idem: false },
  customer_delete: { method: 'DELETE', path: '/v1/customers/{customerId}', keyed: true, sign: false, idem: false },
  products_list: { method: 'GET', path: '/v1/products', keyed: true, sign: false, idem: false },
  product_create: { method: 'POST', path: '/v1/products', keyed: true, sign: false, idem: false },
  product_read: { method: 'GET', path: '/v1/products/{productId}', keyed: true, sign: false, idem: false },
  product_update: { method: 'PATCH', path: '/v1/products/{productId}', keyed: true, sign: false, idem: false },
  product_delete: { method: 'DELETE', path: '/v1/products/{productId}', keyed: true, sign: false, idem: false },
  destinations: { method: 'GET', path: '/v1/storage/destinations', keyed: true, sign: false, idem: false },
  destination_put: { method: 'PUT', path: '/v1/storage/destinations/{id}', keyed: true, sign: false, idem: false },
  destination_delete: { method: 'DELETE', path: '/v1/storage/destinations/{id}', keyed: true, sign: false, idem: false },
  destination_verification: { method: 'POST', path: '/v1/storage/destinations/{id}/verification', keyed: true, sign: false, idem: false },
  storage_status: { method: 'GET', path: '/v1/storage/status', keyed: true, sign: false, idem: false },
  copy_report: { method: 'POST', path: '/v1/storage/copies/{codigoGeneracion}/byos', keyed: true, sign: false, idem: false },
  proposals_list: { method: 'GET', path: '/v1/propuestas', keyed: true, sign: false, idem: false },
  proposal_create: { method: 'POST', path: '/v1/propuestas', keyed: true, sign: false, idem: false },
  proposal_read: { method: 'GET', path: '/v1/propuestas/{id}', keyed: true, sign: false, idem: false },
  proposal_discard: { method: 'DELETE', path: '/v1/propuestas/{id}', keyed: true, sign: false, idem: false },
  events: { method: 'GET', path: '/v1/events', keyed: true, sign: false, idem: false },
  webhooks_list: { method: 'GET', path: '/v1/webhooks', keyed: true, sign: false, idem: false },
  webhook_create: { method: 'POST', path: '/v1/webhooks', keyed: true, sign: false, idem: false },
  webhook_update: { method: 'PATCH', path: '/v1/webhooks/{id}', keyed: true, sign: false, idem: false },
  webhook_delete: { method: 'DELETE', path: '/v1/webhooks/{id}', keyed: true, sign: false, idem: false },
  webhook_rotate: { method: 'POST', path: '/v1/webhooks/{id}/rotate', keyed: true, sign: false, idem: false },
  webhook_test: { method: 'POST', path: '/v1/webhooks/{id}/test', keyed: true, sign: false, idem: false },
  webhook_deliveries: { method: 'GET', path: '/v1/webhooks/{id}/deliveries', keyed: true, sign: false, idem: false },
  webhook_retry: { method: 'POST', path: '/v1/webhooks/{id}/deliveries/{entrega}/retry', keyed: true, sign: false, idem: false },
  books: { method: 'GET', path: '/v1/books/{mes}', keyed: true, sign: false, idem: false },
  books_file: { method: 'GET', path: '/v1/books/{mes}/file', keyed: true, sign: false, idem: false },
  certificates: { method: 'GET', path: '/v1/certificates/{nit}', keyed: false, sign: false, idem: false },
  openapi: { method: 'GET', path: '/v1/openapi.json', keyed: false, sign: false, idem: false },
  status: { method: 'GET', path: '/v1/status', keyed: true, sign: false, idem: false },
} as const

export type RouteName = keyof typeof ROUTES

/** What each route takes and answers. */
export interface Operations {
  /** Reserva el número y arma el documento, sin firmarlo */
  readonly prepare: {
    readonly query: Record<string, never>
    readonly body: DteRequest01 | DteRequest03 | DteRequest04 | DteRequest05 | DteRequest06 | DteRequest07 | DteRequest08 | DteRequest09 | DteRequest11 | DteRequest14 | DteRequest15
    readonly answer: Prepared
  }
  /** Emite un documento */
  readonly issue: {
    readonly query: Record<string, never>
    readonly body: DteRequest01 | DteRequest03 | DteRequest04 | DteRequest05 | DteRequest06 | DteRequest07 | DteRequest08 | DteRequest09 | DteRequest11 | DteRequest14 | DteRequest15
    readonly answer: Sealed | Unanswered
  }
  /** Firma y transmite un documento preparado */
  readonly sign: {
    readonly query: Record<string, never>
    readonly body: SignRequest
    readonly answer: Sealed | Unanswered
  }
  /** Dice si una venta se podría emitir, y cuánto suma */
  readonly validate: {
    readonly query: Record<string, never>
    readonly body: DteRequest01 | DteRequest03 | DteRequest04 | DteRequest05 | DteRequest06 | DteRequest07 | DteRequest08 | DteRequest09 | DteRequest11 | DteRequest14 | DteRequest15
    readonly answer: Validada
  }
  /** Lista los documentos */
  readonly list: {
    readonly query: {
      /** Desde esta fecha de emisión, incluida (AAAA-MM-DD). */
      readonly desde?: string | undefined
      /** Hasta esta fecha de emisión, incluida (AAAA-MM-DD). */
      readonly hasta?: string | undefined
      /** Estado del documento. */
      readonly estado?: 'reservado' | 'firmado' | 'contingencia' | 'sellado' | 'rechazado' | 'invalidado' | 'liberado' | 'descartado' | undefined
      /** CAT-002: 01 factura, 03 crédito fiscal, 04 nota de remisión, 05 nota de crédito, 06 nota de débito, 07 comprobante de retención, 08 comprobante de liquidación, 09 documento contable de liquidación, 11 factura de exportación, 14 sujeto excluido, 15 comprobante de donación. */
      readonly tipoDte?: '01' | '03' | '04' | '05' | '06' | '07' | '08' | '09' | '11' | '14' | '15' | '17' | '18' | undefined
      /** Su propia referencia. Una por documento en la empresa y el ambiente. */
      readonly referencia?: string | undefined
      /** `documento`: cada fila trae su `documento`. */
      readonly include?: 'documento' | undefined
      /** Cuántas filas; más de 100 no es un error, se sirven 100. */
      readonly limit?: number | undefined
      /** El `siguiente` de la página anterior, tal cual. */
      readonly cursor?: string | undefined
    }
    readonly body: null
    readonly answer: ListPage
  }
  /** Lista los archivos que se pueden descargar */
  readonly holding: {
    readonly query: {
      /** Cuántas filas, de 1 a 100. */
      readonly limit?: number | undefined
      /** El `siguiente` de la página anterior, tal cual. */
      readonly cursor?: string | undefined
    }
    readonly body: null
    readonly answer: HoldingPage
  }
  /** Consulta un documento */
  readonly query: {
    readonly query: {
      /** `totales`: la respuesta trae `explicacion`. */
      readonly explica?: 'totales' | undefined
    }
    readonly body: null
    readonly answer: Query
  }
  /** Descarga el archivo de un documento o de un evento */
  readonly file: {
    readonly query: {
      /** Cuál archivo. */
      readonly kind?: 'json' | 'pdf' | 'ticket' | undefined
      /** Con `true`, el JSON con el JWS en vez del documento. */
      readonly raw?: boolean | undefined
      /** Ancho del papel del tiquete, en milímetros. Solo con `kind=ticket`. */
      readonly paperWidthMm?: number | undefined
    }
    readonly body: null
    readonly answer: Uint8Array
  }
  /** Envía un documento por correo otra vez */
  readonly deliver: {
    readonly query: Record<string, never>
    readonly body: EntregaRequest
    readonly answer: Entregas
  }
  /** Retira la página de un documento */
  readonly page_revoke: {
    readonly query: Record<string, never>
    readonly body: null
    readonly answer: PaginaRevocada
  }
  /** Invalida un documento sellado, o un evento de retorno o de operaciones especiales */
  readonly invalidate: {
    readonly query: Record<string, never>
    readonly body: InvalidationRequest
    readonly answer: Invalidated | AlreadyInvalidated
  }
  /** Registra una devolución */
  readonly return: {
    readonly query: Record<string, never>
    readonly body: ReturnRequest
    readonly answer: Returned | ReturnUnanswered
  }
  /** Abandona una devolución que Hacienda no respondió */
  readonly return_abandon: {
    readonly query: Record<string, never>
    readonly body: null
    readonly answer: {
      /** El UUID del documento, en mayúsculas. */
      readonly codigoGeneracion: string
      /** Estado del documento. */
      readonly estado: 'abandonado'
    }
  }
  /** Reporta facturas simplificadas y comprobantes de control interno */
  readonly operaciones_report: {
    readonly query: Record<string, never>
    readonly body: OperacionesRequest
    readonly answer: OperacionesSelladas | OperacionesFirmadas
  }
  /** Lista los eventos de operaciones especiales */
  readonly operaciones_list: {
    readonly query: {
      /** Cuántas filas; más de 100 no es un error, se sirven 100. */
      readonly limit?: number | undefined
      /** El `siguiente` de la página anterior, tal cual. */
      readonly cursor?: string | undefined
    }
    readonly body: null
    readonly answer: PaginaDeOperaciones
  }
  /** Consulta un evento de operaciones especiales */
  readonly operaciones_read: {
    readonly query: Record<string, never>
    readonly body: null
    readonly answer: OperacionesCompletas
  }
  /** Dice qué períodos de contingencia hubo y qué falta */
  readonly contingency_list: {
    readonly query: Record<string, never>
    readonly body: null
    readonly answer: Contingencias
  }
  /** Firma y envía el evento de contingencia */
  readonly contingency_close: {
    readonly query: Record<string, never>
    readonly body: ContingenciaRequest
    readonly answer: ContingenciaCerrada
  }
  /** Lista los clientes guardados */
  readonly customers_list: {
    readonly query: {
      /** Si sirve para emitir. */
      readonly activo?: boolean | undefined
      /** Número del documento de identidad; los guiones se quitan, menos en 11. */
      readonly numDocumento?: string | undefined
      /** Su propio código del cliente. */
      readonly externalId?: string | undefined
      /** Nombre o razón social. */
      readonly nombre?: string | undefined
      /** Los que tienen una palabra que empieza con cada una de estas, sin distinguir acentos, mayúsculas ni signos: de 1 a 100 caracteres, hasta 8 palabras. */
      readonly buscar?: string | undefined
      /** Cuántas filas; más de 100 no es un error, se sirven 100. */
      readonly limit?: number | undefined
      /** El `siguiente` de la página anterior, tal cual. */
      readonly cursor?: string | undefined
    }
    readonly body: null
    readonly answer: CustomerPage
  }
  /** Guarda un cliente */
  readonly customer_create: {
    readonly query: Record<string, never>
    readonly body: CustomerRequest
    readonly answer: Customer
  }
  /** Consulta un cliente */
  readonly customer_read: {
    readonly query: Record<string, never>
    readonly body: null
    readonly answer: Customer
  }
  /** Cambia un cliente */
  readonly customer_update: {
    readonly query: Record<string, never>
    readonly body: CustomerPatch
    readonly answer: Customer
  }
  /** Desactiva un cliente */
  readonly customer_delete: {
    readonly query: Record<string, never>
    readonly body: null
    readonly answer: Customer
  }
  /** Lista los productos guardados */
  readonly products_list: {
    readonly query: {
      /** Si sirve para emitir. */
      readonly activo?: boolean | undefined
      /** Su código del producto. */
      readonly codigo?: string | undefined
      /** Qué se vende. */
      readonly descripcion?: string | undefined
      /** Los que tienen una palabra que empieza con cada una de estas, sin distinguir acentos, mayúsculas ni signos: de 1 a 100 caracteres, hasta 8 palabras. */
      readonly buscar?: string | undefined
      /** Cuántas filas; más de 100 no es un error, se sirven 100. */
      readonly limit?: number | undefined
      /** El `siguiente` de la página anterior, tal cual. */
      readonly cursor?: string | undefined
    }
    readonly body: null
    readonly answer: ProductPage
  }
  /** Guarda un producto */
  readonly product_create: {
    readonly query: Record<string, never>
    readonly body: ProductRequest
    readonly answer: Product
  }
  /** Consulta un producto */
  readonly product_read: {
    readonly query: Record<string, never>
    readonly body: null
    readonly answer: Product
  }
  /** Cambia un producto */
  readonly product_update: {
    readonly query: Record<string, never>
    readonly body: ProductPatch
    readonly answer: Product
  }
  /** Desactiva un producto */
  readonly product_delete: {
    readonly query: Record<string, never>
    readonly body: null
    readonly answer: Product
  }
  /** Lista los destinos de la empresa */
  readonly destinations: {
    readonly query: Record<string, never>
    readonly body: null
    readonly answer: Destinos
  }
  /** Guarda un destino propio */
  readonly destination_put: {
    readonly query: Record<string, never>
    readonly body: DestinoRequest
    readonly answer: Destino
  }
  /** Termina un destino propio */
  readonly destination_delete: {
    readonly query: Record<string, never>
    readonly body: null
    readonly answer: DestinoTerminado
  }
  /** Informa que un destino propio sirve */
  readonly destination_verification: {
    readonly query: Record<string, never>
    readonly body: VerificationRequest
    readonly answer: Destino
  }
  /** Dice qué le falta a cada destino */
  readonly storage_status: {
    readonly query: Record<string, never>
    readonly body: null
    readonly answer: StorageStatus
  }
  /** Informa que un documento está en un destino propio */
  readonly copy_report: {
    readonly query: Record<string, never>
    readonly body: CopyReport
    readonly answer: CopyReported
  }
  /** Lista las ventas propuestas */
  readonly proposals_list: {
    readonly query: {
      /** Solo las que esperan. */
      readonly estado?: 'pendiente' | undefined
      /** Cuántas filas; más de 100 no es un error, se sirven 100. */
      readonly limit?: number | undefined
      /** El `siguiente` de la página anterior, tal cual. */
      readonly cursor?: string | undefined
    }
    readonly body: null
    readonly answer: Propuestas
  }
  /** Propone una venta, que emite una persona en la consola */
  readonly proposal_create: {
    readonly query: Record<string, never>
    readonly body: DteRequest01 | DteRequest03 | DteRequest04 | DteRequest05 | DteRequest06 | DteRequest07 | DteRequest08 | DteRequest09 | DteRequest11 | DteRequest14 | DteRequest15
    readonly answer: Propuesta
  }
  /** Consulta una venta propuesta */
  readonly proposal_read: {
    readonly query: Record<string, never>
    readonly body: null
    readonly answer: PropuestaCompleta
  }
  /** Descarta una venta propuesta */
  readonly proposal_discard: {
    readonly query: Record<string, never>
    readonly body: null
    readonly answer: Propuesta
  }
  /** Dice qué pasó con los documentos, en orden */
  readonly events: {
    readonly query: {
      /** El `siguiente` de la página anterior, tal cual; `ahora`: solo lo que venga. Sin él, desde lo más viejo. */
      readonly despues?: string | undefined
      /** Solo las de un tipo; `feed.restaurado` viene siempre. */
      readonly tipo?: 'dte.sellado' | 'dte.rechazado' | 'dte.contingencia' | 'dte.invalidado' | 'retorno.sellado' | 'retorno.rechazado' | 'retorno.abandonado' | 'retorno.invalidado' | 'invalidacion.rechazada' | 'invalidacion.abandonada' | 'contingencia.abierta' | 'contingencia.cerrada' | 'contingencia.evento_sellado' | 'contingencia.evento_rechazado' | 'operaciones.sellado' | 'operaciones.rechazado' | 'operaciones.invalidado' | 'contingencia.vence_pronto' | 'certificado.vence_pronto' | 'copia.fallida' | 'copia.recuperada' | 'cuenta.rechazada' | 'llave.suspendida' | 'webhook.apagado' | 'entrega.enviada' | 'entrega.fallida' | 'feed.restaurado' | undefined
      /** Cuántas; más de 100 no es un error, se sirven 100. */
      readonly limite?: number | undefined
      /** Segundos que la llamada espera a que haya algo, hasta 30. */
      readonly espera?: number | undefined
    }
    readonly body: null
    readonly answer: FeedPage
  }
  /** Lista los webhooks */
  readonly webhooks_list: {
    readonly query: Record<string, never>
    readonly body: null
    readonly answer: Webhooks
  }
  /** Crea un webhook */
  readonly webhook_create: {
    readonly query: Record<string, never>
    readonly body: WebhookRequest
    readonly answer: WebhookConSecreto
  }
  /** Cambia un webhook */
  readonly webhook_update: {
    readonly query: Record<string, never>
    readonly body: WebhookPatch
    readonly answer: Webhook
  }
  /** Elimina un webhook */
  readonly webhook_delete: {
    readonly query: Record<string, never>
    readonly body: null
    readonly answer: WebhookEliminado
  }
  /** Cambia el secreto de un webhook */
  readonly webhook_rotate: {
    readonly query: Record<string, never>
    readonly body: null
    readonly answer: WebhookConSecreto
  }
  /** Envía una prueba a un webhook */
  readonly webhook_test: {
    readonly query: Record<string, never>
    readonly body: null
    readonly answer: EntregaDelWebhook
  }
  /** Lista lo que se envió a un webhook */
  readonly webhook_deliveries: {
    readonly query: {
      /** Solo las de un estado. */
      readonly estado?: 'pendiente' | 'entregada' | 'fallida' | undefined
      /** Cuántas filas; más de 100 no es un error, se sirven 100. */
      readonly limit?: number | undefined
      /** El `siguiente` de la página anterior, tal cual. */
      readonly cursor?: string | undefined
    }
    readonly body: null
    readonly answer: EntregasDelWebhook
  }
  /** Envía algo otra vez a un webhook */
  readonly webhook_retry: {
    readonly query: Record<string, never>
    readonly body: null
    readonly answer: EntregaDelWebhook
  }
  /** Da los libros de IVA de un mes */
  readonly books: {
    readonly query: Record<string, never>
    readonly body: null
    readonly answer: Books
  }
  /** Descarga un libro, o un anexo del F-07, como CSV */
  readonly books_file: {
    readonly query: {
      /** Qué archivo. */
      readonly archivo?: 'contribuyentes' | 'consumidorFinal' | 'exportaciones' | 'compras' | 'anulados' | 'anexo1' | 'anexo2' | 'anexo4' | 'anexo5' | 'anexo9' | 'anexo10' | 'anexo11' | 'anexo12' | 'anexoAnulados' | undefined
      /** Tipo de operación: en los anexos 1 y 2, 1 gravada, 2 exenta, 3 excluida, 4 mixta, 12 o 13; en el 5, 1 gravada, 2 no gravada, 3 excluida, 4 mixta, 8 o 9. */
      readonly operacion?: number | undefined
      /** Tipo de ingreso, como en el manual del F-07 (3: comercio). */
      readonly ingreso?: number | undefined
      /** 1 costo, 2 gasto. */
      readonly clasificacion?: number | undefined
      /** 1 industria, 2 comercio, 3 agropecuario, 4 servicios. */
      readonly sector?: number | undefined
      /** Tipo de costo o gasto, de 1 a 7. */
      readonly tipo?: number | undefined
    }
    readonly body: null
    readonly answer: Uint8Array
  }
  /** Los certificados públicos de un emisor */
  readonly certificates: {
    readonly query: Record<string, never>
    readonly body: null
    readonly answer: Certificates
  }
  /** Este contrato */
  readonly openapi: {
    readonly query: Record<string, never>
    readonly body: null
    readonly answer: {
      /** La versión de OpenAPI. */
      readonly openapi: string
    }
  }
  /** Dice qué puede hacer la llave y qué le falta a la empresa */
  readonly status: {
    readonly query: Record<string, never>
    readonly body: null
    readonly answer: Status
  }
}
