/** API keys: create, limit, deactivate, revoke; shows the secret once, with the next steps. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/http.ts'
import type { Punto } from '../../api/types.ts'
import { useWorkspace } from '../../app/workspace.ts'
import { BASE } from '../../base.ts'
import { copy } from '../../emitir/ending.tsx'
import { leerNumero, PREGUNTA } from '../../emitir/numero.ts'
import { TIPO, TIPOS_DTE } from '../../tipos.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAct } from '../../ui/use-act.ts'
import { EJEMPLOS } from './ejemplos.ts'

const LENGUAJES = Object.fromEntries(Object.keys(EJEMPLOS).map((name) => [name, name]))

type EstadoLlave = 'active' | 'inactive' | 'revoked' | 'expired'

interface Llave {
  readonly keyId: string
  readonly nombre: string
  readonly ambiente: string
  readonly estado: EstadoLlave
  readonly alcances: readonly string[]
  readonly codEstable: string
  readonly codPuntoVenta: string
  readonly montoMaximo: number
  readonly limites: { readonly hora: number; readonly dia: number; readonly estado: number }
  readonly ipPermitidas: readonly string[]
  readonly firma: boolean
  readonly firmaBloqueada: boolean
}
interface Minted {
  readonly apiKey: string
  readonly signKey: string | null
}

export function Llaves() {
  const { empresa } = useWorkspace()
  const client = useQueryClient()
  const act = useAct()
  const [over, setOver] = useState<'nueva' | null>(null)
  const [minted, setMinted] = useState<Minted | null>(null)
  const [revoking, setRevoking] = useState<Llave | null>(null)
  const [limiting, setLimiting] = useState<Llave | null>(null)
  const path = `/${empresa.nit}/llaves`
  const key = ['llaves', empresa.nit]
  const query = useQuery({
    queryKey: key,
    queryFn: () => call<{ llaves: readonly Llave[] }>(path),
  })
  const change = (llave: Llave, how: 'desactivar' | 'reactivar' | 'revocar') =>
    act.run(async () => {
      await call(`${path}/${llave.keyId}/${how}`, { method: 'POST', body: {} })
      await client.invalidateQueries({ queryKey: key })
      setRevoking(null)
      toast(
        how === 'reactivar'
          ? 'Llave reactivada.'
          : how === 'revocar'
            ? 'Llave revocada.'
            : 'Llave desactivada.',
      )
    })
  return (
    <section className="card tablebox">
      <div className="ch">
        <h2>Llaves de programas</h2>
        <span className="sp" />
        <Button primary onClick={() => setOver('nueva')}>
          Crear llave
        </Button>
      </div>
      {act.problem && <p className="sec err">{act.problem}</p>}
      <Loaded query={query}>
        {({ llaves }) =>
          llaves.length === 0 ? (
            <Empty icon={<KeyRound className="i" aria-hidden />}>
              <p>Con una llave, su caja o su tienda emite por sí sola.</p>
            </Empty>
          ) : (
            <table className="table">
              <thead>
                <tr>
                  <th>Llave</th>
                  <th>Ambiente</th>
                  <th>Estado</th>
                  <th>
                    <span className="sr">Acciones</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {llaves.map((llave) => (
                  <tr key={llave.keyId}>
                    <td>
                      <b>{llave.nombre}</b>
                      <div className="small">
                        <span className="code">{llave.keyId}</span> · {llave.codEstable}{' '}
                        {llave.codPuntoVenta}
                        {llave.firma ? ' · firma' : ''}
                      </div>
                    </td>
                    <td>{llave.ambiente === '00' ? 'Pruebas' : 'Producción'}</td>
                    <td>
                      <Standing llave={llave} />
                    </td>
                    <td className="num">
                      <Menu
                        label={`Acciones de ${llave.nombre}`}
                        className="btn s"
                        trigger="Cambiar"
                        items={[
                          {
                            label: 'Límites…',
                            why: llave.estado === 'revoked' ? 'Está revocada.' : null,
                            run: () => setLimiting(llave),
                          },
                          {
                            label: 'Desactivar',
                            why: llave.estado === 'active' ? null : 'No está activa.',
                            run: () => void change(llave, 'desactivar'),
                          },
                          {
                            label: 'Reactivar',
                            why:
                              llave.estado === 'inactive' || llave.firmaBloqueada
                                ? null
                                : 'No está detenida.',
                            run: () => void change(llave, 'reactivar'),
                          },
                          {
                            label: 'Revocar…',
                            why: llave.estado === 'revoked' ? 'Ya está revocada.' : null,
                            run: () => setRevoking(llave),
                          },
                        ]}
                      />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </Loaded>
      {over === 'nueva' && (
        <Nueva
          onClose={() => setOver(null)}
          onMinted={(made) => {
            setOver(null)
            setMinted(made)
            void client.invalidateQueries({ queryKey: key })
          }}
        />
      )}
      {limiting && (
        <Limites
          llave={limiting}
          onClose={() => setLimiting(null)}
          onSave={async (body) => {
            await call(`${path}/${limiting.keyId}`, { method: 'PATCH', body })
            await client.invalidateQueries({ queryKey: key })
            setLimiting(null)
            toast('Límites guardados.')
          }}
        />
      )}
      {minted && <Secreto minted={minted} onClose={() => setMinted(null)} />}
      {revoking && (
        <Dialog title="Revocar llave" onClose={() => setRevoking(null)} ask>
          <p>
            Revocar {revoking.nombre}. Sus programas dejan de emitir al instante; no se puede
            deshacer.
          </p>
          <div className="actions">
            <Button onClick={() => setRevoking(null)}>Cancelar</Button>
            <Button danger busy={act.busy} onClick={() => void change(revoking, 'revocar')}>
              Revocar
            </Button>
          </div>
        </Dialog>
      )}
    </section>
  )
}

// biome-ignore format: a table
const ESTADOS: Readonly<Record<EstadoLlave, readonly [string, string]>> = {
  active:   ['Activa',    'ok'],
  inactive: ['Inactiva',  'mute'],
  expired:  ['Vencida',   'mute'],
  revoked:  ['Revocada',  'mute'],
}

function Standing({ llave }: { llave: Llave }) {
  const locked = llave.estado === 'active' && llave.firmaBloqueada
  const [word, tone] = locked ? ['Firma bloqueada', 'warn'] : ESTADOS[llave.estado]
  return <span className={`pill ${tone}`}>{word}</span>
}

const ALCANCES = {
  issue: 'Emitir y corregir',
  query: 'Consultar',
  download: 'Descargar archivos',
  catalog: 'Guardar clientes y productos',
}

function Nueva({ onClose, onMinted }: { onClose: () => void; onMinted: (made: Minted) => void }) {
  const { empresa, ambiente } = useWorkspace()
  const act = useAct()
  const [signs, setSigns] = useState(true)
  const puntos = useQuery({
    queryKey: ['puntos', empresa.nit],
    queryFn: () => call<{ puntos: readonly Punto[] }>(`/${empresa.nit}/puntos`),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const [codEstable, codPuntoVenta] = String(data.get('punto')).split(' ')
    const monto = leerNumero(String(data.get('montoMaximo') ?? ''))
    void act.run(async () => {
      if (monto.kind === 'duda') throw new Error(PREGUNTA(monto.propuesta))
      if (monto.kind === 'invalido') throw new Error('El monto máximo es un número, como 1250.50.')
      const made = await call<Minted>(`/${empresa.nit}/llaves`, {
        method: 'POST',
        body: {
          nombre: String(data.get('nombre')).trim(),
          ambiente,
          codEstable,
          codPuntoVenta,
          alcances: Object.keys(ALCANCES).filter((name) => data.get(`alcance.${name}`) === 'on'),
          tiposDte: TIPOS_DTE.filter((tipo) => data.get(`tipo.${tipo}`) === 'on'),
          ...(monto.kind === 'numero' ? { montoMaximo: monto.valor } : {}),
          ...(signs ? { frase: String(data.get('frase')) } : {}),
        },
      })
      onMinted(made)
    })
  }
  return (
    <Dialog
      title={`Crear llave · ${ambiente === '00' ? 'pruebas' : 'producción'}`}
      onClose={onClose}
    >
      <Form className="stack" onSubmit={submit}>
        <Field label="Para qué es" help="Caja 1, tienda en línea, contabilidad…">
          <input className="in" name="nombre" maxLength={100} required />
        </Field>
        <Field label="Punto de venta">
          <select className="in" name="punto" required>
            {(puntos.data?.puntos ?? []).map((one) => (
              <option
                key={one.codEstable + one.codPuntoVenta}
                value={`${one.codEstable} ${one.codPuntoVenta}`}
              >
                {one.codEstable} · {one.codPuntoVenta}
              </option>
            ))}
          </select>
        </Field>
        <fieldset className="rowx" style={{ border: 0, padding: 0 }}>
          <legend className="lab">Puede</legend>
          {Object.entries(ALCANCES).map(([name, label]) => (
            <label key={name} className="check">
              <input type="checkbox" name={`alcance.${name}`} defaultChecked />
              {label}
            </label>
          ))}
        </fieldset>
        <fieldset className="rowx" style={{ border: 0, padding: 0 }}>
          <legend className="lab">Tipos</legend>
          {TIPOS_DTE.map((tipo) => (
            <label key={tipo} className="check">
              <input type="checkbox" name={`tipo.${tipo}`} defaultChecked={tipo === '01'} />
              {TIPO[tipo].nombre}
            </label>
          ))}
        </fieldset>
        <Field label="Monto máximo por documento" optional>
          <input className="in num" name="montoMaximo" inputMode="decimal" />
        </Field>
        <label className="check">
          <input
            type="checkbox"
            checked={signs}
            onChange={(event) => setSigns(event.target.checked)}
          />
          Firma por sí sola
        </label>
        {signs && (
          <Field label="Frase del dueño">
            <input className="in" type="password" name="frase" autoComplete="off" required />
          </Field>
        )}
        {act.problem && (
          <p className="err" role="alert">
            {act.problem}
          </p>
        )}
        <Button primary type="submit" busy={act.busy}>
          Crear
        </Button>
      </Form>
    </Dialog>
  )
}

/** How much a key may do, and from where. */
function Limites(props: {
  llave: Llave
  onClose: () => void
  onSave: (body: object) => Promise<void>
}) {
  const { llave, onClose, onSave } = props
  const act = useAct()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const text = (name: string) => String(data.get(name) ?? '').trim()
    void act.run(async () => {
      const monto = leerNumero(text('montoMaximo'))
      if (monto.kind === 'duda') throw new Error(PREGUNTA(monto.propuesta))
      if (monto.kind !== 'numero') throw new Error('El monto máximo es un número, como 1250.50.')
      await onSave({
        montoMaximo: monto.valor,
        limites: {
          hora: Number(text('hora')),
          dia: Number(text('dia')),
          estado: llave.limites.estado,
        },
        ipPermitidas: text('ips')
          .split(/[\s,;]+/)
          .filter(Boolean),
      })
    })
  }
  return (
    <Dialog title={`Límites de ${llave.nombre}`} onClose={onClose}>
      <Form className="stack" onSubmit={submit}>
        <Field label="Monto máximo por documento">
          <input
            className="in num"
            name="montoMaximo"
            inputMode="decimal"
            defaultValue={llave.montoMaximo}
            required
          />
        </Field>
        <div className="fields">
          <Field label="Llamadas por hora" className="w6">
            <input
              className="in num"
              name="hora"
              type="number"
              min={1}
              defaultValue={llave.limites.hora}
              required
            />
          </Field>
          <Field label="Llamadas por día" className="w6">
            <input
              className="in num"
              name="dia"
              type="number"
              min={1}
              defaultValue={llave.limites.dia}
              required
            />
          </Field>
        </div>
        <Field
          label="Direcciones IP desde las que se usa"
          optional
          help="Una por línea, o una red como 190.86.1.0/24. Vacío: desde cualquiera."
        >
          <textarea
            className="in"
            name="ips"
            rows={3}
            defaultValue={llave.ipPermitidas.join('\n')}
          />
        </Field>
        {act.problem && (
          <p className="err" role="alert">
            {act.problem}
          </p>
        )}
        <Button primary type="submit" busy={act.busy}>
          Guardar
        </Button>
      </Form>
    </Dialog>
  )
}

