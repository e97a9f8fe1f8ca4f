/** How each total of a document comes about. */
import type { Query } from '../emitir/from-documento.ts'
import { nombreDe, rangesOf } from '../emitir/totales.tsx'
import { money } from '../ui/text.ts'

/** An amount of the explanation as money is written; one with more decimals than cents as it is. */
const amountText = (valor: string) =>
  /^-?\d+(\.\d{1,2})?$/.test(valor) ? money(Number(valor)) : valor

export function Explicacion({ doc }: { doc: Pick<Query, 'explicacion'> }) {
  // Zeros say nothing, but for the total itself.
  const explained = (doc.explicacion?.totales ?? []).filter(
    ({ importe, valor }) => Number(valor) !== 0 || importe === 'totalPagar',
  )
  if (explained.length === 0) return <p className="sub">No hay totales que explicar.</p>
  return (
    <div>
      {explained.map((one) => (
        <details className="tlx" key={one.importe}>
          <summary className="tl">
            <u>{nombreDe(one.importe)}</u>
            <b>{amountText(one.valor)}</b>
          </summary>
          <div className="why">
            <code>{one.formula}</code>
            {one.entradas.map((entrada) => (
              <span key={entrada.nombre}>
                {entrada.nombre} = {entrada.valor}
                {entrada.lineas &&
                  entrada.lineas.length > 0 &&
                  ` (líneas ${rangesOf(entrada.lineas)})`}
              </span>
            ))}
            {one.redondeo && <span>Redondeado de {one.redondeo.exacto}</span>}
          </div>
        </details>
      ))}
    </div>
  )
}
