/** What a feed tells, in words. */
import type { EntregaDelWebhook, TipoNovedad } from '@sello/contract'

// biome-ignore format: a table
export const NOVEDAD: Readonly<Record<TipoNovedad, string>> = {
  'dte.sellado':                  'Documento sellado',
  'dte.rechazado':                'Documento rechazado',
  'dte.contingencia':             'Documento en contingencia',
  'dte.invalidado':               'Documento invalidado',
  'retorno.sellado':              'Devolución sellada',
  'retorno.rechazado':            'Devolución rechazada',
  'retorno.abandonado':           'Devolución abandonada',
  'retorno.invalidado':           'Devolución invalidada',
  'invalidacion.rechazada':       'Invalidación rechazada',
  'invalidacion.abandonada':      'Invalidación abandonada',
  'contingencia.abierta':         'Contingencia abierta',
  'contingencia.cerrada':         'Contingencia cerrada',
  'contingencia.evento_sellado':  'Evento de contingencia sellado',
  'contingencia.evento_rechazado': 'Evento de contingencia rechazado',
  'operaciones.sellado':          'Operaciones especiales selladas',
  'operaciones.rechazado':        'Operaciones especiales rechazadas',
  'operaciones.invalidado':       'Operaciones especiales invalidadas',
  'contingencia.vence_pronto':    'Plazo de contingencia por vencer',
  'certificado.vence_pronto':     'Certificado por vencer',
  'copia.fallida':                'Copias que no se guardan',
  'copia.recuperada':             'Copias que se guardan de nuevo',
  'cuenta.rechazada':             'Contraseña de Hacienda rechazada',
  'llave.suspendida':             'Llave suspendida',
  'webhook.apagado':              'Webhook apagado',
  'entrega.enviada':              'Correo enviado',
  'entrega.fallida':              'Correo que falló',
  'feed.restaurado':              'Base de datos restaurada',
}

/** Those that an address may want; what a restore did, all are told. */
export const ELEGIBLES = (Object.keys(NOVEDAD) as readonly TipoNovedad[]).filter(
  (tipo) => tipo !== 'feed.restaurado',
)

/** What is sent besides: a test. */
export const nombreDeEntrega = (tipo: EntregaDelWebhook['tipo']) =>
  tipo === 'webhook.prueba' ? 'Prueba' : NOVEDAD[tipo]
