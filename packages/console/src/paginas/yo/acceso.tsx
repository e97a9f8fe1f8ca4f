/** How a person enters: passkeys, the second factor, and the password. */
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/http.ts'
import type { LlaveDeAcceso } from '../../api/settings-types.ts'
import type { Session } from '../../api/types.ts'
import { useCall } from '../../api/use-call.ts'
import { useSession, useSetSession } from '../../app/session.tsx'
import { createPasskey } from '../../firma/passkey.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Form, textOf } from '../../ui/form.tsx'
import { Input, Password } from '../../ui/input.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Qr } from '../../ui/qr.tsx'
import { Row } from '../../ui/row.tsx'
import { Loaded } from '../../ui/states.tsx'
import { dateTime } from '../../ui/text.ts'
import { toast } from '../../ui/toast.tsx'
import { useAct } from '../../ui/use-act.ts'
import { ShownOnce } from '../shown-once.tsx'

interface PartProps {
  /** All parts tell their problem in one place. */
  readonly run: (work: () => Promise<unknown>) => Promise<void>
}

export function Acceso() {
  const act = useAct()
  return (
    <div className="stack">
      <Problem text={act.problem} className="notice bad" />
      <Llaves run={act.run} />
      <SegundoFactor run={act.run} />
      <Contrasena run={act.run} />
    </div>
  )
}

function useRefresh() {
  const client = useQueryClient()
  return async () => {
    await client.invalidateQueries({ queryKey: ['mis-llaves'] })
    await client.invalidateQueries({ queryKey: ['session'] })
  }
}

function Llaves({ run }: PartProps) {
  const { persona, pendiente } = useSession()
  const refresh = useRefresh()
  const query = useCall<{ llaves: readonly LlaveDeAcceso[] }>(['mis-llaves'], '/yo/llaves')
  const add = async () => {
    const asked = await call<{ retoId: string; opciones: PublicKeyCredentialCreationOptionsJSON }>(
      '/yo/llaves/opciones',
      { method: 'POST', body: {} },
    )
    const { respuesta, prf } = await createPasskey(asked.opciones)
    const nombre = `Sello: firma de ${persona.nombre}`
    const body = { retoId: asked.retoId, respuesta, nombre, prf }
    await call('/yo/llaves', { method: 'POST', body })
    await refresh()
    toast('Llave de acceso guardada.')
  }
  const remove = async (id: string) => {
    await call(`/yo/llaves/${encodeURIComponent(id)}`, { method: 'DELETE' })
    await refresh()
  }
  return (
    <Card
      heading="Llaves de acceso"
      action={
        <Button small primary={pendiente !== null} onClick={() => void run(add)}>
          Agregar
        </Button>
      }
    >
      <Loaded query={query} rows={1}>
        {({ llaves }) =>
          llaves.length === 0 ? (
            <p className="section sub">
              Con una llave de acceso entra sin contraseña: huella, rostro o PIN.
            </p>
          ) : (
            <ul>
              {llaves.map(({ id, nombre, usadaEl, creadaEl }) => (
                <Row
                  key={id}
                  title={nombre}
                  note={usadaEl ? `Usada ${dateTime(usadaEl)}` : `Creada ${dateTime(creadaEl)}`}
                >
                  <Button small onClick={() => void run(() => remove(id))}>
                    Quitar
                  </Button>
                </Row>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}

interface Totp {
  readonly secreto: string
  readonly uri: string
}

function SegundoFactor({ run }: PartProps) {
  const { persona, pendiente } = useSession()
  const setSession = useSetSession()
  const [totp, setTotp] = useState<Totp | null>(null)
  const begin = async () => setTotp(await call('/yo/totp', { method: 'POST', body: {} }))
  const remove = async () => setSession(await call<Session>('/yo/totp', { method: 'DELETE' }))
  const confirm = (event: FormEvent<HTMLFormElement>) => {
    const codigo = textOf(event.currentTarget, 'codigo').replaceAll(/\s/g, '')
    void run(async () => {
      const body = { codigo }
      await setSession(await call<Session>('/yo/totp/confirmar', { method: 'POST', body }))
      setTotp(null)
      toast('Segundo factor activo.')
    })
  }
  return (
    <Card
      heading="Segundo factor"
      beside={persona.totp && <span className="pill ok">Activo</span>}
      action={
        persona.totp ? (
          <Button small onClick={() => void run(remove)}>
            Quitar
          </Button>
        ) : (
          !totp && (
            <Button small primary={pendiente !== null} onClick={() => void run(begin)}>
              Activar
            </Button>
          )
        )
      }
    >
      {totp ? (
        <Form className="section stack" onSubmit={confirm}>
          <p>Escanee este código con su aplicación de códigos, o escriba la clave en ella.</p>
          <Qr text={totp.uri} label="Código para su aplicación" />
          <ShownOnce text={totp.secreto} />
          <a className="link" href={totp.uri}>
            Abrir en la aplicación de este dispositivo
          </a>
          <Input
            label="Código que muestra"
            name="codigo"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
          />
          <Button primary type="submit">
            Activar
          </Button>
        </Form>
      ) : (
        <p className="section sub">Un código de su teléfono además de la contraseña.</p>
      )}
    </Card>
  )
}

function Contrasena({ run }: PartProps) {
  const { persona } = useSession()
  const refresh = useRefresh()
  const change = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget
    const body = { contrasena: String(new FormData(form).get('contrasena')) }
    void run(async () => {
      await call('/yo/contrasena', { method: 'POST', body })
      form.reset()
      await refresh()
      toast('Contraseña cambiada. Las demás sesiones se cerraron.')
    })
  }
  return (
    <Card heading="Contraseña">
      <Form className="section stack" onSubmit={change}>
        <input type="text" autoComplete="username" value={persona.correo} readOnly hidden />
        <Password
          label="Contraseña nueva"
          help="Al menos 12 caracteres, que no sea de las comunes."
          name="contrasena"
          autoComplete="new-password"
          minLength={12}
        />
        <div>
          <Button type="submit">Cambiar contraseña</Button>
        </div>
      </Form>
    </Card>
  )
}
