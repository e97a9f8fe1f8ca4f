/**
 * Every route of the session API and who may call it. This table is the whole role matrix; the tests try each role
 * on each row.
 */
import type { ConsoleRoute } from './route.ts'
import { AJUSTES_ROUTES } from './routes/ajustes.ts'
import { AUDITORIA_ROUTES } from './routes/auditoria.ts'
import { BORRADORES_ROUTES } from './routes/borradores.ts'
import { DOCUMENTOS_ROUTES } from './routes/documentos.ts'
import { ENTRAR_ROUTES } from './routes/entrar.ts'
import { FIRMA_ROUTES } from './routes/firma.ts'
import { INVITACION_ROUTES } from './routes/invitacion.ts'
import { LLAVES_ROUTES } from './routes/llaves.ts'
import { MARCA_ROUTES } from './routes/marca.ts'
import { PASSKEY_ROUTES } from './routes/passkeys.ts'
import { PERSONAS_ROUTES } from './routes/personas.ts'
import { PRODUCCION_ROUTES } from './routes/produccion.ts'
import { SESSION_ROUTES } from './routes/session.ts'
import { YO_ROUTES } from './routes/yo.ts'

export const CONSOLE_ROUTES: readonly ConsoleRoute[] = [
  ...ENTRAR_ROUTES,
  ...SESSION_ROUTES,
  ...YO_ROUTES,
  ...PASSKEY_ROUTES,
  ...INVITACION_ROUTES,
  ...AJUSTES_ROUTES,
  ...PRODUCCION_ROUTES,
  ...MARCA_ROUTES,
  ...LLAVES_ROUTES,
  ...PERSONAS_ROUTES,
  ...FIRMA_ROUTES,
  ...DOCUMENTOS_ROUTES,
  ...BORRADORES_ROUTES,
  ...AUDITORIA_ROUTES,
]
