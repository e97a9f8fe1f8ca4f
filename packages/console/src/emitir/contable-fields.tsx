/** What a documento contable de liquidación (09) states: the period, what was paid with cards, what is kept of it. */
import type { Contable } from './contable.ts'
import { AMOUNT, type FieldProblems, type FieldRow, Fields } from './fields.tsx'
import type { Change, Form } from './form.ts'

interface Props extends FieldProblems {
  readonly form: Form
  readonly dispatch: (change: Change) => void
}

// biome-ignore format: a table
const LIQUIDADO: readonly FieldRow<Contable>[] = [
  { member: 'desde', label: 'Desde', width: 'w3', input: { type: 'date' } },
  { member: 'hasta', label: 'Hasta', width: 'w3', help: 'Del mismo mes.', input: { type: 'date' } },
  { member: 'cantidadDocumentos', label: 'Comprobantes', width: 'w3', optional: true, input: { inputMode: 'numeric', className: 'input num', maxLength: 9 } },
  { member: 'codigo', label: 'Código', width: 'w3', optional: true, input: { maxLength: 30 } },
  { member: 'valorOperaciones', label: 'Pagado con tarjetas', width: 'w6', help: 'Con IVA.', input: AMOUNT },
  { member: 'comision', label: 'Comisión', width: 'w6', also: ['porcentajeComision'], help: 'Sin IVA: un monto, o un porcentaje de lo pagado.', input: { ...AMOUNT, placeholder: '339.00 o 3%' } },
  { member: 'sinMonto', label: 'Sin percepción', at: 'sinPercepcion.monto', also: ['sinPercepcion'], width: 'w6', optional: true, help: 'Ventas exentas, propinas…', input: AMOUNT },
  { member: 'sinDescripcion', label: 'Qué no se sujeta a percepción', at: 'sinPercepcion.descripcion', width: 'w6', optional: true, input: { maxLength: 100 } },
]

// biome-ignore format: a table
const RESPONSABLE: readonly FieldRow<Contable>[] = [
  { member: 'nombre', label: 'Nombre', at: 'responsable.nombre', width: 'w4', input: { maxLength: 100 } },
  { member: 'documento', label: 'Documento', at: 'responsable.documento', width: 'w4', input: { maxLength: 25 } },
  { member: 'codEmpleado', label: 'Código de empleado', at: 'responsable.codEmpleado', width: 'w4', optional: true, input: { maxLength: 15 } },
]

export function ContableFields(props: Props) {
  return <Part {...props} rows={LIQUIDADO} />
}

export function ResponsableFields(props: Props) {
  return <Part {...props} rows={RESPONSABLE} />
}

function Part({ form, dispatch, rows, ...problems }: Props & { rows: typeof LIQUIDADO }) {
  return (
    <div className="fields">
      <Fields
        {...problems}
        at="liquidacionContable"
        rows={rows}
        value={form.contable}
        onChange={(values) =>
          dispatch({ kind: 'set', values: { contable: { ...form.contable, ...values } } })
        }
      />
    </div>
  )
}
