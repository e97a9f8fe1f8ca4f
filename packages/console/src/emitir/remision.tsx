/** Of a nota de remisión (04): whether the goods stay with the company, at which place, and under which title they go. */
import { ChoiceField } from './choice-field.tsx'
import { type FieldRow, Fields } from './fields.tsx'
import type { Change, Form, Receptor } from './form.ts'
import { ReceptorFields } from './receptor-fields.tsx'
import css from './remision.module.css'

interface Props {
  readonly form: Form
  readonly dispatch: (change: Change) => void
  readonly errorOf: (at: string) => string | undefined
  readonly onBlur: (at: string) => void
}

const ADONDE = [
  ['', 'A otra persona o empresa'],
  ['propio', 'A un lugar propio'],
] as const

/** CAT-025, in the words of who sends them. */
const ELIJA = ['', 'Elija'] as const
const TRASLADO = '04'
const PROPIOS = [
  [TRASLADO, 'Traslado'],
  ['05', 'Otro'],
] as const
const TITULOS = [
  ELIJA,
  ['03', 'Consignación'],
  ['01', 'Depósito'],
  ['02', 'Propiedad'],
  ...PROPIOS,
] as const

/** What the company knows of a place of its own. */
const DEL_LUGAR = ['direccion', 'telefono', 'correo']
const NOMBRE: FieldRow<Receptor> = {
  ...{ member: 'nombreComercial', label: 'Nombre del lugar', optional: true },
  input: { placeholder: 'Bodega de Occidente', maxLength: 150 },
}

export function Adonde({ form, dispatch }: Props) {
  return (
    <ChoiceField
      label="¿Adónde van los bienes?"
      at="propio"
      value={form.propio ? 'propio' : ''}
      choices={ADONDE}
      onChange={(code) => {
        const propio = code !== ''
        const isTransfer = PROPIOS.some(([titulo]) => titulo === form.bienTitulo)
        const bienTitulo = propio && !isTransfer ? TRASLADO : form.bienTitulo
        dispatch({ kind: 'set', values: { propio, bienTitulo } })
      }}
    />
  )
}

/** The company is its own receptor: at most the place is said. */
export function Lugar({ form, dispatch, errorOf, onBlur }: Props) {
  const { lugar } = form
  const set = (values: Partial<Receptor>) =>
    dispatch({ kind: 'set', values: { lugar: { ...lugar, ...values } } })
  return (
    <div className="stack">
      <p className="sub">
        El destinatario es su propia empresa. Diga qué lugar es; lo que deje vacío será lo de la
        empresa.
      </p>
      <Fields
        {...{ at: 'receptor', value: lugar, rows: [NOMBRE], errorOf, onBlur }}
        onChange={set}
      />
      <ReceptorFields
        value={lugar}
        shown={DEL_LUGAR}
        errorOf={(member) => errorOf(`receptor.${member}`)}
        onBlur={(member) => onBlur(`receptor.${member}`)}
        onChange={set}
      />
      {errorOf('receptor') && <p className="err">{errorOf('receptor')}</p>}
    </div>
  )
}

export function Titulo({ form, dispatch, errorOf, onBlur }: Props) {
  const row: FieldRow<Form> = {
    ...{ member: 'bienTitulo', label: '¿A qué título van?', width: 'w6' },
    choices: form.propio ? PROPIOS : TITULOS,
    help: AYUDA[form.bienTitulo],
  }
  return (
    <div className={`fields ${css.title}`}>
      <Fields
        {...{ at: '', value: form, rows: [row], errorOf, onBlur }}
        onChange={(values) => dispatch({ kind: 'set', values })}
      />
    </div>
  )
}

const AYUDA: Readonly<Record<string, string>> = {
  '01': 'Los guarda quien los recibe; siguen siendo de su empresa.',
  '02': 'Ya son de quien los recibe.',
  '03': 'Los vende quien los recibe; siguen siendo de su empresa.',
  '04': 'Pasan de un lugar a otro y siguen siendo de su empresa.',
}
