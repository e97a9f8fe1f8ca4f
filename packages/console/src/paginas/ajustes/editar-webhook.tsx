/** A stored address: where it is, what it is for, and what it is told from now on. */
import type { Webhook } from '@sello/contract'
import type { FormEvent } from 'react'
import { call } from '../../api/http.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { useAct } from '../../ui/use-act.ts'
import { CamposDelWebhook, readWebhook } from './campos-webhook.tsx'

interface Props {
  readonly webhook: Webhook
  /** Of all webhooks. */
  readonly path: string
  readonly onClose: () => void
  readonly onSaved: () => void
}

export function EditarWebhook({ webhook, path, onClose, onSaved }: Props) {
  const act = useAct()
  const submit = ({ currentTarget: form }: FormEvent<HTMLFormElement>) =>
    void act.run(async () => {
      const body = readWebhook(form)
      await call(`${path}/${webhook.id}`, { method: 'PATCH', body })
      onSaved()
    })
  return (
    <Dialog title="Editar webhook" onClose={onClose}>
      <Form className="stack" onSubmit={submit}>
        <CamposDelWebhook problem={act.problem} webhook={webhook} />
        <div className="actions">
          <Button onClick={onClose}>Cancelar</Button>
          <Button primary type="submit" busy={act.busy}>
            Guardar
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
