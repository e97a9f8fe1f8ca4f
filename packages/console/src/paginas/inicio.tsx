/** The start page: first what is due, each with its time; then recent activity. */
import { useQuery } from '@tanstack/react-query'
import {
  ChevronRight,
  Clock,
  Database,
  FileText,
  Hash,
  KeyRound,
  type LucideIcon,
  OctagonX,
  ShieldCheck,
} from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { call } from '../api/http.ts'
import type { Asunto, DatosInicio, Fila, PasosDeProduccion } from '../api/types.ts'
import { useSession } from '../app/session.tsx'
import { apiOf, may, useWorkspace, type Workspace } from '../app/workspace.ts'
import { hoy, now } from '../clock.ts'
import { TIPO, TIPOS_DTE } from '../tipos.ts'
import { EstadoIcon } from '../ui/estado.tsx'
import { Empty, Late, LoadError, Skeleton } from '../ui/states.tsx'
import {
  capital,
  count,
  dateTime,
  dayOf,
  longDate,
  money,
  monthName,
  shortNumero,
  until,
} from '../ui/text.ts'
import '../styles/inicio.css'

export function Page() {
  const workspace = useWorkspace()
  const query = useQuery({
    queryKey: ['inicio', workspace.empresa.nit, workspace.ambiente],
    queryFn: () => call<DatosInicio>(`${apiOf(workspace)}/inicio`),
    refetchInterval: 30_000,
  })
  return (
    <div className="page">
      <div className="h">
        <h1>Inicio</h1>
        <span className="sub">{longDate(now())}</span>
      </div>
      <SegundoFactor />
      <Preparacion workspace={workspace} />
      <div className="home">
        {query.data === undefined && query.error ? (
          <section className="card">
            <LoadError error={query.error} retry={() => void query.refetch()} />
          </section>
        ) : (
          <div className="stack">
            <Atender asuntos={query.data?.atender} workspace={workspace} />
            <Mes mes={query.data?.mes} workspace={workspace} />
          </div>
        )}
        <div className="stack">
          {may(workspace.empresa.rol, 'emitir') && <Rapido workspace={workspace} />}
          {(query.data || !query.error) && (
            <Ultimos filas={query.data?.ultimos} workspace={workspace} />
          )}
        </div>
      </div>
    </div>
  )
}

/** Who issued before issuers needed a second factor is told while there is time. */
function SegundoFactor() {
  const { segundoFactorHasta } = useSession()
  if (!segundoFactorHasta) return null
  return (
    <p className="notice warn" style={{ marginBottom: 16 }}>
      Para emitir después del {dateTime(segundoFactorHasta)} necesita un segundo factor. Actívelo
      antes, en un momento sin clientes.
      <Link className="btn p s" href="~/yo/acceso">
        Activarlo
      </Link>
    </p>
  )
}

/** The preparation tasks, shown until the first test invoice is sealed. */
function Preparacion({ workspace }: { workspace: Workspace }) {
  const { nit, rol, produccionDesde } = workspace.empresa
  const { data } = useQuery({
    queryKey: ['preparar', nit],
    queryFn: () => call<PasosDeProduccion>(`/${nit}/preparar`),
    enabled: may(rol, 'ajustes') && produccionDesde === null,
    staleTime: 60_000,
  })
  const missing = data?.pasos.filter(({ listo }) => !listo).length ?? 0
  if (missing === 0) return null
  return (
    <p className="notice info" style={{ marginBottom: 16 }}>
      <span>
        <b>Prepare la empresa.</b> {missing === 1 ? 'Falta un paso' : `Faltan ${missing} pasos`}{' '}
        para su primera factura de prueba.
      </span>
      <Link className="btn p s" href="/preparar">
        Seguir
      </Link>
    </p>
  )
}

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
  huecos:          { icon: Hash,        tone: 'info', act: 'Ver',        due: '',              to: () => '/ajustes/puntos', note: 'Hacienda puede preguntar por ellos.', ajustes: true },
}

/** Shows the cards at their final size at once; undefined: not loaded yet. */
function Atender(props: { asuntos: readonly Asunto[] | undefined; workspace: Workspace }) {
  const { asuntos, workspace } = props
  return (
    <section className="card" aria-labelledby="atender">
      <div className="ch">
        <h2 id="atender">Para atender</h2>
        {asuntos && asuntos.length > 0 && <span className="badge m">{asuntos.length}</span>}
      </div>
      {asuntos === undefined && <Skeleton rows={1} />}
      {asuntos?.length === 0 && <p className="sec sub">Nada pendiente.</p>}
      {asuntos?.map((asunto) => (
        <Pendiente
          key={`${asunto.clase}${asunto.sobre}${asunto.texto}`}
          asunto={asunto}
          workspace={workspace}
        />
      ))}
    </section>
  )
}

