/** The people of a company: roles, points of sale, invitations, and sign keys that need the owner. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/http.ts'
import type { DatosPersonas, EstadoFirma, Persona, Punto, Rol } from '../../api/types.ts'
import { may, NOMBRE_ROL, useWorkspace } from '../../app/workspace.ts'
import { copy } from '../../emitir/ending.tsx'
import { huellaDe } from '../../firma/huella.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { Loaded } from '../../ui/states.tsx'
import { dateTime } from '../../ui/text.ts'
import { toast } from '../../ui/toast.tsx'
import { useAct } from '../../ui/use-act.ts'

const ROLES = ['dueno', 'administrador', 'emisor', 'lector', 'contador'] as const

const pointOf = ({ puntoDeVenta: one }: Persona) => one && one.codEstable + one.codPuntoVenta

// biome-ignore format: a table
const FIRMA: Readonly<Record<EstadoFirma, readonly [string, string] | null>> = {
  ninguna:   null,
  activa:    ['Activa', 'ok'],
  bloqueada: ['Bloqueada', 'bad'],
  vencida:   ['Por renovar', 'warn'],
}

function firmaOf(estado: EstadoFirma) {
  const look = FIRMA[estado]
  return look ? <span className={`pill ${look[1]}`}>{look[0]}</span> : '–'
}

export function Personas() {
  const { empresa, ambiente } = useWorkspace()
  const client = useQueryClient()
  const act = useAct()
  const [inviting, setInviting] = useState(false)
  const [signing, setSigning] = useState<Pedido | null>(null)
  const [leaving, setLeaving] = useState<Persona | null>(null)
  const base = `/${empresa.nit}`
  const key = ['personas', empresa.nit]
  const query = useQuery({ queryKey: key, queryFn: () => call<DatosPersonas>(`${base}/personas`) })
  const puntos = useQuery({
    queryKey: ['puntos', empresa.nit],
    queryFn: () => call<{ puntos: readonly Punto[] }>(`${base}/puntos`),
  })
  const keep = (work: () => Promise<unknown>) =>
    act.run(async () => {
      client.setQueryData(key, await work())
      await client.invalidateQueries({ queryKey: ['session'] })
    })
  const patch = (persona: Persona, body: object) =>
    void keep(() => call(`${base}/personas/${persona.personaId}`, { method: 'PATCH', body }))
  const owner = may(empresa.rol, 'dueno')
  const appoints: readonly Rol[] = owner ? ROLES : ['emisor', 'lector']
  const itemsOf = (persona: Persona): (MenuItem | null)[] => {
    const locked = (['00', '01'] as const).filter((one) => persona.firma[one] === 'bloqueada')
    const parts: MenuItem[][] = [
      locked.map((ambiente) => ({
        label: `Reactivar su firma${ambiente === '00' ? ' de pruebas' : ''}`,
        run: () =>
          void keep(() =>
            call(`${base}/personas/${persona.personaId}/firma/${ambiente}/reactivar`, {
              method: 'POST',
              body: {},
            }),
          ),
      })),
      appoints
        .filter((rol) => rol !== persona.rol)
        .map((rol) => ({
          label: `Hacer ${NOMBRE_ROL[rol].toLowerCase()}`,
          run: () => patch(persona, { rol }),
        })),
      (puntos.data?.puntos ?? [])
        .filter((one) => one.codEstable + one.codPuntoVenta !== pointOf(persona))
        .map(({ codEstable, codPuntoVenta }) => ({
          label: `Emite en ${codEstable} · ${codPuntoVenta}`,
          run: () => patch(persona, { puntoDeVenta: { codEstable, codPuntoVenta } }),
        })),
      [
        ...(owner && persona.rol === 'emisor'
          ? [
              {
                label: persona.invalida
                  ? 'Quitarle el permiso de invalidar'
                  : 'Permitirle invalidar',
                run: () => patch(persona, { invalida: !persona.invalida }),
              },
            ]
          : []),
        {
          label: 'Quitar de la empresa…',
          run: () => {
            act.clear()
            setLeaving(persona)
          },
        },
      ],
    ]
    return parts
      .filter((part) => part.length > 0)
      .flatMap((part, n) => (n === 0 ? part : [null, ...part]))
  }
  return (
    <div className="stack">
      {act.problem && (
        <p className="notice bad" role="alert">
          {act.problem}
        </p>
      )}
      <Loaded query={query}>
        {({ personas, invitaciones, pedidosDeFirma }) => (
          <>
            {pedidosDeFirma.length > 0 && (
              <section className="card">
                <div className="ch">
                  <h2>Piden su firma</h2>
                </div>
                {pedidosDeFirma.map((one) => (
                  <div className="doc bare" key={one.id}>
                    <span>
                      {one.nombre}
                      <small>
                        {one.ambiente === '00' ? 'Pruebas' : 'Producción'} ·{' '}
                        {dateTime(one.pedidaEl)}
                      </small>
                    </span>
                    <span className="rowx">
                      <Button
                        small
                        onClick={() =>
                          void keep(() =>
                            call(`${base}/pedidos-de-firma/${one.id}`, { method: 'DELETE' }),
                          )
                        }
                      >
                        Rechazar
                      </Button>
                      {owner && (
                        <Button small primary onClick={() => setSigning(one)}>
                          Aprobar
                        </Button>
                      )}
                    </span>
                  </div>
                ))}
              </section>
            )}
            <section className="card tablebox">
              <div className="ch">
                <h2>Personas</h2>
                <span className="sp" />
                <Button primary onClick={() => setInviting(true)}>
                  Invitar
                </Button>
              </div>
              <table className="table">
                <thead>
                  <tr>
                    <th>Persona</th>
                    <th>Rol</th>
                    <th>Punto de venta</th>
                    <th>Firma</th>
                    <th>Última vez</th>
                    <th>
                      <span className="sr">Acciones</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {personas.map((persona) => (
                    <tr key={persona.personaId}>
                      <td>
                        <b>{persona.nombre}</b>
                        <div className="small">{persona.correo}</div>
                      </td>
                      <td>{NOMBRE_ROL[persona.rol]}</td>
                      <td className="code">
                        {persona.puntoDeVenta
                          ? `${persona.puntoDeVenta.codEstable} · ${persona.puntoDeVenta.codPuntoVenta}`
                          : '–'}
                      </td>
                      <td>{firmaOf(persona.firma[ambiente])}</td>
                      <td>{persona.usadaEl ? dateTime(persona.usadaEl) : 'Nunca'}</td>
                      <td className="num">
                        {appoints.includes(persona.rol) && (
                          <Menu
                            label={`Cambiar a ${persona.nombre}`}
                            className="btn s"
                            trigger="Cambiar"
                            items={itemsOf(persona)}
                          />
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
            {invitaciones.length > 0 && (
              <section className="card">
                <div className="ch">
                  <h2>Invitaciones</h2>
                </div>
                {invitaciones.map((one) => (
                  <div className="doc bare" key={one.id}>
                    <span>
                      {one.correo}
                      <small>
                        {NOMBRE_ROL[one.rol]} · vence {dateTime(one.venceEl)}
                      </small>
                    </span>
                    <Button
                      small
                      onClick={() =>
                        void keep(() =>
                          call(`${base}/invitaciones/${one.id}`, { method: 'DELETE' }),
                        )
                      }
                    >
                      Retirar
                    </Button>
                  </div>
                ))}
              </section>
            )}
          </>
        )}
      </Loaded>
      {leaving && (
        <Dialog title="Quitar de la empresa" onClose={() => setLeaving(null)} ask>
          <p>
            {leaving.nombre} deja de entrar a {empresa.nombreComercial ?? empresa.nombre} al
            instante y su firma se borra. Para volver necesita otra invitación.
          </p>
          {act.problem && (
            <p className="err" role="alert">
              {act.problem}
            </p>
          )}
          <div className="actions">
            <Button onClick={() => setLeaving(null)}>Cancelar</Button>
            <Button
              danger
              busy={act.busy}
              onClick={() =>
                void keep(async () => {
                  const path = `${base}/personas/${leaving.personaId}`
                  const left = await call(path, { method: 'DELETE' })
                  setLeaving(null)
                  toast(`${leaving.nombre} ya no está en la empresa.`)
                  return left
                })
              }
            >
              Quitar
            </Button>
          </div>
        </Dialog>
      )}
      {inviting && (
        <Invitar
          puntos={puntos.data?.puntos ?? []}
          onClose={() => {
            setInviting(false)
            void client.invalidateQueries({ queryKey: key })
          }}
        />
      )}
      {signing && (
        <Aprobar
          pedido={signing}
          onClose={() => setSigning(null)}
          onFrase={async (frase, huella) => {
            const answer = await call(`${base}/pedidos-de-firma/${signing.id}`, {
              method: 'POST',
              body: { frase, huella },
            })
            client.setQueryData(key, answer)
            setSigning(null)
            toast('Firma entregada.')
          }}
        />
      )}
    </div>
  )
}

type Pedido = DatosPersonas['pedidosDeFirma'][number]

function Aprobar(props: {
  pedido: Pedido
  onClose: () => void
  onFrase: (frase: string, huella: string) => Promise<void>
}) {
  const act = useAct()
  const { nombre, clavePublica } = props.pedido
  const huella = useQuery({
    queryKey: ['huella', clavePublica],
    queryFn: () => huellaDe(clavePublica),
  })
  return (
    <Dialog title="Aprobar la firma" onClose={props.onClose} ask>
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          const frase = String(new FormData(event.currentTarget).get('frase'))
          void act.run(() => props.onFrase(frase, huella.data ?? ''))
        }}
      >
        <p>
          Pida a {nombre}, por teléfono o en persona, la huella que muestra su navegador:{' '}
          <b>{huella.data ?? '…'}</b>. Si no es la misma, no apruebe: el pedido es de otro.
        </p>
        <p className="sub">
          Se sella para el navegador de esa persona antes de salir del servicio.
        </p>
        <Field label="Frase del dueño" error={act.problem}>
          <input className="in" type="password" name="frase" autoComplete="off" required />
        </Field>
        <Button primary type="submit" busy={act.busy}>
          Aprobar
        </Button>
      </Form>
    </Dialog>
  )
}

function Invitar({ puntos, onClose }: { puntos: readonly Punto[]; onClose: () => void }) {
  const { empresa } = useWorkspace()
  const act = useAct()
  const [made, setMade] = useState<{ url: string; venceEl: string } | null>(null)
  const roles: readonly Rol[] = may(empresa.rol, 'dueno')
    ? ['emisor', 'administrador', 'lector', 'contador', 'dueno']
    : ['emisor', 'lector']
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const [codEstable, codPuntoVenta] = String(data.get('punto') ?? '').split(' ')
    void act.run(async () => {
      setMade(
        await call(`/${empresa.nit}/invitaciones`, {
          method: 'POST',
          body: {
            correo: String(data.get('correo')).trim(),
            rol: data.get('rol'),
            ...(codPuntoVenta ? { puntoDeVenta: { codEstable, codPuntoVenta } } : {}),
          },
        }),
      )
    })
  }
  return (
    <Dialog title="Invitar" onClose={onClose}>
      {made ? (
        <>
          <p>
            Entregue este enlace a la persona. Sirve una vez, hasta el {dateTime(made.venceEl)}.
          </p>
          <div className="secret">
            <code>{made.url}</code>
            <Button small onClick={() => copy(made.url, 'Enlace copiado.')}>
              Copiar
            </Button>
          </div>
          <Button primary onClick={onClose}>
            Listo
          </Button>
        </>
      ) : (
        <Form className="stack" onSubmit={submit}>
          <Field label="Correo">
            <input className="in" type="email" name="correo" autoComplete="off" required />
          </Field>
          <div className="fields">
            <Field label="Rol" className="w6">
              <select className="in" name="rol">
                {roles.map((rol) => (
                  <option key={rol} value={rol}>
                    {NOMBRE_ROL[rol]}
                  </option>
                ))}
              </select>
            </Field>
            <Field label="Punto de venta" className="w6">
              <select className="in" name="punto">
                {puntos.map((one) => (
                  <option
                    key={one.codEstable + one.codPuntoVenta}
                    value={`${one.codEstable} ${one.codPuntoVenta}`}
                  >
                    {one.codEstable} · {one.codPuntoVenta}
                  </option>
                ))}
                <option value="">Ninguno</option>
              </select>
            </Field>
          </div>
          {act.problem && (
            <p className="err" role="alert">
              {act.problem}
            </p>
          )}
          <Button primary type="submit" busy={act.busy}>
            Crear invitación
          </Button>
        </Form>
      )}
    </Dialog>
  )
}
