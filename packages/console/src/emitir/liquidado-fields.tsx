/** What a document that is liquidated (08) has besides its columns. */
import { AMOUNT, type FieldRow, Fields } from './fields.tsx'
import css from './line-details.module.css'
import type { Linea } from './lineas/linea.ts'
import { EXPORTACION, RETORNO, TRIBUTOS_LIQUIDADOS } from './lineas/liquidacion.ts'
import { LIQUIDADO_VACIO, type Liquidado } from './lineas/liquidado.ts'

interface Props {
  readonly linea: Linea
  readonly onChange: (values: Partial<Linea>) => void
}

const amount = <T,>(member: keyof T & string, label: string): FieldRow<T> => ({
  ...{ member, label, width: 'w4', input: AMOUNT },
})

const VENTAS = [
  amount<Liquidado>('exento', 'Exento'),
  amount<Liquidado>('noSujeto', 'No sujeto'),
] as const
const EXPORTADO = amount<Liquidado>('exportado', 'Exportado')
const PERCIBIDO = amount<Liquidado>('percibido', 'IVA percibido')

type Tributos = Liquidado['tributos']
const NOMBRES: Readonly<Record<(typeof TRIBUTOS_LIQUIDADOS)[number], string>> = {
  '59': 'Turismo: alojamiento',
  '71': 'Turismo: vía aérea',
  D1: 'FOVIAL',
  C8: 'COTRANS',
  D5: 'Otras tasas',
}
const TRIBUTOS = TRIBUTOS_LIQUIDADOS.map((code) => amount<Tributos>(code, NOMBRES[code]))

export function MontosLiquidados({ linea, onChange }: Props) {
  const value = linea.liquidado ?? LIQUIDADO_VACIO
  const set = (values: Partial<Liquidado>) => onChange({ liquidado: { ...value, ...values } })
  const rows = [
    ...(linea.tipo === EXPORTACION ? [] : VENTAS),
    ...(linea.tipo === RETORNO ? [EXPORTADO] : []),
    PERCIBIDO,
  ]
  const none = () => undefined
  return (
    <fieldset className={css.taxes} disabled={value.propio}>
      <legend className="label">Otros montos, si los tiene</legend>
      <div className="fields">
        <Fields at="liquidado" value={value} rows={rows} onChange={set} errorOf={none} />
        <Fields
          at="liquidado.tributos"
          value={value.tributos}
          rows={TRIBUTOS}
          onChange={(values) => set({ tributos: { ...value.tributos, ...(values as Tributos) } })}
          errorOf={none}
        />
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={value.invalidado}
          onChange={(event) => set({ invalidado: event.target.checked })}
        />
        Se liquidó y después se invalidó: resta
      </label>
      {value.propio && (
        <p className="help">Lo emitió su empresa: sus montos son los del documento.</p>
      )}
    </fieldset>
  )
}
