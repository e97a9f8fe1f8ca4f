/** Who answers for the company's contingency events before the ministry. */
import { DOCUMENTOS_DE_IDENTIDAD } from '../../emitir/identidad.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

export interface Responsable {
  readonly nombre: string
  readonly tipoDocumento: string
  readonly numDocumento: string
}

const DUI = '13'
export const NADIE: Responsable = { nombre: '', tipoDocumento: DUI, numDocumento: '' }

interface Props {
  readonly value: Responsable
  /** Its absence matters: no event has named a person. */
  readonly missing: boolean
  readonly errorOf: (member: string) => string | undefined
  readonly onChange: (value: Responsable) => void
}

export function ResponsableFields({ value, missing, errorOf, onChange }: Props) {
  const set = (change: Partial<Responsable>) => onChange({ ...value, ...change })
  return (
    <fieldset className="stack">
      <legend className="label">Responsable de los eventos de contingencia</legend>
      {missing ? (
        <p className="notice warn">
          Hacienda pide el nombre y el documento de una persona. Mientras no la haya, los eventos
          nombran a la empresa.
        </p>
      ) : (
        <p className="sub">La persona que nombran los eventos, si Hacienda deja de responder.</p>
      )}
      <div className="fields">
        <Input
          label="Nombre y apellidos"
          width="w6"
          error={errorOf('responsable.nombre')}
          autoComplete="off"
          maxLength={100}
          value={value.nombre}
          onChange={(event) => set({ nombre: event.target.value })}
        />
        <Field label="Documento" className="w3" error={errorOf('responsable.tipoDocumento')}>
          <select
            className="input"
            value={value.tipoDocumento}
            onChange={(event) => set({ tipoDocumento: event.target.value })}
          >
            {DOCUMENTOS_DE_IDENTIDAD.map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </Field>
        <Input
          label="Número"
          width="w3"
          error={errorOf('responsable.numDocumento')}
          autoComplete="off"
          maxLength={25}
          value={value.numDocumento}
          onChange={(event) => set({ numDocumento: event.target.value })}
        />
      </div>
    </fieldset>
  )
}
