/** The event of special operations, version 1. */
import * as n from './nodes.ts'
import * as shared from './shared.ts'

const linea = n.objeto({
  numItem: n.entero(1, 2000),
  codigoGeneracionRef: n.orNull(n.texto(36, 36)),
  tipoDocumento: n.texto(),
  numDocumento: n.orNull(n.texto(1, 36)),
  fechaEmision: n.orNull(n.fecha),
  cantidad: n.entero(1),
  descripcion: n.texto(1, 1500),
  docDel: n.orNull(n.texto(0, 36)),
  docAl: n.orNull(n.texto(0, 36)),
  precioUni: n.monto8,
  ventaNoSuj: n.monto8,
  ventaExenta: n.monto8,
  ventaGravada: n.monto8,
  tributos: n.orNull(n.distintos(n.lista(n.texto(2, 2), 1))),
})
export type LineaOperaciones = n.Infer<typeof linea>

export const operacionesV1 = n.objeto({
  identificacion: n.objeto({
    version: n.entero(1, 1),
    ambiente: n.unoDe('00', '01'),
    tipoModelo: n.entero(1, 1),
    tipoOperacion: n.entero(1, 1),
    tipoEvento: n.unoDe('17'),
    codigoGeneracion: n.texto(36, 36, /^[A-F0-9]{8}(?:-[A-F0-9]{4}){3}-[A-F0-9]{12}$/),
    fecEmi: n.fecha,
    // A one-digit second passes, as in the ministry's own pattern.
    horEmi: n.texto(0, 8, /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d?$/),
    tipoMoneda: n.unoDe('USD'),
  }),
  emisor: n.objeto({ nit: n.texto(0, 14), nombre: n.texto(1, 250) }),
  cuerpoDocumento: n.lista(linea, 1, 2000),
  resumen: n.objeto({
    totalNoSuj: n.monto2,
    totalExenta: n.monto2,
    totalGravada: n.monto2,
    subTotal: n.monto2,
    tributos: n.orNull(
      n.distintos(
        n.lista(
          n.objeto({ codigo: n.texto(2, 2), descripcion: n.texto(1, 300), valor: n.centavos }),
        ),
      ),
    ),
    total: n.monto2,
    totalLetras: n.orNull(n.texto(8, 200)),
  }),
  apendice: shared.apendice(0, 0, 0),
})
export type Operaciones = n.Infer<typeof operacionesV1>
