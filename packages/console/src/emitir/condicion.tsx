/** Payment terms, own reference, and rarely used fields, which open on demand. */
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { FORMAS_PAGO } from '../fiscal/catalogos.ts'
import { Field } from '../ui/field.tsx'
import type { Change, Form } from './form.ts'
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

export function Condicion({ form, dispatch, errorOf, onBlur }: Props) {
  const tipo = TIPO_FORM[form.tipoDte]
  const set = (values: Partial<Form>) => dispatch({ kind: 'set', values })
  return (
    <>
      <div className="terms">
        {tipo.pagos && (
          <div className="f" role="radiogroup" aria-label="Condición">
            <span className="lab">Condición</span>
            <div className="seg">
              {CONDICIONES.map(([code, name]) => (
                <label key={code}>
                  <input
                    type="radio"
                    name="condicion"
                    checked={form.condicion === code}
                    onChange={() => set({ condicion: code })}
                    {...(form.condicion === code ? { 'data-at': 'condicionOperacion' } : {})}
                  />
                  {name}
                </label>
              ))}
            </div>
          </div>
        )}
        {tipo.pagos && form.condicion !== '2' && (
          <Field
            label="Forma de pago"
            error={errorOf('formaPago') ?? (form.condicion === '3' ? undefined : errorOf('pagos'))}
          >
            <select
              className="in"
              data-at="formaPago"
              value={form.formaPago}
              onChange={(event) => set({ formaPago: event.target.value })}
            >
              {Object.entries(FORMAS_PAGO as Record<string, { nombre: string }>)
                .sort(([a], [b]) => a.localeCompare(b))
                .map(([code, { nombre }]) => (
                  <option key={code} value={code}>
                    {nombre}
                  </option>
                ))}
            </select>
          </Field>
        )}
        {tipo.pagos && form.condicion === '2' && <Plazo form={form} set={set} errorOf={errorOf} />}
        <Field label="Referencia propia" optional error={errorOf('referencia')}>
          <input
            className="in"
            data-at="referencia"
            data-after-lines
            placeholder="Pedido, caja o contrato"
            maxLength={100}
            value={form.referencia}
            onChange={(event) => set({ referencia: event.target.value })}
            onBlur={() => onBlur('referencia')}
          />
        </Field>
        {tipo.relacionados && (
          <Field label="Retención de IVA 1 %" optional error={errorOf('aplicarRetencionIva')}>
            <select
              className="in"
              data-at="aplicarRetencionIva"
              value={form.retencionDeNota}
              onChange={(event) =>
                set({ retencionDeNota: event.target.value as Form['retencionDeNota'] })
              }
            >
              <option value="">como el documento</option>
              <option value="si">retiene</option>
              <option value="no">no retiene</option>
            </select>
          </Field>
        )}
        {tipo.pagos && form.condicion === '3' && (
          <>
            <Field label="Paga ahora" error={errorOf('pagos')}>
              <input
                className="in num"
                data-at="pagos"
                onBlur={() => onBlur('pagos')}
                inputMode="decimal"
                value={form.pagoContado}
                placeholder="0.00"
                onChange={(event) => set({ pagoContado: event.target.value })}
              />
            </Field>
            <Plazo form={form} set={set} errorOf={errorOf} />
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
    <div className="f">
      <label className="lab" htmlFor="periodo">
        Plazo
      </label>
      <div className="rowx" style={{ flexWrap: 'nowrap' }}>
        <input
          id="periodo"
          className="in num"
          inputMode="numeric"
          data-at="periodo"
          style={{ width: 72 }}
          value={form.periodo}
          aria-invalid={errorOf('periodo') ? true : undefined}
          onChange={(event) => set({ periodo: event.target.value })}
        />
        <select
          className="in"
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

function More({ form, set, errorOf, onBlur }: PartProps & { onBlur: (at: string) => void }) {
  const tipo = TIPO_FORM[form.tipoDte]
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const open = (name: string) => setOpened(new Set([...opened, name]))
  const parts = [
    tipo.descuentoGlobal && {
      name: 'descuento',
      label: tipo.descuentoGlobal === 'compra' ? 'Descuento de la compra' : 'Descuento global',
      on:
        form.descuentoGlobal !== '' ||
        errorOf('descuentos') !== undefined ||
        errorOf('descuento') !== undefined,
      toggle: null,
    },
    tipo.retencionIva && {
      name: 'retencion',
      label: 'Retención de IVA 1 %',
      on: form.retencionIva,
      toggle: 'retencionIva' as const,
    },
    tipo.percepcionIva && {
      name: 'percepcion',
      label: 'Percepción de IVA 1 %',
      on: form.percepcionIva,
      toggle: 'percepcionIva' as const,
    },
    tipo.reteRenta && {
      name: 'renta',
      label: 'Retener 10 % de renta',
      on: form.reteRenta,
      toggle: 'reteRenta' as const,
    },
    tipo.numPagoElectronico && {
      name: 'pago',
      label: 'Número de pago electrónico',
      on: form.numPagoElectronico !== '',
      toggle: null,
    },
    {
      name: 'observaciones',
      label: 'Observaciones',
      on: form.observaciones !== '' || errorOf('observaciones') !== undefined,
      toggle: null,
    },
  ].filter((part) => part !== null && part !== false)
  const isOpen = (part: { name: string; on: boolean }) => part.on || opened.has(part.name)
  const shown = (name: string) => parts.some((part) => part.name === name && isOpen(part))
  return (
    <>
      <div className="more">
        {parts
          .filter((part) => !isOpen(part))
          .map((part) => (
            <button
              key={part.name}
              type="button"
              onClick={() => (part.toggle ? set({ [part.toggle]: true }) : open(part.name))}
            >
              <Plus className="i" aria-hidden />
              {part.label}
            </button>
          ))}
      </div>
      <div className="extra">
        {parts
          .filter((part) => part.toggle && part.on)
          .map((part) => (
            <div key={part.name}>
              <label className="check">
                <input
                  type="checkbox"
                  checked
                  onChange={() => part.toggle && set({ [part.toggle]: false })}
                />
                {part.label}
              </label>
              {part.toggle === 'retencionIva' && errorOf('aplicarRetencionIva') && (
                <span className="err">{errorOf('aplicarRetencionIva')}</span>
              )}
              {part.toggle === 'percepcionIva' && errorOf('aplicarPercepcionIva') && (
                <span className="err">{errorOf('aplicarPercepcionIva')}</span>
              )}
              {part.toggle === 'reteRenta' && errorOf('aplicarReteRenta') && (
                <span className="err">{errorOf('aplicarReteRenta')}</span>
              )}
            </div>
          ))}
        {shown('descuento') && (
          <Field
            label={
              tipo.descuentoGlobal === 'compra'
                ? 'Descuento de la compra'
                : 'Descuento global sobre lo gravado'
            }
            error={errorOf('descuentos') ?? errorOf('descuento')}
          >
            <input
              className="in num"
              style={{ maxWidth: 160 }}
              inputMode="decimal"
              data-at={tipo.descuentoGlobal === 'compra' ? 'descuento' : 'descuentos'}
              placeholder="0.00"
              value={form.descuentoGlobal}
              onChange={(event) => set({ descuentoGlobal: event.target.value })}
              onBlur={() => onBlur('descuentos')}
            />
          </Field>
        )}
        {shown('pago') && (
          <Field label="Número de pago electrónico" error={errorOf('numPagoElectronico')}>
            <input
              className="in"
              data-at="numPagoElectronico"
              value={form.numPagoElectronico}
              onChange={(event) => set({ numPagoElectronico: event.target.value })}
            />
          </Field>
        )}
        {shown('observaciones') && (
          <Field
            label="Observaciones"
            help="Se imprimen en el documento."
            error={errorOf('observaciones')}
          >
            <textarea
              className="in"
              data-at="observaciones"
              maxLength={3000}
              value={form.observaciones}
              onChange={(event) => set({ observaciones: event.target.value })}
              onBlur={() => onBlur('observaciones')}
            />
          </Field>
        )}
      </div>
    </>
  )
}
