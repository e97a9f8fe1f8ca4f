/** The addresses that are told of what happens: create, try, rotate, switch off, and see what was sent. */
import type { Webhook } from '@sello/contract'
import { useQueryClient } from '@tanstack/react-query'
import { WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/http.ts'
import { useCall } from '../../api/use-call.ts'
import { apiOf, useWorkspace } from '../../app/workspace.ts'
import { uuid } from '../../clock.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAct } from '../../ui/use-act.ts'
import { AMBIENTE } from './ambiente.tsx'
import { EditarWebhook } from './editar-webhook.tsx'
import { NuevoWebhook } from './nuevo-webhook.tsx'
import { PreguntaDelWebhook } from './pregunta-webhook.tsx'
import { SecretoDelWebhook } from './secreto-webhook.tsx'
import { type ActoDeWebhook, TablaDeWebhooks } from './tabla-webhooks.tsx'
import { EntregasDelWebhook } from './webhook-entregas.tsx'

type Over =
  | { readonly what: 'nuevo' }
  | { readonly what: 'secreto'; readonly secreto: string }
  | { readonly what: 'entregas' | 'editar' | 'rotar' | 'eliminar'; readonly webhook: Webhook }

export function Webhooks() {
  const workspace = useWorkspace()
  const client = useQueryClient()
  const act = useAct()
  const [over, setOver] = useState<Over | null>(null)
  const path = `${apiOf(workspace)}/v1/webhooks`
  const key = ['webhooks', apiOf(workspace)]
  const query = useCall<{ webhooks: readonly Webhook[] }>(key, path, { refetchInterval: 15_000 })
  const close = () => setOver(null)
  const run = (work: () => Promise<unknown>) =>
    void act.run(async () => {
      await work()
      await client.invalidateQueries({ queryKey: key })
    })
  const showSecret = ({ secreto }: { readonly secreto: string }) =>
    setOver({ what: 'secreto', secreto })

  const ACTS: Readonly<Record<ActoDeWebhook, (webhook: Webhook) => void>> = {
    entregas: (webhook) => setOver({ what: 'entregas', webhook }),
    editar: (webhook) => setOver({ what: 'editar', webhook }),
    probar: (webhook) =>
      run(async () => {
        await call(`${path}/${webhook.id}/test`, { method: 'POST' })
        setOver({ what: 'entregas', webhook })
      }),
    rotar: (webhook) => setOver({ what: 'rotar', webhook }),
    encender: ({ id, activo }) =>
      run(async () => {
        await call(`${path}/${id}`, { method: 'PATCH', body: { activo: !activo } })
        toast(activo ? 'Apagado: no se le envía nada.' : 'Encendido: sigue donde quedó.')
      }),
    eliminar: (webhook) => setOver({ what: 'eliminar', webhook }),
  }
  const rotate = ({ id }: Webhook) =>
    run(async () => {
      const headers = { 'idempotency-key': uuid() }
      showSecret(await call(`${path}/${id}/rotate`, { method: 'POST', headers }))
    })
  const remove = ({ id }: Webhook) =>
    run(async () => {
      await call(`${path}/${id}`, { method: 'DELETE' })
      close()
      toast('Webhook eliminado.')
    })

  return (
    <Card
      heading={`Webhooks · ${AMBIENTE[workspace.ambiente].toLowerCase()}`}
      className="tablebox"
      action={
        <Button primary onClick={() => setOver({ what: 'nuevo' })}>
          Crear webhook
        </Button>
      }
    >
      <Problem text={act.problem} className="section err" />
      <Loaded query={query}>
        {({ webhooks }) =>
          webhooks.length === 0 ? (
            <Empty icon={<WebhookIcon className="icon" aria-hidden />}>
              <p>Su sistema se entera de cada sello, rechazo o aviso sin preguntar.</p>
            </Empty>
          ) : (
            <TablaDeWebhooks webhooks={webhooks} onAct={(acto, webhook) => ACTS[acto](webhook)} />
          )
        }
      </Loaded>
      {over?.what === 'nuevo' && (
        <NuevoWebhook
          onClose={close}
          onMade={(made) => {
            showSecret(made)
            void client.invalidateQueries({ queryKey: key })
          }}
        />
      )}
      {over?.what === 'editar' && (
        <EditarWebhook
          webhook={over.webhook}
          path={path}
          onClose={close}
          onSaved={() => {
            close()
            toast('Cambios guardados.')
            void client.invalidateQueries({ queryKey: key })
          }}
        />
      )}
      {over?.what === 'secreto' && <SecretoDelWebhook secreto={over.secreto} onClose={close} />}
      {over?.what === 'entregas' && (
        <EntregasDelWebhook webhook={over.webhook} path={path} onClose={close} />
      )}
      {over?.what === 'rotar' && (
        <PreguntaDelWebhook
          title="Cambiar el secreto"
          text="El secreto de ahora firma también durante 24 horas: en ese tiempo póngale el nuevo a su sistema."
          act="Cambiar"
          busy={act.busy}
          onClose={close}
          onAct={() => rotate(over.webhook)}
        />
      )}
      {over?.what === 'eliminar' && (
        <PreguntaDelWebhook
          title="Eliminar el webhook"
          text={`${over.webhook.url} deja de recibir al instante. Lo que pasó entretanto no se le envía después; no se puede deshacer.`}
          act="Eliminar"
          busy={act.busy}
          onClose={close}
          onAct={() => remove(over.webhook)}
        />
      )}
    </Card>
  )
}
