import { dateTime } from '../ui/text.ts'

/**
 * Whether a rejected document keeps its number. `corregirHasta` is the service's: a rejection may be answered again
 * hours later. Undefined: not known.
 */
export function conservaNumero(
  numeroControl: string,
  corregirHasta: string | undefined,
  at: Date,
): string {
  if (corregirHasta === undefined) {
    return `Conserva el número ${numeroControl} si la corrige en las 24 horas después del rechazo.`
  }
  return new Date(corregirHasta) <= at
    ? `Ya no conserva el número ${numeroControl}: pasaron 24 horas desde el rechazo.`
    : `Conserva el número ${numeroControl} hasta el ${dateTime(corregirHasta)}.`
}
