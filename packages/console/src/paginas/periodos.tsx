/** The ministry's absences: the steps of one that is not settled with their deadlines, and the past ones. */
import type { Contingencias } from '@sello/contract'
import { CircleCheck, CircleDot, Clock, type LucideIcon, OctagonX } from 'lucide-react'
import { now } from '../clock.ts'
import { Card } from '../ui/card.tsx'
import { count, dateTime, until } from '../ui/text.ts'
import css from './periodos.module.css'

type Periodo = Contingencias['periodos'][number]

export function Periodos({ periodos }: { periodos: readonly Periodo[] }) {
  const past = periodos.filter(isSettled)
  return (
    <>
      {periodos
        .filter((one) => !isSettled(one))
        .map((periodo) => (
          <section className="card" key={periodo.desde} aria-label="Plazos de la contingencia">
            <div className="card-head">
              <h2>Contingencia desde el {dateTime(periodo.desde)}</h2>
            </div>
            <ol className={css.steps}>
              {stepsOf(periodo).map(({ icon: Icon, tone, title, note }) => (
                <li key={title}>
                  <span className={`t-${tone}`}>
                    <Icon className="icon" aria-hidden />
                  </span>
                  <span>
                    <b>{title}</b>
                    <p className="sub">{note}</p>
                  </span>
                </li>
              ))}
            </ol>
          </section>
        ))}
      {past.length > 0 && (
        <Card id="pasadas" heading="Contingencias anteriores">
          <ul>
            {past.map((periodo) => (
              <li key={periodo.desde} className="section">
                <b>{dateTime(periodo.desde)}</b>
                <p className="sub">
                  hasta {periodo.hasta ? dateTime(periodo.hasta) : 'ahora'} ·{' '}
                  {documentos(periodo.documentos)}
                </p>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

const isSettled = ({ hasta, pendientes }: Periodo) => hasta !== null && pendientes === 0

interface Step {
  readonly icon: LucideIcon
  readonly tone: 'ok' | 'warn' | 'bad' | 'mute'
  readonly title: string
  readonly note: string
}

const DONE = { icon: CircleCheck, tone: 'ok' } as const
const DUE = { icon: Clock, tone: 'warn' } as const
const LATER = { icon: CircleDot, tone: 'mute' } as const

/** Silence, return, event, documents. */
function stepsOf(periodo: Periodo): readonly Step[] {
  return [
    {
      ...DONE,
      title: 'Hacienda dejó de responder',
      note: `${dateTime(periodo.desde)}. Se firmaron ${documentos(periodo.documentos)} sin su sello.`,
    },
    regreso(periodo),
    evento(periodo),
    sellos(periodo),
  ]
}

function regreso({ hasta }: Periodo): Step {
  if (hasta) return { ...DONE, title: 'Hacienda volvió a responder', note: `${dateTime(hasta)}.` }
  const note = 'Todavía no responde. Siga emitiendo; cuando vuelva hay que firmar el evento.'
  return { ...DUE, title: 'Hacienda vuelve a responder', note }
}

function evento({ hasta, sinEvento, limiteEvento, eventos }: Periodo): Step {
  const title = 'Evento de contingencia'
  const enCamino = eventos
    .filter(({ estado }) => estado === 'firmado')
    .reduce((sum, one) => sum + one.documentos, 0)
  const rejected = eventos.find(({ estado }) => estado === 'rechazado')
  if (rejected && sinEvento > 0) {
    const note = `Hacienda lo rechazó: ${rejected.motivo ?? 'sin motivo'}. Corríjalo y elija «Transmitir evento».`
    return { icon: OctagonX, tone: 'bad', title, note }
  }
  if (limiteEvento) {
    const left = until(limiteEvento, now())
    const note =
      sinEvento > enCamino
        ? 'Falta firmarlo: emita otro documento o elija «Transmitir evento».'
        : 'Firmado; espera su sello.'
    return { ...DUE, title, note: `${note} Límite ${dateTime(limiteEvento)} (${left}).` }
  }
  if (hasta === null || eventos.length === 0) {
    const note =
      'Hay que firmarlo dentro de las 24 horas desde que Hacienda vuelva: lo firma la siguiente emisión.'
    return { ...LATER, title, note }
  }
  const open = eventos.some(({ estado }) => estado === 'firmado')
  if (open) return { ...DUE, title, note: 'Transmitido; espera su sello.' }
  return { ...DONE, title, note: 'Sellado.' }
}

function sellos({ documentos: all, pendientes, eventos }: Periodo): Step {
  const title = 'Sello de los documentos'
  const limits = eventos.flatMap(({ limiteDocumentos }) => limiteDocumentos ?? []).toSorted()
  if (pendientes === 0) return { ...DONE, title, note: `${count(all)} de ${count(all)}.` }
  const [limit] = limits
  const so = `${count(all - pendientes)} de ${count(all)} con sello`
  if (!limit) return { ...LATER, title, note: `${so}. 72 horas desde el sello del evento.` }
  return { ...DUE, title, note: `${so}. Límite ${dateTime(limit)} (${until(limit, now())}).` }
}

const documentos = (n: number) => (n === 1 ? '1 documento' : `${count(n)} documentos`)
