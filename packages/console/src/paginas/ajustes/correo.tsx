/** How documents go to their buyers by mail: when, with a page or not, by which server, and a test. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/http.ts'
import type { DatosCorreo } from '../../api/settings-types.ts'
import { useCall } from '../../api/use-call.ts'
import { useWorkspace } from '../../app/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/check.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Loaded } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAct } from '../../ui/use-act.ts'
import { ServidorDeCorreo } from './servidor-correo.tsx'

const CUANDO = [
  ['nunca', 'Solo si se pide'],
  ['si_tiene_correo', 'Si el cliente tiene correo'],
] as const

export function Correo() {
  const { empresa } = useWorkspace()
  const query = useCall<DatosCorreo>(['correo', empresa.nit], `/${empresa.nit}/correo`)
  return (
    <Loaded query={query}>
      {(datos) => (
        <div className="stack">
          <Envio datos={datos} />
          <Salida datos={datos} />
        </div>
      )}
    </Loaded>
  )
}

/** Changes some of the settings. */
function useChange() {
  const { empresa } = useWorkspace()
  const client = useQueryClient()
  return async (body: object, said: string) => {
    const changed = await call<DatosCorreo>(`/${empresa.nit}/correo`, { method: 'PUT', body })
    client.setQueryData(['correo', empresa.nit], changed)
    toast(said)
  }
}

function Envio({ datos: { entrega, pagina } }: { datos: DatosCorreo }) {
  const change = useChange()
  const act = useAct()
  const save = (body: object) => void act.run(() => change(body, 'Guardado.'))
  return (
    <section className="card section stack narrow">
      <h2>Envío al comprador</h2>
      <p className="sub">
        La ley pide entregar el documento y su copia impresa. Rige desde el próximo documento; cada
        venta puede decir otra cosa.
      </p>
      <Choice
        label="Cuándo se envía"
        name="entrega"
        choices={CUANDO}
        value={entrega}
        onChange={(next) => save({ entrega: next })}
      />
      <Check checked={pagina} onCheck={(next) => save({ pagina: next })}>
        El correo lleva a una página con el documento, sus archivos y su estado
      </Check>
      <Problem text={act.problem} />
    </section>
  )
}

interface Prueba {
  readonly enviado: boolean
  readonly a: string
  readonly motivo: string | null
}

function Salida({ datos: { servidor, delServicio } }: { datos: DatosCorreo }) {
  const { empresa } = useWorkspace()
  const change = useChange()
  const act = useAct()
  const [isOpen, setOpen] = useState(false)
  const [prueba, setPrueba] = useState<Prueba | null>(null)
  const has = servidor !== null || delServicio
  const test = () =>
    void act.run(async () => {
      setPrueba(null)
      setPrueba(await call(`/${empresa.nit}/correo/prueba`, { method: 'POST', body: {} }))
    })
  const remove = () =>
    void act.run(() => change({ servidor: null }, 'El correo sale por el servicio.'))
  return (
    <section className="card section stack narrow">
      <h2>Por dónde sale</h2>
      {servidor ? (
        <dl className="pairs">
          <dt>Servidor</dt>
          <dd>
            {servidor.host}:{servidor.port}
            <span className="sub"> · {servidor.tls === 'implicit' ? 'TLS' : 'STARTTLS'}</span>
          </dd>
          <dt>Remitente</dt>
          <dd>{servidor.sender}</dd>
          <dt>Usuario</dt>
          <dd>{servidor.usuario ?? 'sin usuario'}</dd>
          <dt>Firma DKIM</dt>
          <dd>{servidor.dkim ? 'sí' : 'no'}</dd>
        </dl>
      ) : (
        <p className="sub">
          {delServicio
            ? 'Por el servidor de correo del servicio.'
            : 'El servicio no tiene servidor de correo: conecte el de la empresa para enviar.'}
        </p>
      )}
      {prueba && (
        <p className={`notice ${prueba.enviado ? 'ok' : 'bad'}`} role="status">
          {prueba.enviado
            ? `El servidor aceptó la prueba para ${prueba.a}. Revise que haya llegado, también en no deseados.`
            : `No se envió. ${prueba.motivo}`}
        </p>
      )}
      <Problem text={act.problem} />
      <div className="inline">
        <Button
          primary={has}
          busy={act.busy}
          why={has ? null : 'No hay servidor de correo.'}
          onClick={test}
        >
          Enviarme una prueba
        </Button>
        <Button primary={!has} onClick={() => setOpen(true)}>
          {servidor ? 'Cambiar el servidor' : 'Conectar un servidor propio'}
        </Button>
        {servidor && <Button onClick={remove}>Dejar de usarlo</Button>}
      </div>
      {isOpen && (
        <ServidorDeCorreo
          onClose={() => setOpen(false)}
          onSave={async (next) => {
            await change({ servidor: next }, 'Servidor guardado. Envíese una prueba.')
            setPrueba(null)
            setOpen(false)
          }}
        />
      )}
    </section>
  )
}
