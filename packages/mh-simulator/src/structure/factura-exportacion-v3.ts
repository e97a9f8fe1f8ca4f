/** 11, Factura de exportación, version 3: a buyer abroad, no IVA, freight and insurance on top. */
import * as n from './nodes.ts'
import * as shared from './shared.ts'

const emisor = n.objeto({
  ...shared.emisorMembers,
  ...shared.puntoDeVenta,
  descActividad: n.texto(1, 150),
  nombreComercial: shared.nombreComercial,
  direccion: n.objeto({
    departamento: n.texto(1, 2),
    municipio: n.texto(1, 2),
    distrito: n.texto(),
    complemento: n.texto(1, 200),
  }),
  telefono: n.orNull(n.texto(8, 30)),
  tipoItemExpor: n.entero(),
  recintoFiscal: n.orNull(n.texto(2, 2)),
  tipoRegimen: n.orNull(n.texto()),
  regimen: n.orNull(n.texto(1, 13)),
})

const receptor = n.objeto({
  nombre: n.texto(1, 250),
  tipoDocumento: n.texto(2, 2),
  numDocumento: n.texto(1, 20),
  descActividad: n.texto(5, 150),
  nombreComercial: shared.nombreComercial,
  codPais: n.texto(),
  nombrePais: n.texto(3, 50),
  complemento: n.texto(1, 200),
  tipoPersona: n.entero(),
  telefono: n.orNull(n.texto(8, 30)),
  correo: n.orNull(n.texto(6, 100)),
})

const otroDocumento = n.objeto({
  codDocAsociado: n.orNull(n.entero()),
  descDocumento: n.orNull(n.texto(3, 100)),
  detalleDocumento: n.orNull(n.texto(3, 300)),
  placaTrans: n.orNull(n.texto(5, 70)),
  modoTransp: n.orNull(n.entero(1, 7)),
  numConductor: n.orNull(n.texto(5, 100)),
  nombreConductor: n.orNull(n.texto(5, 200)),
})

const compraTercero = n.objeto({ numDocumento: n.texto(1, 20), nombre: n.texto(1, 250) })

const resumen = n.objeto({
  ...shared.descuentoGravada,
  ...shared.totales,
  totalGravada: n.monto2,
  seguro: n.monto2,
  flete: n.orNull(n.monto2),
  tributos: shared.tributosResumen,
  totalNoOnerosas: n.monto2,
  totalLetras: n.orNull(n.texto(1, 200)),
  saldoFavor: n.cargo2,
  pagos: shared.pagos(),
  codIncoterms: n.orNull(n.texto(0, 2)),
  descIncoterms: n.orNull(n.texto(1, 150)),
  numPagoElectronico: n.orNull(n.texto(1, 100)),
})

const secciones = n.objeto({
  identificacion: shared.identificacion('11', 3),
  documentoRelacionado: shared.documentoRelacionado,
  emisor,
  receptor,
  otrosDocumentos: n.orNull(n.lista(otroDocumento, 1, 20)),
  ventaTercero: shared.ventaTercero,
  compraTercero: n.orNull(compraTercero),
  cuerpoDocumento: n.lista(n.objeto(shared.lineaVenta), 1, 2000),
  resumen,
  apendice: shared.apendice(1, 1, 1),
})

export const facturaExportacionV3 = n.excluyentes(secciones, 'ventaTercero', 'compraTercero')
