/** What the ministry asks in its test service before production, and what of it is sealed: as `sello certify` counts. */
import {
  CAMPANA,
  CAMPANA_USUAL,
  CERTIFICACION_ORDER,
  contarTipo,
  EVENTOS_META,
  type EventoCertificacion,
  isCertificada,
  METAS_CERTIFICACION,
  referenciaOfSerie,
  seriePattern,
  type TipoDte,
} from '@sello/contract'
import type { Db } from '../../../base/db/tx.ts'
import { readProduction } from '../../../ledger/companies/production.ts'
import { listSealedTypes } from '../../../ledger/companies/setup.ts'
import {
  type CountedSeries,
  countSeries,
  SERIES_COUNTED_MAX,
} from '../../../ledger/documents/series.ts'
import { countReturned, countSealedEvents } from '../../../ledger/events/sealed.ts'
import { refuseField } from '../refusals.ts'
import type { CompanyHandler } from '../route.ts'

export const CERTIFICACION = {
  async certificacion({ deps, query }, { company: { companyId } }) {
    const campana = query.campana ?? CAMPANA_USUAL
    if (typeof campana !== 'string' || !CAMPANA.test(campana)) {
      refuseField('campana', 'son de 1 a 20 letras minúsculas y números.')
    }
    const { productionSince, tiposDte } = await readProduction(deps.pool, companyId)
    const asked = CERTIFICACION_ORDER.filter((tipo) => tiposDte.includes(tipo))
    const counted = await countSeries(deps.pool, {
      companyId,
      tipos: CERTIFICACION_ORDER,
      pattern: seriePattern(campana),
    })
    const probados = await listSealedTypes(deps.pool, { companyId, ambiente: '00' }, asked)
    const tipos = asked.map((tipoDte) => lineOf(counted, tipoDte, probados.includes(tipoDte)))
    const eventos = await eventosOf(deps.pool, { companyId, campana, counted })
    const completa = isCertificada([...tipos, ...eventos])
    return { body: { campana, produccionDesde: productionSince, completa, tipos, eventos } }
  },
} satisfies Record<string, CompanyHandler>

function lineOf(counted: readonly CountedSeries[], tipoDte: TipoDte, probado: boolean) {
  const own = counted.filter((one) => one.tipoDte === tipoDte)
  const sealed = countOf(own, ({ estado }) => estado === 'sellado')
  return {
    tipoDte,
    meta: METAS_CERTIFICACION.get(tipoDte) ?? 0,
    ...contarTipo(counted, tipoDte),
    hayMas: sealed >= SERIES_COUNTED_MAX,
    invalidados: countOf(own, ({ estado }) => estado === 'invalidado'),
    paraInvalidar: countOf(
      own,
      ({ estado, serie }) => estado === 'sellado' && serie === 'invalidacion',
    ),
    probado,
  }
}

const countOf = (
  counted: readonly CountedSeries[],
  isCounted: (one: CountedSeries) => boolean,
): number => counted.filter(isCounted).reduce((sum, { n }) => sum + n, 0)

/** The command looks for the returns of its first documents 01, whose references are its own. */
const REFERENCIAS_MAX = 200

/** `aparte`: sealed events that the certification did not make, which its report does not count. */
async function eventosOf(
  db: Db,
  of: { companyId: string; campana: string; counted: readonly CountedSeries[] },
) {
  const { companyId, campana, counted } = of
  const referencias = Array.from({ length: REFERENCIAS_MAX }, (_, at) =>
    referenciaOfSerie(campana, '01', at + 1),
  )
  const sealed = await countSealedEvents(db, companyId)
  const retornos = await countReturned(db, { companyId, referencias, limit: EVENTOS_META })
  const contingencias = countOf(
    counted,
    ({ serie, estado, diferido }) => serie === 'contingencia' && estado === 'sellado' && diferido,
  )
  const invalidados = counted.filter(({ estado }) => estado === 'invalidado')
  const made = countOf(invalidados, ({ serie }) => serie === 'invalidacion')
  return [
    eventoOf('contingencia', contingencias, sealed.contingencia),
    eventoOf('retorno', retornos, sealed.retorno),
    eventoOf(
      'invalidacion',
      made,
      countOf(invalidados, () => true),
    ),
  ]
}

const eventoOf = (evento: EventoCertificacion, sellados: number, all: number) => ({
  ...{ evento, sellados },
  meta: METAS_CERTIFICACION.get(evento) ?? 0,
  aparte: Math.max(0, all - sellados),
})
