/** What a key may read: documents of its company and environment, decrypted with the company's data key. */
import type { Deps } from '../context.ts'
import type { Reader } from '../documents/find.ts'
import { decryptDataKey } from '../secrets/secrets.ts'
import type { Admitted } from './admit.ts'

export function readerOf(ctx: Pick<Deps, 'secrets'> & { readonly key: Admitted }): Reader {
  const { companyId, ambiente, emisor, dataKey } = ctx.key
  return {
    companyId,
    ambiente,
    nit: emisor.nit,
    dataKey: decryptDataKey(ctx.secrets, companyId, dataKey),
  }
}
