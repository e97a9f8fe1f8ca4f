/** Signing in with a password or a passkey. Every failure gets the same answer after the same work. */
import { Type } from 'typebox'
import { transaction } from '../../../db/tx.ts'
import { type Attempt, countAttempt, forgetAttempt } from '../../../people/attempts.ts'
import { askChallenge, takeChallenge } from '../../../people/challenges.ts'
import { isDeviceOf } from '../../../people/devices.ts'
import {
  authenticationOptions,
  checkAuthentication,
  relyingParty,
} from '../../../people/passkeys.ts'
import { isPassword } from '../../../people/password.ts'
import { findPersonByCorreo, readCorreo } from '../../../people/person.ts'
import { readToken } from '../../../people/token.ts'
import { takeTotp } from '../../../people/totp.ts'
import { bodyReader, Text, Verbatim } from '../body.ts'
import { DEVICE } from '../cookies.ts'
import { ConsoleRefused, signInFailed } from '../refusals.ts'
import type { ConsoleAsked, ConsoleRoute } from '../route.ts'
import { signIn } from '../session.ts'

const readPassword = bodyReader({
  correo: Text,
  contrasena: Verbatim,
  codigo: Type.Optional(Verbatim),
})
const readNothing = bodyReader({})
const readPasskey = bodyReader({
  retoId: Type.String({ format: 'uuid' }),
  respuesta: Type.Unknown(),
})

export const ENTRAR_ROUTES: readonly ConsoleRoute[] = [
  {
    name: 'entrar.contrasena',
    method: 'POST',
    path: '/entrar/contrasena',
    who: '-',
    async handle(asked) {
      const { correo: given, contrasena, codigo } = readPassword(asked.body)
      const correo = readCorreo(given) ?? given.toLowerCase()
      const { personId, strong } = await checkSecrets(asked, { correo, contrasena, codigo })
      return signIn(asked, { personId, metodo: 'contrasena', strong })
    },
  },
  {
    name: 'entrar.llave.opciones',
    method: 'POST',
    path: '/entrar/llave/opciones',
    who: '-',
    async handle({ deps, now, origin, body }) {
      readNothing(body)
      const purpose = { purpose: 'entrada', personId: null } as const
      const { retoId, challenge } = await askChallenge(deps, purpose, now)
      const rp = relyingParty(origin)
      return {
        body: { retoId, opciones: await authenticationOptions(deps.pool, null, rp, challenge) },
      }
    },
  },
  {
    name: 'entrar.llave',
    method: 'POST',
    path: '/entrar/llave',
    who: '-',
    async handle(asked) {
      const { deps, now, origin } = asked
      const { retoId, respuesta } = readPasskey(asked.body)
      const purpose = { purpose: 'entrada', personId: null } as const
      const challenge = await takeChallenge(deps.pool, retoId, purpose, now)
      const answered = { relyingParty: relyingParty(origin), response: respuesta }
      const personId =
        challenge && (await checkAuthentication(deps.pool, { ...answered, challenge }, now))
      if (!personId) throw signInFailed()
      return signIn(asked, { personId, metodo: 'llave_de_acceso', strong: true })
    },
  },
]

interface Secrets {
  readonly correo: string
  readonly contrasena: string
  readonly codigo: string | undefined
}

/**
 * The person. Refuses wrong credentials (401), a missing code after a correct password (401), too many
 * tries (429).
 */
export async function checkSecrets(
  asked: ConsoleAsked,
  { correo, contrasena, codigo }: Secrets,
  { codeNeeded: isCodeNeeded = true } = {},
): Promise<{ readonly personId: string; readonly strong: boolean }> {
  const { deps, now } = asked
  const counted = await beginAttempt(asked, correo)
  const person = await findPersonByCorreo(deps.pool, correo)
  const isRight = await isPassword(person?.passwordHash ?? null, contrasena)
  if (!person || !isRight) throw signInFailed()
  const { personId, totpActive } = person
  if (isCodeNeeded && totpActive && codigo === undefined) throw codeNeeded()
  const passed = await transaction(deps.pool, async (tx) => {
    if (totpActive && codigo !== undefined) {
      if (!(await takeTotp(tx, deps.secrets, { personId, codigo, now }))) return false
    }
    await forgetAttempt(tx, deps.secrets, counted)
    return true
  })
  if (!passed) throw signInFailed()
  return { personId, strong: totpActive && codigo !== undefined }
}

/** Counts an attempt before it is checked; `forgetAttempt` removes a correct one. Refuses too many (429). */
export async function beginAttempt(
  asked: ConsoleAsked,
  correo: string,
): Promise<{ readonly id: string; readonly attempt: Attempt }> {
  const { deps, now, peer } = asked
  const cookie = readToken(asked.cookies[DEVICE])
  const isKnown = await isDeviceOf(deps.pool, { correo, token: cookie, now })
  const attempt: Attempt = { correo, peer, device: isKnown ? cookie : null }
  const { id, wait } = await countAttempt(deps, attempt, now)
  if (wait !== null) throw tooMany(wait)
  return { id, attempt }
}

const codeNeeded = () =>
  new ConsoleRefused('second_factor_required', 'Escriba el código de su aplicación.')

function tooMany(minutos: number) {
  return new ConsoleRefused(
    'too_many_attempts',
    `Demasiados intentos. Espere ${minutos} min o use su llave de acceso.`,
    { minutos },
  )
}
