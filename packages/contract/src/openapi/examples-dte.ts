/** Examples of the routes about documents. */
import type { Example, Examples, JsonObject } from './example.ts'

/** Placeholders for values that a caller has from an earlier answer. */
export const EARLIER = {
  /** A sealed crédito fiscal, and a prepared factura. */
  codigoGeneracion: 'A6C1B7F2-3D54-4E0B-9A77-2C5D8E9F0A11',
  customerId: '5b0f6d3e-2a41-4c7e-8f10-93d2a4b6c8e0',
  productId: '7c1e8a4d-5b62-4f3a-9d20-a4e3b5c7d9f1',
  webhookId: '2f6c1d0e-8b7a-4e5f-9c3d-1a2b3c4d5e6f',
  /** The `webhook-id` of something that was sent. */
  novedad: 'nv_4f0b7c1d2e3a49586776859403b2a1c0',
  propuestaId: '8d3e5f70-1a2b-4c3d-9e4f-5a6b7c8d9e0f',
  absent: '00000000-0000-4000-8000-000000000000',
  /** A sealed factura, another one, and an event about one of them. */
  codigoDevuelto: 'C15F44AE-152D-4A37-84E8-CC16CA3DEED1',
  codigoInvalidado: 'E3B0C442-98FC-4C14-9AFB-F4C8996FB924',
  evento: 'D0E1F2A3-B4C5-4D6E-8F70-8192A3B4C5D6',
  prepareToken: 'v1.QTZDMUI3RjI…',
  /** The path of the crédito fiscal in its company's storage. */
  jsonPath: 'DTE/pruebas/2026/12/DTE-03-M001P001-000000000000001.json',
  pdfPath: 'DTE/pruebas/2026/12/DTE-03-M001P001-000000000000001.pdf',
} as const

const { codigoGeneracion } = EARLIER
const [JWS, PDF] = ['eyJhbGciOiJSUzUxMiJ9.eyJpZGVudGlmaWNhY2lvbiI6…', 'JVBERi0xLjcK…']

const DIRECCION = {
  departamento: '06',
  municipio: '23',
  distrito: '14',
  complemento: 'Avenida España 25',
}

const FACTURA = {
  tipoDte: '01',
  items: [{ descripcion: 'Café de altura, 1 lb', cantidad: 2, precioUni: 5.65 }],
}

const CREDITO_FISCAL = {
  tipoDte: '03',
  receptor: {
    numDocumento: '06141203850011',
    nrc: '1850011',
    nombre: 'Restaurante La Esquina, S.A. de C.V.',
    codActividad: '56101',
    direccion: DIRECCION,
    correo: 'compras@example.com',
  },
  items: [
    { descripcion: 'Café de altura, saco de 25 lb', cantidad: 4, precioUni: 110, tipoItem: 1 },
  ],
  condicionOperacion: 2,
  plazo: '01',
  periodo: 30,
}

const NOTA_DE_CREDITO = {
  tipoDte: '05',
  documentosRelacionados: [{ codigoGeneracion }],
  items: [{ descripcion: 'Devolución de un saco', cantidad: 1, precioUni: 110, tipoItem: 1 }],
}

const EXPORTACION = {
  tipoDte: '11',
  receptor: {
    nombre: 'Foreign Buyer LLC',
    numDocumento: '98-7654321',
    codPais: 'US',
    complemento: '100 Fictional Street, Miami FL',
    tipoPersona: 2,
    descActividad: 'Importación de alimentos',
    correo: 'buyer@example.com',
  },
  items: [{ descripcion: 'Desarrollo de programas, horas', cantidad: 40, precioUni: 35 }],
  exportacion: { tipoItemExpor: 2 },
}

const COMPRA = {
  tipoDte: '14',
  receptor: { numDocumento: '00016297-5', nombre: 'Ana Ficticia', direccion: DIRECCION },
  items: [{ descripcion: 'Reparación de una máquina', cantidad: 1, precioUni: 150 }],
  aplicarReteRenta: true,
}

function identity(tipoDte: string): JsonObject {
  return {
    tipoDte,
    ambiente: '00',
    numeroControl: `DTE-${tipoDte}-M001P001-000000000000001`,
    codigoGeneracion,
    fecEmi: '2026-12-01',
    horEmi: '09:30:00',
  }
}

