/** The checklists: what is missing for production, and for the first test invoice. */
import type { TipoDte } from '@sello/contract'
import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleDot } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { call } from '../../api/http.ts'
import type { Paso, PasosDeProduccion } from '../../api/settings-types.ts'
import type { Ambiente } from '../../api/types.ts'
import { useCall } from '../../api/use-call.ts'
import { may, rootOf, useWorkspace } from '../../app/workspace.ts'
import { TIPO } from '../../tipos.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { Loaded } from '../../ui/states.tsx'
import { date } from '../../ui/text.ts'
import { toast } from '../../ui/toast.tsx'
import { useAct } from '../../ui/use-act.ts'
import css from './produccion.module.css'
import { TiposQueEmite } from './tipos-que-emite.tsx'

// biome-ignore format: a table
const PASOS: Readonly<Record<Paso, readonly [string, string]>> = {
  empresa:      ['Datos de la empresa', '/ajustes/empresa'],
  certificado:  ['Certificado de firma', '/ajustes/certificado'],
  credenciales: ['Contraseña de la API de Hacienda', '/ajustes/credenciales'],
  punto:        ['Un punto de venta', '/ajustes/puntos'],
  destino:      ['Un destino de almacenamiento verificado', '/ajustes/almacenamiento'],
  tipos:        ['Los tipos de documento que emite', ''], // on this page
  pruebas:      ['Un documento de prueba sellado de cada tipo que emite', '/emitir/01'],
}

const PRIMERA = ['Una factura de prueba', '/emitir/01'] as const

/** `ambiente`: the environment whose certificate and password are needed. */
export function Pasos({ datos, ambiente }: { datos: PasosDeProduccion; ambiente: Ambiente }) {
  const { root, empresa } = useWorkspace()
  return (
    <ol className={css.steps}>
      {datos.pasos.map(({ paso, listo, detalle }) => {
        const first = paso === 'pruebas' && ambiente === '00'
        const [label, path] = first ? PRIMERA : pasoOf(paso, datos)
        return (
          <li key={paso}>
            <span className={listo ? 't-ok' : 't-mute'}>
              {listo ? (
                <CircleCheck className="icon" aria-hidden />
              ) : (
                <CircleDot className="icon" aria-hidden />
              )}
              <span className="unseen">{listo ? 'Listo' : 'Falta'}</span>
            </span>
            <span>
              {label}
              {detalle && !first && <div className="small">{sayDetalle(paso, detalle)}</div>}
            </span>
            {paso !== 'tipos' && (
              <Link
                className={listo ? 'btn compact' : 'btn compact primary'}
                href={`~${paso === 'pruebas' ? rootOf(empresa.nit, '00') : root}${path}?ambiente=${ambiente}`}
              >
                {listo ? 'Ver' : 'Hacer'}
              </Link>
            )}
          </li>
        )
      })}
    </ol>
  )
}

/** The tests begin with the first type that has none. */
function pasoOf(paso: Paso, { tiposDte, tiposProbados }: PasosDeProduccion) {
  const [label, path] = PASOS[paso]
  const next = tiposDte.find((tipo) => !tiposProbados.includes(tipo))
  return [label, paso === 'pruebas' && next ? `/emitir/${next}` : path] as const
}

/** Formats dates and lists of types for people; prints any other value as it is. */
function sayDetalle(paso: string, detalle: string): string {
  if (paso === 'certificado') return `Vale hasta el ${date(detalle)}`
  if (paso === 'destino' && !detalle.includes('://')) return 'Carpeta del servicio'
  if (paso !== 'pruebas' && paso !== 'tipos') return detalle
  const names = detalle.split(', ').map((tipo) => TIPO[tipo as TipoDte]?.nombre ?? tipo)
  return paso === 'tipos' ? names.join(', ') : `Faltan: ${names.join(', ')}`
}

export function Produccion() {
  const { empresa } = useWorkspace()
  const client = useQueryClient()
  const act = useAct()
  const [typed, setTyped] = useState('')
  const key = ['produccion', empresa.nit]
  const query = useCall<PasosDeProduccion>(key, `/${empresa.nit}/produccion`)
  const nit = typed.replaceAll('-', '')
  const submit = () =>
    void act.run(async () => {
      const answer = await call(`/${empresa.nit}/produccion`, { method: 'POST', body: { nit } })
      client.setQueryData(key, answer)
      await client.invalidateQueries({ queryKey: ['session'] })
      toast('La empresa está en producción.')
    })
  return (
    <Loaded query={query}>
      {(datos) => (
        <div className="stack narrow">
          {datos.produccionDesde && (
            <p className="notice ok">En producción desde el {date(datos.produccionDesde)}.</p>
          )}
          <section className="card">
            <Pasos datos={datos} ambiente="01" />
          </section>
          <p className="small">
            Hacienda pide más que una prueba de cada tipo.{' '}
            <Link className="link" href="/ajustes/certificacion">
              Vea cuánto pide y cuánto está sellado
            </Link>
          </p>
          {may(empresa.rol, 'dueno') && (
            <TiposQueEmite
              datos={datos}
              onSaved={(said) => client.setQueryData<PasosDeProduccion>(key, said)}
            />
          )}
          {!datos.produccionDesde && may(empresa.rol, 'dueno') && (
            <Form className="card section stack" onSubmit={submit}>
              <p className="notice warn">
                Desde ahora lo que emita tiene validez tributaria. Escriba el NIT.
              </p>
              <Input
                label="NIT de la empresa"
                error={act.problem}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                autoComplete="off"
              />
              <div>
                <Button
                  danger
                  type="submit"
                  busy={act.busy}
                  why={
                    datos.pasos.every(({ listo }) => listo)
                      ? nit === empresa.nit
                        ? null
                        : 'Escriba el NIT de la empresa.'
                      : 'Faltan pasos de la lista.'
                  }
                >
                  Pasar a producción
                </Button>
              </div>
            </Form>
          )}
        </div>
      )}
    </Loaded>
  )
}
