/**
 * PostgreSQL refuses to run as root. When root starts us, it runs as another user of the machine; otherwise as our
 * own user.
 */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** The user that PostgreSQL runs as; null: our own. */
export type Account = { readonly uid: number; readonly gid: number } | null

/** The packaged database user first; `nobody` exists on every machine. initdb needs a passwd entry. */
const CANDIDATES = ['postgres', 'nobody'] as const

/** Throws an Error with advice when root finds no account to switch to. `users`: a passwd file. */
export async function chooseAccount(users = '/etc/passwd'): Promise<Account> {
  if (process.getuid?.() !== 0) return null
  const account = accountIn(await readFile(users, 'utf8'))
  if (account !== null) return account
  throw new Error(
    `PostgreSQL does not run as root, and this machine has neither ${CANDIDATES.join(' nor ')}: ` +
      'start as another user, or set DATABASE_URL.',
  )
}

/** The first candidate in the text of a passwd file that is not root under another name. */
export function accountIn(passwd: string): Account {
  const entries = passwd.split('\n').map((line) => line.split(':'))
  for (const name of CANDIDATES) {
    const entry = entries.find(([user]) => user === name)
    const [uid, gid] = [Number(entry?.[2]), Number(entry?.[3])]
    if (uid > 0 && gid > 0) return { uid, gid }
  }
  return null
}

/** The spawn options to run a program as the account, without our environment. */
export function spawnOptions(account: Account) {
  return { env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }, ...(account ?? {}) }
}

/** Whether the account can do this: a condition for test(1) on `$0` and `$1`. */
export async function accountCan(
  account: Account,
  condition: string,
  ...paths: readonly string[]
): Promise<boolean> {
  const options = { ...spawnOptions(account), cwd: '/' }
  return promisify(execFile)('/bin/sh', ['-c', condition, ...paths], options).then(
    () => true,
    () => false,
  )
}