function totalesOf(totalGravada: number, totalIva: number, totalPagar: number, letras: string) {
  return {
    totalNoSuj: 0,
    totalExenta: 0,
    totalGravada,
    totalDescu: 0,
    totalIva,
    montoTotalOperacion: totalPagar,
    totalPagar,
    totalLetras: letras,
  }
}

const ONCE_TREINTA = totalesOf(11.3, 1.3, 11.3, 'ONCE 30/100 DÓLARES')

function sealed(tipoDte: string, totales: JsonObject): JsonObject {
  return {
    estado: 'sellado',
    ...identity(tipoDte),
    totales,
    selloRecibido: '2026A1B2C3D4E5F60718293A4B5C6D7E8F90ABCD',
    fhProcesamiento: '01/12/2026 09:30:01',
    observaciones: [],
    advertencias: [],
    documento: { identificacion: { ambiente: '00', tipoDte, codigoGeneracion } },
    jws: JWS,
    archivoDte: '{"identificacion":…,"firmaElectronica":"…","selloRecibido":"…"}',
    archivoJson: '{"codigoGeneracion":"…","ambiente":"00","jws":"…","identificacion":{…}}',
    representacionGrafica: PDF,
  }
}

const refused = (code: string, message: string, details: JsonObject): JsonObject => ({
  error: { code, message, details },
})

const SIN_ITEMS: Example = {
  resumen: 'Una petición a la que le falta algo',
  body: { tipoDte: '01' },
  status: 400,
  answer: refused('invalid_request', 'items: falta y es obligatorio.', {
    field: 'items',
    issues: [{ field: 'items', message: 'falta y es obligatorio.' }],
  }),
}

export const issue: Examples = {
  factura: {
    resumen: 'Una factura a un consumidor final',
    body: FACTURA,
    status: 200,
    answer: sealed('01', ONCE_TREINTA),
  },
  creditoFiscal: {
    resumen: 'Un crédito fiscal a 30 días',
    body: CREDITO_FISCAL,
    status: 200,
    answer: sealed('03', totalesOf(440, 57.2, 497.2, 'CUATROCIENTOS NOVENTA Y SIETE 20/100')),
  },
  notaDeCredito: {
    resumen: 'Una nota de crédito sobre un crédito fiscal de la empresa, del que toma al receptor',
    body: NOTA_DE_CREDITO,
    status: 200,
    answer: sealed('05', totalesOf(110, 14.3, 124.3, 'CIENTO VEINTICUATRO 30/100')),
  },
  exportacion: {
    resumen: 'Una exportación de servicios',
    body: EXPORTACION,
    status: 200,
    answer: sealed('11', totalesOf(1400, 0, 1400, 'MIL CUATROCIENTOS 00/100')),
  },
  sujetoExcluido: {
    resumen: 'Una compra a quien no es contribuyente, con retención de renta',
    body: COMPRA,
    status: 200,
    answer: sealed('14', totalesOf(150, 0, 135, 'CIENTO TREINTA Y CINCO 00/100')),
  },
  sinItems: SIN_ITEMS,
  formaDePagoInexistente: {
    resumen: 'Un documento que incumple una regla: no se gasta número',
    body: { ...FACTURA, formaPago: '77' },
    status: 422,
    answer: refused('validation_failed', 'El documento no es válido.', {
      issues: [
        {
          field: 'formaPago',
          documento: 'resumen.pagos[0].codigo',
          rule: 'CAT-017',
          message:
            'La forma de pago "77" no existe; use un código de CAT-017, por ejemplo 01 (efectivo).',
        },
      ],
    }),
  },
}

export const prepare: Examples = {
  factura: {
    resumen: 'Una factura por firmar',
    body: FACTURA,
    status: 200,
    answer: {
      estado: 'reservado',
      tipoDte: '01',
      ambiente: '00',
      numeroControl: 'DTE-01-M001P001-000000000000001',
      codigoGeneracion,
      totales: ONCE_TREINTA,
      documento: { identificacion: { ambiente: '00', tipoDte: '01', codigoGeneracion } },
      prepareToken: EARLIER.prepareToken,
      venceEn: '2026-12-01T15:45:00.000Z',
    },
  },
  sinItems: SIN_ITEMS,
}

export const sign: Examples = {
  preparada: {
    resumen: 'Lo que respondió prepare, sin cambios',
    body: {
      prepareToken: EARLIER.prepareToken,
      documento: { identificacion: { ambiente: '00', tipoDte: '01', codigoGeneracion } },
    },
    status: 200,
    answer: sealed('01', ONCE_TREINTA),
  },
}

