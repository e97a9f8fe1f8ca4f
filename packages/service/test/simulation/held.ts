/** The ministry's ledger with its documents parsed: the only source of truth about bytes and seals. */
import type { InProcess } from '@sello/mh-simulator'
import type { Company } from './machine.ts'

type Row = ReturnType<InProcess['ledger']>[number]

export interface LedgerRow extends Row {
  readonly jws: string
  // biome-ignore lint/suspicious/noExplicitAny: callers know the shape of the signed text
  readonly payload: any
}

export interface Held {
  /** Every attempt of every company, in order of arrival. */
  readonly rows: readonly LedgerRow[]
  readonly sealed: readonly LedgerRow[]
  /** The sealed ones by codigoGeneracion. */
  readonly byCode: ReadonlyMap<string, LedgerRow>
}

/** Reads the ledger as it is now. Each document is parsed once. */
export function createLedgerReader(
  ministry: Pick<InProcess, 'ledger'>,
  companies: readonly Pick<Company, 'nit'>[],
): () => Held {
  const parsed = new Map<string, unknown>()
  function payloadOf(jws: string): unknown {
    if (!parsed.has(jws)) parsed.set(jws, JSON.parse(textOf(jws)))
    return parsed.get(jws)
  }
  return () => {
    const rows = companies.flatMap(({ nit }) =>
      ministry.ledger(nit).map((row) => {
        const jws = String(row.jws)
        return { ...row, jws, payload: payloadOf(jws) }
      }),
    )
    const sealed = rows.filter(({ estado }) => estado === 'PROCESADO')
    return { rows, sealed, byCode: new Map(sealed.map((row) => [row.codigoGeneracion, row])) }
  }
}

/** The signed text of a compact JWS. */
export const textOf = (jws: string): string =>
  Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString()
