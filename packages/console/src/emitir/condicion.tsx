/** Payment terms, own reference, and rarely used fields, which open on demand. */
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { FORMAS_PAGO } from '../fiscal/catalogos.ts'
import { ChoiceField } from './choice-field.tsx'
import css from './condicion.module.css'
import { AMOUNT, byCode, choicesOf, type FieldRow, Fields } from './fields.tsx'
import { focusCell } from './focus.ts'
import type { Change, Form } from './form.ts'
import { isEmptyLinea } from './lineas/linea.ts'
import { hasEfectivo } from './peticion.ts'
import { TIPO_FORM } from './tipo-form.ts'

interface Props {
  readonly form: Form
  readonly dispatch: (change: Change) => void
  readonly errorOf: (at: string) => string | undefined
  readonly onBlur: (at: string) => void
}

const CONDICIONES = [
  ['1', 'Contado'],
  ['2', 'Crédito'],
  ['3', 'Mixto'],
] as const

// biome-ignore format: a table
const ROWS = {
  forma: { member: 'formaPago', label: 'Forma de pago', choices: choicesOf(FORMAS_PAGO).sort(byCode) },
  ahora: { member: 'pagoContado', label: 'Paga ahora', at: 'pagos', input: AMOUNT },
  referencia: { member: 'referencia', label: 'Referencia propia', optional: true, input: { placeholder: 'Pedido, caja o contrato', maxLength: 100 } },
  retencion: { member: 'retencionDeNota', label: 'Retención de IVA 1 %', at: 'aplicarRetencionIva', optional: true, choices: [
    ['', 'como el documento'], ['si', 'retiene'], ['no', 'no retiene'],
  ] },
  electronico: { member: 'numPagoElectronico', label: 'Número de pago electrónico' },
  observaciones: { member: 'observaciones', label: 'Observaciones', help: 'Se imprimen en el documento.', long: true, input: { maxLength: 3000 } },
} as const satisfies Readonly<Record<string, FieldRow<Form>>>

/** Of what is given in money. */
const DEL_EFECTIVO: FieldRow<Form> = {
  ...{ ...ROWS.forma, label: 'Cómo se entregó el efectivo', also: ['pagos'] },
}

export function Condicion({ form, dispatch, errorOf, onBlur }: Props) {
  const tipo = TIPO_FORM[form.tipoDte]
  const set = (values: Partial<Form>) => dispatch({ kind: 'set', values })
  const fields = { at: '', value: form, onChange: set, errorOf, onBlur }
  const filled = form.lineas.filter((linea) => !isEmptyLinea(linea))
  const plazo = tipo.pagos && <Plazo form={form} set={set} errorOf={errorOf} />
  return (
    <>
      <div className={css.terms}>
        {tipo.condicion && (
          <ChoiceField
            label="Condición"
            at="condicionOperacion"
            value={form.condicion}
            choices={CONDICIONES}
            onChange={(code) => set({ condicion: code as Form['condicion'] })}
          />
        )}
        {tipo.formaPago && hasEfectivo(filled) && <Fields {...fields} rows={[DEL_EFECTIVO]} />}
        {tipo.pagos && form.condicion !== '2' && (
          <Fields
            {...fields}
            rows={[{ ...ROWS.forma, also: form.condicion === '3' ? [] : ['pagos'] }]}
          />
        )}
        {form.condicion === '2' && plazo}
        <Fields
          {...fields}
          rows={[ROWS.referencia, ...(tipo.relacionados ? [ROWS.retencion] : [])]}
        />
        {tipo.pagos && form.condicion === '3' && (
          <>
            <Fields {...fields} rows={[ROWS.ahora]} />
            {plazo}
          </>
        )}
      </div>
      <More form={form} set={set} errorOf={errorOf} onBlur={onBlur} />
    </>
  )
}

interface PartProps {
  readonly form: Form
  readonly set: (values: Partial<Form>) => void
  readonly errorOf: (at: string) => string | undefined
}

