/** Documents of 04, 07, 08, 09, 11, 14 and 15 with every section filled, so that every member has mutants. */
import { buildDocumento, serialise } from '../src/index.ts'
import { inputOf } from './fixtures.ts'
import { listGoldens } from './goldens.ts'

type Json = Record<string, unknown>
interface Plain {
  readonly identificacion: Json
  readonly emisor: Json
  readonly receptor: Json
  readonly cuerpoDocumento: readonly Json[]
  readonly resumen: Json
}

const CONTINGENCIA = {
  tipoOperacion: 2,
  tipoModelo: 2,
  tipoContingencia: 5,
  motivoContin: 'Otro motivo',
}
const PAGO = { codigo: '13', montoPago: 5, referencia: 'R', plazo: '01', periodo: 3 }
const APENDICE = [{ campo: 'a', etiqueta: 'b', valor: 'c' }]

/** With a principal who sells, and with one who buys: never both. */
export function fullExportaciones(): Json[] {
  const plain = builtOf('11/flete-y-seguro')
  const full = {
    ...plain,
    identificacion: { ...plain.identificacion, ...CONTINGENCIA },
    documentoRelacionado: [
      {
        tipoDocumento: '04',
        tipoGeneracion: 2,
        numeroDocumento: plain.identificacion.codigoGeneracion,
        fechaEmision: '2026-10-01',
      },
    ],
    receptor: { ...plain.receptor, nombreComercial: 'BUYER', telefono: '13055550100' },
    otrosDocumentos: [
      {
        codDocAsociado: 4,
        descDocumento: 'Transporte',
        detalleDocumento: 'Detalle',
        placaTrans: 'C-123456',
        modoTransp: 1,
        numConductor: '000162975',
        nombreConductor: 'CONDUCTOR',
      },
    ],
    cuerpoDocumento: [
      { ...plain.cuerpoDocumento[0], numeroDocumento: 'X1', codigo: 'C1', codTributo: 'A8' },
    ],
    resumen: {
      ...plain.resumen,
      pagos: [PAGO],
      numPagoElectronico: 'NPE',
      observaciones: 'Observaciones',
    },
    apendice: APENDICE,
  }
  return [
    {
      ...full,
      ventaTercero: { nit: '06141212850017', nombre: 'TERCERO', codDomiciliado: 1 },
      compraTercero: null,
    },
    { ...full, ventaTercero: null, compraTercero: { numDocumento: 'A1', nombre: 'OPERADOR' } },
  ]
}

export function fullCompra(): Json {
  const plain = builtOf('14/receptor-completo')
  return {
    ...plain,
    identificacion: { ...plain.identificacion, ...CONTINGENCIA },
    cuerpoDocumento: [{ ...plain.cuerpoDocumento[0], codigo: 'C1' }],
    resumen: { ...plain.resumen, pagos: [PAGO] },
    apendice: APENDICE,
  }
}

export function fullRemision(): Json {
  const plain = builtOf('04/completo')
  const [first] = plain.cuerpoDocumento
  return {
    ...plain,
    identificacion: { ...plain.identificacion, ...CONTINGENCIA },
    cuerpoDocumento: [{ ...first, numeroDocumento: 'X1', codigo: 'C1', codTributo: 'A8' }],
    apendice: APENDICE,
  }
}

export function fullDonacion(): Json {
  return { ...builtOf('15/completo'), apendice: APENDICE }
}

export function fullLiquidacion(): Json {
  const plain = builtOf('08/completo')
  return {
    ...plain,
    identificacion: { ...plain.identificacion, fusion: '06141212850017' },
    apendice: APENDICE,
  }
}

export function fullContable(): Json {
  const apendice = [{ campo: 'ab', etiqueta: 'abc', valor: 'c' }]
  return { ...builtOf('09/completo'), apendice }
}

export function fullRetencion(): Json {
  const plain = builtOf('07/completo')
  return {
    ...plain,
    identificacion: { ...plain.identificacion, ...CONTINGENCIA, fusion: '06141212850017' },
    apendice: APENDICE,
  }
}

function builtOf(name: string): Plain {
  const golden = listGoldens().find((one) => one.name === name)
  if (!golden) throw new Error(`there is no example ${name}`)
  return JSON.parse(serialise(buildDocumento(inputOf(golden.request)).documento))
}
