/** Points of sale, the ministry's credentials, and where files are kept. */
import type { Estado, TipoDte } from '@sello/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import { call } from '../../api/http.ts'
import type { Ambiente, Destino, PorAmbiente, Punto } from '../../api/types.ts'
import { apiOf, useWorkspace } from '../../app/workspace.ts'
import { TIPO } from '../../tipos.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EstadoIcon } from '../../ui/estado.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { count, dateTime } from '../../ui/text.ts'
import { toast } from '../../ui/toast.tsx'
import { useAct } from '../../ui/use-act.ts'
import { useAmbiente } from './ambiente.tsx'

const textOf = (form: HTMLFormElement, name: string) =>
  String(new FormData(form).get(name) ?? '').trim()
const AMBIENTE: Readonly<Record<Ambiente, string>> = { '00': 'Pruebas', '01': 'Producción' }

interface PartProps {
  /** Used in the checklist: called when the task is done. */
  readonly onDone?: () => void
}

export function Puntos({ onDone }: PartProps) {
  const { empresa } = useWorkspace()
  const client = useQueryClient()
  const act = useAct()
  const [adding, setAdding] = useState(false)
  const path = `/${empresa.nit}/puntos`
  const query = useQuery({
    queryKey: ['puntos', empresa.nit],
    queryFn: () => call<{ puntos: readonly Punto[] }>(path),
  })
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    void act.run(async () => {
      const body = {
        codEstable: textOf(form, 'codEstable').toUpperCase(),
        codPuntoVenta: textOf(form, 'codPuntoVenta').toUpperCase(),
      }
      client.setQueryData(['puntos', empresa.nit], await call(path, { method: 'POST', body }))
      setAdding(false)
      // The first point of sale becomes the default of people without one.
      await client.invalidateQueries({ queryKey: ['session'] })
      toast('Punto de venta agregado.')
      onDone?.()
    })
  }
  return (
    <section className="card">
      <div className="ch">
        <h2>Puntos de venta</h2>
        <span className="sp" />
        <Button onClick={() => setAdding(true)}>Agregar punto</Button>
      </div>
      <Loaded query={query}>
        {({ puntos }) =>
          puntos.length === 0 ? (
            <Empty>Ningún punto de venta todavía.</Empty>
          ) : (
            puntos.map((punto) => (
              <div className="sec" key={punto.codEstable + punto.codPuntoVenta}>
                <h3 className="code">
                  {punto.codEstable} · {punto.codPuntoVenta}
                </h3>
                <p className="sub">
                  {punto.series.length === 0
                    ? 'Aún sin números.'
                    : punto.series
                        .map(
                          ({ tipoDte, ambiente, ultimo }) =>
                            `${TIPO[tipoDte].nombre}${ambiente === '00' ? ' (pruebas)' : ''}: ${count(ultimo)}`,
                        )
                        .join(' · ')}
                </p>
              </div>
            ))
          )
        }
      </Loaded>
      {!onDone && <Huecos />}
      {adding && (
        <Dialog title="Agregar punto de venta" onClose={() => setAdding(false)} ask>
          <Form className="stack" onSubmit={add}>
            <div className="fields">
              <Field
                label="Establecimiento"
                className="w6"
                help="Como lo registró en Hacienda: M001"
              >
                <input
                  className="in"
                  name="codEstable"
                  pattern="[A-Za-z0-9]{4}"
                  title="Escriba cuatro letras o números."
                  maxLength={4}
                  required
                />
              </Field>
              <Field label="Punto de venta" className="w6" help="P001" error={act.problem}>
                <input
                  className="in"
                  name="codPuntoVenta"
                  pattern="[A-Za-z0-9]{4}"
                  title="Escriba cuatro letras o números."
                  maxLength={4}
                  required
                />
              </Field>
            </div>
            <Button primary type="submit" busy={act.busy}>
              Agregar
            </Button>
          </Form>
        </Dialog>
      )}
    </section>
  )
}

interface Serie {
  readonly tipoDte: TipoDte
  readonly codEstable: string
  readonly codPuntoVenta: string
  readonly gaps: readonly {
    readonly numeroControl: string
    readonly estado: Estado | null
    readonly codigoGeneracion: string | null
    readonly motivo: string | null
  }[]
}

