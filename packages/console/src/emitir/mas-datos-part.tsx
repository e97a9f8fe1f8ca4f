/** «Más datos»: rarely used members, folded unless one is needed, filled in or wrong. */
import { useState } from 'react'
import { type FieldRow, Fields } from './fields.tsx'
import type { Change, Form } from './form.ts'
import css from './mas-datos.module.css'
import { llenos, lleva, type MasDatos } from './mas-datos.ts'
import { Apendices, Origenes, Otros } from './mas-datos-lists.tsx'

interface Props {
  readonly form: Form
  readonly dispatch: (change: Change) => void
  readonly errors: ReadonlyMap<string, string>
  readonly onBlur: (at: string) => void
}

// biome-ignore format: a table
const VENTA_TERCERO: readonly FieldRow<MasDatos['ventaTercero']>[] = [
  { member: 'nit', label: 'Su NIT', width: 'w4', also: [''] },
  { member: 'nombre', label: 'Su nombre', width: 'w4' },
  { member: 'codDomiciliado', label: 'Domicilio', width: 'w4', choices: [['1', 'En el país'], ['2', 'Fuera del país']] },
]
const COMPRA_TERCERO: readonly FieldRow<MasDatos['compraTercero']>[] = [
  { member: 'numDocumento', label: 'Su documento', width: 'w6', also: [''] },
  { member: 'nombre', label: 'Su nombre', width: 'w6' },
]
// biome-ignore format: a table
const SUELTOS: readonly (FieldRow<MasDatos> & { readonly of: 'compraTercero' | 'fusion' })[] = [
  { of: 'compraTercero', member: 'totalNoOnerosas', label: 'Valor de lo que sale sin pago', at: 'exportacion.totalNoOnerosas',
    help: 'Muestras y regalos; no entra en ningún total.', input: { inputMode: 'decimal', placeholder: '0.00' } },
  { of: 'fusion', member: 'fusion', label: 'NIT de la empresa absorbida', help: 'Si el documento que ajusta es de una empresa que la suya absorbió.' },
]

/** Where a problem is of this part. */
const OF_THIS_PART =
  /^(ventaTercero|compraTercero|fusion|origenes|otrosDocumentos|apendice)\b|^exportacion\.totalNoOnerosas$/

export function MasDatosPart({ form, dispatch, errors, onBlur }: Props) {
  const { mas, tipoDte } = form
  const filled = llenos(mas)
  const wrong = [...errors.keys()].some((at) => OF_THIS_PART.test(at))
  const [wanted, setWanted] = useState(filled.length > 0)
  const set = (values: Partial<MasDatos>) =>
    dispatch({ kind: 'set', values: { mas: { ...mas, ...values } } })
  const problems = { errorOf: (at: string) => errors.get(at), onBlur }
  const lists = { tipoDte, mas, set, problems }
  return (
    <details
      className={css.more}
      open={wanted || wrong}
      onToggle={(event) => setWanted(event.currentTarget.open)}
    >
      <summary>
        Más datos
        {filled.length > 0 && <span className="sub"> {filled.join(', ')}</span>}
      </summary>
      {(wanted || wrong) && (
        <div className={css.parts}>
          {lleva(tipoDte, 'ventaTercero') && (
            <fieldset className="fields">
              <legend>Se vende por cuenta de otro</legend>
              <Fields
                {...problems}
                at="ventaTercero"
                rows={VENTA_TERCERO}
                value={mas.ventaTercero}
                onChange={(values) => set({ ventaTercero: { ...mas.ventaTercero, ...values } })}
              />
            </fieldset>
          )}
          {lleva(tipoDte, 'compraTercero') && (
            <fieldset className="fields">
              <legend>Un operador logístico compra por cuenta de otro</legend>
              <Fields
                {...problems}
                at="compraTercero"
                rows={COMPRA_TERCERO}
                value={mas.compraTercero}
                onChange={(values) => set({ compraTercero: { ...mas.compraTercero, ...values } })}
              />
            </fieldset>
          )}
          <Fields
            {...problems}
            at=""
            rows={SUELTOS.filter((row) => lleva(tipoDte, row.of))}
            value={mas}
            onChange={set}
          />
          {lleva(tipoDte, 'origenes') && <Origenes {...lists} />}
          {lleva(tipoDte, 'otrosDocumentos') && <Otros {...lists} />}
          <Apendices {...lists} />
        </div>
      )}
    </details>
  )
}
