import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Clock, CloudOff } from 'lucide-react'
import { Link } from 'wouter'
import { call } from '../api/http.ts'
import type { Hacienda } from '../api/types.ts'
import { time } from '../ui/text.ts'
import { apiOf, type Workspace } from './workspace.ts'

const ASK_MS = 30_000

/** How the ministry answers now; the page of contingencies says the rest. */
export function HaciendaPill({ workspace }: { workspace: Workspace }) {
  const { data } = useQuery({
    queryKey: ['hacienda', apiOf(workspace)],
    queryFn: () => call<Hacienda>(`${apiOf(workspace)}/hacienda`),
    refetchInterval: ASK_MS,
  })
  // Of a service that has not called yet nothing is known.
  if (!data?.ultimaRespuesta && data?.estado !== 'sin_respuesta') return null
  const { estado, desde, segundos } = data
  const isAway = estado === 'sin_respuesta'
  const Icon = isAway ? CloudOff : estado === 'degradado' ? Clock : CircleCheck
  return (
    <Link
      className={`pill ${estado === 'disponible' ? 'ok' : 'warn'}`}
      href={`~${workspace.root}/contingencia`}
    >
      <Icon className="icon" aria-hidden />
      {isAway
        ? `Hacienda no responde desde las ${time(desde)}`
        : estado === 'degradado'
          ? 'Hacienda responde a ratos'
          : segundos === null
            ? 'Hacienda responde'
            : `Hacienda responde en ${segundos < 0.1 ? '0.1' : segundos.toFixed(1)} s`}
    </Link>
  )
}
