/** What is written of a document: what it adjusts, for whom it is, its lines, how it is paid. */
import type { ReactNode } from 'react'
import { Cliente } from './cliente.tsx'
import { Condicion } from './condicion.tsx'
import { ContableFields, ResponsableFields } from './contable-fields.tsx'
import { SinResolucion } from './donacion.tsx'
import css from './editor.module.css'
import { ExportacionFields } from './exportacion.tsx'
import { focusFirst } from './focus.ts'
import type { Change, Form } from './form.ts'
import { LineGrid } from './grid.tsx'
import { LINEAS } from './lineas/columnas.ts'
import { Vendido } from './liquidacion.tsx'
import { MasDatosPart } from './mas-datos-part.tsx'
import { isTable } from './pegar.ts'
import { PhoneLines } from './phone-lines.tsx'
import { Relacionados } from './relacionados.tsx'
import { Adonde, Lugar, Titulo } from './remision.tsx'
import { Compras, SobreQue } from './retencion.tsx'
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
  const { form, problems, dispatch } = props
  const { shown, onBlur } = problems
  const tipo = TIPO_FORM[form.tipoDte]
  const errorOf = (at: string) => shown.get(at)
  const set = (values: Partial<Form>) => dispatch({ kind: 'set', values })
  const parts = { form, dispatch, errorOf, onBlur }
  return (
    <fieldset className={`card ${css.form}`} disabled={props.disabled}>
      <legend className="unseen">Documento</legend>
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
      {tipo.lineas === 'donacion' && <SinResolucion />}
      {tipo.lineas === 'retencion' && (
        <section className="section">
          <SobreQue form={form} dispatch={dispatch} />
        </section>
      )}
      {tipo.remite && (
        <section className="section">
          <Adonde {...parts} />
        </section>
      )}
      <Section
        title={tipo.cliente}
        beside={
          tipo.sinNombre &&
          form.receptor && (
            <>
              <span className="space" />
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
        {form.propio ? (
          <Lugar {...parts} />
        ) : (
          <Cliente
            tipo={tipo}
            value={form.receptor}
            onChange={(receptor) => set({ receptor })}
            onDone={(receptor) => focusFirst({ ...form, receptor })}
            errorOf={errorOf}
            onBlur={onBlur}
          />
        )}
        {tipo.remite && <Titulo {...parts} />}
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
      {tipo.lineas === 'contable' ? (
        <>
          <Section title={LINEAS.contable.title}>
            <ContableFields {...parts} />
            {errorOf('items') && <p className="err">{errorOf('items')}</p>}
          </Section>
          <Section title="Responsable de la liquidación">
            <ResponsableFields {...parts} />
          </Section>
        </>
      ) : (
        <Lines {...props} />
      )}
      <section className="section">
        <Condicion {...parts} />
        <MasDatosPart form={form} dispatch={dispatch} errors={shown} onBlur={onBlur} />
      </section>
    </fieldset>
  )
}

function Lines({ form, live, problems, scanner, dispatch, ...props }: Props) {
  const { shown, onBlur } = problems
  const tipo = TIPO_FORM[form.tipoDte]
  const errorOf = (at: string) => shown.get(at)
  const count = live.peticion.lineas.length
  return (
    <Section
      title={LINEAS[tipo.lineas].title}
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
      {tipo.lineas === 'liquidacion' && (
        <Vendido form={form} dispatch={dispatch} error={errorOf('mes')} />
      )}
      {tipo.lineas === 'retencion' && <Compras form={form} dispatch={dispatch} />}
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
    <section className="section" onPaste={onPaste}>
      <div className="section-head">
        <h2>{title}</h2>
        {beside}
      </div>
      {children}
    </section>
  )
}
