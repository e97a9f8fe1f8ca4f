/** The simulator's transcriptions of the catalogues, for who has another. */
export { ACTIVIDADES } from '../src/catalogues/actividades.ts'
export * as codigos from '../src/catalogues/codigos.ts'
export * as exportacion from '../src/catalogues/exportacion.ts'
export { wrongPlace } from '../src/catalogues/territorio.ts'
export { SECCION_1, SECCION_2, SECCION_3 } from '../src/catalogues/tributos.ts'
