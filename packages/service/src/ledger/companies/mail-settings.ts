/** A company's own mail server, and whom its documents are sent to. */
import type { EntregaPorDefecto } from '@sello/contract'
import type { Random } from '../../base/clock.ts'
import type { Db, Tx } from '../../base/db/tx.ts'
import type { MailServer } from '../../base/net/mail-server.ts'
import { decryptColumn, encryptColumn } from '../../base/secrets/secrets.ts'

/** What only the company may know. */
type Secret = Pick<MailServer, 'auth' | 'dkim'>

type Row = Omit<MailServer, keyof Secret | 'ca'> & { readonly secrets: Buffer }

const secretsId = (companyId: string) => `mail_settings/${companyId}/secrets`

/** Null: its mail goes through the service's. */
export async function findMailServer(
  db: Db,
  companyId: string,
  dataKey: Buffer,
): Promise<MailServer | null> {
  const row = await db.maybeOne<Row>(
    `select host, port, tls, sender, secrets, inner_network as "innerNetwork"
       from mail_settings where company_id = $1`,
    [companyId],
  )
  if (!row) return null
  const { secrets, ...server } = row
  const secret = JSON.parse(decryptColumn(secrets, dataKey, secretsId(companyId)).toString())
  return { ca: null, ...server, ...(secret as Secret) }
}

/** Afterwards it is the company's; the one before is forgotten. */
export async function saveMailServer(
  tx: Tx,
  { companyId, dataKey, random }: { companyId: string; dataKey: Buffer; random: Random },
  { auth, dkim, ...server }: MailServer,
  now: Date,
): Promise<void> {
  const secret = Buffer.from(JSON.stringify({ auth, dkim } satisfies Secret))
  const { host, port, tls, sender, innerNetwork } = server
  await tx.run(
    `insert into mail_settings (company_id, host, port, tls, sender, secrets, inner_network, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (company_id) do update
        set host = excluded.host, port = excluded.port, tls = excluded.tls, sender = excluded.sender,
            secrets = excluded.secrets, inner_network = excluded.inner_network, updated_at = excluded.updated_at`,
    [
      ...[companyId, host, port, tls, sender],
      ...[encryptColumn(secret, dataKey, secretsId(companyId), random), innerNetwork, now],
    ],
  )
}

/** Afterwards its mail goes through the service's. */
export async function removeMailServer(tx: Tx, companyId: string): Promise<void> {
  await tx.run('delete from mail_settings where company_id = $1', [companyId])
}

export const readEntrega = (
  db: Db,
  companyId: string,
): Promise<{ readonly entrega: EntregaPorDefecto; readonly pagina: boolean }> =>
  db.one('select entrega, pagina from companies where company_id = $1', [companyId])

export async function storeEntrega(
  tx: Tx,
  companyId: string,
  entrega: EntregaPorDefecto,
): Promise<void> {
  await tx.run('update companies set entrega = $2 where company_id = $1', [companyId, entrega])
}

/** Of its documents: served, or not. */
export async function storePagina(tx: Tx, companyId: string, pagina: boolean): Promise<void> {
  await tx.run('update companies set pagina = $2 where company_id = $1', [companyId, pagina])
}
