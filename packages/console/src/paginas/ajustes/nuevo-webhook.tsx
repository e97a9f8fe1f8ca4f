/** A new address, and what it is told. */
import type { WebhookConSecreto } from '@sello/contract'
import { type FormEvent, useRef } from 'react'
import { call } from '../../api/http.ts'
import { apiOf, useWorkspace } from '../../app/workspace.ts'
import { uuid } from '../../clock.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { useAct } from '../../ui/use-act.ts'
import { CamposDelWebhook, readWebhook } from './campos-webhook.tsx'

interface Props {
  readonly onClose: () => void
  readonly onMade: (made: WebhookConSecreto) => void
}

export function NuevoWebhook({ onClose, onMade }: Props) {
  const workspace = useWorkspace()
  const act = useAct()
  const key = useRef(uuid())
  const submit = ({ currentTarget: form }: FormEvent<HTMLFormElement>) => {
    void act.run(async () => {
      const body = readWebhook(form)
      const headers = { 'idempotency-key': key.current }
      const path = `${apiOf(workspace)}/v1/webhooks`
      onMade(await call<WebhookConSecreto>(path, { method: 'POST', body, headers }))
    })
  }
  return (
    <Dialog title="Crear webhook" onClose={onClose}>
      <Form
        className="stack"
        onSubmit={submit}
        onInput={() => {
          key.current = uuid() // what is written now is another request
        }}
      >
        <CamposDelWebhook problem={act.problem} />
        <div className="actions">
          <Button onClick={onClose}>Cancelar</Button>
          <Button primary type="submit" busy={act.busy}>
            Crear
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
