/** What a key may read: documents of its company and environment, decrypted with the company's data key. */
import type { Secrets } from '../../base/secrets/secrets.ts'
import { decryptDataKey } from '../../base/secrets/secrets.ts'
import type { Reader } from '../documents/find.ts'
import type { Admitted } from './admit.ts'

export function readerOf(ctx: { readonly secrets: Secrets; readonly key: Admitted }): Reader {
  const { companyId, ambiente, emisor, dataKey } = ctx.key
  return {
    companyId,
    ambiente,
    nit: emisor.nit,
    dataKey: decryptDataKey(ctx.secrets, companyId, dataKey),
  }
}
