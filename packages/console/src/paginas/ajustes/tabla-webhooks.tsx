import type { Webhook } from '@sello/contract'
import { Menu } from '../../ui/menu.tsx'
import { Table } from '../../ui/table.tsx'
import { dateTime } from '../../ui/text.ts'
import { NOVEDAD } from './novedades.ts'

export type ActoDeWebhook = 'entregas' | 'editar' | 'probar' | 'rotar' | 'encender' | 'eliminar'

interface Props {
  readonly webhooks: readonly Webhook[]
  readonly onAct: (acto: ActoDeWebhook, webhook: Webhook) => void
}

export function TablaDeWebhooks({ webhooks, onAct }: Props) {
  const itemsOf = (webhook: Webhook) => {
    const off = webhook.activo ? null : 'Está apagado.'
    const act = (acto: ActoDeWebhook) => () => onAct(acto, webhook)
    return [
      { label: 'Ver entregas…', run: act('entregas') },
      { label: 'Editar…', run: act('editar') },
      { label: 'Enviar una prueba', why: off, run: act('probar') },
      { label: 'Cambiar el secreto…', run: act('rotar') },
      { label: webhook.activo ? 'Apagar' : 'Encender', run: act('encender') },
      { label: 'Eliminar…', run: act('eliminar') },
    ]
  }
  return (
    <Table heads={['Dirección', 'Qué se le envía', 'Estado']} hasActs>
      {webhooks.map((webhook) => (
        <tr key={webhook.id}>
          <td>
            <b className="code long">{webhook.url}</b>
            {webhook.descripcion && <div className="small">{webhook.descripcion}</div>}
          </td>
          <td>{webhook.tipos?.map((tipo) => NOVEDAD[tipo]).join(', ') ?? 'Todo'}</td>
          <td>
            <Standing webhook={webhook} />
          </td>
          <td className="num">
            <Menu
              label={`Acciones de ${webhook.url}`}
              className="btn compact"
              trigger="Cambiar"
              items={itemsOf(webhook)}
            />
          </td>
        </tr>
      ))}
    </Table>
  )
}

function Standing({ webhook: { apagado, fallaDesde } }: { webhook: Webhook }) {
  if (apagado) {
    return (
      <>
        <span className="pill mute">Apagado</span>
        {apagado.por === 'fallos' && (
          <div className="small">
            Falló cinco días o respondió 410, y se apagó el {dateTime(apagado.desde)}. Arréglelo y
            enciéndalo.
          </div>
        )}
      </>
    )
  }
  if (fallaDesde === null) return <span className="pill ok">Activo</span>
  return (
    <>
      <span className="pill warn">Falla</span>
      <div className="small">Nada llega desde el {dateTime(fallaDesde)}. Se sigue intentando.</div>
    </>
  )
}
