/** A sale derived only from its name, so that a killed caller requests the same one again. */
import { createHash } from 'node:crypto'
import type { DteRequest } from '../src/index.ts'

export function randomSale(referencia: string): DteRequest {
  const bytes = createHash('sha256').update(referencia).digest()
  const lines = 1 + ((bytes[0] ?? 0) % 4)
  return {
    tipoDte: '01',
    referencia,
    items: Array.from({ length: lines }, (_, n) => ({
      descripcion: `Artículo ${bytes[n + 1]}`,
      cantidad: 1 + ((bytes[n + 5] ?? 0) % 5),
      precioUni: (1 + (bytes[n + 9] ?? 0) * 13) / 100,
    })),
  }
}
