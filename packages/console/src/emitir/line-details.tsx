/** All members of one line: the phone's sheet, and the members without a column in the grid. */

import type { FocusEvent } from 'react'
import { UNIDADES_MEDIDA } from '../fiscal/catalogos.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { money } from '../ui/text.ts'
import { byName, choicesOf, type FieldRow, Fields } from './fields.tsx'
import type { Form } from './form.ts'
import css from './line-details.module.css'
import { type Columna, columnasOf, LINEAS } from './lineas/columnas.ts'
import { BIEN, type Linea, VENTA } from './lineas/linea.ts'
import { MontosLiquidados } from './liquidado-fields.tsx'
import { lineOf, useProductos } from './productos.ts'
import { TIPO_FORM } from './tipo-form.ts'

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

const NUMERO = {
  inputMode: 'decimal',
  onFocus: (event: FocusEvent<HTMLInputElement>) => event.target.select(),
} as const

/** A column of the grid as a field. */
function fieldOf(columna: Columna, form: Form): FieldRow<Linea> {
  const { column, kind, label, head, placeholder, choices } = columna
  const member = { member: column, label: head === null ? TIPO_FORM[form.tipoDte].precio : label }
  if (kind === 'producto' || kind === 'texto') return { ...member, long: true }
  if (kind === 'venta') return { ...member, width: 'w6', choices: Object.entries(VENTA) }
  if (choices) return { ...member, width: 'w6', choices: choices(form.retenidos) }
  if (kind === 'fecha') return { ...member, width: 'w6', input: { type: 'date' } }
  if (column === 'descuento') {
    return { ...member, width: 'w4', optional: true, input: { ...NUMERO, placeholder: '9 o 10%' } }
  }
  const optional = column === 'depreciacion'
  const shown = optional ? '0.00' : placeholder
  return { ...member, width: 'w4', optional, input: { ...NUMERO, placeholder: shown } }
}

/** Of one of the company's own documents nothing is typed. */
function asOwn(linea: Linea, row: FieldRow<Linea>): FieldRow<Linea> {
  if (!linea.liquidado?.propio) return row
  const chosen = row.choices?.filter(([code]) => code === linea[row.member])
  return { ...row, ...(chosen ? { choices: chosen } : {}), input: { ...row.input, readOnly: true } }
}

const CODIGO: FieldRow<Linea> = {
  ...{ member: 'codigo', label: 'Código', width: 'w6', optional: true },
}
const UNIDAD: FieldRow<Linea> = {
  ...{ member: 'uniMedida', label: 'Unidad', width: 'w6', choices: UNITS },
}

/** What a line has besides its columns. */
function extrasOf(form: Form, { donacion }: Linea): readonly FieldRow<Linea>[] {
  const clase = TIPO_FORM[form.tipoDte].lineas
  if (clase === 'retencion' || clase === 'liquidacion') {
    const label = clase === 'retencion' ? 'Descripción' : 'Observaciones'
    return [{ member: 'descripcion', label, optional: true, long: true }]
  }
  if (clase === 'donacion') return donacion === BIEN ? [CODIGO, UNIDAD] : [CODIGO]
  const tipo: FieldRow<Linea> = { member: 'tipoItem', label: 'Tipo', width: 'w6', choices: TIPOS }
  const shared = [CODIGO, UNIDAD, tipo]
  return form.relacionados.length > 1 ? [...shared, documento(form)] : shared
}

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
  const [first, ...columns] = columnasOf(tipo.lineas, linea)
    .filter(({ kind }) => kind !== 'venta' || tipo.ventas)
    .map((columna) => asOwn(linea, fieldOf(columna, form)))
  const { one, hasProducts } = LINEAS[tipo.lineas]
  const fields = {
    ...{ at: 'detalle', value: linea, onChange: (texts: object) => onChange(valuesOf(texts)) },
    errorOf: (at: string) => props.errorOf?.(at.replace('detalle.', '')),
  }
  return (
    <Dialog
      title={one}
      panel
      onClose={onClose}
      footer={
        <>
          {onRemove && (
            <Button quiet onClick={onRemove}>
              Quitar
            </Button>
          )}
          <span className="space" />
          {onNext && <Button onClick={onNext}>Guardar y otra</Button>}
          <Button primary onClick={onClose}>
            Listo
          </Button>
        </>
      }
    >
      {first && (
        <Fields
          {...fields}
          rows={[first]}
          onChange={(texts) => onChange(hasProducts ? { ...texts, productId: null } : texts)}
        />
      )}
      {hasProducts && <Sugeridos linea={linea} form={form} onTake={onChange} />}
      <div className="fields">
        <Fields {...fields} rows={[...columns, ...extrasOf(form, linea)]} />
      </div>
      {tipo.lineas === 'liquidacion' && <MontosLiquidados linea={linea} onChange={onChange} />}
      {tipo.ventas && linea.venta === 'gravada' && (
        <fieldset className={css.taxes}>
          <legend className="label">Tributos además del IVA</legend>
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
