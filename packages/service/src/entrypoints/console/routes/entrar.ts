/** Signing in with a password or a passkey. Every failure gets the same answer after the same work. */
import { Refused } from '@sello/contract'
import { Type } from 'typebox'
import { transaction } from '../../../base/db/tx.ts'
import { isRemembered } from '../../../ledger/people/devices.ts'
import { takeLink } from '../../../ledger/people/links.ts'
import { authenticationOptions, checkAuthentication } from '../../../ledger/people/passkeys.ts'
import { isPassword } from '../../../ledger/people/password.ts'
import { type Person, readCorreo } from '../../../ledger/people/person.ts'
import { readToken } from '../../../ledger/people/token.ts'
import { takeTotp } from '../../../ledger/people/totp.ts'
import { bodyReader, Text, Verbatim } from '../body.ts'
import { personsNeed } from '../confirm.ts'
import { DEVICE } from '../cookies.ts'
import { guess } from '../guess.ts'
import { signInFailed } from '../refusals.ts'
import type { ConsoleAsked, OpenHandler } from '../route.ts'
import { noteSecurity } from '../security.ts'
import { signIn } from '../session.ts'

const readPassword = bodyReader({
  correo: Text,
  contrasena: Verbatim,
  codigo: Type.Optional(Verbatim),
})
const readLink = bodyReader({ token: Verbatim })
const readNothing = bodyReader({})
const SIGN_IN = { purpose: 'sign-in' } as const
const readPasskey = bodyReader({
  retoId: Type.String({ format: 'uuid' }),
  respuesta: Type.Unknown(),
})

export const ENTRAR = {
  async 'entrar.contrasena'(asked) {
    const { correo: given, contrasena, codigo } = readPassword(asked.body)
    const correo = readCorreo(given) ?? given.toLowerCase()
    const { personId, strong } = await checkSecrets(asked, { correo, contrasena, codigo })
    return signIn(asked, { personId, metodo: 'contrasena', strong })
  },

  async 'entrar.llave.opciones'(asked) {
    readNothing(asked.body)
    return { body: await authenticationOptions(asked, SIGN_IN) }
  },

  async 'entrar.llave'(asked) {
    const personId = await checkAuthentication(asked, SIGN_IN, readPasskey(asked.body))
    if (personId === null) {
      noteSecurity(asked, 'entrada_fallida', null)
      throw signInFailed()
    }
    return signIn(asked, { personId, metodo: 'llave_de_acceso', strong: true })
  },

  async 'entrar.enlace'(asked) {
    const token = readToken(readLink(asked.body).token)
    const { deps, now } = asked
    const personId =
      token === null ? null : await transaction(deps.pool, (tx) => takeLink(tx, token, now))
    if (personId === null) {
      noteSecurity(asked, 'entrada_fallida', null)
      throw linkUsed()
    }
    return signIn(asked, { personId, metodo: 'enlace', strong: true })
  },
} satisfies Record<string, OpenHandler>

interface Secrets {
  readonly correo: string
  readonly contrasena: string
  readonly codigo: string | undefined
}

/**
 * The person. Refuses wrong credentials (401), a missing code after a correct password (401), too many
 * tries (429).
 */
export function checkSecrets(
  asked: ConsoleAsked,
  { correo, contrasena, codigo }: Secrets,
  { codeNeeded: isCodeNeeded = true } = {},
): Promise<{ readonly personId: string; readonly strong: boolean }> {
  const { deps, now } = asked
  return guess(asked, correo, async ({ person, forget, failed }) => {
    const isRight = await isPassword(person?.passwordHash ?? null, contrasena)
    if (!person || !isRight) throw failed('entrada_fallida')
    const { personId, totpActive } = person
    const isAsked = isCodeNeeded && totpActive && codigo === undefined
    if (isAsked && !(await isCodeSpared(asked, person))) throw codeNeeded()
    const passed = await transaction(deps.pool, async (tx) => {
      if (totpActive && codigo !== undefined) {
        if (!(await takeTotp(tx, deps.secrets, { personId, codigo, now }))) return false
      }
      await forget(tx)
      return true
    })
    if (!passed) throw failed('segundo_factor_rechazado')
    return { personId, strong: totpActive && codigo !== undefined }
  })
}

/** In a browser where it was given within thirty days, to all but who runs a company or the service. */
async function isCodeSpared(asked: ConsoleAsked, person: Person): Promise<boolean> {
  if ((await personsNeed(asked, person)) === 'session') return false
  const { deps, now, cookies } = asked
  const browser = { personId: person.personId, token: readToken(cookies[DEVICE]), now }
  return isRemembered(deps.pool, browser)
}

const codeNeeded = () =>
  new Refused('second_factor_required', 'Escriba el código de su aplicación.', {})

const linkUsed = () =>
  new Refused(
    'sign_in_failed',
    'Este enlace ya se usó o venció. Pida otro a quien opera el servicio.',
    {},
  )
