/**
 * What the printed copy reads from a signed event, and the event in the form that sheets read: an event
 * states less about its issuer than a document, and has no numeroControl.
 */
import type {
  Anulacion,
  Apendice,
  DocumentoAnulado,
  Emisor,
  Identificacion,
  Invalidado,
  Linea,
  MotivoDeAnulacion,
  PlainDocumento,
  Printable,
  Resumen,
} from './documento.ts'

export interface PrintableEvento {
  readonly evento: PlainEvento
  /** Null before the ministry's answer. */
  readonly selloRecibido: string | null
  /** In the ministry's format. */
  readonly fhProcesamiento: string | null
  /** The sealed event that cancelled it; absent or null: it is valid. */
  readonly invalidado?: Invalidado | null
}

/** Reads the payload with JSON.parse. */
export type PlainEvento = PlainInvalidacion | PlainRetorno | PlainOperaciones

interface IdentificacionDeEvento {
  readonly version: number
  readonly ambiente: string
  readonly codigoGeneracion: string
  readonly fecEmi: string
  readonly horEmi: string
  readonly fusion?: string | null
}

interface EmisorDeEvento {
  readonly nit: string
  readonly nombre: string
  readonly codEstableMH?: string
  readonly codPuntoVentaMH?: string
  readonly telefono?: string
  readonly correo?: string
}

export interface PlainInvalidacion {
  readonly identificacion: IdentificacionDeEvento
  readonly emisor: EmisorDeEvento
  readonly documento: DocumentoAnulado
  readonly motivo: MotivoDeAnulacion
}

export interface PlainRetorno {
  readonly identificacion: IdentificacionDeEvento &
    Pick<Identificacion, 'tipoModelo' | 'tipoOperacion' | 'tipoContingencia' | 'motivoContin'>
  readonly documentoRelacionado: readonly {
    readonly tipoDocumento: string
    readonly codigoGeneracion: string
    readonly fechaEmision: string
  }[]
  readonly emisor: EmisorDeEvento &
    Pick<Emisor, 'tipoItemExpor' | 'recintoFiscal' | 'tipoRegimen' | 'regimen'>
  readonly documento: {
    readonly tipoDocumento: string | null
    readonly numDocumento: string | null
    readonly nombre: string | null
    readonly codPais: string | null
    readonly nombrePais: string | null
    readonly telefono: string | null
    readonly correo: string | null
  } | null
  readonly ventaTercero: PlainDocumento['ventaTercero']
  readonly compraTercero: PlainDocumento['compraTercero']
  readonly cuerpoDocumento: readonly Linea[]
  readonly resumen: Omit<Resumen, 'condicionOperacion' | 'observaciones'>
  readonly apendice: readonly Apendice[] | null
}

export interface PlainOperaciones {
  readonly identificacion: IdentificacionDeEvento &
    Pick<Identificacion, 'tipoModelo' | 'tipoOperacion'>
  readonly emisor: EmisorDeEvento
  readonly cuerpoDocumento: readonly Operacion[]
  readonly resumen: Pick<
    Resumen,
    | 'totalNoSuj'
    | 'totalExenta'
    | 'totalGravada'
    | 'subTotal'
    | 'tributos'
    | 'total'
    | 'totalLetras'
  >
  readonly apendice: readonly Apendice[] | null
}

/** A line of an event of special operations: a range of vouchers, or one. */
export type Operacion = Pick<
  Linea,
  | 'numItem'
  | 'cantidad'
  | 'descripcion'
  | 'precioUni'
  | 'ventaNoSuj'
  | 'ventaExenta'
  | 'ventaGravada'
> &
  Required<
    Pick<
      Linea,
      'codigoGeneracionRef' | 'tipoDocumento' | 'numDocumento' | 'fechaEmision' | 'docDel' | 'docAl'
    >
  >

export function printableOf({ evento, ...said }: PrintableEvento): Printable {
  return { documento: documentoOf(evento), ...said }
}

