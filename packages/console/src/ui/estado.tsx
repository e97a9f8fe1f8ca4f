/** A state is always an icon and a word, never colour alone. */
import type { Estado } from '@sello/contract'
import { Ban, CircleCheck, CircleDot, Clock, type LucideIcon, OctagonX } from 'lucide-react'

/** For documents, and for abandoned events. */
type EstadoVisto = Estado | 'abandonado'

interface Look {
  readonly word: string
  readonly tone: 'ok' | 'warn' | 'bad' | 'void' | 'mute'
  readonly icon: LucideIcon
}

// biome-ignore format: a table
export const ESTADO: Readonly<Record<EstadoVisto, Look>> = {
  sellado:      { word: 'Sellado',      tone: 'ok',   icon: CircleCheck },
  contingencia: { word: 'Contingencia', tone: 'warn', icon: Clock },
  firmado:      { word: 'Firmado',      tone: 'warn', icon: Clock },
  rechazado:    { word: 'Rechazado',    tone: 'bad',  icon: OctagonX },
  invalidado:   { word: 'Invalidado',   tone: 'void', icon: Ban },
  reservado:    { word: 'Reservado',    tone: 'mute', icon: CircleDot },
  liberado:     { word: 'Liberado',     tone: 'mute', icon: CircleDot },
  descartado:   { word: 'Descartado',   tone: 'mute', icon: CircleDot },
  abandonado:   { word: 'Abandonado',   tone: 'mute', icon: CircleDot },
}

export function EstadoChip({ estado }: { estado: EstadoVisto }) {
  const { word, tone, icon: Icon } = ESTADO[estado]
  return (
    <span className={`pill ${tone}`}>
      <Icon className="icon" aria-hidden />
      {word}
    </span>
  )
}

export function EstadoIcon({ estado }: { estado: EstadoVisto }) {
  const { word, tone, icon: Icon } = ESTADO[estado]
  return (
    <span className={`t-${tone}`}>
      <Icon className="icon" aria-hidden />
      <span className="unseen">{word}</span>
    </span>
  )
}
