/** What is due, each with its time. */
import {
  ChevronRight,
  Clock,
  Database,
  FileCheck,
  Hash,
  KeyRound,
  type LucideIcon,
  OctagonX,
  ShieldCheck,
} from 'lucide-react'
import { Link } from 'wouter'
import type { Asunto } from '../../api/types.ts'
import { may, useWorkspace } from '../../app/workspace.ts'
import { now } from '../../clock.ts'
import { TIPO } from '../../tipos.ts'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { until } from '../../ui/text.ts'
import css from './atender.module.css'

interface Look {
  readonly icon: LucideIcon
  readonly tone: string
  readonly act: string
  readonly due: string
  readonly to: (asunto: Asunto) => string
  readonly note: string
  /** Done in the settings, which not every role has. */
  readonly ajustes?: true
}

// biome-ignore format: a table
const LOOK: Readonly<Record<Asunto['clase'], Look>> = {
  rechazado:       { icon: OctagonX,    tone: 'bad',  act: 'Corregir',   due: 'para corregir', to: ({ sobre }) => `/documentos/${sobre}`, note: 'Al corregirlo conserva su número.' },
  contingencia:    { icon: Clock,       tone: 'warn', act: 'Transmitir', due: 'límite',        to: () => '/contingencia', note: 'Vea qué falta, quién lo hace y hasta cuándo.' },
  llave_bloqueada: { icon: KeyRound,    tone: 'warn', act: 'Reactivar',  due: '',              to: () => '/ajustes/llaves', note: 'Sus programas no pueden firmar.', ajustes: true },
  firma_bloqueada: { icon: KeyRound,    tone: 'warn', act: 'Reactivar',  due: '',              to: () => '/ajustes/personas', note: 'Esa persona no puede emitir.', ajustes: true },
  pedido_de_firma: { icon: KeyRound,    tone: 'warn', act: 'Responder',  due: '',              to: () => '/ajustes/personas', note: 'Sin ella no puede emitir. La da la frase del dueño.', ajustes: true },
  certificado:     { icon: ShieldCheck, tone: 'info', act: 'Renovar',    due: 'vence',         to: () => '/ajustes/certificado', note: 'Pida el nuevo en el portal de Hacienda y cárguelo antes.', ajustes: true },
  contrasena:      { icon: KeyRound,    tone: 'warn', act: 'Cambiar',    due: '',              to: () => '/ajustes/credenciales', note: 'Los documentos se firman y esperan su sello hasta que se guarde la correcta.', ajustes: true },
  almacenamiento:  { icon: Database,    tone: 'info', act: 'Verificar',  due: 'caduca',        to: () => '/ajustes/almacenamiento', note: 'Sin un destino verificado no se puede emitir.', ajustes: true },
  propuesta:       { icon: FileCheck,   tone: 'info', act: 'Revisar',    due: '',              to: () => '/propuestas', note: 'Lo preparó un programa o un asistente; lo emite una persona.' },
  huecos:          { icon: Hash,        tone: 'info', act: 'Ver',        due: '',              to: () => '/ajustes/puntos', note: 'Hacienda puede preguntar por ellos.', ajustes: true },
}

/** Shows the cards at their final size at once; undefined: not loaded yet. */
export function Atender({ asuntos }: { asuntos: readonly Asunto[] | undefined }) {
  const due = asuntos?.length ?? 0
  return (
    <Card
      id="atender"
      heading="Para atender"
      beside={due > 0 && <span className="badge muted">{due}</span>}
    >
      {asuntos === undefined && <Skeleton rows={1} />}
      {asuntos?.length === 0 && <p className="section sub">Nada pendiente.</p>}
      {asuntos?.map((asunto) => (
        <Pendiente key={`${asunto.clase}${asunto.sobre}${asunto.texto}`} asunto={asunto} />
      ))}
    </Card>
  )
}

function Pendiente({ asunto }: { asunto: Asunto }) {
  const workspace = useWorkspace()
  const { icon: Icon, tone, act, due, to, note, ajustes } = LOOK[asunto.clase]
  const { rol, dueno } = workspace.empresa
  const isTheirs = !ajustes || may(rol, 'ajustes')
  const said = [asunto.nota ?? note, asunto.clase === 'rechazado' && asunto.nota && note]
  const content = (
    <>
      <span className={`${css.icon} ${tone}`}>
        <Icon className="icon" aria-hidden />
      </span>
      <span>
        <b>
          {asunto.tipoDte ? `${TIPO[asunto.tipoDte].rechazada}: ${asunto.texto}` : asunto.texto}
        </b>
        <p>
          {said.filter(Boolean).map(sentence).join(' ')}
          {!isTheirs && ` Avise a ${dueno}.`}
        </p>
      </span>
      <span className={css.due} data-tone={tone}>
        {asunto.limite && (
          <>
            <b>{until(asunto.limite, now())}</b> {due}
          </>
        )}
      </span>
    </>
  )
  if (!isTheirs) return <div className={css.todo}>{content}</div>
  return (
    <Link className={css.todo} href={`~${workspace.root}${to(asunto)}`}>
      {content}
      <span className={asunto.clase === 'rechazado' ? 'btn primary' : 'btn'}>{act}</span>
      <ChevronRight className={`icon ${css.go}`} aria-hidden />
    </Link>
  )
}

/** What the ministry writes may lack its full stop. */
const sentence = (text: unknown) => String(text).replace(/[^.!?]$/, '$&.')
