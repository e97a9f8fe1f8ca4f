/** The person's own access, sessions, sign key, keys and appearance. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, useParams } from 'wouter'
import { ApiError, call } from '../api/http.ts'
import type { LlaveDeAcceso, Sesion, Session } from '../api/types.ts'
import { useSession, useSetSession } from '../app/session.tsx'
import { readTheme, setSingleKeys, setTheme, singleKeysOn, type Theme } from '../app/theme.ts'
import { rootOf, WorkspaceContext } from '../app/workspace.ts'
import { FirmaDialog } from '../firma/dialog.tsx'
import { createPasskey } from '../firma/passkey.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Qr } from '../ui/qr.tsx'
import { Loaded, messageOf } from '../ui/states.tsx'
import { dateTime } from '../ui/text.ts'
import { toast } from '../ui/toast.tsx'
import { browserOf } from './navegador.ts'

const PARTS = {
  acceso: 'Acceso',
  sesiones: 'Sesiones',
  firma: 'Firma',
  atajos: 'Atajos y apariencia',
}

/** Without the second factor that the role asks for, the server answers nothing else. */
const BEFORE = { acceso: PARTS.acceso, atajos: PARTS.atajos }

export function Page() {
  const { parte = 'acceso' } = useParams<{ parte?: string }>()
  const { persona, pendiente, empresas, segundoFactorHasta } = useSession()
  // Continues here after a mandatory second factor was set up.
  const [waited] = useState(pendiente !== null)
  return (
    <div className="page form">
      <div className="h">
        <h1>{persona.nombre}</h1>
        <span className="sub">{persona.correo}</span>
      </div>
      {pendiente === 'segundo_factor' && (
        <p className="notice warn" style={{ marginBottom: 16 }}>
          Antes de seguir active un segundo factor o una llave de acceso. Se hace una sola vez; lo
          que dejó a medias se conserva.
        </p>
      )}
      {segundoFactorHasta && (
        <p className="notice warn" style={{ marginBottom: 16 }}>
          Para emitir después del {dateTime(segundoFactorHasta)} necesita un segundo factor o una
          llave de acceso.
        </p>
      )}
      {waited && pendiente === null && empresas.length > 0 && (
        <p className="notice ok" style={{ marginBottom: 16 }}>
          Listo: su cuenta está protegida.
          <Link className="btn p s" href="/">
            Continuar
          </Link>
        </p>
      )}
      <nav className="tabs" style={{ marginBottom: 16 }} aria-label="Su cuenta">
        {Object.entries(pendiente === null ? PARTS : BEFORE).map(([code, name]) => (
          <Link
            key={code}
            href={`/yo/${code}`}
            {...(code === parte ? { 'aria-current': 'page' as const } : {})}
          >
            {name}
          </Link>
        ))}
      </nav>
      {parte === 'acceso' && <Acceso />}
      {parte === 'sesiones' && <Sesiones />}
      {parte === 'firma' && <Firmas />}
      {parte === 'atajos' && <Atajos />}
    </div>
  )
}

function useAct() {
  const [problem, setProblem] = useState<string | null>(null)
  const run = (work: () => Promise<unknown>) => {
    setProblem(null)
    work().catch((error: unknown) => {
      setProblem(
        (error instanceof ApiError ? error.issues[0]?.message : undefined) ?? messageOf(error),
      )
    })
  }
  return { problem, run }
}