function Pendiente({ asunto, workspace }: { asunto: Asunto; workspace: Workspace }) {
  const { icon: Icon, tone, act, due, to, note, ajustes } = LOOK[asunto.clase]
  const { rol, dueno } = workspace.empresa
  const isTheirs = !ajustes || may(rol, 'ajustes')
  const said = [asunto.nota ?? note, asunto.clase === 'rechazado' && asunto.nota && note]
  const content = (
    <>
      <span className={`ic ${tone}`}>
        <Icon className="i" aria-hidden />
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
      <span className={`due ${tone === 'bad' ? 'r' : tone === 'warn' ? 'w' : ''}`}>
        {asunto.limite && (
          <>
            <b>{until(asunto.limite, now())}</b> {due}
          </>
        )}
      </span>
    </>
  )
  if (!isTheirs) return <div className="todo">{content}</div>
  return (
    <Link className="todo" href={`~${workspace.root}${to(asunto)}`}>
      {content}
      <span className={asunto.clase === 'rechazado' ? 'btn p' : 'btn'}>{act}</span>
      <ChevronRight className="i go" aria-hidden />
    </Link>
  )
}

/** What the ministry writes may lack its full stop. */
const sentence = (text: unknown) => String(text).replace(/[^.!?]$/, '$&.')

type DatosMes = DatosInicio['mes']

function Mes({ mes, workspace }: { mes: DatosMes | undefined; workspace: Workspace }) {
  const today = hoy()
  const desde = mes?.desde ?? `${today.slice(0, 7)}-01`
  return (
    <section className="card" aria-labelledby="mes">
      <div className="ch">
        <h2 id="mes">{monthName(desde)}</h2>
        <span className="sub">del 1 al {Number(today.slice(8))}</span>
        <span className="sp" />
        {may(workspace.empresa.rol, 'libros') && (
          <Link className="link" href={`~${workspace.root}/libros/${desde.slice(0, 7)}`}>
            Ver el libro del mes
          </Link>
        )}
      </div>
      {mes === undefined ? (
        <Late>
          <div className="monthskel">
            <span className="skel" />
            <span className="skel" />
            <span className="skel" />
            <span className="skel" />
          </div>
        </Late>
      ) : mes.documentos === 0 && mes.sinSello === 0 ? (
        <Empty icon={<FileText className="i" aria-hidden />}>
          <p>Aún no hay ventas este mes.</p>
          {may(workspace.empresa.rol, 'emitir') && (
            <Link className="btn p" href={`~${workspace.root}/emitir/01`}>
              Emitir la primera
            </Link>
          )}
        </Empty>
      ) : (
        <>
          <Cifras mes={mes} today={today} />
          <Chart mes={mes} today={today} />
        </>
      )}
    </section>
  )
}

function Cifras({ mes, today }: { mes: DatosMes; today: string }) {
  const day = Number(today.slice(8))
  const before = mes.anterior
    .filter(({ fecha }) => Number(fecha.slice(8)) <= day)
    .reduce((sum, { vendido }) => sum + vendido, 0)
  const change = before > 0 ? ((mes.vendido - before) / before) * 100 : null
  return (
    <div className="figs">
      <div className="fig big">
        <div className="l">Vendido</div>
        <div className="v">$ {money(mes.vendido)}</div>
        <div className="c">
          {change === null ? (
            'sellado y en contingencia, menos notas de crédito'
          ) : (
            <>
              <span className={change >= 0 ? 't-ok' : 't-warn'}>
                {change >= 0 ? '+' : '−'} {Math.abs(change).toFixed(1)} %
              </span>{' '}
              que en los mismos días del mes anterior
            </>
          )}
        </div>
      </div>
      <Fig label="IVA débito" value={money(mes.ivaDebito)} note="neto de notas" />
      <Fig label="Documentos" value={count(mes.documentos)} note="sellados" />
      <Fig
        label="Sin sello"
        value={count(mes.sinSello)}
        note="en contingencia"
        tone={mes.sinSello > 0 ? 't-warn' : ''}
      />
    </div>
  )
}

function Fig(props: { label: string; value: string; note: string; tone?: string }) {
  return (
    <div className="fig">
      <div className="l">{props.label}</div>
      <div className={`v ${props.tone ?? ''}`}>{props.value}</div>
      <div className="c">{props.note}</div>
    </div>
  )
}

/** Until the box is measured. */
const WIDTH = 760
const HEIGHT = 150
const LEFT = 44

/** The width of an element, so that what is drawn in it keeps its proportions. */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(WIDTH)
  useLayoutEffect(() => {
    if (!ref.current) return
    const watch = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.max(1, Math.round(entry.contentRect.width)))
    })
    watch.observe(ref.current)
    return () => watch.disconnect()
  }, [])
  return { ref, width }
}

