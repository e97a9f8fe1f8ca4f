/** The members of proposed sales, for members.ts. */

// biome-ignore format: a table
export const PROPUESTAS: Readonly<Record<string, string>> = {
  propuestas: 'Las filas.',
  peticion: 'Lo que se emite: la petición, con los datos del cliente y de los productos guardados puestos en ella.',
  emitido: 'Su documento, una vez que una persona lo firmó; null: todavía no.',
  consola: 'Dónde se emite: una dirección, o solo su ruta si el servicio no sabe la suya.',
  'Propuesta.estado': '`pendiente`: espera a una persona; `vencida`: pasaron 7 días.',
  'PropuestaCompleta.estado': '`pendiente`: espera a una persona; `vencida`: pasaron 7 días.',
  'proposals_list.estado': 'Solo las que esperan.',
  'Propuesta.venceEl': 'Hasta cuándo se puede emitir.',
  'PropuestaCompleta.venceEl': 'Hasta cuándo se puede emitir.',
  'Propuesta.llave': 'La llave que la propuso.',
  'PropuestaCompleta.llave': 'La llave que la propuso.',
  'Propuesta.referencia': 'La que tendrá el documento.',
  'PropuestaCompleta.referencia': 'La que tendrá el documento.',
}
