/** The browser's clock and randomness: no other module reads them. */
export const now = () => new Date()
export const uuid = () => crypto.randomUUID()

/** El Salvador is at UTC-6 all year. */
const OFFSET_MS = -6 * 3_600_000

/** YYYY-MM-DD in El Salvador. */
export const hoy = (at: Date = now()) =>
  new Date(at.getTime() + OFFSET_MS).toISOString().slice(0, 10)

/** The day so many days ago, YYYY-MM-DD in El Salvador. */
export const hace = (days: number) => hoy(new Date(now().getTime() - days * 86_400_000))

/** HH:MM:SS in El Salvador. */
export const horaDe = (at: Date = now()) =>
  new Date(at.getTime() + OFFSET_MS).toISOString().slice(11, 19)
