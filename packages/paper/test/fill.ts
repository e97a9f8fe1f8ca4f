/** A document whose every text is as asked for, cut at the length of the structures, and whose every amount is n. */
import type { PlainDocumento } from '../src/documento.ts'

// biome-ignore format: a table
const LENGTHS: Readonly<Record<string, number>> = {
  nombre: 250, descActividad: 150, nombreComercial: 150, complemento: 200, telefono: 30, correo: 100, nit: 14, nrc: 8,
  numDocumento: 20, codActividad: 6, codEstable: 4, codPuntoVenta: 15, nombrePais: 50, codPais: 2, regimen: 13,
  numeroDocumento: 36, fechaEmision: 10, descDocumento: 100, detalleDocumento: 300, placaTrans: 70, numConductor: 100,
  nombreConductor: 200, codigo: 25, descripcion: 1500, descripcionTributo: 300, totalLetras: 200, observaciones: 3000, numPagoElectronico: 100,
  descIncoterms: 150, referencia: 50, campo: 25, etiqueta: 50, valor: 150, fusion: 14,
}
/** What says which document it is, and codes that are numbers. */
const KEPT = /^(identificacion|numItem|uniMedida|tipo\w+|cod\w+|modoTransp|condicionOperacion)$/

export function filledWith(
  documento: PlainDocumento,
  text: (length: number) => string,
  n: number,
): PlainDocumento {
  return fill(documento, '', text, n) as PlainDocumento
}

function fill(value: unknown, key: string, text: (length: number) => string, n: number): unknown {
  if (Array.isArray(value)) return value.map((item) => fill(item, key, text, n))
  if (typeof value === 'string') return text(LENGTHS[key] ?? 2)
  if (typeof value === 'number') return KEPT.test(key) ? value : n
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === 'identificacion' ? member : fill(member, lengthKey(key, name), text, n),
    ]),
  )
}

/** A tribute's descripcion is shorter than a line's. */
function lengthKey(parent: string, name: string): string {
  return parent === 'tributos' && name === 'descripcion' ? 'descripcionTributo' : name
}
