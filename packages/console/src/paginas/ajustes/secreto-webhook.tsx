/** What signs for a webhook: shown once. */
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/check.tsx'
import { copy } from '../../ui/copy.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ShownOnce } from '../shown-once.tsx'

export function SecretoDelWebhook({ secreto, onClose }: { secreto: string; onClose: () => void }) {
  const [kept, setKept] = useState(false)
  return (
    <Dialog
      title="El secreto del webhook"
      onClose={() => kept && onClose()}
      footer={
        <>
          <Check checked={kept} onCheck={setKept}>
            Lo guardé
          </Check>
          <span className="space" />
          <Button
            primary
            onClick={onClose}
            why={kept ? null : 'Guárdelo antes: no se vuelve a mostrar.'}
          >
            Listo
          </Button>
        </>
      }
    >
      <p className="notice warn">Cópielo ahora: no se vuelve a mostrar.</p>
      <ShownOnce text={secreto}>
        <Button small onClick={() => copy(secreto, 'Secreto copiado.')}>
          Copiar
        </Button>
      </ShownOnce>
      <p className="sub">
        Con él su sistema comprueba que lo que recibe viene de aquí, según Standard Webhooks.
      </p>
    </Dialog>
  )
}
