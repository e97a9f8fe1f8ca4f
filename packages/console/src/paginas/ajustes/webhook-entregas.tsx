/** What was sent to an address in 30 days, and what waits; each can be sent again. */
import type {
  EntregaDelWebhook,
  EstadoEntregaDelWebhook,
  EntregasDelWebhook as Pagina,
  Webhook,
} from '@sello/contract'
import { useState } from 'react'
import { call } from '../../api/http.ts'
import { usePages } from '../../api/use-pages.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Row } from '../../ui/row.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { dateTime } from '../../ui/text.ts'
import { toast } from '../../ui/toast.tsx'
import { useAct } from '../../ui/use-act.ts'
import { nombreDeEntrega } from './novedades.ts'

// biome-ignore format: a table
const ESTADOS: Readonly<Record<EstadoEntregaDelWebhook, readonly [word: string, tone: string]>> = {
  pendiente: ['Por enviar', 'warn'],
  entregada: ['Entregada',  'ok'],
  fallida:   ['Falló',      'bad'],
}

const CUALES = [
  ['todas', 'Todas'],
  ['pendiente', 'Por enviar'],
  ['fallida', 'Fallidas'],
] as const

interface Props {
  readonly webhook: Webhook
  /** Of all webhooks. */
  readonly path: string
  readonly onClose: () => void
}

export function EntregasDelWebhook({ webhook: { id, url, activo }, path, onClose }: Props) {
  const act = useAct()
  const [cuales, setCuales] = useState<(typeof CUALES)[number][0]>('todas')
  const filter = cuales === 'todas' ? '' : `&estado=${cuales}`
  const query = usePages<Pagina>(
    ['webhook-entregas', path, id, cuales],
    `${path}/${id}/deliveries?limit=25${filter}`,
    5_000,
  )
  const again = (entrega: EntregaDelWebhook) =>
    void act.run(async () => {
      await call(`${path}/${id}/deliveries/${entrega.id}/retry`, { method: 'POST' })
      toast('Se envía enseguida.')
      await query.refetch()
    })
  return (
    <Dialog title="Entregas" wide onClose={onClose}>
      <p className="code long">{url}</p>
      <Choice label="Cuáles" name="cuales" choices={CUALES} value={cuales} onChange={setCuales} />
      <Problem text={act.problem} />
      <Loaded query={query} rows={3}>
        {({ pages }) => {
          const entregas = pages.flatMap((one) => one.entregas)
          if (entregas.length === 0) return <Empty>Nada todavía.</Empty>
          return (
            <ul>
              {entregas.map((entrega) => (
                <Entrega
                  key={entrega.id}
                  entrega={entrega}
                  why={activo ? null : 'El webhook está apagado.'}
                  onAgain={() => again(entrega)}
                />
              ))}
            </ul>
          )
        }}
      </Loaded>
      {query.hasNextPage && (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Ver más
        </Button>
      )}
    </Dialog>
  )
}

interface EntregaProps {
  readonly entrega: EntregaDelWebhook
  readonly why: string | null
  readonly onAgain: () => void
}

function Entrega({ entrega, why, onAgain }: EntregaProps) {
  const { tipo, estado, intentos, proximoIntento, codigo, motivo, createdAt } = entrega
  const [word, tone] = ESTADOS[estado]
  const note = [
    dateTime(createdAt),
    intentos > 1 && `${intentos} intentos`,
    motivo ?? (codigo !== null && `respondió ${codigo}`),
    estado === 'pendiente' &&
      intentos > 0 &&
      proximoIntento &&
      `otra vez ${dateTime(proximoIntento)}`,
  ]
  return (
    <Row
      title={
        <span className="inline">
          <b>{nombreDeEntrega(tipo)}</b> <span className={`pill ${tone}`}>{word}</span>
        </span>
      }
      note={note.filter(Boolean).join(' · ')}
    >
      <Button small why={why} onClick={onAgain}>
        Enviar otra vez
      </Button>
    </Row>
  )
}