/** This year's numbers without a sealed document, each with its reason. */
function Huecos() {
  const workspace = useWorkspace()
  const query = useQuery({
    queryKey: ['huecos', apiOf(workspace)],
    queryFn: () => call<{ year: number; series: readonly Serie[] }>(`${apiOf(workspace)}/huecos`),
  })
  return (
    <div className="sec stack">
      <h3>Huecos en la numeración</h3>
      <Loaded query={query} rows={1}>
        {({ year, series }) => {
          const gaps = series.flatMap((serie) => serie.gaps)
          if (gaps.length === 0) return <p className="sub">Ninguno en {year}.</p>
          return (
            <ul>
              {gaps.slice(0, GAPS_SHOWN).map((gap) => (
                <li className="doc" key={gap.numeroControl}>
                  {gap.estado ? <EstadoIcon estado={gap.estado} /> : <span />}
                  <span>
                    <span className="code">{gap.numeroControl}</span>
                    <small>{gap.motivo ?? 'Ningún documento tiene este número.'}</small>
                  </span>
                  {gap.codigoGeneracion && (
                    <Link className="btn s" href={`/documentos/${gap.codigoGeneracion}`}>
                      Ver
                    </Link>
                  )}
                </li>
              ))}
              {gaps.length > GAPS_SHOWN && (
                <li className="sub">Y {count(gaps.length - GAPS_SHOWN)} más.</li>
              )}
            </ul>
          )
        }}
      </Loaded>
    </div>
  )
}
const GAPS_SHOWN = 200

/** What the ministry said of a password; null: it did not answer. */
interface Prueba {
  readonly aceptada: boolean | null
  readonly mensaje: string | null
}

export function Credenciales({ onDone }: PartProps) {
  const { empresa } = useWorkspace()
  const { ambiente, choice } = useAmbiente()
  const client = useQueryClient()
  const act = useAct()
  const [said, setSaid] = useState<Prueba | null>(null)
  const path = `/${empresa.nit}/credenciales`
  const query = useQuery({
    queryKey: ['credenciales', empresa.nit],
    queryFn: () => call<{ credenciales: PorAmbiente<{ usuario: string } | null> }>(path),
  })
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    void act.run(async () => {
      const body = { contrasena: String(new FormData(form).get('contrasena')) }
      const answer = await call<Prueba>(`${path}/${ambiente}`, { method: 'PUT', body })
      setSaid(answer)
      form.reset()
      await client.invalidateQueries({ queryKey: ['credenciales'] })
      // A password that the ministry refused is not the end of this task.
      if (answer.aceptada !== false) onDone?.()
    })
  }
  const test = () =>
    act.run(async () =>
      setSaid(await call(`${path}/${ambiente}/prueba`, { method: 'POST', body: {} })),
    )
  return (
    <section className="card sec stack" style={{ maxWidth: 640 }}>
      <h2>Credenciales de Hacienda · {AMBIENTE[ambiente]}</h2>
      {!onDone && choice}
      <Loaded query={query} rows={1}>
        {({ credenciales }) => (
          <p className="sub">
            {credenciales[ambiente]
              ? `Usuario ${credenciales[ambiente]?.usuario}. La contraseña está guardada.`
              : 'Aún no hay contraseña de la API de este ambiente.'}
          </p>
        )}
      </Loaded>
      {said && (
        <p
          className={`notice ${said.aceptada ? 'ok' : said.aceptada === null ? 'warn' : 'bad'}`}
          role="status"
        >
          {said.aceptada
            ? 'Hacienda aceptó la contraseña.'
            : said.aceptada === null
              ? 'Guardada. Hacienda no respondió; pruebe más tarde.'
              : (said.mensaje ?? 'Hacienda no aceptó la contraseña (106).')}
        </p>
      )}
      <Form className="stack" onSubmit={save}>
        <Field
          label="Contraseña de la API"
          help="La del portal de Hacienda, para este ambiente."
          error={act.problem}
        >
          <input className="in" name="contrasena" type="password" autoComplete="off" required />
        </Field>
        <div className="rowx">
          <Button primary type="submit" busy={act.busy}>
            Guardar y probar
          </Button>
          {query.data?.credenciales[ambiente] && (
            <Button onClick={() => void test()}>Probar la guardada</Button>
          )}
        </div>
      </Form>
    </section>
  )
}

