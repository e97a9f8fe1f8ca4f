/** What signs for a webhook: shown once. */
import { Button } from '../../ui/button.tsx'
import { copy } from '../../ui/copy.ts'
import { KeptDialog, ShownOnce } from '../shown-once.tsx'

export function SecretoDelWebhook({ secreto, onClose }: { secreto: string; onClose: () => void }) {
  return (
    <KeptDialog title="El secreto del webhook" words={ONE} onClose={onClose}>
      <ShownOnce text={secreto}>
        <Button small onClick={() => copy(secreto, 'Secreto copiado.')}>
          Copiar
        </Button>
      </ShownOnce>
      <p className="sub">
        Con él su sistema comprueba que lo que recibe viene de aquí, según Standard Webhooks.
      </p>
    </KeptDialog>
  )
}

const ONE = {
  warning: 'Cópielo ahora: no se vuelve a mostrar.',
  kept: 'Lo guardé',
  why: 'Guárdelo antes: no se vuelve a mostrar.',
}
