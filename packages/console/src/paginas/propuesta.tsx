/** One proposed sale, as it will be printed if this person issues it now. */
import type { PropuestaCompleta, Validada } from '@sello/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { call } from '../api/http.ts'
import { useCall } from '../api/use-call.ts'
import { apiOf, may, useWorkspace } from '../app/workspace.ts'
import { enPalabras } from '../emitir/campos.ts'
import { CopiaImpresa } from '../emitir/preview.tsx'
import { TIPO } from '../tipos.ts'
import { Button } from '../ui/button.tsx'
import { Problem } from '../ui/problem.tsx'
import { Loaded, messageOf } from '../ui/states.tsx'
import { dateTime, money } from '../ui/text.ts'
import { toast } from '../ui/toast.tsx'
import { useAct } from '../ui/use-act.ts'
import { Lineas } from './detalle.tsx'
import { PropuestaChip } from './propuestas.tsx'
import { useSignedAct } from './signed-act.tsx'

export function Page() {
  const workspace = useWorkspace()
  const { id = '' } = useParams<{ id: string }>()
  const query = useCall<PropuestaCompleta>(
    ['propuesta', apiOf(workspace), id],
    `${apiOf(workspace)}/v1/propuestas/${encodeURIComponent(id)}`,
  )
  return (
    <div className="page">
      <Loaded query={query} rows={8}>
        {(propuesta) => <Una propuesta={propuesta} refresh={query.refetch} />}
      </Loaded>
    </div>
  )
}

interface UnaProps {
  readonly propuesta: PropuestaCompleta
  readonly refresh: () => unknown
}

function Una({ propuesta, refresh }: UnaProps) {
  const { empresa } = useWorkspace()
  const { id, tipoDte, estado, documento, totales, emitido } = propuesta
  const waits = estado === 'pendiente' && may(empresa.rol, 'emitir')
  const now = useNow(propuesta, waits)
  const shown = now.data ?? { documento, totales }
  return (
    <>
      <div className="head">
        <Link className="icon-button" href="/propuestas" aria-label="Volver a propuestas">
          <ChevronLeft className="icon" aria-hidden />
        </Link>
        <h1>{TIPO[tipoDte].nombre} propuesta</h1>
        <PropuestaChip estado={estado} />
        <span className="space" />
        {emitido && (
          <Link className="btn primary" href={`/documentos/${emitido.codigoGeneracion}`}>
            Ver el documento
          </Link>
        )}
        {waits && (
          <Actos id={id} why={whyNot(now)} total={shown.totales.totalPagar} refresh={refresh} />
        )}
      </div>
      {now.error && <p className="notice bad">{enPalabras(messageOf(now.error))}</p>}
      {now.data && now.data.totales.totalPagar !== totales.totalPagar && (
        <p className="notice warn">
          Cuando se propuso sumaba $ {money(totales.totalPagar)}; ahora suma ${' '}
          {money(now.data.totales.totalPagar)}.
        </p>
      )}
      <div className="split">
        <section className="card section stack" aria-label="Lo que se propone">
          <Hechos propuesta={propuesta} />
          <Lineas tipoDte={tipoDte} documento={shown.documento} totales={shown.totales} />
        </section>
        <CopiaImpresa documento={shown.documento} />
      </div>
    </>
  )
}

/** What it comes to if this person issues it now: the point of sale, the date and the rules are of this moment. */
function useNow({ id, peticion }: PropuestaCompleta, enabled: boolean) {
  const workspace = useWorkspace()
  return useQuery({
    queryKey: ['propuesta', apiOf(workspace), id, 'ahora'],
    queryFn: () =>
      call<Validada>(`${apiOf(workspace)}/v1/dte/validate`, { method: 'POST', body: peticion }),
    enabled,
    retry: false,
  })
}

const whyNot = ({ data, error }: ReturnType<typeof useNow>) =>
  data ? null : error ? 'No se puede emitir así.' : 'Se está comprobando.'

interface ActosProps {
  readonly id: string
  readonly why: string | null
  readonly total: number
  readonly refresh: () => unknown
}

function Actos({ id, why, total, refresh }: ActosProps) {
  const workspace = useWorkspace()
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const discard = useAct()
  const settle = () => {
    for (const name of ['propuestas', 'propuesta', 'inicio', 'documentos']) {
      void client.invalidateQueries({ queryKey: [name] })
    }
  }
  const act = useSignedAct(({ status, body }) => {
    settle()
    toast(status === 200 ? 'Emitida y sellada.' : 'Firmada, sin sello todavía. Se transmite sola.')
    navigate(`/documentos/${(body as { codigoGeneracion: string }).codigoGeneracion}`)
  })
  const { problem } = act
  useEffect(() => {
    if (problem !== null) void refresh() // somebody else may have issued it, or Hacienda rejected it
  }, [problem, refresh])
  const onDiscard = () =>
    void discard.run(async () => {
      await call(`${apiOf(workspace)}/v1/propuestas/${id}`, { method: 'DELETE' })
      settle()
      toast('Propuesta descartada.')
      void refresh()
    })
  return (
    <>
      <Button busy={discard.busy} onClick={onDiscard}>
        Descartar
      </Button>
      <Button
        primary
        why={why}
        busy={act.busy}
        onClick={() => void act.run(`/propuestas/${id}/emitir`, {})}
      >
        Emitir por $ {money(total)}
      </Button>
      <Problem text={problem && enPalabras(problem)} className="notice bad" />
      <Problem text={discard.problem} className="notice bad" />
      {act.dialog}
    </>
  )
}

function Hechos({ propuesta }: { propuesta: PropuestaCompleta }) {
  const { receptor, llave, createdAt, venceEl, estado, peticion } = propuesta
  const correo = correosDe(peticion)
  return (
    <dl className="pairs">
      <dt>Cliente</dt>
      <dd>
        {receptor?.nombre ?? 'Sin nombre'}
        {receptor?.numDocumento && <span className="sub"> · {receptor.numDocumento}</span>}
      </dd>
      <dt>Propuesta por</dt>
      <dd>
        {llave.label} <span className="sub">· {dateTime(createdAt)}</span>
      </dd>
      {estado === 'pendiente' && (
        <>
          <dt>Vence</dt>
          <dd>{dateTime(venceEl)}</dd>
        </>
      )}
      {correo && (
        <>
          <dt>Se enviará a</dt>
          <dd>{correo}</dd>
        </>
      )}
    </dl>
  )
}

/** Whom the request says it is sent to, which the printed copy does not show. Null: it says nothing. */
function correosDe(peticion: object): string | null {
  const { entrega } = peticion as { readonly entrega?: { readonly correo?: unknown } | null }
  if (Array.isArray(entrega?.correo)) return entrega.correo.join(', ')
  if (entrega?.correo === true) return 'el correo del cliente'
  return entrega?.correo === false ? 'nadie' : null
}
