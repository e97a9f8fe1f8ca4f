/** A line for each type and event that the ministry asks for. */
import type { EventoCertificacion } from '@sello/contract'
import { CircleCheck, CircleDot } from 'lucide-react'
import { Link } from 'wouter'
import type { Certificacion, EventoCertificado, TipoCertificado } from '../../api/settings-types.ts'
import { rootOf, useWorkspace } from '../../app/workspace.ts'
import { hasForm, TIPO } from '../../tipos.ts'
import { count } from '../../ui/text.ts'
import css from './certificacion.module.css'

// biome-ignore format: a table
const EVENTOS: Readonly<Record<EventoCertificacion, readonly [nombre: string, aMano: string]>> = {
  contingencia: ['Eventos de contingencia', 'Los hace quien opera el servicio, con --outages: Hacienda no deja pedir una caída.'],
  retorno:      ['Eventos de retorno', 'A mano: abra una factura sellada en pruebas y registre una devolución.'],
  invalidacion: ['Invalidaciones', 'A mano: abra una factura sellada en pruebas e invalídela.'],
}

export function Metas({ datos: { tipos, eventos } }: { datos: Certificacion }) {
  const { empresa } = useWorkspace()
  const pruebas = rootOf(empresa.nit, '00')
  return (
    <section className="card" aria-label="Lo que pide Hacienda">
      <ul className={css.goals}>
        {tipos.map((tipo) => (
          <Meta
            key={tipo.tipoDte}
            nombre={`${tipo.tipoDte} ${TIPO[tipo.tipoDte].nombre}`}
            {...tipo}
            notas={notasOf(tipo)}
            href={hasForm(tipo.tipoDte) ? `~${pruebas}/emitir/${tipo.tipoDte}` : null}
          />
        ))}
        {eventos.map((evento) => (
          <Meta
            key={evento.evento}
            nombre={EVENTOS[evento.evento][0]}
            {...evento}
            notas={notasOfEvento(evento)}
            href={evento.evento === 'contingencia' ? null : `~${pruebas}/documentos?tipo=01`}
          />
        ))}
      </ul>
      <p className={`small ${css.foot}`}>
        Cuentan los documentos sellados, también los hechos a mano. Lo rechazado no cuenta. Si su
        avance en el portal pide otras cantidades, dígalas con --goals.{' '}
        <Link className="link" href="/ajustes/produccion">
          Los tipos que emite
        </Link>{' '}
        deciden la lista.
      </p>
    </section>
  )
}

interface MetaProps {
  readonly nombre: string
  readonly meta: number
  readonly sellados: number
  readonly hayMas?: boolean
  readonly notas: readonly string[]
  /** Where one does it by hand. */
  readonly href: string | null
}

function Meta({ nombre, meta, sellados, hayMas, notas, href }: MetaProps) {
  const isDone = sellados >= meta
  const Icon = isDone ? CircleCheck : CircleDot
  return (
    <li>
      <span className={isDone ? 't-ok' : 't-mute'}>
        <Icon className="icon" aria-hidden />
        <span className="unseen">{isDone ? 'Completo' : 'Falta'}</span>
      </span>
      <div>
        {nombre}
        {notas.map((nota) => (
          <div key={nota} className="small">
            {nota}
          </div>
        ))}
      </div>
      <div className={css.count}>
        {count(sellados)}
        {hayMas && ' o más'} de {count(meta)}
        {!isDone && (
          <div className="small">
            Faltan {count(meta - sellados)}
            {href && (
              <>
                {' · '}
                <Link className="link" href={href} aria-label={`A mano: ${nombre}`}>
                  A mano
                </Link>
              </>
            )}
          </div>
        )}
      </div>
    </li>
  )
}

/** What is counted without the command, what is not counted yet, and what never is. */
function notasOf({ aparte, enEspera, invalidados, paraInvalidar }: TipoCertificado) {
  const notas = [
    ['Hechos aparte del comando', aparte, 'Cuentan igual.'],
    ['Sin sello todavía', enEspera, 'Cuentan cuando Hacienda los selle.'],
    ['Hechos para invalidarlos', paraInvalidar, 'No cuentan.'],
    ['Invalidados', invalidados, 'No cuentan: Hacienda no dice si los acepta.'],
  ] as const
  return notas.filter(([, n]) => n > 0).map(([what, n, why]) => `${what}: ${count(n)}. ${why}`)
}

function notasOfEvento({ evento, meta, sellados, aparte }: EventoCertificado) {
  const notas = [
    sellados < meta ? EVENTOS[evento][1] : null,
    aparte > 0
      ? `Hechos aparte del comando: ${count(aparte)}. Su informe no los cuenta; Hacienda puede contarlos: compare con el portal.`
      : null,
  ]
  return notas.filter((nota) => nota !== null)
}
