/** The fixed inputs of every example and generated document: fictional issuer, date, number. */
import type { Autorizacion, BuildInput, DteRequest, Emisor } from '../src/index.ts'
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

export function inputOf(request: DteRequest): BuildInput {
  return {
    request,
    emisor: EMISOR,
    autorizaciones: Object.keys(AUTORIZACIONES) as Autorizacion[],
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

/** As in the ministry's samples: a note, for example, has another code than the document it adjusts. */
function codigoGeneracion(tipoDte: DteRequest['tipoDte']): string {
  const n = { '05': 'A3', '06': 'A4', '11': 'A5', '14': 'A6' }[tipoDte as string] ?? 'A2'
  return `000000${n}-0000-4000-8000-0000000000${n}`
}