/** Bars by day; the dashed line is the previous month. A table has the same numbers for screen readers. */
function Chart({ mes, today }: { mes: DatosMes; today: string }) {
  const { ref, width } = useWidth()
  const [year = 2026, month = 1] = mes.desde.split('-').map(Number)
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const sold = new Map(mes.dias.map(({ fecha, vendido }) => [Number(fecha.slice(8)), vendido]))
  const prior = new Map(mes.anterior.map(({ fecha, vendido }) => [Number(fecha.slice(8)), vendido]))
  const top = niceTop(Math.max(1, ...sold.values(), ...prior.values()))
  const x = (day: number) => LEFT + ((day - 0.5) * (width - LEFT)) / days
  const y = (amount: number) => HEIGHT - (Math.max(0, amount) / top) * HEIGHT
  const wide = ((width - LEFT) / days) * 0.66
  const line = Array.from({ length: days }, (_, n) => `${x(n + 1)},${y(prior.get(n + 1) ?? 0)}`)
  const all = Array.from({ length: days }, (_, n) => n + 1)
  return (
    <div className="chart" ref={ref}>
      <div className="lg" aria-hidden>
        <span>
          <i />
          {monthName(mes.desde)}, por día
        </span>
        {prior.size > 0 && (
          <span>
            <i className="p" />
            {monthName([...mes.anterior][0]?.fecha ?? mes.desde)}
          </span>
        )}
      </div>
      <svg
        viewBox={`0 -8 ${width} ${HEIGHT + 30}`}
        role="img"
        aria-label={`Vendido por día en ${monthName(mes.desde)}`}
      >
        {[0, 0.5, 1].map((part) => (
          <g key={part}>
            <line className="gl" x1={LEFT} x2={width} y1={y(top * part)} y2={y(top * part)} />
            <text x={LEFT - 8} y={y(top * part) + 4} textAnchor="end">
              {count(top * part)}
            </text>
          </g>
        ))}
        {all.map((day) => {
          const amount = sold.get(day) ?? 0
          const now = Number(today.slice(8)) === day
          return amount > 0 ? (
            <rect
              key={day}
              className={now ? 'bar now' : 'bar'}
              x={x(day) - wide / 2}
              width={wide}
              y={y(amount)}
              height={HEIGHT - y(amount)}
              rx={2}
            >
              <title>{`${day}: ${money(amount)}`}</title>
            </rect>
          ) : null
        })}
        {prior.size > 0 && <polyline className="prevline" points={line.join(' ')} />}
        {all
          .filter((day) => day === 1 || day % 5 === 0)
          .map((day) => (
            <text key={day} x={x(day)} y={HEIGHT + 18} textAnchor="middle">
              {day}
            </text>
          ))}
      </svg>
      <table className="sr">
        <caption>Vendido por día en {monthName(mes.desde)}</caption>
        <tbody>
          {mes.dias.map(({ fecha, vendido }) => (
            <tr key={fecha}>
              <th scope="row">{Number(fecha.slice(8))}</th>
              <td>{money(vendido)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function niceTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most))
  return [1, 2, 3, 4, 5, 6, 8, 10].map((n) => n * power).find((n) => n >= most) ?? most
}

function Rapido({ workspace }: { workspace: Workspace }) {
  return (
    <section className="card only-d" aria-labelledby="emitir">
      <div className="ch">
        <h2 id="emitir">Emitir</h2>
        <span className="sp" />
        <span className="small">
          <kbd>N</kbd> y la letra
        </span>
      </div>
      <div className="quick">
        {TIPOS_DTE.map((tipo, n) => (
          <Link
            key={tipo}
            className={n === 0 ? 'pri' : ''}
            href={`~${workspace.root}/emitir/${tipo}`}
          >
            {TIPO[tipo].nombre} <kbd>{TIPO[tipo].letra}</kbd>
          </Link>
        ))}
      </div>
    </section>
  )
}

function Ultimos(props: { filas: readonly Fila[] | undefined; workspace: Workspace }) {
  const { filas, workspace } = props
  return (
    <section className="card" aria-labelledby="ultimos">
      <div className="ch">
        <h2 id="ultimos">Últimos documentos</h2>
        <span className="sp" />
        <Link className="link" href={`~${workspace.root}/documentos`}>
          Ver todos
        </Link>
      </div>
      {filas === undefined && <Skeleton rows={5} />}
      {filas?.length === 0 && <p className="sec sub">Todavía no hay documentos.</p>}
      {filas?.map((fila) => (
        <Link
          className="doc"
          key={fila.codigoGeneracion}
          href={`~${workspace.root}/documentos/${fila.codigoGeneracion}`}
        >
          <EstadoIcon estado={fila.estado} />
          <span className="t">
            {fila.receptor?.nombre ?? 'Cliente sin nombre'}
            <small>
              {capital(TIPO[fila.tipoDte].nombre)} · {shortNumero(fila.numeroControl)}
            </small>
          </span>
          <span className="num">
            <b>{money(fila.totales.totalPagar)}</b>
            <small>{fila.fecEmi === hoy() ? fila.horEmi.slice(0, 5) : dayOf(fila.fecEmi)}</small>
          </span>
        </Link>
      ))}
    </section>
  )
}
