/** Signing in: passkey first, or e-mail and password with the second factor. */
import { useState } from 'react'
import { ApiError, attempt } from '../api/http.ts'
import type { Session } from '../api/types.ts'
import { getPasskey } from '../firma/passkey.ts'
import { Button } from '../ui/button.tsx'
import { Form, textOf } from '../ui/form.tsx'
import { Input, Password } from '../ui/input.tsx'
import { useAct } from '../ui/use-act.ts'

const post = async <T,>(path: string, body: object) =>
  (await (await attempt(path, { method: 'POST', body })).json()) as T

export function SignInForm(props: { correo?: string; onDone: (session: Session) => void }) {
  const [wantsCode, setWantsCode] = useState(false)
  const act = useAct()
  const byPasskey = async () => {
    const asked = await post<{ retoId: string; opciones: PublicKeyCredentialRequestOptionsJSON }>(
      '/entrar/llave/opciones',
      {},
    )
    const { respuesta } = await getPasskey(asked.opciones)
    props.onDone(await post<Session>('/entrar/llave', { retoId: asked.retoId, respuesta }))
  }
  const byPassword = async (form: HTMLFormElement) => {
    const data = new FormData(form)
    const codigo = textOf(form, 'codigo').replaceAll(/\s/g, '')
    try {
      const body = { correo: data.get('correo'), contrasena: data.get('contrasena') }
      props.onDone(await post<Session>('/entrar/contrasena', codigo ? { ...body, codigo } : body))
    } catch (error) {
      const isAsked = error instanceof ApiError && error.code === 'second_factor_required'
      if (!isAsked || wantsCode) throw error
      setWantsCode(true)
    }
  }
  return (
    <>
      <Button primary xl onClick={() => void act.run(byPasskey)}>
        Entrar con llave de acceso
      </Button>
      <p className="small centered">o con su correo</p>
      <Form
        className="stack"
        onSubmit={({ currentTarget }) => void act.run(() => byPassword(currentTarget))}
      >
        <Input
          label="Correo"
          name="correo"
          type="email"
          autoComplete="username webauthn"
          defaultValue={props.correo}
          autoFocus={!props.correo}
          required
        />
        <Password
          label="Contraseña"
          error={wantsCode ? null : act.problem}
          name="contrasena"
          autoComplete="current-password"
        />
        {wantsCode && (
          <Input
            label="Código de su aplicación"
            help="Los seis números que muestra ahora. A quien emite se le pide una vez cada 30 días en este navegador."
            error={act.problem}
            name="codigo"
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            required
          />
        )}
        <Button type="submit" busy={act.busy}>
          Entrar
        </Button>
      </Form>
    </>
  )
}
