/** GET /v1/status (docs/wire.md#status): what the key may do, and what its company is missing. */
import { type Ambiente, type Status, VERSION } from '@sello/contract'
import type { Deps } from '../../../flows/context.ts'
import { esperaDe, readDeadlines } from '../../../flows/contingency/periods.ts'
import { queHacer } from '../../../flows/contingency/que-hacer.ts'
import { readCompanyStatus } from '../../../ledger/companies/status.ts'
import { isVerified } from '../../../ledger/destinations/verified.ts'
import { countWaiting } from '../../../ledger/documents/count-waiting.ts'
import { issuedTypes } from '../../../ledger/keys/admit.ts'
import { keyName } from '../../../ledger/keys/api-key.ts'
import { type Quota, type RateWindow, readQuota, remainingOf } from '../../../ledger/keys/quota.ts'
import { admittedOf } from '../admitted.ts'
import type { Answered, Asked } from '../route.ts'
import { type Facts, stops, warningsOf } from './warnings.ts'

export async function handleStatus({ call }: Asked): Promise<Answered> {
  const { deps, at } = call
  const key = admittedOf(call)
  const waiting = { ...key, estados: ['contingencia'] } as const
  const [standing, contingencias, quota] = await Promise.all([
    readCompanyStatus(deps.pool, key, at),
    countWaiting(deps.pool, waiting, null),
    readQuota(deps.pool, key, at),
  ])
  const deadlines = await readDeadlines(deps, key, contingencias)
  const { time, keyPrefix, fence } = deps
  const facts = {
    ...{ key, standing, contingencias, quota, deadlines, time, keyPrefix },
    ministerio: ministerioOf(deps, key.ambiente),
    isFenced: !fence.isOpen,
  }
  return { body: drawStatus(facts, at) }
}

function ministerioOf({ mh, breaker }: Deps, ambiente: Ambiente): Status['ministerio'] {
  const { estado, desde, lastAnswerAt } = mh.health(ambiente)
  return {
    estado,
    desde: desde.toISOString(),
    ultimaRespuesta: lastAnswerAt?.toISOString() ?? null,
    mantenimientoHasta: breaker.maintenanceIn(ambiente)?.until.toISOString() ?? null,
  }
}

interface Standing extends Facts {
  /** Documents without an answer from the ministry. */
  readonly contingencias: number
  readonly quota: Quota
  readonly ministerio: Status['ministerio']
}

function drawStatus(facts: Standing, now: Date): Status {
  const { key, standing, contingencias, quota, ministerio, deadlines, keyPrefix } = facts
  const { ambiente, emisor, vault } = key
  const { certificado, destinos } = standing
  const espera = esperaDe(deadlines, standing.loginRefused !== null)
  const warnings = warningsOf(facts, now)
  return {
    ok: !key.scopes.includes('issue') || !warnings.some(stops),
    version: VERSION,
    ambiente,
    emisor: { nit: emisor.nit, nombre: emisor.nombre, ambiente },
    llave: {
      keyId: keyName(keyPrefix, key),
      label: key.label,
      alcances: [...key.scopes],
      tiposDte: [...issuedTypes(key)],
      venceEl: key.expiresAt?.toISOString() ?? null,
      ipPermitidas: [...key.ipRanges],
    },
    firma: {
      vaultDeFirma: vault !== null,
      origenDeLaFirma: 'servicio',
      certificado: certificado && {
        ...certificado,
        validFrom: certificado.validFrom.toISOString(),
        validTo: certificado.validTo.toISOString(),
      },
    },
    almacenamiento: {
      listo: isVerified(key.storageVerifiedAt, now),
      destinos: destinos.map(({ id, kind, verificadoEl }) => {
        return { id, kind, verificadoEl: verificadoEl?.toISOString() ?? null }
      }),
    },
    contingencia: {
      abierta: deadlines.abierta || contingencias > 0,
      documentos: contingencias,
      limiteEvento: deadlines.limiteEvento?.toISOString() ?? null,
      queHacer: contingencias > 0 ? queHacer(espera, now) : null,
    },
    ministerio,
    limites: {
      hora: windowOf(quota.hora),
      dia: windowOf(quota.dia),
      estado: windowOf(quota.estado),
      montoMaximoPorDocumentoCentavos: Math.round(Number(key.amountMax) * 100),
    },
    advertencias: warnings.map(({ codigo, mensaje }) => ({ codigo, mensaje })),
  }
}

function windowOf(window: RateWindow): Status['limites']['hora'] {
  const { limit, used } = window
  return { limit, used, remaining: remainingOf(window) }
}
