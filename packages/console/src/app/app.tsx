/** Routes: outside a company, and inside one in production or test. */
import { CSPProvider } from '@base-ui/react/csp-provider'
import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { Redirect, Route, Router, Switch, useLocation, useSearch } from 'wouter'
import type { Ambiente } from '../api/types.ts'
import { BASE } from '../base.ts'
import { Empty, LoadError, Skeleton } from '../ui/states.tsx'
import { Toasts } from '../ui/toast.tsx'
import { ConfirmarEntrada } from './confirmar.tsx'
import { Fault, reloadOnce } from './fault.tsx'
import { SessionProvider, useSession, useSessionQuery } from './session.tsx'
import { Shell } from './shell.tsx'
import { rootOf, WorkspaceContext } from './workspace.ts'

const page = (load: () => Promise<{ Page: ComponentType }>) =>
  lazy(async () => {
    try {
      return { default: (await load()).Page }
    } catch (error) {
      await reloadOnce()
      throw error
    }
  })

const Entrar = page(() => import('../paginas/entrar-page.tsx'))
const Invitacion = page(() => import('../paginas/invitacion.tsx'))
const Empresas = page(() => import('../paginas/empresas.tsx'))
const Yo = page(() => import('../paginas/yo.tsx'))
const Preparar = page(() => import('../paginas/preparar.tsx'))
const Inicio = page(() => import('../paginas/inicio.tsx'))
const Emitir = page(() => import('../emitir/page.tsx'))
const Documentos = page(() => import('../paginas/documentos.tsx'))
const Documento = page(() => import('../paginas/documento.tsx'))
const Propuestas = page(() => import('../paginas/propuestas.tsx'))
const Propuesta = page(() => import('../paginas/propuesta.tsx'))
const Clientes = page(() => import('../paginas/clientes.tsx'))
const Productos = page(() => import('../paginas/productos.tsx'))
const Contingencia = page(() => import('../paginas/contingencia.tsx'))
const Operaciones = page(() => import('../operaciones/page.tsx'))
const Operacion = page(() => import('../operaciones/evento.tsx'))
const Libros = page(() => import('../paginas/libros.tsx'))
const Ajustes = page(() => import('../paginas/ajustes/index.tsx'))

export function App() {
  return (
    // The service's Content-Security-Policy refuses a <style> that a library inserts.
    <CSPProvider disableStyleElements>
      <Router base={BASE}>
        <Fault path="">
          <Suspense fallback={<Skeleton />}>
            <Switch>
              <Route path="/entrar" component={Entrar} />
              <Route path="/invitacion" component={Invitacion} />
              <Route component={SignedIn} />
            </Switch>
          </Suspense>
        </Fault>
        <Toasts />
      </Router>
    </CSPProvider>
  )
}

function SignedIn() {
  const query = useSessionQuery()
  const [path] = useLocation()
  const search = useSearch()
  if (query.data === undefined) {
    if (query.error) return <LoadError error={query.error} retry={() => void query.refetch()} />
    return <Skeleton />
  }
  if (query.data === null) {
    const here = search ? `${path}?${search}` : path
    return <Redirect to={`/entrar?a=${encodeURIComponent(here)}`} replace />
  }
  const { pendiente, persona } = query.data
  if (pendiente === 'confirmar_segundo_factor') return <ConfirmarEntrada persona={persona} />
  return (
    <SessionProvider session={query.data}>
      <Switch>
        <Route path="/" component={First} />
        <Route path="/empresas">
          <Shell>
            <Empresas />
          </Shell>
        </Route>
        <Route path="/yo/:parte?">
          <Shell>
            <Yo />
          </Shell>
        </Route>
        <Route path="/:nit/pruebas" nest>
          {({ nit }) => <Company nit={nit} ambiente="00" />}
        </Route>
        <Route path="/:nit" nest>
          {({ nit }) => <Company nit={nit} ambiente="01" />}
        </Route>
        <Route component={Nowhere} />
      </Switch>
    </SessionProvider>
  )
}

/** The start page: the only company, or the list of companies. */
function First() {
  const { empresas, pendiente } = useSession()
  const [one] = empresas
  if (pendiente === 'segundo_factor') return <Redirect to="/yo/acceso" replace />
  if (!one || empresas.length > 1) return <Redirect to="/empresas" replace />
  return <Redirect to={`${rootOf(one.nit, one.produccionDesde ? '01' : '00')}`} replace />
}

function Company({ nit, ambiente }: { nit: string; ambiente: Ambiente }) {
  const { empresas, pendiente, persona } = useSession()
  const [path] = useLocation()
  const empresa = empresas.find((one) => one.nit === nit)
  useEffect(() => {
    const name = empresa?.nombreComercial ?? empresa?.nombre
    document.title = name ? `${name} · Sello` : 'Sello'
  }, [empresa])
  // The server answers nothing else until a second factor exists.
  if (pendiente === 'segundo_factor') return <Redirect to="~/yo/acceso" replace />
  if (!empresa) return <Nowhere />
  const { personaId } = persona
  const workspace = { personaId, empresa, ambiente, root: rootOf(nit, ambiente) }
  return (
    <WorkspaceContext value={workspace}>
      <Shell>
        {/* A page's state (a search, a choice) is of one company and never shown in another. */}
        <Fault key={workspace.root} path={path}>
          <Suspense fallback={<Skeleton />}>
            <Switch>
              <Route path="/" component={Inicio} />
              <Route path="/emitir/:tipo" component={Emitir} />
              <Route path="/documentos" component={Documentos} />
              <Route path="/documentos/:codigo" component={Documento} />
              <Route path="/propuestas" component={Propuestas} />
              <Route path="/propuestas/:id" component={Propuesta} />
              <Route path="/clientes/:id?" component={Clientes} />
              <Route path="/productos/:id?" component={Productos} />
              <Route path="/contingencia" component={Contingencia} />
              <Route path="/operaciones" component={Operaciones} />
              <Route path="/operaciones/:codigo" component={Operacion} />
              <Route path="/libros/:mes?" component={Libros} />
              <Route path="/ajustes/:parte?" component={Ajustes} />
              <Route path="/preparar" component={Preparar} />
              <Route component={Nowhere} />
            </Switch>
          </Suspense>
        </Fault>
      </Shell>
    </WorkspaceContext>
  )
}

function Nowhere() {
  return (
    <Empty icon={null}>
      <h1>Esta página no existe</h1>
      <p>La dirección no lleva a ninguna página, o es de una empresa en la que usted no está.</p>
      <a className="btn" href={`${BASE}/`}>
        Ir al inicio
      </a>
    </Empty>
  )
}
