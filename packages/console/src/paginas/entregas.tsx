/** The mails of a document: to whom, and what became of each. */
import type { EstadoEntrega } from '@sello/contract'
import { CircleCheck, Clock, type LucideIcon, Mail, OctagonX } from 'lucide-react'
import type { Query } from '../emitir/from-documento.ts'
import { Row } from '../ui/row.tsx'
import { Empty } from '../ui/states.tsx'
import { dateTime } from '../ui/text.ts'

// biome-ignore format: a table
const ESTADOS: Readonly<Record<EstadoEntrega, readonly [word: string, tone: string, icon: LucideIcon]>> = {
  pendiente: ['Por enviar', 'warn', Clock],
  enviada:   ['Enviado',    'ok',   CircleCheck],
  fallida:   ['Falló',      'bad',  OctagonX],
}

export function Entregas({ doc: { entregas } }: { doc: Pick<Query, 'entregas'> }) {
  if (entregas.length === 0) {
    return (
      <Empty icon={<Mail className="icon" aria-hidden />}>
        <p>No se ha enviado por correo.</p>
      </Empty>
    )
  }
  return (
    <ul>
      {entregas.map(({ id, destino, estado, motivo, fecha }) => {
        const [word, tone, Icon] = ESTADOS[estado]
        return (
          <Row
            key={id}
            title={destino}
            note={[dateTime(fecha), motivo].filter(Boolean).join(' · ')}
          >
            <span className={`pill ${tone}`}>
              <Icon className="icon" aria-hidden />
              {word}
            </span>
          </Row>
        )
      })}
    </ul>
  )
}
