/** All members of one line: the phone's sheet, and the members without a column in the grid. */

import { UNIDADES_MEDIDA } from '../fiscal/catalogos.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { money } from '../ui/text.ts'
import type { Form, Linea, VentaDeLinea } from './form.ts'
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

const UNITS = Object.entries(UNIDADES_MEDIDA as Record<string, { nombre: string }>).sort(
  ([, a], [, b]) => a.nombre.localeCompare(b.nombre, 'es'),
)

// biome-ignore format: a table
const TRIBUTOS = [
  ['59', 'Turismo: alojamiento 5 %'], ['71', 'Turismo: salida por vía aérea $7.00'],
  ['D1', 'FOVIAL'], ['C8', 'COTRANS'],
] as const

export function LineDetails(props: Props) {
  const { linea, form, onChange, onClose, onNext, onRemove } = props
  const tipo = TIPO_FORM[form.tipoDte]
  const number = (member: 'cantidad' | 'precio' | 'descuento', placeholder: string) => (
    <input
      className="in"
      inputMode="decimal"
      autoComplete="off"
      placeholder={placeholder}
      value={linea[member]}
      onFocus={(event) => event.target.select()}
      onChange={(event) => onChange({ [member]: event.target.value })}
    />
  )
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
      <Field label="Producto o servicio" error={props.errorOf?.('descripcion')}>
        <textarea
          className="in"
          value={linea.descripcion}
          onChange={(event) => onChange({ descripcion: event.target.value, productId: null })}
        />
      </Field>
      <Sugeridos linea={linea} form={form} onTake={onChange} />
      <div className="fields">
        <Field label="Cantidad" className="w4" error={props.errorOf?.('cantidad')}>
          {number('cantidad', '1')}
        </Field>
        <Field label={tipo.precio} className="w4" error={props.errorOf?.('precio')}>
          {number('precio', '0.00')}
        </Field>
        <Field label="Descuento" className="w4" optional error={props.errorOf?.('descuento')}>
          {number('descuento', '9 o 10%')}
        </Field>
        {tipo.ventas && (
          <Field label="Venta" className="w6">
            <select
              className="in"
              value={linea.venta}
              onChange={(event) => onChange({ venta: event.target.value as VentaDeLinea })}
            >
              <option value="gravada">Gravada</option>
              <option value="exenta">Exenta</option>
              <option value="no_sujeta">No sujeta</option>
            </select>
          </Field>
        )}
        <Field label="Código" className="w6" optional>
          <input
            className="in"
            value={linea.codigo}
            onChange={(event) => onChange({ codigo: event.target.value })}
          />
        </Field>
        <Field label="Unidad" className="w6">
          <select
            className="in"
            value={linea.uniMedida ?? ''}
            onChange={(event) =>
              onChange({ uniMedida: event.target.value === '' ? null : Number(event.target.value) })
            }
          >
            <option value="">La usual</option>
            {UNITS.map(([code, { nombre }]) => (
              <option key={code} value={code}>
                {nombre}
              </option>
            ))}
          </select>
        </Field>
        <Field label="Tipo" className="w6">
          <select
            className="in"
            value={linea.tipoItem ?? ''}
            onChange={(event) =>
              onChange({ tipoItem: event.target.value === '' ? null : Number(event.target.value) })
            }
          >
            <option value="">El usual</option>
            <option value="1">Bien</option>
            <option value="2">Servicio</option>
            <option value="3">Bien y servicio</option>
          </select>
        </Field>
        {form.relacionados.length > 1 && (
          <Field label="Documento que ajusta">
            <select
              className="in"
              value={linea.numeroDocumento ?? ''}
              onChange={(event) => onChange({ numeroDocumento: event.target.value || null })}
            >
              <option value="">Elija</option>
              {form.relacionados.map((one) => (
                <option key={one.codigoGeneracion} value={one.codigoGeneracion}>
                  {one.numeroControl}
                </option>
              ))}
            </select>
          </Field>
        )}
      </div>
      {tipo.ventas && linea.venta === 'gravada' && (
        <fieldset className="stack" style={{ border: 0, padding: 0, gap: 6 }}>
          <legend className="lab">Tributos además del IVA</legend>
          {TRIBUTOS.map(([code, name]) => (
            <label key={code} className="check">
              <input
                type="checkbox"
                checked={linea.tributos.includes(code)}
                onChange={(event) =>
                  onChange({
                    tributos: event.target.checked
                      ? [...linea.tributos, code]
                      : linea.tributos.filter((one) => one !== code),
                  })
                }
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
    <ul className="suggest" aria-label="Productos guardados">
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
