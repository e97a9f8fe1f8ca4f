/** The events: invalidation (version 3), return (version 1), contingency (version 4). */
import * as n from './nodes.ts'
import { operacionesV1 } from './operaciones.ts'
import * as shared from './shared.ts'

const codigoGeneracion = n.texto(36, 36, /^[A-F0-9]{8}(?:-[A-F0-9]{4}){3}-[A-F0-9]{12}$/)
/** Accepts a one-digit second where the ministry's own pattern does. */
const horaAbierta = n.texto(0, 8, /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d?$/)
const hora = n.texto(8, 8, /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/)
const ambiente = n.unoDe('00', '01')

/** An event carries the ministry's codes of the establishment, and the taxpayer's own codes if it has any. */
const establecimiento = {
  codEstableMH: n.texto(4, 4),
  codEstable: n.orNull(n.texto(1, 10)),
  codPuntoVentaMH: n.texto(4, 4),
  codPuntoVenta: n.orNull(n.texto(1, 15)),
} as const

export const invalidacionV3 = n.objeto({
  identificacion: n.objeto({
    version: n.entero(3, 3),
    ambiente,
    codigoGeneracion,
    fecEmi: n.fecha,
    horEmi: horaAbierta,
    fusion: n.orNull(n.texto(0, 14, /^(?:\d{14}|\d{9})$/)),
  }),
  emisor: n.objeto({
    nit: n.texto(),
    nombre: n.texto(1, 250),
    ...establecimiento,
    telefono: n.texto(8, 30),
    correo: n.texto(1, 100),
  }),
  documento: n.objeto({
    tipoDte: n.texto(),
    codigoGeneracion: n.texto(36, 36),
    selloRecibido: n.texto(40, 40),
    numeroControl: n.orNull(n.texto(31, 31)),
    fecEmi: n.fecha,
    codigoGeneracionR: n.orNull(n.texto(36, 36)),
    tipoDocumento: n.orNull(n.texto()),
    numDocumento: n.orNull(n.texto(1, 20)),
    nombre: n.orNull(n.texto(1, 250)),
    telefono: n.orNull(n.texto(8, 30)),
    correo: n.orNull(n.texto(0, 100)),
  }),
  motivo: n.objeto({
    tipoAnulacion: n.entero(),
    motivoAnulacion: n.orNull(n.texto(1, 200)),
    nombreResponsable: n.texto(0, 100),
    tipDocResponsable: n.texto(),
    numDocResponsable: n.texto(1, 20),
    nombreSolicita: n.texto(1, 100),
    tipDocSolicita: n.texto(),
    numDocSolicita: n.texto(1, 20),
  }),
})
export type Invalidacion = n.Infer<typeof invalidacionV3>

const lineaRetorno = n.objeto({
  numItem: n.entero(1, 2000),
  tipoItem: n.entero(),
  codigoGeneracion: n.texto(1, 36),
  cantidad: n.cantidad,
  precioUni: n.precioLibre,
  descripcion: n.texto(1, 1500),
  codigo: n.orNull(n.texto(1, 25)),
  uniMedida: n.entero(1, 99),
  montoDescu: n.monto8,
  codTributo: n.orNull(n.texto(2, 2)),
  ventaNoSuj: n.monto8,
  ventaExenta: n.monto8,
  ventaGravada: n.monto8,
  compra: n.monto8,
  tributos: n.orNull(n.distintos(n.lista(n.texto(2, 2), 1))),
  psv: n.monto8,
  ivaItem: n.monto8,
  noGravado: n.cargo8,
  seguro: n.cargo8,
  flete: n.cargo8,
  ivaRete: n.monto2,
  reteRenta: n.monto2,
})
export type LineaRetorno = n.Infer<typeof lineaRetorno>

