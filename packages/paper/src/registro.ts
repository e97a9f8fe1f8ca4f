/** A document whose body is one record (09), in the form that sheets read: no lines, and the record as its summary. */
import type { PlainDocumento, Printable, Registro, Resumen } from './documento.ts'

/** As signed, the record is `cuerpoDocumento`. */
export function readable(p: Printable): Printable {
  const cuerpo: unknown = p.documento.cuerpoDocumento
  if (Array.isArray(cuerpo)) return p
  const documento: PlainDocumento = {
    ...p.documento,
    cuerpoDocumento: [],
    resumen: cuerpo as Resumen,
    registro: cuerpo as Registro,
  }
  return { ...p, documento }
}
