/**
 * Every route of the session API with who may call it. This table is the whole of the matrix of roles; the
 * tests try each role on each row.
 */
import type { ConsoleRoute } from './route.ts'
import { SESSION_ROUTES } from './routes/session.ts'

export const CONSOLE_ROUTES: readonly ConsoleRoute[] = [...SESSION_ROUTES]
