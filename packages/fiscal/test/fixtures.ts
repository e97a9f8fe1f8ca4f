/** The fixed inputs of every example and generated document: fictional issuer, date, number. */
import type { Autorizacion, BuildInput, DteRequest, Emisor, Resolucion } from '../src/index.ts'
import { AUTORIZACIONES, formatNumeroControl } from '../src/index.ts'

export const EMISOR: Emisor = {
  nit: '06140101900019',
  nrc: '1234567',
  nombre: 'EMPRESA DE PRUEBA, S.A. DE C.V.',
  codActividad: '47190',
  descActividad: 'Venta al por menor de otros productos en comercios no especializados',
  nombreComercial: 'EMPRESA DE PRUEBA',
  direccion: {
    departamento: '06',
    municipio: '23',
    distrito: '14',
    complemento: 'Calle Ficticia 123, Colonia Ejemplo',
  },
  telefono: '22000000',
  correo: 'facturacion@example.com',
  codEstable: 'M001',
  codPuntoVenta: 'P001',
}

/** Of a company that may receive donations. */
export const RESOLUCION: Resolucion = {
  descDocumento: 'Resolucion 10001-NEX-0000-2026',
  detalleDocumento: 'Resolucion de calificacion como sujeto excluido, LISR art. 6',
}

export function inputOf(request: DteRequest): BuildInput {
  return {
    // As the service reads a body: one of a type without items has none.
    request: Object.assign({ items: [] }, request),
    emisor: EMISOR,
    autorizaciones: Object.keys(AUTORIZACIONES) as Autorizacion[],
    resolucion: RESOLUCION,
    ambiente: '00',
    fecEmi: '2026-10-05',
    horEmi: '10:15:30',
    codigoGeneracion: codigoGeneracion(request.tipoDte),
    numeroControl: formatNumeroControl({
      tipoDte: request.tipoDte,
      codEstable: 'M001',
      codPuntoVenta: 'P001',
      correlativo: 1,
    }),
  }
}

const CODIGOS: Readonly<Record<string, string>> = {
  '04': 'B1',
  '05': 'A3',
  '06': 'A4',
  '07': 'B3',
  '08': 'B5',
  '09': 'B6',
  '11': 'A5',
  '14': 'A6',
  '15': 'B7',
}

/** As in the ministry's samples: a note, for example, has another code than the document it adjusts. */
function codigoGeneracion(tipoDte: DteRequest['tipoDte']): string {
  const n = CODIGOS[tipoDte] ?? 'A2'
  return `000000${n}-0000-4000-8000-0000000000${n}`
}
