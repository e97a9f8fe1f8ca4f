/** The lines on a phone: a row for each, which opens a sheet with its members, and the bar with the total. */
import { Plus } from 'lucide-react'
import { memo, useSyncExternalStore } from 'react'
import { Button } from '../ui/button.tsx'
import { money } from '../ui/text.ts'
import { isPhone, PHONE } from './focus.ts'
import type { Change, Form } from './form.ts'
import { LineDetails } from './line-details.tsx'
import { type Clase, LINEAS, nombreLiquidable } from './lineas/columnas.ts'
import { fechaEscrita } from './lineas/fecha.ts'
import { EFECTIVO, isEmptyLinea, type Linea, VENTA } from './lineas/linea.ts'
import css from './phone-lines.module.css'
import { TIPO_FORM } from './tipo-form.ts'

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
  const { lineas: clase } = TIPO_FORM[form.tipoDte]
  if (!useNarrow()) return null
  return (
    <div>
      {form.lineas
        .filter((linea) => !isEmptyLinea(linea))
        .map((linea) => (
          <PhoneLine
            key={linea.id}
            linea={linea}
            clase={clase}
            importe={importes.get(linea.id) ?? 0}
            error={bad(linea.id)}
            open={open}
          />
        ))}
      <Button xl onClick={() => last && open(last.id)}>
        <Plus className="icon" aria-hidden /> {LINEAS[clase].add}
      </Button>
    </div>
  )
}

const PhoneLine = memo(function PhoneLine(props: {
  linea: Linea
  clase: Clase
  importe: number
  error: string | undefined
  open: (id: string) => void
}) {
  const { linea, clase, importe, error, open } = props
  const { title, facts } = SAID[clase](linea)
  return (
    <button type="button" className={css.line} onClick={() => open(linea.id)}>
      <b>{title}</b>
      <span className="num">{money(importe)}</span>
      <small>{facts}</small>
      {error && <span className="err">{error}</span>}
    </button>
  )
})

/** A line in two rows of text. */
const SAID: Readonly<Record<Clase, (linea: Linea) => { title: string; facts: string }>> = {
  venta: (linea) => ({
    title: linea.descripcion || 'Sin descripción',
    facts: [
      `${linea.cantidad || '1'} × ${linea.precio || '0'}`,
      linea.descuento && ` – ${linea.descuento}`,
      linea.venta !== 'gravada' && ` · ${VENTA[linea.venta]}`,
    ]
      .filter(Boolean)
      .join(''),
  }),
  donacion: ({ descripcion, donacion, cantidad, precio, depreciacion }) => ({
    title: descripcion || 'Sin descripción',
    facts:
      donacion === EFECTIVO
        ? 'Efectivo'
        : [`${cantidad || '1'} × ${precio || '0'}`, depreciacion].filter(Boolean).join(' – '),
  }),
  liquidacion: ({ tipo, numero, fecha }) => ({
    title: numero || 'Sin número',
    facts: [nombreLiquidable(tipo), fechaEscrita(fecha)].filter(Boolean).join(' · '),
  }),
  contable: () => ({ title: '', facts: '' }),
  retencion: ({ numero, fecha, precio }) => ({
    title: numero || 'Sin número',
    facts: [fechaEscrita(fecha), `sobre ${precio || '0'}`].filter(Boolean).join(' · '),
  }),
}

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

export function PayBar(props: { label: string; total: number; onReview: () => void }) {
  const { label, total, onReview } = props
  return (
    <div className={css.bar}>
      <div>
        <small>{label}</small>
        <b>$ {money(total)}</b>
      </div>
      <Button primary className={css.review} onClick={onReview}>
        Revisar y emitir
      </Button>
    </div>
  )
}