function documentoOf(evento: PlainEvento): PlainDocumento {
  if ('motivo' in evento) return ofInvalidacion(evento)
  return 'documentoRelacionado' in evento ? ofRetorno(evento) : ofOperaciones(evento)
}

const NORMAL = { tipoModelo: 1, tipoOperacion: 1, tipoContingencia: null, motivoContin: null }
const ELECTRONICO = 2

function ofInvalidacion({
  identificacion,
  emisor,
  documento,
  motivo,
}: PlainInvalidacion): PlainDocumento {
  const anulacion: Anulacion = { documento, motivo }
  return {
    identificacion: numbered({ ...NORMAL, ...identificacion }),
    emisor: emisorOf(emisor),
    receptor: hasReceptor(documento) ? documento : null,
    cuerpoDocumento: [],
    resumen: { totalPagar: 0, totalLetras: null, condicionOperacion: 1, observaciones: null },
    apendice: null,
    anulacion,
  }
}

function hasReceptor({ nombre, numDocumento }: DocumentoAnulado): boolean {
  return nombre !== null || numDocumento !== null
}

function ofRetorno(evento: PlainRetorno): PlainDocumento {
  const { identificacion, emisor, documento, documentoRelacionado, resumen } = evento
  return {
    identificacion: numbered(identificacion),
    documentoRelacionado: documentoRelacionado.map((one) => ({
      tipoDocumento: one.tipoDocumento,
      tipoGeneracion: ELECTRONICO,
      numeroDocumento: one.codigoGeneracion,
      fechaEmision: one.fechaEmision,
    })),
    emisor: { ...emisorOf(emisor), ...aduanaOf(emisor) },
    receptor: documento && {
      ...documento,
      codPais: documento.codPais ?? '',
      nombrePais: documento.nombrePais ?? '',
    },
    ventaTercero: evento.ventaTercero ?? null,
    compraTercero: evento.compraTercero ?? null,
    cuerpoDocumento: evento.cuerpoDocumento,
    resumen: { ...resumen, condicionOperacion: 1, observaciones: null },
    apendice: evento.apendice,
  }
}

function ofOperaciones(evento: PlainOperaciones): PlainDocumento {
  const { identificacion, emisor, cuerpoDocumento, resumen, apendice } = evento
  return {
    identificacion: numbered(identificacion),
    emisor: emisorOf(emisor),
    receptor: null,
    cuerpoDocumento: cuerpoDocumento.map((one) => ({ ...SIN_ARTICULO, ...one })),
    resumen: { ...resumen, totalPagar: 0, condicionOperacion: 1, observaciones: null },
    apendice,
  }
}

/** What the lines of vouchers lack. */
const SIN_ARTICULO = { uniMedida: 0, codigo: null, montoDescu: 0 } as const

/** An event has its code where a document has its number. */
function numbered(
  identificacion: Omit<Identificacion, 'tipoDte' | 'numeroControl'>,
): Identificacion {
  return { ...identificacion, tipoDte: '', numeroControl: identificacion.codigoGeneracion }
}

function emisorOf(emisor: EmisorDeEvento): Emisor {
  return {
    nit: emisor.nit,
    nombre: emisor.nombre,
    nrc: null,
    codActividad: '',
    descActividad: '',
    direccion: { departamento: '', municipio: '', distrito: '', complemento: '' },
    telefono: emisor.telefono ?? null,
    correo: emisor.correo ?? '',
    codEstable: emisor.codEstableMH ?? null,
    codPuntoVenta: emisor.codPuntoVentaMH ?? null,
  }
}

function aduanaOf(emisor: PlainRetorno['emisor']) {
  const { tipoItemExpor = null, recintoFiscal = null, tipoRegimen = null, regimen = null } = emisor
  return { tipoItemExpor, recintoFiscal, tipoRegimen, regimen }
}
