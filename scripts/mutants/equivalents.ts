/**
 * Mutants that change nothing that anybody could observe, each with the reason. A row that no longer is a site fails
 * the test of this list.
 */

export interface Equivalent {
  readonly path: string
  /** The line as it is and as the mutant has it, with single spaces, as a run prints them. */
  readonly before: string
  readonly after: string
  readonly reason: string
}

export const EQUIVALENTS: readonly Equivalent[] = [
  {
    path: 'packages/vault/src/certificado-xml.ts',
    before: "return dateOf(seconds, fraction.padEnd(9, '0'))",
    after: "return dateOf(seconds, fraction.padEnd(8, '0'))",
    reason: 'Of the nine digits three are read: milliseconds.',
  },
  {
    path: 'packages/vault/src/certificado-xml.ts',
    before: "return dateOf(seconds, fraction.padEnd(9, '0'))",
    after: "return dateOf(seconds, fraction.padEnd(10, '0'))",
    reason: 'Of the nine digits three are read: milliseconds.',
  },
  {
    path: 'packages/vault/src/certificado-mh.ts',
    before: "const probe = Buffer.from('sello')",
    after: "const probe = Buffer.from('')",
    reason: 'A signature proves the pair whatever is signed.',
  },
  {
    path: 'packages/service/src/papers/printing/thread.ts',
    before: 'let asked = 0',
    after: 'let asked = (-1)',
    reason: 'Only tells the requests of a thread apart: any first number does.',
  },
  {
    path: 'packages/service/src/papers/printing/thread.ts',
    before: 'let asked = 0',
    after: 'let asked = 1',
    reason: 'Only tells the requests of a thread apart: any first number does.',
  },
  {
    path: 'packages/service/src/base/db/embedded/running.ts',
    before: 'const PAUSE_MS = 50',
    after: 'const PAUSE_MS = 51',
    reason: 'A pause between two looks: how long it is decides nothing.',
  },
  {
    path: 'packages/service/src/ledger/marks/found.ts',
    before:
      '`select company_id as "companyId", ambiente from ministry_accounts order by company_id, ambiente`,',
    after:
      '`select company_id as "companyId", ambiente from ministry_accounts order by company_id desc, ambiente`,',
    reason: 'In which order a restore reads the destinations of companies decides nothing.',
  },
  {
    path: 'packages/service/src/flows/issuing/record.ts',
    before: "historial.slice(0, -1).some(({ estado }) => estado === 'rechazado')",
    after: "historial.slice(0, -1).some(({ estado }) => estado !== 'rechazado')",
    reason: 'It spares a query, which finds nothing where no attempt was corrected.',
  },
  {
    path: 'packages/paper/src/foreign/scripts.ts',
    before: 'if (letters.length <= REMEMBERED_LENGTH) known.set(letters, line)',
    after: 'if (letters.length < REMEMBERED_LENGTH) known.set(letters, line)',
    reason: 'A line that is not remembered is laid again, the same.',
  },
  {
    path: 'packages/service/src/base/db/embedded/running.ts',
    before: 'for (let waited = 0; waited < PATIENCE_MS; waited += PAUSE_MS) {',
    after: 'for (let waited = (-1); waited < PATIENCE_MS; waited += PAUSE_MS) {',
    reason: 'One look more, of twelve thousand.',
  },
  {
    path: 'packages/service/src/ledger/proposals/store.ts',
    before: 'order by p.position desc limit $4`,',
    after: 'order by p.position desc limit $4 + 1`,',
    reason: 'One row more is read than is needed to know whether there are more, and left out.',
  },
]
