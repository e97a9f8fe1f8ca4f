/** What names a document that a line lists (07, 08): its code or number, and its date. */
import { hoy } from '../../clock.ts'
import { leerFecha } from './fecha.ts'
import type { Lectura } from './lectura.ts'
import type { Linea } from './linea.ts'

/** CAT-007. */
const [FISICO, ELECTRONICO] = [1, 2] as const
/** A document on paper has such a number; an electronic one is named by its code. */
const EN_PAPEL = /^[A-Za-z0-9]{1,20}$/

export const isElectronico = ({ numero }: Pick<Linea, 'numero'>) => !EN_PAPEL.test(numero.trim())

/** `at` gives the path of a member; what is missing or no date is a problem at its own. */
export function leerListado(
  linea: Linea,
  at: (member: string) => string,
  { problems }: Pick<Lectura, 'problems'>,
) {
  const numeroDocumento = linea.numero.trim()
  const fecha = linea.fecha.trim()
  const fechaEmision = leerFecha(fecha, hoy())
  if (numeroDocumento === '') {
    const message = 'Escriba el código de generación del documento, o su número si es de papel.'
    problems.push({ field: at('numeroDocumento'), message })
  }
  if (fechaEmision === null) {
    const message =
      fecha === ''
        ? 'Escriba la fecha del documento, como 20/11/2026.'
        : `«${fecha}» no es una fecha: escríbala como 20/11/2026.`
    problems.push({ field: at('fechaEmision'), message })
  }
  return {
    numeroDocumento,
    fechaEmision: fechaEmision ?? '',
    tipoGeneracion: isElectronico(linea) ? ELECTRONICO : FISICO,
  }
}
