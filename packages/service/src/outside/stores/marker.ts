/**
 * The marker file names the owner of a location. Two names may lead to one location (symbolic link, mount, two
 * addresses of one bucket), and another installation may use it too: only the location itself shows that.
 */
import { type Store, StoreFailed } from './store.ts'

/** At the root of the location. */
export const MARKER = '.sello-empresa.json'

export interface Owner {
  readonly companyId: string
  readonly nit: string
}

/** Of two concurrent writers one wins, and the other reads the winner's marker. */
const ROUNDS = 3

/** Marks the location for the company. Throws `StoreFailed` if it is marked for another one. */
export async function claimStore(store: Store, owner: Owner): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const there = await store.get(MARKER)
    if (there !== null) return assertOwn(there, owner)
    await store.create({ path: MARKER, bytes: Buffer.from(markerOf(owner)) })
  }
  throw new StoreFailed(`No se pudo dejar la marca ${MARKER}: lo que se escribe no se lee.`)
}

/** Throws `StoreFailed` when the marker names another company. */
export function assertOwn(marker: Buffer, { companyId }: Pick<Owner, 'companyId'>): void {
  const found = readMarker(marker)
  if (found?.empresa === companyId) return
  const whose = found
    ? `la empresa con NIT ${found.nit} de otra instalación o base`
    : 'otra empresa'
  throw new StoreFailed(
    `Ese lugar ya tiene la marca de ${whose} (archivo ${MARKER}). Use un lugar para cada una.`,
  )
}

interface Marker {
  readonly empresa: string
  readonly nit: string
}

const markerOf = ({ companyId, nit }: Owner) =>
  `${JSON.stringify({
    aviso: 'Sello guarda aquí los documentos de esta empresa. No lo borre ni lo comparta con otra.',
    empresa: companyId,
    nit,
  })}\n`

function readMarker(bytes: Buffer): Marker | null {
  try {
    const { empresa, nit = '' } = JSON.parse(bytes.toString()) as Partial<Marker>
    return typeof empresa === 'string' && /^\d{9,14}$/.test(nit) ? { empresa, nit } : null
  } catch {
    return null
  }
}
