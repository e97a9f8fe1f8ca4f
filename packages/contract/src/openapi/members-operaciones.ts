/** The members of special operations, for members.ts. */

// biome-ignore format: a table
export const OPERACIONES: Readonly<Record<string, string>> = {
  operaciones: 'Las filas.',
  'OperacionesRequest.items': 'Una por rango o comprobante, de una sola clase de venta; hasta 500.',
  'ItemOperacion.tipoDocumento': 'CAT-023: 02 factura de venta simplificada, 97 comprobante de control interno.',
  'ItemOperacion.desde': 'El primer número del rango. Un 02 va siempre por rango.',
  'ItemOperacion.hasta': 'El último, de la misma serie: lo que va antes de los dígitos finales.',
  'ItemOperacion.numero': 'El número de un 97 que se reporta por separado, con su `fecha` y sin rango.',
  'ItemOperacion.fecha': 'La fecha de ese comprobante, de los últimos tres meses.',
  'ItemOperacion.cantidad': 'Cuántos comprobantes son; sin ella se cuentan.',
  'ItemOperacion.precioUni': 'El precio de cada comprobante, sin IVA. Va uno de los dos: precioUni o total.',
  'ItemOperacion.total': 'Lo que suman los comprobantes de la línea, sin IVA.',
  'ItemOperacion.tipoVenta': 'Sin él, `gravada`.',
  'ItemOperacion.descripcion': 'Sin ella, la del tipo de documento.',
  'ItemOperacion.anulaDe': 'El evento que reportó lo que se anuló después. Va en todas las líneas del evento, o en ninguna.',
  'TotalesOperaciones.total': 'Con IVA.',
  'FilaDeOperaciones.motivo': 'Lo que dijo Hacienda al rechazarlo.',
  'OperacionesCompletas.motivo': 'Lo que dijo Hacienda al rechazarlo.',
  'OperacionesCompletas.eventos': 'Sus invalidaciones, de la más nueva a la más vieja.',
}
