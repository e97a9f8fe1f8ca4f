/** The lines of a report, each field with what is wrong with it. */
import { Trash2 } from 'lucide-react'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
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
    <ol>
      {filas.map((fila, at) => (
        <li key={fila.id} className={css.line}>
          <FilaDelReporte
            numero={at + 1}
            fila={fila}
            errorDe={(campo) => errores.get(`${fila.id}/${campo}`)}
            onChange={(members) => change(fila.id, members)}
            onRemove={
              filas.length === 1 ? null : () => onChange(filas.filter(({ id }) => id !== fila.id))
            }
          />
        </li>
      ))}
    </ol>
  )
}

interface FilaProps {
  readonly numero: number
  readonly fila: Fila
  readonly errorDe: (campo: Campo) => string | undefined
  readonly onChange: (members: Partial<Fila>) => void
  /** Null: it is the only line. */
  readonly onRemove: (() => void) | null
}

function FilaDelReporte({ numero, fila, errorDe, onChange, onRemove }: FilaProps) {
  const text = (campo: Campo, label: string, more: Readonly<Record<string, unknown>> = {}) => (
    <Input
      label={label}
      width="w4"
      autoComplete="off"
      value={fila[campo]}
      error={errorDe(campo)}
      onChange={({ target }) => onChange({ [campo]: target.value })}
      {...more}
    />
  )
  return (
    <fieldset>
      <legend className={css.name}>
        Línea {numero}
        {onRemove && (
          <button
            type="button"
            className="icon-button"
            aria-label={`Quitar la línea ${numero}`}
            onClick={onRemove}
          >
            <Trash2 className="icon" aria-hidden />
          </button>
        )}
      </legend>
      <div className="fields">
        <Elegir
          label="Papel"
          words={PAPEL}
          value={fila.papel}
          onChange={(papel: Papel) => onChange({ papel, fecha: '' })}
        />
        {text('desde', 'Desde')}
        {text('hasta', 'Hasta', { optional: true })}
        <Elegir
          label="Venta"
          words={VENTA}
          value={fila.venta}
          onChange={(venta: Venta) => onChange({ venta })}
        />
        {fila.papel === '97' &&
          text('fecha', 'Fecha', { optional: true, help: 'De uno solo, como 20/11/2026.' })}
        {text('total', 'Total sin IVA', { inputMode: 'decimal', className: 'input num' })}
      </div>
    </fieldset>
  )
}

interface ElegirProps<K extends string> {
  readonly label: string
  readonly words: Readonly<Record<K, string>>
  readonly value: K
  readonly onChange: (code: K) => void
}

function Elegir<K extends string>({ label, words, value, onChange }: ElegirProps<K>) {
  return (
    <Field label={label} className="w4">
      <select
        className="input"
        value={value}
        onChange={({ target }) => onChange(target.value as K)}
      >
        {Object.entries<string>(words).map(([code, word]) => (
          <option key={code} value={code}>
            {word}
          </option>
        ))}
      </select>
    </Field>
  )
}
