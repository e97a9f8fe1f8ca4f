/** The page of an invited person: the company, the role, and one form. */
import { type FormEvent, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { ApiError, attempt } from '../api/http.ts'
import type { Rol, Session } from '../api/types.ts'
import { useSessionQuery, useSetSession } from '../app/session.tsx'
import { useSignOut } from '../app/sign-out.ts'
import { NOMBRE_ROL } from '../app/workspace.ts'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import { Input, Password } from '../ui/input.tsx'
import { Problem } from '../ui/problem.tsx'
import { messageOf } from '../ui/states.tsx'
import { dateTime } from '../ui/text.ts'
import { SignInForm } from './entrar.tsx'

interface Invitacion {
  readonly empresa: { readonly nombre: string }
  readonly rol: Rol
  readonly correo: string
  readonly invitadaPor: string
  readonly venceEl: string
  readonly tieneCuenta: boolean
}

export function Page() {
  const [token] = useState(() => location.hash.slice(1))
  const [seen, setSeen] = useState<Invitacion | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const session = useSessionQuery()
  const setSession = useSetSession()
  const signOut = useSignOut()
  const [, navigate] = useLocation()
  useEffect(() => {
    history.replaceState(null, '', location.pathname)
    if (token === '') {
      setProblem('Abra otra vez el enlace de su invitación.')
      return
    }
    attempt('/invitacion/ver', { method: 'POST', body: { token } })
      .then(async (response) => setSeen((await response.json()) as Invitacion))
      .catch((error: unknown) => setProblem(messageOf(error)))
  }, [token])
  const accept = async (body: object) => {
    setBusy(true)
    try {
      const response = await attempt('/invitacion/aceptar', {
        method: 'POST',
        body: { token, ...body },
      })
      await setSession((await response.json()) as Session)
      navigate('/')
    } catch (error) {
      const first = error instanceof ApiError ? error.issues[0]?.message : undefined
      setProblem(first ?? messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  const submit = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const data = new FormData(currentTarget)
    void accept({ nombre: data.get('nombre'), contrasena: data.get('contrasena') })
  }
  return (
    <main className="gate">
      <div className="card">
        <h1>{seen ? `Le invitan a ${seen.empresa.nombre}` : 'Invitación'}</h1>
        <Problem text={problem} className="notice bad" />
        {seen && (
          <p className="sub">
            {seen.invitadaPor} le invita como {NOMBRE_ROL[seen.rol].toLowerCase()}. Vale hasta el{' '}
            {dateTime(seen.venceEl)}.
          </p>
        )}
        {seen && !seen.tieneCuenta && (
          <Form className="stack" onSubmit={submit}>
            <Input label="Correo" value={seen.correo} readOnly autoComplete="username" />
            <Input label="Su nombre" name="nombre" autoComplete="name" required />
            <Password
              label="Contraseña"
              help="Al menos 12 caracteres, que no sea de las comunes."
              name="contrasena"
              autoComplete="new-password"
              minLength={12}
            />
            <Button primary type="submit" busy={busy}>
              Aceptar
            </Button>
          </Form>
        )}
        {seen?.tieneCuenta &&
          (session.data && session.data.persona.correo !== seen.correo ? (
            <>
              <p>
                Usted está como {session.data.persona.correo}, y la invitación es para {seen.correo}
                . Salga y abra otra vez el enlace.
              </p>
              <Button onClick={signOut}>Salir</Button>
            </>
          ) : session.data ? (
            <Button primary busy={busy} onClick={() => void accept({})}>
              Aceptar como {session.data.persona.correo}
            </Button>
          ) : (
            <SignInForm correo={seen.correo} onDone={setSession} />
          ))}
      </div>
    </main>
  )
}