/** A folder of the service has a path of its machine, which says nothing to its companies. */
const placeOf = ({ kind, location }: Destino) =>
  kind === 'managed_folder' ? 'Carpeta del servicio' : location

export function Almacenamiento({ onDone }: PartProps) {
  const { empresa } = useWorkspace()
  const client = useQueryClient()
  const act = useAct()
  const [kind, setKind] = useState<'managed_folder' | 'managed_bucket' | null>(null)
  const path = `/${empresa.nit}/almacenamiento`
  const key = ['almacenamiento', empresa.nit]
  const query = useQuery({
    queryKey: key,
    queryFn: () => call<{ destinos: readonly Destino[]; carpetaSugerida: string | null }>(path),
  })
  const connect = (body: object) =>
    act.run(async () => {
      await call(path, { method: 'POST', body })
      await client.invalidateQueries({ queryKey: key })
      setKind(null)
      toast('Destino conectado y verificado.')
      onDone?.()
    })
  const verify = () =>
    act.run(async () => {
      await call(`${path}/verificar`, { method: 'POST', body: {} })
      await client.invalidateQueries({ queryKey: key })
      toast('Destinos verificados.')
      onDone?.()
    })
  return (
    <section className="card">
      <div className="ch">
        <h2>Almacenamiento</h2>
        <span className="sp" />
        {(query.data?.destinos.length ?? 0) > 0 && (
          <Button busy={act.busy} onClick={() => void verify()}>
            Verificar
          </Button>
        )}
        <Button primary onClick={() => setKind('managed_folder')}>
          Conectar
        </Button>
      </div>
      {act.problem && <p className="sec err">{act.problem}</p>}
      <Loaded query={query}>
        {({ destinos }) => (
          <>
            {destinos.length === 0 && <Empty>Sin un destino verificado no se emite.</Empty>}
            {destinos.map((one) => (
              <div className="sec" key={one.id}>
                <h3 style={{ overflowWrap: 'anywhere' }}>{placeOf(one)}</h3>
                <p className="sub">
                  {one.valeHasta ? `Verificado hasta ${dateTime(one.valeHasta)}` : 'Sin verificar'}
                  {one.problema && <span className="t-bad"> · {one.problema}</span>}
                </p>
              </div>
            ))}
          </>
        )}
      </Loaded>
      {kind && (
        <Dialog title="Conectar un destino" onClose={() => setKind(null)}>
          <div className="seg">
            {(
              [
                ['managed_folder', 'Carpeta del servicio'],
                ['managed_bucket', 'Bucket S3'],
              ] as const
            ).map(([code, name]) => (
              <label key={code}>
                <input
                  type="radio"
                  name="kind"
                  checked={kind === code}
                  onChange={() => setKind(code)}
                />
                {name}
              </label>
            ))}
          </div>
          <Form
            className="stack"
            onSubmit={(event) => {
              event.preventDefault()
              const form = event.currentTarget
              void connect(
                kind === 'managed_folder'
                  ? { kind }
                  : {
                      kind,
                      url: textOf(form, 'url'),
                      region: textOf(form, 'region'),
                      accessKeyId: textOf(form, 'accessKeyId'),
                      secretAccessKey: textOf(form, 'secretAccessKey'),
                    },
              )
            }}
          >
            <p className="sub">
              {kind === 'managed_folder'
                ? 'Los archivos se guardan en el servicio, en una carpeta de su empresa.'
                : 'Los archivos se guardan en un depósito de usted. Al conectarlo se escribe, lee y borra uno de prueba.'}
            </p>
            {kind === 'managed_bucket' && (
              <>
                <Field label="Dirección del bucket">
                  <input className="in" name="url" type="url" required />
                </Field>
                <Field label="Región">
                  <input className="in" name="region" required />
                </Field>
                <Field label="Access key id">
                  <input className="in" name="accessKeyId" autoComplete="off" required />
                </Field>
                <Field label="Secret access key">
                  <input
                    className="in"
                    name="secretAccessKey"
                    type="password"
                    autoComplete="off"
                    required
                  />
                </Field>
              </>
            )}
            {act.problem && <p className="err">{act.problem}</p>}
            <Button primary type="submit" busy={act.busy}>
              Conectar y verificar
            </Button>
          </Form>
        </Dialog>
      )}
    </section>
  )
}
