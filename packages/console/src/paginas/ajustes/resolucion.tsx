/** The resolution by which the company receives donations: who has none leaves it empty. */
import type { Resolucion } from '@sello/fiscal'
import { Input } from '../../ui/input.tsx'

export const SIN_RESOLUCION: Resolucion = { descDocumento: '', detalleDocumento: '' }

/** What most resolutions are about, as the law names them. */
const USUAL =
  'Resolución que califica para recibir donaciones, Ley de Impuesto sobre la Renta, art. 6'

interface Props {
  readonly value: Resolucion
  readonly errorOf: (member: string) => string | undefined
  readonly onChange: (value: Resolucion) => void
}

export function ResolucionFields({ value, errorOf, onChange }: Props) {
  const { descDocumento, detalleDocumento } = value
  return (
    <fieldset className="stack">
      <legend className="label">Resolución para recibir donaciones</legend>
      <p className="sub">
        Solo de una entidad que la Dirección General de Impuestos Internos calificó. Sin ella no se
        emiten comprobantes de donación.
      </p>
      <div className="fields">
        <Input
          label="Resolución"
          width="w6"
          error={errorOf('resolucion.descDocumento')}
          autoComplete="off"
          maxLength={100}
          placeholder="Número y fecha"
          value={descDocumento}
          onChange={({ target }) => {
            const isFirst = descDocumento === '' && detalleDocumento === ''
            onChange({
              descDocumento: target.value,
              detalleDocumento: isFirst ? USUAL : detalleDocumento,
            })
          }}
        />
        <Input
          label="De qué trata"
          width="w6"
          error={errorOf('resolucion.detalleDocumento')}
          autoComplete="off"
          maxLength={300}
          value={detalleDocumento}
          onChange={({ target }) => onChange({ descDocumento, detalleDocumento: target.value })}
        />
      </div>
    </fieldset>
  )
}
