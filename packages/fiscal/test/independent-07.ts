/** The independent arithmetic of 07: what is retained on each document, to the cent, and the sums. */
import type { DteRequest } from '../src/index.ts'
import { added, Exact, r2, texts } from './decimal.ts'
import type { Expected } from './independent.ts'

const PERCENT: Readonly<Record<string, string>> = { '22': '0.01', C4: '0.13' }

export function expectedRetencion(request: DteRequest): Expected {
  const lineas = (request.retencion?.documentos ?? []).map((one) => {
    const usual = one.tipoDocumento === '14' ? 'C4' : '22'
    const rate = PERCENT[one.codigoRetencion ?? usual]
    const montoSujetoGrav = new Exact(one.monto ?? 0)
    const ivaRetenido =
      rate === undefined ? new Exact(one.ivaRetenido ?? 0) : r2(montoSujetoGrav.mul(rate))
    return { montoSujetoGrav, ivaRetenido }
  })
  const totalSujetoRetencion = added(lineas.map((one) => one.montoSujetoGrav))
  return {
    lineas: lineas.map((one) => texts(one)),
    resumen: texts({
      totalSujetoRetencion,
      totalIva: r2(totalSujetoRetencion.mul('0.13')),
      totalIvaRetenido: added(lineas.map((one) => one.ivaRetenido)),
    }),
  }
}
