/** A company's own mail server. What it had is not shown again, so all of it is written. */
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/check.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, textOf } from '../../ui/form.tsx'
import { Input, Password } from '../../ui/input.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useAct } from '../../ui/use-act.ts'

export interface NuevoServidor {
  readonly host: string
  readonly port: number
  readonly tls: 'implicit' | 'starttls'
  readonly sender: string
  readonly usuario: string | null
  readonly contrasena: string | null
  readonly dkim: { readonly selector: string; readonly llave: string } | null
}

interface Props {
  readonly onClose: () => void
  readonly onSave: (servidor: NuevoServidor) => Promise<void>
}

/** Of TLS from the first byte; the others begin with STARTTLS. */
const TLS_PORT = 465

export function ServidorDeCorreo({ onClose, onSave }: Props) {
  const act = useAct()
  const [signs, setSigns] = useState(false)
  const submit = ({ currentTarget: form }: FormEvent<HTMLFormElement>) =>
    void act.run(() => onSave(servidorOf(form, signs)))
  return (
    <Dialog title="Servidor de correo" onClose={onClose}>
      <Form className="stack" onSubmit={submit}>
        <div className="fields">
          <Input
            label="Servidor"
            width="w8"
            name="host"
            placeholder="smtp.example.com"
            autoComplete="off"
            required
          />
          <Input
            label="Puerto"
            width="w4"
            className="input num"
            name="port"
            inputMode="numeric"
            pattern="[0-9]{1,5}"
            defaultValue="587"
            required
          />
        </div>
        <p className="help">Con 465, TLS desde el comienzo; con otro, STARTTLS. Siempre cifrado.</p>
        <Input
          label="Remitente"
          help="De qué dirección salen los documentos."
          type="email"
          name="sender"
          autoComplete="off"
          required
        />
        <Input label="Usuario" optional name="usuario" autoComplete="off" />
        <Password label="Contraseña" optional name="contrasena" required={false} />
        <Check checked={signs} onCheck={setSigns}>
          Firmar con DKIM
        </Check>
        {signs && (
          <>
            <Input
              label="Selector"
              help="Lo que va delante de ._domainkey en su DNS."
              name="selector"
              required
            />
            <Field label="Llave privada RSA (PEM)">
              <textarea className="input" name="llave" rows={4} required />
            </Field>
          </>
        )}
        <Problem text={act.problem} />
        <div className="actions">
          <Button onClick={onClose}>Cancelar</Button>
          <Button primary type="submit" busy={act.busy}>
            Guardar
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

function servidorOf(form: HTMLFormElement, signs: boolean): NuevoServidor {
  const port = Number(textOf(form, 'port'))
  const usuario = textOf(form, 'usuario') || null
  return {
    ...{ host: textOf(form, 'host'), port, tls: port === TLS_PORT ? 'implicit' : 'starttls' },
    sender: textOf(form, 'sender'),
    usuario,
    contrasena: usuario && String(new FormData(form).get('contrasena')),
    dkim: signs ? { selector: textOf(form, 'selector'), llave: textOf(form, 'llave') } : null,
  }
}
