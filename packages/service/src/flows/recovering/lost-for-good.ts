/** What a restore loses irretrievably: reported with what to do about it, so that nobody finds out later. */
export interface LostForGood {
  readonly que: string
  readonly accion: string
}

export const LOST_FOR_GOOD: readonly LostForGood[] = [
  {
    que: 'Llaves creadas desde entonces: ya no abren nada (401).',
    accion: 'Cree otras con "sello key mint" y entréguelas a sus programas.',
  },
  {
    que: 'Llaves revocadas, desactivadas o limitadas desde entonces: vuelven a servir como antes.',
    accion: 'Revíselas con "sello key list" y repita "sello key revoke" o "sello key limit".',
  },
  {
    que: 'Claves de idempotencia: quien repita una llamada de ese tiempo emite otra vez, si no lleva referencia.',
    accion:
      'Avise a sus programas qué documentos existen ("sello list"); los que llevan referencia la conservan.',
  },
  {
    que: 'Certificados, contraseñas de Hacienda, destinos, clientes, productos y personas agregados o cambiados desde entonces.',
    accion: 'Agréguelos o cámbielos otra vez; "sello doctor" dice qué falta para emitir.',
  },
  {
    que: 'Eventos de contingencia: Hacienda no responde por ellos.',
    accion:
      'Nada: la próxima llamada que firme reporta lo que Hacienda no ha sellado ("sello contingency list").',
  },
]
