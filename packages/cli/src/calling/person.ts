import type { InvalidationRequest } from '@sello/client'
import { usage } from '../exit.ts'

/** `Ana Ficticia,00016297-5`: the number of digits gives the kind of document. */
export function personOf(text: string): InvalidationRequest['responsable'] {
  const at = text.lastIndexOf(',')
  const [nombre, numDocumento] = [text.slice(0, at).trim(), text.slice(at + 1).trim()]
  if (at === -1 || !nombre || !numDocumento) {
    usage('--responsible, --requested-by: son un nombre, una coma y un número de documento.')
  }
  return { nombre, numDocumento }
}
