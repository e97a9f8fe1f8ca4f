/** A company's account with the ministry, and the session token that all processes share. */
import type { Ambiente } from '@sello/contract'
import type { Random } from '../../base/clock.ts'
import type { Pool } from '../../base/db/pool.ts'
import { statement } from '../../base/db/tx.ts'
import { decryptWithMasterKey, encryptColumn, type Secrets } from '../../base/secrets/secrets.ts'
import type { ReadAll } from '../cluster/due.ts'
import { tellCompanySql } from '../outbox/tell.ts'

export interface Account {
  readonly companyId: string
  readonly ambiente: Ambiente
}

/**
 * An existing token; or the credentials, for the caller that is to log in now; or another process is logging in; or
 * nothing to try: no account, or credentials that the ministry refused recently.
 */
export type Lease =
  | { readonly kind: 'token'; readonly token: string; readonly until: Date }
  | { readonly kind: 'login'; readonly usuario: string; readonly password: string }
  | { readonly kind: 'wait' }
  | { readonly kind: 'none' }

export type Accounts = ReturnType<typeof createAccounts>

/** `expired`: the password is correct but too old (the ministry's code 103). */
export type WhyRefused = 'refused' | 'expired'

export interface RefusedLogin {
  readonly why: WhyRefused
  readonly at: Date
  /** Nobody tries the same credentials earlier. */
  readonly until: Date
}

export interface Token {
  readonly token: string
  readonly until: Date
}

interface Row {
  usuario: string
  refused: boolean
  password: Buffer
  /** Null: there is none, or it has ended. */
  token: Buffer | null
  /** Of the token. */
  until: Date
  login: boolean
}

export function createAccounts(pool: Pool, secrets: Secrets, random: Random) {
  const open = (account: Account, what: string, column: Buffer) =>
    decryptWithMasterKey(secrets, column, columnId(account, what)).toString()

  return {
    async takeToken(account: Account, now: Date, loginUntil: Date): Promise<Lease> {
      // The update takes the login only if there is neither a valid token nor a running login.
      const [row] = await statement<Row>(
        pool,
        `with login as (
           update ministry_accounts set login_until = $4
            where company_id = $1 and ambiente = $2
              and (token is null or token_until <= $3) and (login_until is null or login_until <= $3)
              and (refused_until is null or refused_until <= $3)
        returning 1)
         select usuario, password, case when token_until > $3 then token end as token,
                token_until as until, coalesce(refused_until > $3, false) as refused,
                exists (select 1 from login) as login
           from ministry_accounts where company_id = $1 and ambiente = $2`,
        [account.companyId, account.ambiente, now, loginUntil],
      )
      if (!row) return { kind: 'none' }
      if (row.login) {
        const password = open(account, 'password', row.password)
        return { kind: 'login', usuario: row.usuario, password }
      }
      if (row.token) {
        return { kind: 'token', token: open(account, 'token', row.token), until: row.until }
      }
      return row.refused ? { kind: 'none' } : { kind: 'wait' }
    },

    /** Ends the login leased until `loginUntil` by storing a token for all processes. */
    async storeToken(account: Account, loginUntil: Date, { token, until }: Token): Promise<void> {
      const plain = Buffer.from(token)
      const encrypted = encryptColumn(plain, secrets.masterKey, columnId(account, 'token'), random)
      await statement(
        pool,
        `update ministry_accounts
            set token = $4, token_until = $5, login_until = null, refused_until = null,
                refused_why = null, refused_since = null
          where company_id = $1 and ambiente = $2 and login_until = $3`,
        [account.companyId, account.ambiente, loginUntil, encrypted, until],
      )
    },

    /** Ends it without a token; keeps one that another login stored meanwhile. Null: the ministry did not answer. */
    async endLogin(
      account: Account,
      loginUntil: Date,
      refused: RefusedLogin | null,
    ): Promise<void> {
      await statement(
        pool,
        `with was as (
           select company_id, ambiente from ministry_accounts
            where company_id = $1 and ambiente = $2 and login_until = $3 and refused_since is null
              for no key update
         ), ended as (
           update ministry_accounts
              set login_until = null, refused_until = $4, refused_why = coalesce($5, refused_why),
                  refused_since = coalesce(refused_since, $6)
            where company_id = $1 and ambiente = $2 and login_until = $3
         )${tellCompanySql('was where $6 is not null', REFUSED)}`,
        [
          account.companyId,
          account.ambiente,
          loginUntil,
          refused?.until ?? null,
          refused?.why ?? null,
          refused?.at ?? null,
        ],
      )
    },

    /** Drops a token that the ministry refused; keeps a newer one. */
    async dropToken(account: Account, token: string): Promise<void> {
      const held = await pool.maybeOne<{ token: Buffer | null }>(
        'select token from ministry_accounts where company_id = $1 and ambiente = $2',
        [account.companyId, account.ambiente],
      )
      if (!held?.token || open(account, 'token', held.token) !== token) return
      await statement(
        pool,
        `update ministry_accounts set token = null, token_until = null
          where company_id = $1 and ambiente = $2 and token = $3`,
        [account.companyId, account.ambiente, held.token],
      )
    },
  }
}

const REFUSED = {
  tipo: 'cuenta.rechazada',
  at: '$6',
  datos: `jsonb_build_object('motivo', case $5 when 'expired' then 'vencida' else 'rechazada' end)`,
} as const

/** The next login uses this password; drops an older session, and what the ministry refused. */
export async function storePassword(
  { pool, secrets, random }: { pool: Pool; secrets: Secrets; random: Random },
  { companyId, ambiente, usuario }: Account & { readonly usuario: string },
  password: string,
): Promise<void> {
  const id = columnId({ companyId, ambiente }, 'password')
  const encrypted = encryptColumn(Buffer.from(password), secrets.masterKey, id, random)
  await statement(
    pool,
    `insert into ministry_accounts (company_id, ambiente, usuario, password) values ($1, $2, $3, $4)
     on conflict (company_id, ambiente) do update
        set usuario = excluded.usuario, password = excluded.password, token = null, token_until = null,
            refused_until = null, login_until = null, refused_why = null, refused_since = null`,
    [companyId, ambiente, usuario, encrypted],
  )
}

/** The accounts of all companies whose last login the ministry refused. */
export function listRefused(
  readAll: ReadAll,
): Promise<
  readonly { readonly nit: string; readonly ambiente: Ambiente; readonly why: WhyRefused }[]
> {
  return readAll({
    sql: (among) => `
      select c.nit, a.ambiente, a.refused_why as why
        from (select * from ministry_accounts where refused_why is not null ${among}) a
        join (select * from companies where true ${among}) c on c.company_id = a.company_id
       order by c.nit, a.ambiente`,
    values: [],
  })
}

/** The binding of an encrypted column of an account. */
export const columnId = (account: Pick<Account, 'companyId' | 'ambiente'>, what: string) =>
  `ministry_accounts/${account.companyId}/${account.ambiente}/${what}`
