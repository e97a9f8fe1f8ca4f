/** Confirms the person's identity before an action that cannot be undone, or a session that the password alone began. */
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError, attempt } from '../api/http.ts'
import type { Session } from '../api/types.ts'
import { getPasskey } from '../firma/passkey.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { useAct } from '../ui/use-act.ts'
import { useSignOut } from './sign-out.ts'

interface Props {
  readonly persona: Session['persona']
  /** The password alone does not do. */
  readonly segundoFactor: boolean
  readonly onDone: () => void
}

export function Confirmar({ onClose, ...props }: Props & { readonly onClose: () => void }) {
  return (
    <Dialog title="Confirme que es usted" onClose={onClose} ask>
      <p className="sub">
        {props.segundoFactor
          ? 'La contraseña sola no basta: use su segundo factor.'
          : 'Este paso no se puede deshacer. La confirmación vale cinco minutos.'}
      </p>
      <Factores {...props} />
    </Dialog>
  )
}

/** The person has a second factor and signed in without it: no page before it. */
export function ConfirmarEntrada({ persona }: Pick<Props, 'persona'>) {
  const client = useQueryClient()
  const signOut = useSignOut()
  return (
    <main className="gate">
      <div className="card">
        <h1>Confirme que es usted</h1>
        <p className="sub">
          Entró con la contraseña sola. Siga con su llave de acceso o su código; a quien emite se le
          pide una vez cada 30 días en este navegador. Si los perdió, pida un enlace a quien opera
          el servicio.
        </p>
        <Factores persona={persona} segundoFactor onDone={() => void client.invalidateQueries()} />
        <Button onClick={signOut}>Salir</Button>
      </div>
    </main>
  )
}

function Factores({ persona, segundoFactor, onDone }: Props) {
  const { problem, busy, run } = useAct()
  const [wantsCode, setWantsCode] = useState(false)

  const confirm = async (body: object) => {
    try {
      await attempt('/yo/confirmar', { method: 'POST', body })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'second_factor_required') setWantsCode(true)
      throw error
    }
    onDone()
  }
  const byPassword = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const codigo = String(data.get('codigo') ?? '').trim()
    const contrasena = String(data.get('contrasena'))
    void run(() => confirm({ contrasena, ...(codigo ? { codigo } : {}) }))
  }
  const byPasskey = () =>
    run(async () => {
      const options = await attempt('/yo/confirmar/opciones', { method: 'POST', body: {} })
      const { retoId, opciones } = (await options.json()) as {
        retoId: string
        opciones: PublicKeyCredentialRequestOptionsJSON
      }
      const { respuesta } = await getPasskey(opciones)
      await confirm({ retoId, respuesta })
    })
  const withPassword = persona.tieneContrasena && (!segundoFactor || persona.totp)
  return (
    <>
      {persona.llavesDeAcceso > 0 && (
        <Button primary onClick={byPasskey}>
          Usar llave de acceso
        </Button>
      )}
      {withPassword && (
        <Form onSubmit={byPassword} className="stack">
          <Field label="Contraseña" error={problem ?? undefined}>
            <input
              className="input"
              type="password"
              name="contrasena"
              autoComplete="current-password"
              required
            />
          </Field>
          {(wantsCode || persona.totp) && (
            <Field label="Código de su aplicación">
              <input
                className="input"
                name="codigo"
                inputMode="numeric"
                autoComplete="one-time-code"
                required={segundoFactor}
              />
            </Field>
          )}
          <Button primary type="submit" busy={busy}>
            Confirmar
          </Button>
        </Form>
      )}
      {!withPassword && problem && (
        <p className="err" role="alert">
          {problem}
        </p>
      )}
      {!persona.tieneContrasena && persona.llavesDeAcceso === 0 && (
        <p className="notice warn">
          Antes de este paso cree una contraseña o una llave de acceso en «Yo → Acceso».
        </p>
      )}
    </>
  )
}
