/** Checks for notes (05, 06) only: perception and retention by line, and mergers. */
import { RETENCION_IVA } from '../catalogues/codigos.ts'
import { refusal } from '../codes.ts'
import { CENT, divide } from '../json/decimal.ts'
import { type Check, firstOf } from './case.ts'
import { checkAmount } from './suma.ts'

/** `fusion` must be a registered merger. */
export const checkFusion: Check = ({ documento, taxpayer }) => {
  const { fusion = null } = documento.identificacion
  const known = fusion === null || taxpayer.absorbidas.has(fusion)
  return known ? null : refusal('008', 'identificacion.fusion')
}

/**
 * Each line perceives 1 % of its taxed sale or nothing, and withholds the rate of codigoRetencionMH or
 * nothing. totalIva belongs to notes on a Comprobante de retención, which are not received.
 */
export const checkRetenciones: Check = ({ documento: { cuerpoDocumento, resumen } }) => {
  const codigo = resumen.codigoRetencionMH ?? null
  const withheld = cuerpoDocumento.map(({ ivaRete = 0n }) => ivaRete)
  if (codigo === null) {
    // A cent is within the tolerance of no retention at all.
    const unnamed = withheld.some((ivaRete) => ivaRete > CENT)
    if (unnamed) return refusal('005', 'resumen.codigoRetencionMH')
  } else {
    if (!RETENCION_IVA.has(codigo)) return refusal('003', 'resumen.codigoRetencionMH')
    const none = withheld.every((ivaRete) => ivaRete === 0n)
    if (none) return refusal('024', 'resumen.codigoRetencionMH')
  }
  const rate = codigo === null ? 0n : RETENCION_IVA.get(codigo)
  return firstOf(cuerpoDocumento, (linea, i) => {
    const at = `cuerpoDocumento[${i}]`
    const { ventaGravada = 0n, ivaPerci = 0n, ivaRete = 0n, totalIva = 0n } = linea
    return (
      checkAmount(`${at}.ivaPerci`, ivaPerci, 0n, divide(ventaGravada, 100n)) ??
      (typeof rate === 'bigint'
        ? checkAmount(`${at}.ivaRete`, ivaRete, 0n, divide(ventaGravada * rate, 100n))
        : null) ??
      checkAmount(`${at}.totalIva`, totalIva, 0n)
    )
  })
}
