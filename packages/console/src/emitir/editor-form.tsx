/** What is written of a document: what it adjusts, for whom it is, its lines, how it is paid. */
import type { ReactNode } from 'react'
import { Cliente } from './cliente.tsx'
import { Condicion } from './condicion.tsx'
import css from './editor.module.css'
import { ExportacionFields } from './exportacion.tsx'
import { focusFirst } from './focus.ts'
import type { Change, Form } from './form.ts'
import { LineGrid } from './grid.tsx'
import { MasDatosPart } from './mas-datos-part.tsx'
import { isTable } from './pegar.ts'
import { PhoneLines } from './phone-lines.tsx'
import { Relacionados } from './relacionados.tsx'
import { TIPO_FORM } from './tipo-form.ts'
import type { Live } from './use-evaluated.ts'
import type { Problems } from './use-problems.ts'

interface Props {
  readonly form: Form
  readonly live: Live
  readonly problems: Problems
  readonly scanner: boolean
  readonly disabled: boolean
  readonly dispatch: (change: Change) => void
  readonly openLine: (id: string) => void
  readonly setNoCaben: (noCaben: readonly string[]) => void
  /** A table was pasted into the lines. */
  readonly onPaste: (text: string) => void
}

const KEYS = [
  ['↵', 'siguiente'],
  ['Ctrl D', 'copiar'],
  ['Ctrl Supr', 'quitar'],
  ['F6', 'salir de las líneas'],
] as const

export function EditorForm(props: Props) {
  const { form, live, problems, scanner, dispatch } = props
  const { shown, onBlur } = problems
  const tipo = TIPO_FORM[form.tipoDte]
  const errorOf = (at: string) => shown.get(at)
  const set = (values: Partial<Form>) => dispatch({ kind: 'set', values })
  const count = live.peticion.lineas.length
  return (
    <fieldset className={`card ${css.form}`} disabled={props.disabled}>
      <legend className="sr">Documento</legend>
      {tipo.relacionados && (
        <Section title="¿Sobre qué documento?">
          <Relacionados
            form={form}
            dispatch={dispatch}
            onNoCaben={props.setNoCaben}
            error={errorOf('documentosRelacionados')}
          />
        </Section>
      )}
      <Section
        title={tipo.cliente}
        beside={
          tipo.sinNombre &&
          form.receptor && (
            <>
              <span className="sp" />
              <button
                type="button"
                className="link"
                onClick={() => {
                  set({ receptor: null })
                  focusFirst({ ...form, receptor: null })
                }}
              >
                Vender sin nombre
              </button>
            </>
          )
        }
      >
        <Cliente
          tipo={tipo}
          value={form.receptor}
          onChange={(receptor) => set({ receptor })}
          onDone={(receptor) => focusFirst({ ...form, receptor })}
          errorOf={errorOf}
          onBlur={onBlur}
        />
      </Section>
      {tipo.exportacion && (
        <Section title="Exportación">
          <ExportacionFields
            form={form}
            errorOf={errorOf}
            onChange={(exportacion) => set({ exportacion })}
          />
        </Section>
      )}
      <Section
        title="Líneas"
        beside={
          <>
            {count > 0 && (
              <span className="sub" data-count>
                {count}
              </span>
            )}
            {scanner && <span className="pill info">Modo lector</span>}
            {errorOf('items') && <span className="err">{errorOf('items')}</span>}
          </>
        }
        onPaste={(event) => {
          const text = event.clipboardData.getData('text/plain')
          if (!isTable(text)) return
          event.preventDefault()
          props.onPaste(text)
        }}
      >
        <LineGrid
          form={form}
          dispatch={dispatch}
          importes={live.importes}
          errors={shown}
          onBlur={onBlur}
          scanner={scanner}
        />
        <PhoneLines form={form} importes={live.importes} errors={shown} open={props.openLine} />
        <div className={`${css.keys} only-d`}>
          {KEYS.map(([key, what]) => (
            <span key={key}>
              <kbd>{key}</kbd>
              {what}
            </span>
          ))}
        </div>
      </Section>
      <section className="sec">
        <Condicion form={form} dispatch={dispatch} errorOf={errorOf} onBlur={onBlur} />
        <MasDatosPart form={form} dispatch={dispatch} errors={shown} onBlur={onBlur} />
      </section>
    </fieldset>
  )
}

interface SectionProps {
  readonly title: string
  readonly beside?: ReactNode
  readonly onPaste?: React.ClipboardEventHandler
  readonly children: ReactNode
}

function Section({ title, beside, onPaste, children }: SectionProps) {
  return (
    <section className="sec" onPaste={onPaste}>
      <div className="sech">
        <h2>{title}</h2>
        {beside}
      </div>
      {children}
    </section>
  )
}
