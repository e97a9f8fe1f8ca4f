/** The lines of a report, each cell with what is wrong with it. */
import { Trash2 } from 'lucide-react'
import { Table } from '../ui/table.tsx'
import css from './filas.module.css'
import { type Campo, type Fila, PAPEL, type Papel, VENTA, type Venta } from './reporte.ts'

interface Props {
  readonly filas: readonly Fila[]
  readonly errores: ReadonlyMap<string, string>
  readonly onChange: (filas: readonly Fila[]) => void
}

export function FilasDelReporte({ filas, errores, onChange }: Props) {
  const change = (id: number, members: Partial<Fila>) =>
    onChange(filas.map((fila) => (fila.id === id ? { ...fila, ...members } : fila)))
  return (
    <Table
      heads={['Papel', 'Desde', 'Hasta', 'Fecha', 'Venta', ['Total sin IVA', 'num']]}
      className={css.lines}
      hasActs
    >
      {filas.map((fila, at) => {
        const cell = (campo: Campo, label: string) => (
          <Celda
            label={`${label} de la línea ${at + 1}`}
            value={fila[campo]}
            error={errores.get(`${fila.id}/${campo}`)}
            isAmount={campo === 'total'}
            disabled={campo === 'fecha' && fila.papel === '02'}
            onChange={(text) => change(fila.id, { [campo]: text })}
          />
        )
        return (
          <tr key={fila.id}>
            <td>
              <select
                className="input"
                aria-label={`Papel de la línea ${at + 1}`}
                value={fila.papel}
                onChange={({ target }) =>
                  change(fila.id, { papel: target.value as Papel, fecha: '' })
                }
              >
                {Object.entries(PAPEL).map(([code, word]) => (
                  <option key={code} value={code}>
                    {word}
                  </option>
                ))}
              </select>
            </td>
            <td>{cell('desde', 'Desde')}</td>
            <td>{cell('hasta', 'Hasta')}</td>
            <td>{cell('fecha', 'Fecha')}</td>
            <td>
              <select
                className="input"
                aria-label={`Venta de la línea ${at + 1}`}
                value={fila.venta}
                onChange={({ target }) => change(fila.id, { venta: target.value as Venta })}
              >
                {Object.entries(VENTA).map(([code, word]) => (
                  <option key={code} value={code}>
                    {word}
                  </option>
                ))}
              </select>
            </td>
            <td className="num">{cell('total', 'Total sin IVA')}</td>
            <td>
              <button
                type="button"
                className="icon-button"
                aria-label={`Quitar la línea ${at + 1}`}
                aria-disabled={filas.length === 1}
                onClick={() => {
                  if (filas.length > 1) onChange(filas.filter(({ id }) => id !== fila.id))
                }}
              >
                <Trash2 className="icon" aria-hidden />
              </button>
            </td>
          </tr>
        )
      })}
    </Table>
  )
}

interface CeldaProps {
  readonly label: string
  readonly value: string
  readonly error: string | undefined
  readonly isAmount: boolean
  readonly disabled: boolean
  readonly onChange: (text: string) => void
}

function Celda({ label, value, error, isAmount, disabled, onChange }: CeldaProps) {
  const id = `mal-${label.replaceAll(' ', '-')}`
  return (
    <>
      <input
        className={isAmount ? 'input num' : 'input'}
        inputMode={isAmount ? 'decimal' : 'text'}
        autoComplete="off"
        aria-label={label}
        aria-invalid={error !== undefined}
        aria-describedby={id}
        disabled={disabled}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <span className="err" id={id} aria-live="polite">
        {error}
      </span>
    </>
  )
}
