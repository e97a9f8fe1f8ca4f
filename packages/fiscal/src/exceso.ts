/** The message for a credit note that exceeds the balance, and the cent adjustments that keep notes within it. */
import { type Exceso, valorDeGravamen } from './acreditable.ts'
import { TRIBUTOS } from './catalogos/index.ts'
import { CERO, type Monto, minus, plus, toText } from './monto.ts'
import type { NotaCredito } from './tipos/05/estructura.ts'
import type { Centavos, Gravamen } from './tipos/centavos.ts'

const CLASES: Readonly<Record<Exclude<Exceso['clase'], keyof typeof TRIBUTOS>, string>> = {
  gravadas: 'las ventas gravadas',
  exentas: 'las ventas exentas',
  noSujetas: 'las ventas no sujetas',
  ivaPerci: 'la percepción de IVA',
  ivaRete: 'la retención de IVA',
}

function nombreDe(clase: Exceso['clase']): string {
  return isTributo(clase) ? `el tributo ${clase} (${TRIBUTOS[clase].nombre})` : CLASES[clase]
}

function isTributo(clase: Exceso['clase']): clase is Extract<typeof clase, keyof typeof TRIBUTOS> {
  return clase in TRIBUTOS
}

/** For people: what is left, and that the note takes more. Of nothing there is no smaller part to take. */
export function mensajeDeExceso({ numeroDocumento, clase, ...exceso }: Exceso): string {
  const [queda, limite, acredita] = [exceso.queda, exceso.acreditable, exceso.acredita].map(cents)
  const nombre = nombreDe(clase)
  const what = nombre.startsWith('el ') ? `Del ${nombre.slice(3)}` : `De ${nombre}`
  if (exceso.queda === CERO) {
    return `${what} del documento ${numeroDocumento} no queda nada por acreditar (de ${limite}) y esta nota acredita ${acredita}; quítelo de la nota.`
  }
  return `${what} del documento ${numeroDocumento} quedan ${queda} por acreditar (de ${limite}) y esta nota acredita ${acredita}; redúzcala.`
}

const cents = (amount: Monto) => {
  const [whole = '', fraction = ''] = toText(amount).split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}

/** The cent adjustments with which the note is rebuilt, relative to its computed tributes. */
export function centavosDe(
  nota: NotaCredito,
  valores: ReadonlyMap<Gravamen, Monto>,
  own: Centavos,
): Centavos {
  const centavos: Partial<Record<Gravamen, Monto>> = {}
  for (const [gravamen, valor] of valores) {
    const centavo = plus(minus(valor, valorDeGravamen(nota, gravamen)), own[gravamen] ?? CERO)
    if (centavo !== CERO) centavos[gravamen] = centavo
  }
  return centavos
}