const ROW: JsonObject = {
  estado: 'sellado',
  codigoGeneracion,
  numeroControl: 'DTE-03-M001P001-000000000000001',
  tipoDte: '03',
  fecEmi: '2026-12-01',
  horEmi: '09:30:00',
  selloRecibido: '2026A1B2C3D4E5F60718293A4B5C6D7E8F90ABCD',
  totales: { totalGravada: 440, totalIva: 57.2, totalPagar: 497.2 },
  receptor: {
    nombre: 'Restaurante La Esquina, S.A. de C.V.',
    numDocumento: '06141203850011',
  },
  referencia: null,
}

export const list: Examples = {
  selladas: {
    resumen: 'Los créditos fiscales sellados',
    query: { tipoDte: '03', estado: 'sellado', limit: '1' },
    status: 200,
    answer: {
      documentos: [ROW],
      siguiente: null,
    },
  },
  conDocumento: {
    resumen: 'El último crédito fiscal, con su documento',
    query: { tipoDte: '03', estado: 'sellado', limit: '1', include: 'documento' },
    status: 200,
    answer: {
      documentos: [{ ...ROW, documento: { identificacion: { tipoDte: '03', version: 4 } } }],
      siguiente: null,
    },
  },
  fechaMalEscrita: {
    resumen: 'Una fecha que no lo es',
    query: { desde: '01/12/2026' },
    status: 400,
    answer: refused('invalid_request', 'desde: debe ser una fecha que exista, como AAAA-MM-DD.', {
      field: 'desde',
      issues: [{ field: 'desde', message: 'debe ser una fecha que exista, como AAAA-MM-DD.' }],
    }),
  },
}

export const query: Examples = {
  sellado: {
    resumen: 'Un documento sellado',
    params: { codigoGeneracion },
    status: 200,
    answer: {
      estado: 'sellado',
      ...identity('03'),
      selloRecibido: '2026A1B2C3D4E5F60718293A4B5C6D7E8F90ABCD',
      fhProcesamiento: '01/12/2026 09:30:01',
      observaciones: [],
      motivo: null,
      totales: totalesOf(440, 57.2, 497.2, 'CUATROCIENTOS NOVENTA Y SIETE 20/100'),
      receptor: { nombre: 'Restaurante La Esquina, S.A. de C.V.', numDocumento: '06141203850011' },
      documento: { identificacion: { ambiente: '00', tipoDte: '03', codigoGeneracion } },
      jws: JWS,
      referencia: null,
      contingencia: null,
      tipoEvento: null,
      documentoRelacionado: null,
      eventos: [],
      retornos: [],
      entregas: [],
      disponible: null,
      historial: [
        { estado: 'firmado', fecha: '2026-12-01T15:30:00.000Z', motivo: null },
        { estado: 'sellado', fecha: '2026-12-01T15:30:01.000Z', motivo: null },
      ],
    },
  },
  ajeno: {
    resumen: 'Un código que no es de la empresa',
    params: { codigoGeneracion: EARLIER.absent },
    status: 404,
    answer: refused(
      'not_found',
      'No hay un documento con ese codigoGeneracion en esta empresa.',
      {},
    ),
  },
}

export const file: Examples = {
  json: {
    resumen: 'El archivo JSON',
    params: { codigoGeneracion },
    query: { kind: 'json' },
    status: 200,
    answer: null,
  },
  tiquete: {
    resumen: 'El tiquete, en papel de 80 mm',
    params: { codigoGeneracion },
    query: { kind: 'ticket', paperWidthMm: '80' },
    status: 200,
    answer: null,
  },
}

export const holding: Examples = {
  ultimo: {
    resumen: 'El más nuevo',
    query: { limit: '1' },
    status: 200,
    answer: {
      documentos: [
        {
          codigoGeneracion,
          tipoDte: '01',
          numeroControl: 'DTE-01-M001P001-000000000000001',
          ambiente: '00',
          whereLanded: 'holding',
          expiresAt: '2026-12-01T16:30:01.000Z',
          downloadedAt: null,
          downloadCount: 0,
          createdAt: '2026-12-01T15:30:01.000Z',
        },
      ],
      siguiente: 'MDAwMS0wMS0wMQAAAAAAAAACq…',
    },
  },
}
