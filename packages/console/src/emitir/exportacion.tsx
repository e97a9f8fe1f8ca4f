import { INCOTERMS, RECINTOS_FISCALES, REGIMENES, TIPOS_REGIMEN } from '../fiscal/catalogos.ts'
import { ChoiceField } from './choice-field.tsx'
import { AMOUNT, byCode, choicesOf, type FieldRow, Fields } from './fields.tsx'
import type { Exportacion, Form } from './form.ts'

interface Props {
  readonly form: Form
  readonly errorOf: (at: string) => string | undefined
  readonly onChange: (exportacion: Exportacion) => void
}

const coded = (table: object) =>
  choicesOf(table)
    .sort(byCode)
    .map(([code, name]) => [code, `${code} ${name}`] as const)

// biome-ignore format: a table
const ADUANA: readonly FieldRow<Exportacion>[] = [
  { member: 'recintoFiscal', label: 'Recinto fiscal', width: 'w6', choices: coded(RECINTOS_FISCALES) },
  { member: 'tipoRegimen', label: 'Tipo de régimen', width: 'w6', choices: coded(TIPOS_REGIMEN) },
  { member: 'regimen', label: 'Régimen', width: 'w6', choices: coded(REGIMENES) },
  { member: 'incoterms', label: 'INCOTERM', width: 'w6', choices: coded(INCOTERMS) },
]
const GASTOS: readonly FieldRow<Exportacion>[] = [
  { member: 'flete', label: 'Flete', width: 'w3', optional: true, input: AMOUNT },
  { member: 'seguro', label: 'Seguro', width: 'w3', optional: true, input: AMOUNT },
]

const QUE = [
  ['1', 'Bienes'],
  ['2', 'Servicios'],
] as const

/** How an export leaves; services have no customs members. */
export function ExportacionFields({ form, errorOf, onChange }: Props) {
  const value = form.exportacion
  return (
    <div className="fields">
      <ChoiceField
        label="Qué se exporta"
        at="exportacion.tipoItemExpor"
        className="w6"
        value={value.tipoItemExpor}
        choices={QUE}
        onChange={(code) => onChange({ ...value, tipoItemExpor: code === '1' ? '1' : '2' })}
      />
      <Fields
        at="exportacion"
        rows={value.tipoItemExpor === '1' ? [...ADUANA, ...GASTOS] : GASTOS}
        value={value}
        onChange={(values) => onChange({ ...value, ...values })}
        errorOf={errorOf}
      />
      {errorOf('exportacion') && <span className="err">{errorOf('exportacion')}</span>}
    </div>
  )
}