export const retornoV1 = n.objeto({
  identificacion: n.objeto({
    version: n.entero(1, 1),
    ambiente,
    tipoModelo: n.entero(1, 2),
    tipoOperacion: n.entero(1, 2),
    tipoEvento: n.unoDe('18'),
    tipoContingencia: n.orNull(n.entero(1, 5)),
    motivoContin: n.orNull(n.texto(1, 500)),
    codigoGeneracion,
    fecEmi: n.fecha,
    horEmi: hora,
    fusion: n.orNull(n.texto(9, 14)),
    tipoMoneda: n.unoDe('USD'),
  }),
  documentoRelacionado: n.lista(
    n.objeto({
      tipoDocumento: n.texto(),
      codigoGeneracion: n.texto(1, 36),
      fechaEmision: n.fecha,
    }),
    1,
    50,
  ),
  emisor: n.objeto({
    nit: n.texto(0, 14),
    nombre: n.texto(1, 250),
    ...establecimiento,
    recintoFiscal: n.orNull(n.texto(2, 2)),
    tipoRegimen: n.orNull(n.texto(1, 4)),
    regimen: n.orNull(n.texto(1, 13)),
    tipoItemExpor: n.orNull(n.entero()),
  }),
  documento: n.orNull(
    n.objeto({
      tipoDocumento: n.orNull(n.texto()),
      numDocumento: n.orNull(n.texto(1, 20)),
      nombre: n.orNull(n.texto(1, 250)),
      codPais: n.orNull(n.texto()),
      nombrePais: n.orNull(n.texto(3, 50)),
      telefono: n.orNull(n.texto(8, 30)),
      correo: n.orNull(n.texto(1, 100)),
    }),
  ),
  ventaTercero: n.orNull(
    n.objeto({
      nit: n.orNull(n.texto(1, 20)),
      nombre: n.orNull(n.texto(1, 250)),
      codDomiciliado: n.orNull(n.entero()),
    }),
  ),
  compraTercero: n.orNull(
    n.objeto({ numDocumento: n.orNull(n.texto(1, 20)), nombre: n.orNull(n.texto(1, 250)) }),
  ),
  cuerpoDocumento: n.lista(lineaRetorno, 1, 2000),
  resumen: n.objeto({
    totalNoSuj: n.monto2,
    totalExenta: n.monto2,
    totalGravada: n.monto2,
    totalCompraExcluidos: n.monto2,
    subTotalVentas: n.monto2,
    tributos: shared.tributosResumen,
    totalSeguro: n.orNull(n.monto2),
    totalFlete: n.orNull(n.monto2),
    montoTotalOperacion: n.monto2,
    ivaRete: n.monto2,
    reteRenta: n.orNull(n.monto2),
    totalNoGravado: n.cargo2,
    totalPagar: n.monto2,
    totalLetras: n.orNull(n.texto(8, 200)),
    totalNoOnerosas: n.monto2,
    totalIva: n.monto2,
    saldoFavor: n.saldo2,
  }),
  apendice: shared.apendice(0, 0, 0),
})
export type Retorno = n.Infer<typeof retornoV1>

export const contingenciaV4 = n.objeto({
  identificacion: n.objeto({
    version: n.entero(4, 4),
    ambiente,
    codigoGeneracion,
    fTransmision: n.fecha,
    hTransmision: horaAbierta,
  }),
  emisor: n.objeto({
    nit: n.texto(),
    nombre: n.texto(1, 250),
    nombreResponsable: n.texto(1, 100),
    tipoDocResponsable: n.texto(),
    numeroDocResponsable: n.texto(1, 25),
    tipoEstablecimiento: n.texto(),
    codEstableMH: n.orNull(n.texto(4, 4)),
    codPuntoVentaMH: n.orNull(n.texto(4, 4)),
    telefono: n.texto(8, 30),
    correo: n.texto(1, 100),
  }),
  detalleDTE: n.lista(
    n.objeto({ noItem: n.entero(1, 1000), tipoDoc: n.texto(), codigoGeneracion: n.texto() }),
    1,
    1000,
  ),
  motivo: n.objeto({
    fInicio: n.fecha,
    fFin: n.fecha,
    hInicio: n.texto(),
    hFin: n.texto(),
    tipoContingencia: n.entero(),
    motivoContingencia: n.orNull(n.texto(0, 500)),
  }),
})
export type ContingenciaEvento = n.Infer<typeof contingenciaV4>

/** Keyed by the name of the published schema. */
export const EVENTOS = {
  invalidacion: { estructura: invalidacionV3, schema: 'invalidacion-schema-v3.json' },
  retorno: { estructura: retornoV1, schema: 'fe-eret-v1.json' },
  contingencia: { estructura: contingenciaV4, schema: 'contingencia-schema-v4.json' },
  operaciones: { estructura: operacionesV1, schema: 'fe-eop-v1.json' },
} as const
