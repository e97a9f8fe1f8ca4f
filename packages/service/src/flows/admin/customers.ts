/** Importing customers from a file. */
import { companyDataKey } from '../../ledger/companies/data-key.ts'
import {
  type ImportProblem,
  identityOfRequest,
  type Upserted,
  upsertCustomer,
} from '../../ledger/customers/upsert.ts'
import { type Admin, companyOf } from './admin.ts'

export interface CustomerToImport {
  /** Its line in the file, for messages. */
  readonly line: number
  /** In the form of the body of POST /v1/customers. */
  readonly customer: Readonly<Record<string, unknown>>
}

export interface Imported {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly refused: readonly {
    readonly line: number
    readonly problems: readonly ImportProblem[]
  }[]
}

/**
 * Stores every valid customer by itself, and reports the others with their problems. Repeating it stores nothing
 * twice. Refuses an unknown company.
 */
export async function importCustomers(
  admin: Admin,
  nit: string,
  customers: readonly CustomerToImport[],
): Promise<Imported> {
  const { companyId } = await companyOf(admin, nit)
  const dataKey = await companyDataKey(admin.pool, admin.secrets, companyId)
  const owner = { companyId, dataKey }
  const counts = { created: 0, updated: 0, unchanged: 0 }
  const refused: { line: number; problems: readonly ImportProblem[] }[] = []
  const lines = new Map<string, number>()
  for (const { line, customer } of customers) {
    const result = repeated(lines, line, customer) ?? (await upsertCustomer(admin, owner, customer))
    if (result.kind === 'refused') refused.push({ line, problems: result.problems })
    else counts[result.kind] += 1
  }
  return { ...counts, refused }
}

/** Two rows for one customer are ambiguous. */
function repeated(
  lines: Map<string, number>,
  line: number,
  customer: CustomerToImport['customer'],
): Upserted | null {
  const identity = identityOfRequest(customer)
  if (identity === null) return null
  const first = lines.get(identity)
  if (first === undefined) {
    lines.set(identity, line)
    return null
  }
  const message = `Ya está en la línea ${first} de este archivo; deje una de las dos.`
  return { kind: 'refused', problems: [{ field: 'numDocumento', message }] }
}
