/** How each total of a document comes about. */
import type { Query } from '../emitir/from-documento.ts'
import { nombreDe, TotalRow } from '../emitir/totales.tsx'
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
        <TotalRow
          key={one.importe}
          label={nombreDe(one.importe)}
          amount={amountText(one.valor)}
          explained={one}
        />
      ))}
    </div>
  )
}