function Acceso() {
  const { persona, pendiente } = useSession()
  const setSession = useSetSession()
  const client = useQueryClient()
  const act = useAct()
  const llaves = useQuery({
    queryKey: ['mis-llaves'],
    queryFn: () => call<{ llaves: readonly LlaveDeAcceso[] }>('/yo/llaves'),
  })
  const [totp, setTotp] = useState<{ secreto: string; uri: string } | null>(null)
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: ['mis-llaves'] })
    await client.invalidateQueries({ queryKey: ['session'] })
  }
  const addPasskey = async () => {
    const asked = await call<{ retoId: string; opciones: PublicKeyCredentialCreationOptionsJSON }>(
      '/yo/llaves/opciones',
      { method: 'POST', body: {} },
    )
    const { respuesta, prf } = await createPasskey(asked.opciones)
    const nombre = `Sello: firma de ${persona.nombre}`
    await call('/yo/llaves', {
      method: 'POST',
      body: { retoId: asked.retoId, respuesta, nombre, prf },
    })
    await refresh()
    toast('Llave de acceso guardada.')
  }
  const changePassword = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const contrasena = String(new FormData(form).get('contrasena'))
    act.run(async () => {
      await call('/yo/contrasena', { method: 'POST', body: { contrasena } })
      form.reset()
      await refresh()
      toast('Contraseña cambiada. Las demás sesiones se cerraron.')
    })
  }
  const confirmTotp = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const codigo = String(new FormData(event.currentTarget).get('codigo')).replaceAll(/\s/g, '')
    act.run(async () => {
      await setSession(
        await call<Session>('/yo/totp/confirmar', { method: 'POST', body: { codigo } }),
      )
      setTotp(null)
      toast('Segundo factor activo.')
    })
  }
  return (
    <div className="stack">
      {act.problem && (
        <p className="notice bad" role="alert">
          {act.problem}
        </p>
      )}
      <section className="card">
        <div className="ch">
          <h2>Llaves de acceso</h2>
          <span className="sp" />
          <Button small primary={pendiente !== null} onClick={() => act.run(addPasskey)}>
            Agregar
          </Button>
        </div>
        <Loaded query={llaves} rows={1}>
          {(data) =>
            data.llaves.length === 0 ? (
              <p className="sec sub">
                Con una llave de acceso entra sin contraseña: huella, rostro o PIN.
              </p>
            ) : (
              <ul>
                {data.llaves.map((one) => (
                  <li key={one.id} className="doc bare">
                    <span>
                      {one.nombre}
                      <small>
                        {one.usadaEl
                          ? `Usada ${dateTime(one.usadaEl)}`
                          : `Creada ${dateTime(one.creadaEl)}`}
                      </small>
                    </span>
                    <Button
                      small
                      onClick={() =>
                        act.run(async () => {
                          await call(`/yo/llaves/${encodeURIComponent(one.id)}`, {
                            method: 'DELETE',
                          })
                          await refresh()
                        })
                      }
                    >
                      Quitar
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </section>
      <section className="card">
        <div className="ch">
          <h2>Segundo factor</h2>
          {persona.totp && <span className="pill ok">Activo</span>}
          <span className="sp" />
          {!persona.totp && !totp && (
            <Button
              small
              primary={pendiente !== null}
              onClick={() =>
                act.run(async () => setTotp(await call('/yo/totp', { method: 'POST', body: {} })))
              }
            >
              Activar
            </Button>
          )}
          {persona.totp && (
            <Button
              small
              onClick={() =>
                act.run(async () =>
                  setSession(await call<Session>('/yo/totp', { method: 'DELETE' })),
                )
              }
            >
              Quitar
            </Button>
          )}
        </div>
        {totp ? (
          <Form className="sec stack" onSubmit={confirmTotp}>
            <p>Escanee este código con su aplicación de códigos, o escriba la clave en ella.</p>
            <Qr text={totp.uri} label="Código para su aplicación" />
            <div className="secret">
              <code>{totp.secreto}</code>
            </div>
            <a className="link" href={totp.uri}>
              Abrir en la aplicación de este dispositivo
            </a>
            <Field label="Código que muestra">
              <input
                className="in"
                name="codigo"
                inputMode="numeric"
                autoComplete="one-time-code"
                required
              />
            </Field>
            <Button primary type="submit">
              Activar
            </Button>
          </Form>
        ) : (
          <p className="sec sub">Un código de su teléfono además de la contraseña.</p>
        )}
      </section>
      <section className="card">
        <div className="ch">
          <h2>Contraseña</h2>
        </div>
        <Form className="sec stack" onSubmit={changePassword}>
          <input type="text" autoComplete="username" value={persona.correo} readOnly hidden />
          <Field label="Contraseña nueva" help="Al menos 12 caracteres, que no sea de las comunes.">
            <input
              className="in"
              type="password"
              name="contrasena"
              autoComplete="new-password"
              minLength={12}
              required
            />
          </Field>
          <div>
            <Button type="submit">Cambiar contraseña</Button>
          </div>
        </Form>
      </section>
    </div>
  )
}

function Sesiones() {
  const client = useQueryClient()
  const act = useAct()
  const query = useQuery({
    queryKey: ['sesiones'],
    queryFn: () => call<{ sesiones: readonly Sesion[] }>('/yo/sesiones'),
  })
  const end = (id: string) =>
    act.run(async () => {
      client.setQueryData(['sesiones'], await call(`/yo/sesiones${id}`, { method: 'DELETE' }))
    })
  return (
    <section className="card">
      <div className="ch">
        <h2>Sesiones abiertas</h2>
        <span className="sp" />
        <Button small onClick={() => end('')}>
          Cerrar las demás
        </Button>
      </div>
      {act.problem && <p className="sec err">{act.problem}</p>}
      <p className="sec sub">Donde se cierra una sesión se pide otra vez el segundo factor.</p>
      <Loaded query={query} rows={2}>
        {({ sesiones }) => (
          <ul>
            {sesiones.map((one) => (
              <li key={one.id} className="doc bare">
                <span>
                  <span title={one.navegador ?? undefined}>{browserOf(one.navegador)}</span>
                  <small>
                    {one.direccion} · {dateTime(one.usadaEl)}
                  </small>
                </span>
                {one.actual ? (
                  <span className="pill ok">Esta</span>
                ) : (
                  <Button small onClick={() => end(`/${one.id}`)}>
                    Cerrar
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  )
}

const FIRMA = { ninguna: 'Sin firma', activa: 'Activa', bloqueada: 'Bloqueada', vencida: 'Vencida' }

function Firmas() {
  const { empresas, persona } = useSession()
  const [open, setOpen] = useState<{ nit: string; ambiente: '00' | '01' } | null>(null)
  const empresa = empresas.find(({ nit }) => nit === open?.nit)
  const workspace = open &&
    empresa && {
      personaId: persona.personaId,
      empresa,
      ambiente: open.ambiente,
      root: rootOf(open.nit, open.ambiente),
    }
  return (
    <section className="card">
      <div className="ch">
        <h2>Mi firma</h2>
      </div>
      <ul>
        {empresas.flatMap((one) =>
          (['00', '01'] as const)
            .filter((ambiente) => ambiente === '00' || one.produccionDesde)
            .map((ambiente) => (
              <li key={one.nit + ambiente} className="doc bare">
                <span>
                  {one.nombre}
                  <small>
                    {ambiente === '00' ? 'Pruebas' : 'Producción'} · {FIRMA[one.firma[ambiente]]}
                  </small>
                </span>
                <Button small onClick={() => setOpen({ nit: one.nit, ambiente })}>
                  Abrir
                </Button>
              </li>
            )),
        )}
      </ul>
      {workspace && (
        <WorkspaceContext value={workspace}>
          <FirmaDialog workspace={workspace} onClose={() => setOpen(null)} />
        </WorkspaceContext>
      )}
    </section>
  )
}

function Atajos() {
  const [theme, setNow] = useState<Theme>(readTheme())
  const [keys, setKeys] = useState(singleKeysOn())
  return (
    <section className="card sec stack">
      <div className="f" role="radiogroup" aria-label="Tema">
        <span className="lab">Tema</span>
        <div className="seg">
          {(
            [
              ['auto', 'Como el sistema'],
              ['light', 'Claro'],
              ['dark', 'Oscuro'],
            ] as const
          ).map(([code, name]) => (
            <label key={code}>
              <input
                type="radio"
                name="tema"
                checked={theme === code}
                onChange={() => {
                  setTheme(code)
                  setNow(code)
                }}
              />
              {name}
            </label>
          ))}
        </div>
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={keys}
          onChange={(event) => {
            setSingleKeys(event.target.checked)
            setKeys(event.target.checked)
          }}
        />
        Teclas sueltas: N, G, J, K, / y ? fuera de los campos
      </label>
    </section>
  )
}
