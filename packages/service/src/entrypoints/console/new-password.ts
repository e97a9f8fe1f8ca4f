/** New passwords of people. */
import { checkPassword, hashPassword } from '../../ledger/people/password.ts'
import { refuseField } from './refusals.ts'
import type { ConsoleAsked } from './route.ts'

/** Its stored form, made in a turn. Refuses one that is easy to guess; it must not consist of `about`. */
export const hashNewPassword = (
  { turns }: ConsoleAsked,
  password: string,
  about: readonly string[],
): Promise<string> =>
  turns.run(
    'password',
    async () => {
      const problem = checkPassword(password, about)
      if (problem) refuseField('contrasena', problem)
      return hashPassword(password)
    },
    { first: true }, // of a person in a session, or with an invitation
  )