function Secreto({ minted, onClose }: { minted: Minted; onClose: () => void }) {
  const [kept, setKept] = useState(false)
  const [lang, setLang] = useState<keyof typeof EJEMPLOS>('curl')
  const source = EJEMPLOS[lang]?.({ url: location.origin + BASE, ...minted }) ?? ''
  const secret = (label: string, text: string) => (
    <div className="f">
      <span className="lab">{label}</span>
      <div className="secret">
        <code data-secret>{text}</code>
        <button
          type="button"
          className="ib"
          aria-label={`Copiar ${label}`}
          onClick={() => copy(text, 'Copiada.')}
        >
          <Copy className="i" aria-hidden />
        </button>
      </div>
    </div>
  )
  return (
    <Dialog
      title="Su llave"
      wide
      onClose={() => kept && onClose()}
      footer={
        <>
          <label className="check">
            <input
              type="checkbox"
              checked={kept}
              onChange={(event) => setKept(event.target.checked)}
            />{' '}
            Las guardé
          </label>
          <span className="sp" />
          <Button
            primary
            onClick={onClose}
            why={kept ? null : 'Guárdelas antes: no se vuelven a mostrar.'}
          >
            Listo
          </Button>
        </>
      }
    >
      <p className="notice warn">Cópielas ahora: no se vuelven a mostrar.</p>
      {secret('Llave de la API', minted.apiKey)}
      {minted.signKey && secret('Llave de firma', minted.signKey)}
      <h3>¿Y ahora?</h3>
      <Tabs label="Lenguaje" tabs={LENGUAJES} value={lang} onChange={setLang} className="src">
        <pre data-example>{source}</pre>
      </Tabs>
      <Button onClick={() => copy(source, 'Ejemplo copiado.')}>Copiar el ejemplo</Button>
    </Dialog>
  )
}