function Plazo({ form, set, errorOf }: PartProps) {
  return (
    <div className="field">
      <label className="label" htmlFor="periodo">
        Plazo
      </label>
      <div className={css.term}>
        <input
          id="periodo"
          className="input num"
          inputMode="numeric"
          data-at="periodo"
          value={form.periodo}
          aria-invalid={errorOf('periodo') ? true : undefined}
          onChange={(event) => set({ periodo: event.target.value })}
        />
        <select
          className="input"
          aria-label="Unidad del plazo"
          data-at="plazo"
          value={form.plazo}
          onChange={(event) => set({ plazo: event.target.value })}
        >
          <option value="01">días</option>
          <option value="02">meses</option>
          <option value="03">años</option>
        </select>
      </div>
      {(errorOf('periodo') ?? errorOf('plazo')) && (
        <span className="err">{errorOf('periodo') ?? errorOf('plazo')}</span>
      )}
    </div>
  )
}

/** Each is set by taking it, and is taken back by its check box. */
const TOGGLES = [
  ['retencionIva', 'Retención de IVA 1 %', 'aplicarRetencionIva'],
  ['percepcionIva', 'Percepción de IVA 1 %', 'aplicarPercepcionIva'],
  ['reteRenta', 'Retener 10 % de renta', 'aplicarReteRenta'],
] as const

/** What few documents have: a link until it is wanted, filled in or wrong. */
function More({ form, set, errorOf, onBlur }: PartProps & { onBlur: (at: string) => void }) {
  const tipo = TIPO_FORM[form.tipoDte]
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const isCompra = tipo.descuentoGlobal === 'compra'
  const descuento: FieldRow<Form> = {
    member: 'descuentoGlobal',
    label: isCompra ? 'Descuento de la compra' : 'Descuento global sobre lo gravado',
    at: isCompra ? 'descuento' : 'descuentos',
    input: { ...AMOUNT, className: `in num ${css.amount}` },
  }
  const offer = ({ member, label, at = member }: FieldRow<Form>, name = label) => {
    const on = form[member] !== '' || errorOf(at) !== undefined || opened.has(at)
    return { at, on, label: name, take: () => setOpened(new Set([...opened, at])) }
  }
  const toggles = TOGGLES.filter(([member]) => tipo[member])
  const parts = [
    tipo.descuentoGlobal !== null &&
      offer(descuento, isCompra ? descuento.label : 'Descuento global'),
    ...toggles.map(([member, label, at]) => ({
      ...{ at, label, on: form[member] },
      take: () => set({ [member]: true }),
    })),
    tipo.numPagoElectronico && offer(ROWS.electronico),
    tipo.observaciones && offer(ROWS.observaciones),
  ].filter((part) => part !== false)
  const all: readonly FieldRow<Form>[] = [descuento, ROWS.electronico, ROWS.observaciones]
  const rows = all.filter(({ member, at = member }) =>
    parts.some((part) => part.at === at && part.on),
  )
  return (
    <>
      <div className={css.offered}>
        {parts
          .filter(({ on }) => !on)
          .map(({ at, label, take }) => (
            <button
              key={at}
              type="button"
              onClick={() => {
                take()
                requestAnimationFrame(() => focusCell(at))
              }}
            >
              <Plus className="icon" aria-hidden />
              {label}
            </button>
          ))}
      </div>
      <div className={css.taken}>
        {toggles
          .filter(([member]) => form[member])
          .map(([member, label, at]) => (
            <div key={member}>
              <label className="check">
                <input
                  type="checkbox"
                  data-at={at}
                  checked
                  onChange={() => set({ [member]: false })}
                />
                {label}
              </label>
              {errorOf(at) && <span className="err">{errorOf(at)}</span>}
            </div>
          ))}
        <Fields {...{ at: '', value: form, onChange: set, errorOf, onBlur }} rows={rows} />
      </div>
    </>
  )
}
