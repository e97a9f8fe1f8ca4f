/** How a company's documents reach their buyers by mail, as an operator sets it. */

import type { EntregaPorDefecto } from '@sello/contract'
import { transaction } from '../../base/db/tx.ts'
import type { Dkim, MailServer } from '../../base/net/mail-server.ts'
import { assertPublicHost } from '../../base/net/public-address.ts'
import { decryptDataKey } from '../../base/secrets/secrets.ts'
import { appendShellAct } from '../../ledger/audit/shell-act.ts'
import {
  findMailServer,
  readEntrega,
  removeMailServer,
  saveMailServer,
  storeEntrega,
  storePagina,
} from '../../ledger/companies/mail-settings.ts'
import { isMailable } from '../../outside/mail/address.ts'
import { dkimProblem } from '../../outside/mail/dkim.ts'
import { type Admin, companyOf, refuse } from './admin.ts'

export interface NewMailServer
  extends Pick<MailServer, 'host' | 'port' | 'tls' | 'auth' | 'sender' | 'innerNetwork'> {
  readonly dkim: Pick<Dkim, 'selector' | 'privateKey'> | null
}

export interface MailChange {
  readonly entrega?: EntregaPorDefecto
  /** Whether the pages of its documents are served. */
  readonly pagina?: boolean
  /** Null: its mail goes through the service's again. Absent: as it is. */
  readonly server?: NewMailServer | null
}

/** Without secrets. */
export interface MailOfCompany {
  readonly nombre: string
  readonly entrega: EntregaPorDefecto
  readonly pagina: boolean
  /** Null: the service's. */
  readonly servidor: {
    readonly host: string
    readonly port: number
    readonly tls: MailServer['tls']
    readonly sender: string
    /** Null: it asks for none. */
    readonly usuario: string | null
    readonly dkim: boolean
  } | null
}

/**
 * In force from the company's next document on; a server, from its next mail. Refuses a DKIM key that would not sign,
 * and a server on an internal network where that is not said. `noteAct` writes the audit log in the same transaction:
 * by default it names the operator. Without changes, returns what is set.
 */
export async function setMail(
  admin: Admin,
  nit: string,
  change: MailChange,
  noteAct = appendShellAct,
): Promise<MailOfCompany> {
  const { companyId, nombre, dataKey: encrypted } = await companyOf(admin, nit)
  const { pool, clock, random, secrets } = admin
  const dataKey = decryptDataKey(secrets, companyId, encrypted)
  const { entrega, pagina, server } = change
  const checked = server && checkServer(server)
  if (entrega !== undefined || pagina !== undefined || server !== undefined) {
    await transaction(pool, async (tx) => {
      if (entrega !== undefined) await storeEntrega(tx, companyId, entrega)
      if (pagina !== undefined) await storePagina(tx, companyId, pagina)
      if (checked) await saveMailServer(tx, { companyId, dataKey, random }, checked, clock.now())
      if (checked === null) await removeMailServer(tx, companyId)
      const detalle = {
        ...(entrega === undefined ? {} : { entrega }),
        ...(pagina === undefined ? {} : { pagina }),
        ...(checked === undefined ? {} : { servidor: checked?.host ?? null }),
      }
      await noteAct(tx, admin, { companyId, acto: 'empresa.correo', sobre: null, detalle })
    })
  }
  const own = await findMailServer(pool, companyId, dataKey)
  const servidor = own && {
    host: own.host,
    port: own.port,
    tls: own.tls,
    usuario: own.auth?.user ?? null,
    sender: own.sender,
    dkim: own.dkim !== null,
  }
  return { nombre, ...(await readEntrega(pool, companyId)), servidor }
}

function checkServer({ dkim, ...server }: NewMailServer): MailServer {
  const { host, sender, innerNetwork } = server
  if (!isMailable(sender)) refuse('sender', 'No es una dirección de correo que se pueda usar.')
  if (!innerNetwork) assertOutside(host)
  const problem = dkim && dkimProblem(dkim.privateKey)
  if (problem) refuse('dkim', problem)
  const domain = sender.slice(sender.lastIndexOf('@') + 1)
  return { ...server, dkim: dkim && { domain, ...dkim }, ca: null }
}

/** A name is looked up, and checked, each time that it is connected to. */
function assertOutside(host: string): void {
  try {
    assertPublicHost(host)
  } catch {
    refuse('smtp', `${host} es de una red interna: use la dirección pública del servidor.`)
  }
}
