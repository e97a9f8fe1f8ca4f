import { INCOTERMS, RECINTOS_FISCALES, REGIMENES, TIPOS_REGIMEN } from '../fiscal/catalogos.ts'
import { Field } from '../ui/field.tsx'
import type { Exportacion, Form } from './form.ts'

interface Props {
  readonly form: Form
  readonly errorOf: (at: string) => string | undefined
  readonly onChange: (exportacion: Exportacion) => void
}

const CHOICES = {
  recintoFiscal: ['Recinto fiscal', RECINTOS_FISCALES],
  tipoRegimen: ['Tipo de régimen', TIPOS_REGIMEN],
  regimen: ['Régimen', REGIMENES],
  incoterms: ['INCOTERM', INCOTERMS],
} as const

/** How an export leaves; services have no customs members. */
export function ExportacionFields({ form, errorOf, onChange }: Props) {
  const value = form.exportacion
  const set = (values: Partial<Exportacion>) => onChange({ ...value, ...values })
  const choice = (member: keyof typeof CHOICES) => {
    const [label, table] = CHOICES[member]
    return (
      <Field label={label} className="w6" error={errorOf(`exportacion.${member}`)}>
        <select
          className="in"
          data-at={`exportacion.${member}`}
          value={value[member]}
          onChange={(event) => set({ [member]: event.target.value })}
        >
          {Object.entries(table as Record<string, { nombre: string }>)
            .sort(([a], [b]) => a.localeCompare(b))
            .map(([code, { nombre }]) => (
              <option key={code} value={code}>
                {code} {nombre}
              </option>
            ))}
        </select>
      </Field>
    )
  }
  const amount = (member: 'flete' | 'seguro', label: string) => (
    <Field label={label} className="w3" optional error={errorOf(`exportacion.${member}`)}>
      <input
        className="in num"
        inputMode="decimal"
        placeholder="0.00"
        data-at={`exportacion.${member}`}
        value={value[member]}
        onChange={(event) => set({ [member]: event.target.value })}
      />
    </Field>
  )
  return (
    <div className="fields">
      <div className="f w6" role="radiogroup" aria-label="Qué se exporta">
        <span className="lab">Qué se exporta</span>
        <div className="seg">
          {(['1', '2'] as const).map((code) => (
            <label key={code}>
              <input
                type="radio"
                name="tipoItemExpor"
                checked={value.tipoItemExpor === code}
                onChange={() => set({ tipoItemExpor: code })}
                {...(value.tipoItemExpor === code
                  ? { 'data-at': 'exportacion.tipoItemExpor' }
                  : {})}
              />
              {code === '1' ? 'Bienes' : 'Servicios'}
            </label>
          ))}
        </div>
      </div>
      {value.tipoItemExpor === '1' && choice('recintoFiscal')}
      {value.tipoItemExpor === '1' && choice('tipoRegimen')}
      {value.tipoItemExpor === '1' && choice('regimen')}
      {value.tipoItemExpor === '1' && choice('incoterms')}
      {amount('flete', 'Flete')}
      {amount('seguro', 'Seguro')}
      {errorOf('exportacion') && <span className="err">{errorOf('exportacion')}</span>}
    </div>
  )
}
