/** The lines on a phone: a row for each, which opens a sheet with its members, and the bar with the total. */
import { Plus } from 'lucide-react'
import { memo, useSyncExternalStore } from 'react'
import { Button } from '../ui/button.tsx'
import { money } from '../ui/text.ts'
import { isPhone, PHONE } from './focus.ts'
import { type Change, type Form, isEmptyLinea, type Linea, VENTA } from './form.ts'
import { LineDetails } from './line-details.tsx'
import css from './phone-lines.module.css'

interface Props {
  readonly form: Form
  readonly errors: ReadonlyMap<string, string>
}

/** They are drawn on a phone alone: hidden, every key would draw them again. */
export function PhoneLines(
  props: Props & {
    readonly importes: ReadonlyMap<string, number>
    readonly open: (id: string) => void
  },
) {
  const { form, importes, errors, open } = props
  const last = form.lineas.at(-1)
  const bad = (id: string) =>
    errors.size === 0 ? undefined : [...errors].find(([at]) => at.startsWith(`linea/${id}/`))?.[1]
  if (!useNarrow()) return null
  return (
    <div>
      {form.lineas
        .filter((linea) => !isEmptyLinea(linea))
        .map((linea) => (
          <PhoneLine
            key={linea.id}
            linea={linea}
            importe={importes.get(linea.id) ?? 0}
            error={bad(linea.id)}
            open={open}
          />
        ))}
      <Button xl onClick={() => last && open(last.id)}>
        <Plus className="i" aria-hidden /> Agregar línea
      </Button>
    </div>
  )
}

const PhoneLine = memo(function PhoneLine(props: {
  linea: Linea
  importe: number
  error: string | undefined
  open: (id: string) => void
}) {
  const { linea, importe, error, open } = props
  return (
    <button type="button" className={css.line} onClick={() => open(linea.id)}>
      <b>{linea.descripcion || 'Sin descripción'}</b>
      <span className="num">{money(importe)}</span>
      <small>
        {linea.cantidad || '1'} × {linea.precio || '0'}
        {linea.descuento && ` – ${linea.descuento}`}
        {linea.venta !== 'gravada' && ` · ${VENTA[linea.venta]}`}
      </small>
      {error && <span className="err">{error}</span>}
    </button>
  )
})

function useNarrow(): boolean {
  return useSyncExternalStore((onChange) => {
    const query = matchMedia(PHONE)
    query.addEventListener('change', onChange)
    return () => query.removeEventListener('change', onChange)
  }, isPhone)
}

export function PhoneSheet(
  props: Props & {
    readonly id: string | null
    readonly setId: (id: string | null) => void
    readonly dispatch: (change: Change) => void
  },
) {
  const { form, id, errors, setId, dispatch } = props
  const linea = form.lineas.find((one) => one.id === id)
  if (!linea || !isPhone()) return null
  return (
    <LineDetails
      key={linea.id}
      linea={linea}
      form={form}
      errorOf={(column) => errors.get(`linea/${linea.id}/${column}`)}
      onChange={(values) => dispatch({ kind: 'linea', id: linea.id, values })}
      onClose={() => setId(null)}
      onNext={() => {
        const last = form.lineas.at(-1)
        if (last && isEmptyLinea(last)) setId(last.id)
      }}
      onRemove={() => {
        setId(null)
        dispatch({ kind: 'quitar', id: linea.id })
      }}
    />
  )
}

export function PayBar({ total, onReview }: { total: number; onReview: () => void }) {
  return (
    <div className={css.bar}>
      <div>
        <small>Total a pagar</small>
        <b>$ {money(total)}</b>
      </div>
      <Button primary className={css.review} onClick={onReview}>
        Revisar y emitir
      </Button>
    </div>
  )
}
