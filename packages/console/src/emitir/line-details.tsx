/** All members of one line: the phone's sheet, and the members without a column in the grid. */

import type { FocusEvent } from 'react'
import { UNIDADES_MEDIDA } from '../fiscal/catalogos.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { money } from '../ui/text.ts'
import { byName, choicesOf, type FieldRow, Fields } from './fields.tsx'
import { type Form, type Linea, VENTA } from './form.ts'
import css from './line-details.module.css'
import { lineOf, useProductos } from './productos.ts'
import { TIPO_FORM, type TipoForm } from './tipo-form.ts'

interface Props {
  readonly linea: Linea
  readonly form: Form
  readonly errorOf?: (column: string) => string | undefined
  readonly onChange: (values: Partial<Linea>) => void
  readonly onClose: () => void
  readonly onNext?: () => void
  readonly onRemove?: () => void
}

const UNITS = [['', 'La usual'], ...choicesOf(UNIDADES_MEDIDA).sort(byName)] as const
// biome-ignore format: a table
const TIPOS = [['', 'El usual'], ['1', 'Bien'], ['2', 'Servicio'], ['3', 'Bien y servicio']] as const

// biome-ignore format: a table
const TRIBUTOS = [
  ['59', 'Turismo: alojamiento 5 %'], ['71', 'Turismo: salida por vía aérea $7.00'],
  ['D1', 'FOVIAL'], ['C8', 'COTRANS'],
] as const

const VENTAS: FieldRow<Linea> = {
  member: 'venta',
  label: 'Venta',
  width: 'w6',
  choices: Object.entries(VENTA),
}

const AMOUNT = {
  inputMode: 'decimal',
  onFocus: (event: FocusEvent<HTMLInputElement>) => event.target.select(),
} as const

// biome-ignore format: a table
const fieldsOf = (form: Form, { precio, ventas }: TipoForm): readonly FieldRow<Linea>[] => [
  { member: 'cantidad', label: 'Cantidad', width: 'w4', input: { ...AMOUNT, placeholder: '1' } },
  { member: 'precio', label: precio, width: 'w4', input: { ...AMOUNT, placeholder: '0.00' } },
  { member: 'descuento', label: 'Descuento', width: 'w4', optional: true, input: { ...AMOUNT, placeholder: '9 o 10%' } },
  ...(ventas ? [VENTAS] : []),
  { member: 'codigo', label: 'Código', width: 'w6', optional: true },
  { member: 'uniMedida', label: 'Unidad', width: 'w6', choices: UNITS },
  { member: 'tipoItem', label: 'Tipo', width: 'w6', choices: TIPOS },
  ...(form.relacionados.length > 1 ? [documento(form)] : []),
]

const documento = ({ relacionados }: Form): FieldRow<Linea> => ({
  member: 'numeroDocumento',
  label: 'Documento que ajusta',
  choices: [
    ['', 'Elija'],
    ...relacionados.map((one) => [one.codigoGeneracion, one.numeroControl] as const),
  ],
})

/** Members that are a number, or nothing, and not a text. */
const CODED: ReadonlySet<string> = new Set(['uniMedida', 'tipoItem'])
const valuesOf = (texts: object) =>
  Object.fromEntries(
    Object.entries(texts as Readonly<Record<string, string>>).map(([member, text]) => [
      member,
      CODED.has(member) ? (text === '' ? null : Number(text)) : text,
    ]),
  ) as Partial<Linea>

export function LineDetails(props: Props) {
  const { linea, form, onChange, onClose, onNext, onRemove } = props
  const tipo = TIPO_FORM[form.tipoDte]
  const fields = {
    ...{ at: 'detalle', value: linea, onChange: (texts: object) => onChange(valuesOf(texts)) },
    errorOf: (at: string) => props.errorOf?.(at.replace('detalle.', '')),
  }
  return (
    <Dialog
      title="Línea"
      panel
      onClose={onClose}
      footer={
        <>
          {onRemove && (
            <Button quiet onClick={onRemove}>
              Quitar
            </Button>
          )}
          <span className="sp" />
          {onNext && <Button onClick={onNext}>Guardar y otra</Button>}
          <Button primary onClick={onClose}>
            Listo
          </Button>
        </>
      }
    >
      <Fields
        {...fields}
        rows={[{ member: 'descripcion', label: 'Producto o servicio', long: true }]}
        onChange={({ descripcion = '' }) => onChange({ descripcion, productId: null })}
      />
      <Sugeridos linea={linea} form={form} onTake={onChange} />
      <div className="fields">
        <Fields {...fields} rows={fieldsOf(form, tipo)} />
      </div>
      {tipo.ventas && linea.venta === 'gravada' && (
        <fieldset className={css.taxes}>
          <legend className="lab">Tributos además del IVA</legend>
          {TRIBUTOS.map(([code, name]) => (
            <label key={code} className="check">
              <input
                type="checkbox"
                checked={linea.tributos.includes(code)}
                onChange={({ target }) => {
                  const others = linea.tributos.filter((one) => one !== code)
                  onChange({ tributos: target.checked ? [...others, code] : others })
                }}
              />
              {name}
            </label>
          ))}
        </fieldset>
      )}
      {tipo.noGravado && (
        <label className="check">
          <input
            type="checkbox"
            checked={linea.noGravado}
            onChange={(event) => onChange({ noGravado: event.target.checked })}
          />
          Es un cargo o abono no gravado: no entra en la base del IVA
        </label>
      )}
    </Dialog>
  )
}

const SUGERIDOS = 5

/** The company's products that match the text; none once one was chosen. */
function Sugeridos(props: Pick<Props, 'linea' | 'form'> & { onTake: Props['onChange'] }) {
  const { linea, form, onTake } = props
  const isOwn = linea.productId === null && linea.descripcion.trim() !== ''
  const { data } = useProductos(linea.descripcion, { limit: SUGERIDOS, enabled: isOwn })
  const found = isOwn ? (data?.products ?? []) : []
  if (found.length === 0) return null
  return (
    <ul className={css.suggested} aria-label="Productos guardados">
      {found.map((product) => {
        const line = lineOf(product, form.tipoDte)
        return (
          <li key={product.productId}>
            <button type="button" onClick={() => onTake(line)}>
              <span>{product.descripcion}</span>
              <small>{product.codigo}</small>
              <span className="num">{line.precio === '' ? '–' : money(Number(line.precio))}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
