import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface Props {
  readonly title: string
  /** What happens, and what cannot be undone. */
  readonly text: string
  readonly act: string
  readonly busy: boolean
  readonly onClose: () => void
  readonly onAct: () => void
}

/** A short question before something that other systems notice. */
export function PreguntaDelWebhook({ title, text, act, busy, onClose, onAct }: Props) {
  return (
    <Dialog title={title} onClose={onClose} ask>
      <p>{text}</p>
      <div className="actions">
        <Button onClick={onClose}>Cancelar</Button>
        <Button danger busy={busy} onClick={onAct}>
          {act}
        </Button>
      </div>
    </Dialog>
  )
}
