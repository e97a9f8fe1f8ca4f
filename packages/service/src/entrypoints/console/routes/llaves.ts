/** API keys for programs: minting, limits, revocation. The secret appears in one answer and nowhere else. */
import { SCOPES, TIPOS_DTE } from '@sello/contract'
import { type Static, Type } from 'typebox'
import { DAY_MS } from '../../../base/time/durations.ts'
import { AMOUNT_MAX_DEFAULT, mintKey } from '../../../flows/admin/key.ts'
import { LIMITS_DEFAULT } from '../../../flows/admin/key-limits.ts'
import {
  deactivateKey,
  limitKey,
  reactivateKey,
  revokeKey,
  showKey,
} from '../../../flows/admin/keys.ts'
import { type KeySummary, listKeys } from '../../../ledger/keys/keys.ts'
import { isDate } from '../../v1/parameters.ts'
import { Ambiente, bodyReader, Text, Verbatim } from '../body.ts'
import { refuseField } from '../refusals.ts'
import type { Answer, CompanyHandler, ConsoleAsked, Member } from '../route.ts'

const oneOf = <T extends string>(values: readonly T[]) =>
  Type.Union(values.map((value) => Type.Literal(value)))
const Limites = Type.Object(
  { hora: Type.Integer(), dia: Type.Integer(), estado: Type.Integer() },
  { additionalProperties: false },
)
const CHANGE = {
  montoMaximo: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 99_999_999_999 })),
  limites: Type.Optional(Limites),
  ipPermitidas: Type.Optional(Type.Array(Text, { maxItems: 100 })),
}
const readNewKey = bodyReader({
  ...CHANGE,
  nombre: Type.String({ minLength: 1, maxLength: 100 }),
  ambiente: Ambiente,
  codEstable: Text,
  codPuntoVenta: Text,
  alcances: Type.Array(oneOf(SCOPES), { minItems: 1, maxItems: SCOPES.length }),
  tiposDte: Type.Array(oneOf(TIPOS_DTE), { minItems: 1, maxItems: 20 }),
  venceEl: Type.Optional(Type.Union([Text, Type.Null()])),
  frase: Type.Optional(Type.Union([Verbatim, Type.Null()])),
})
const readChange = bodyReader(CHANGE)

export const LLAVES = {
  async llaves({ admin }, { company }) {
    const keys = await listKeys(admin.pool, company.companyId, admin.clock.now())
    return { body: { llaves: keys.filter(({ personId }) => personId === null).map(toWire) } }
  },

  async 'llaves.crear'({ admin, body, now }, { company }) {
    const wanted = readNewKey(body)
    const minted = await mintKey(admin, company.nit, {
      label: wanted.nombre,
      ambiente: wanted.ambiente,
      codEstable: wanted.codEstable,
      codPuntoVenta: wanted.codPuntoVenta,
      scopes: [...new Set(wanted.alcances)],
      tiposDte: [...new Set(wanted.tiposDte)],
      amountMax: wanted.montoMaximo ?? AMOUNT_MAX_DEFAULT,
      limits: wanted.limites ? limitsOf(wanted.limites) : LIMITS_DEFAULT,
      ipRanges: wanted.ipPermitidas ?? [],
      expiresAt: readExpiry(wanted.venceEl ?? null, now),
      passphrase: wanted.frase ?? null,
    })
    const { keyId, apiKey, signKey } = minted
    const llave = toWire(await showKey(admin, company.nit, keyId))
    return { status: 201, body: { llave, apiKey, signKey } }
  },

  async 'llaves.cambiar'(asked, member) {
    const keyId = await programKey(asked, member)
    const { montoMaximo, limites, ipPermitidas } = readChange(asked.body)
    await limitKey(asked.admin, member.company.nit, keyId, {
      ...(limites ? { limits: limitsOf(limites) } : {}),
      ...(montoMaximo === undefined ? {} : { amountMax: montoMaximo }),
      ...(ipPermitidas ? { ipRanges: ipPermitidas } : {}),
    })
    return drawKey(asked, member, keyId)
  },

  'llaves.desactivar': changing(deactivateKey),
  'llaves.reactivar': changing(reactivateKey),
  'llaves.revocar': changing(revokeKey),
} satisfies Record<string, CompanyHandler>

function changing(change: typeof revokeKey): CompanyHandler {
  return async (asked, member) => {
    const keyId = await programKey(asked, member)
    await change(asked.admin, member.company.nit, keyId)
    return drawKey(asked, member, keyId)
  }
}

/** Refuses people's keys, which are managed only through their membership. */
async function programKey({ admin, params }: ConsoleAsked, { company }: Member): Promise<string> {
  const keyId = params.keyId ?? ''
  const key = await showKey(admin, company.nit, keyId)
  if (key.personId !== null) refuseField('keyId', 'La empresa no tiene esa llave.')
  return keyId
}

async function drawKey(
  { admin }: ConsoleAsked,
  { company }: Member,
  keyId: string,
): Promise<Answer> {
  return { body: toWire(await showKey(admin, company.nit, keyId)) }
}

/** The end of that day in El Salvador, which is UTC-6 all year. */
function readExpiry(text: string | null, now: Date): Date | null {
  if (text === null) return null
  const midnight = new Date(`${text}T00:00:00-06:00`)
  const end = new Date(midnight.getTime() + DAY_MS)
  if (isDate(text) && end > now) return end
  return refuseField('venceEl', 'es una fecha AAAA-MM-DD, de hoy en adelante.')
}

const limitsOf = ({ hora: hour, dia: day, estado: status }: Static<typeof Limites>) => ({
  hour,
  day,
  status,
})

function toWire(key: KeySummary) {
  const { hour: hora, day: dia, status: estado } = key.limits
  return {
    keyId: key.keyId,
    nombre: key.label,
    ambiente: key.ambiente,
    estado: key.state,
    codEstable: key.codEstable,
    codPuntoVenta: key.codPuntoVenta,
    alcances: key.scopes,
    tiposDte: key.tiposDte,
    montoMaximo: key.amountMax,
    limites: { hora, dia, estado },
    ipPermitidas: key.ipRanges,
    venceEl: key.expiresAt,
    creadaEl: key.createdAt,
    firma: key.signs,
    firmaBloqueada: key.signingLocked,
  }
}
