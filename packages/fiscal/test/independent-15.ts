/** The independent arithmetic of 15: what each line is worth, and the sum. */
import type { DteRequest } from '../src/index.ts'
import { added, Exact, r2, r8, texts } from './decimal.ts'
import type { Expected } from './independent.ts'

export function expectedDonacion(request: DteRequest): Expected {
  const lineas = request.items.map((item) => {
    const gross = r8(new Exact(item.cantidad).mul(item.precioUni ?? 0))
    return { valor: gross.minus(item.depreciacion ?? 0) }
  })
  return {
    lineas: lineas.map((one) => texts(one)),
    resumen: texts({ valorTotal: r2(added(lineas.map(({ valor }) => valor))) }),
  }
}
