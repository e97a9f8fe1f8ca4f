/** Sends a document by mail again, to these addresses. */
import { type FormEvent, useRef } from 'react'
import { call } from '../api/http.ts'
import { apiOf, useWorkspace } from '../app/workspace.ts'
import { uuid } from '../clock.ts'
import type { Query } from '../emitir/from-documento.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Form, textOf } from '../ui/form.tsx'
import { Input } from '../ui/input.tsx'
import { toast } from '../ui/toast.tsx'
import { useAct } from '../ui/use-act.ts'

interface Props {
  readonly doc: Query
  readonly onClose: () => void
  readonly onDone: () => void
}

export function Enviar({ doc, onClose, onDone }: Props) {
  const workspace = useWorkspace()
  const act = useAct()
  // Of this dialog: a repeat after a lost answer sends nothing twice.
  const key = useRef(uuid())
  const submit = ({ currentTarget: form }: FormEvent<HTMLFormElement>) =>
    void act.run(async () => {
      const correo = textOf(form, 'correo')
        .split(/[\s,;]+/)
        .filter(Boolean)
      await call(`${apiOf(workspace)}/v1/dte/${doc.codigoGeneracion}/entregas`, {
        method: 'POST',
        body: { correo },
        headers: { 'idempotency-key': key.current },
      })
      toast('Se envía enseguida.')
      onDone()
    })
  return (
    <Dialog title="Enviar por correo" onClose={onClose}>
      <Form className="stack" onSubmit={submit}>
        <p className="sub">
          Con la copia impresa{doc.estado === 'sellado' && ', el archivo del documento'} y el enlace
          a su página. Si se invalida, a estas direcciones también se les avisa.
        </p>
        <Input
          label="Correo"
          help="Uno, o hasta diez separados por comas."
          error={act.problem}
          name="correo"
          inputMode="email"
          autoComplete="off"
          defaultValue={correoDe(doc)}
          onInput={() => {
            key.current = uuid() // other addresses are another sending
          }}
          required
        />
        <div className="actions">
          <Button onClick={onClose}>Cancelar</Button>
          <Button primary type="submit" busy={act.busy}>
            Enviar
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

/** The buyer's own address, if the document has it. */
function correoDe({ documento }: Query): string {
  const { receptor, sujetoExcluido } = (documento ?? {}) as Readonly<
    Record<'receptor' | 'sujetoExcluido', { readonly correo?: unknown } | null | undefined>
  >
  const correo = (receptor ?? sujetoExcluido)?.correo
  return typeof correo === 'string' ? correo : ''
}
