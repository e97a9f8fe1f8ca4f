/** The form's title, when it was saved, and what is done with all of it. */
import { ClipboardPaste, MoreHorizontal } from 'lucide-react'
import { TIPO } from '../tipos.ts'
import { Button } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import { time } from '../ui/text.ts'
import { toast } from '../ui/toast.tsx'
import { focusFirst } from './focus.ts'
import { type Form, formVacio } from './form.ts'
import { LINEAS } from './lineas/columnas.ts'
import { TIPO_FORM } from './tipo-form.ts'
import type { SavedDraft } from './use-draft.ts'

interface Props {
  readonly form: Form
  /** Parts of a document that the form cannot hold. */
  readonly noCaben: readonly string[]
  readonly saved: SavedDraft
  readonly scanner: boolean
  readonly setScanner: (on: boolean) => void
  readonly onPaste: () => void
  readonly onNext: () => void
  readonly onEmpty: (next: Form, noCaben: readonly string[]) => void
}

export function EditorHead(props: Props) {
  const { form, noCaben, saved, scanner, setScanner, onPaste, onNext, onEmpty } = props
  const { nombre, nueva } = TIPO[form.tipoDte]
  const { hasProducts, columnas } = LINEAS[TIPO_FORM[form.tipoDte].lineas]
  const hasLines = columnas.length > 0
  const lector = {
    label: scanner ? 'Apagar el modo lector' : 'Modo lector',
    note: 'El código y Enter toman el producto; repetirlo suma 1.',
    run: () => setScanner(!scanner),
  }
  const empty = () => {
    // What was sent stays as it is until it has an answer: what is typed next is another sale.
    if (saved.isSent()) return onNext()
    const next = formVacio(form.tipoDte)
    onEmpty(next, [])
    focusFirst(next)
    toast('Borrador vacío.', { label: 'Deshacer', run: () => onEmpty(form, noCaben) })
  }
  return (
    <>
      {noCaben.length > 0 && (
        <p className="notice warn" role="status">
          El formulario no lleva esto del documento: {noCaben.join('; ')}. Revíselo antes de emitir.
        </p>
      )}
      <div className="head">
        <h1 className="dup" tabIndex={-1}>
          {form.corrige ? `Corregir: ${nombre.toLowerCase()}` : nueva}
        </h1>
        <span className="sub" role="status">
          {saved.at &&
            `Borrador guardado ${time(saved.at)}${saved.isOnlyHere ? ', solo en este navegador' : ''}`}
        </span>
        <span className="space" />
        {hasLines && (
          <Button className="only-d" onClick={onPaste}>
            <ClipboardPaste className="icon" aria-hidden /> Pegar de Excel
          </Button>
        )}
        <Menu
          label="Más acciones"
          className="btn"
          trigger={<MoreHorizontal className="icon" aria-hidden />}
          items={[
            ...(hasProducts ? [lector] : []),
            ...(hasLines ? [{ label: 'Pegar de Excel', run: onPaste }, null] : []),
            { label: 'Vaciar', run: empty },
          ]}
        />
      </div>
    </>
  )
}
