/** The members of delivery by mail, for members.ts. */

// biome-ignore format: a table
export const ENTREGAS: Readonly<Record<string, string>> = {
  entrega: 'A quién se envía por correo cuando Hacienda responde. Sin ella, lo que diga la empresa: a nadie, o al correo del receptor.',
  'Entrega.correo': 'true: al correo del receptor; una lista: a esas direcciones; false: a nadie.',
  'EntregaRequest.correo': 'A qué direcciones, de 1 a 10.',
  entregas: 'Los correos que se le deben o se le enviaron al comprador, del más viejo al más nuevo.',
  'EntregaHecha.id': 'El id de la entrega.',
  revocada: 'Si había una página que retirar.',
  destino: 'La dirección, tapada.',
  'EntregaHecha.estado': '`pendiente`: todavía no sale, o se reintenta hasta por 48 horas.',
  'EntregaHecha.motivo': 'Lo último que dijo el servidor de correo; null: nada, o se envió.',
  'EntregaHecha.fecha': 'Cuándo se envió o se desistió; de una pendiente, desde cuándo se debe.',
  'datos.entrega': 'El id de la entrega.',
}
