/**
 * Every route of the session API and who may call it. These tables are the whole role matrix; the tests try each role
 * on each row. What is done stands in `routes/`, under the same names.
 */
import { TIPOS_DTE } from '@sello/contract'
import { textIn } from './body.ts'
import {
  type Audited,
  BOOKKEEPERS,
  type CompanyRoute,
  type ConsoleRoute,
  ISSUERS,
  type OpenRoute,
  OWNER,
  type PersonRoute,
  RUN,
  SEE,
} from './route.ts'
import { AJUSTES } from './routes/ajustes.ts'
import { AUDITORIA } from './routes/auditoria.ts'
import { BORRADORES, DRAFT_BODY_BYTES_MAX } from './routes/borradores.ts'
import { CERTIFICACION } from './routes/certificacion.ts'
import { CORREO } from './routes/correo.ts'
import { DOCUMENTOS } from './routes/documentos.ts'
import { ENTRAR } from './routes/entrar.ts'
import { FIRMA } from './routes/firma.ts'
import { INVITACION } from './routes/invitacion.ts'
import { LLAVES } from './routes/llaves.ts'
import { MARCA } from './routes/marca.ts'
import { PASSKEYS } from './routes/passkeys.ts'
import { PERSONAS } from './routes/personas.ts'
import { PRODUCCION } from './routes/produccion.ts'
import { SESION } from './routes/session.ts'
import { YO } from './routes/yo.ts'

const OPEN = { ...ENTRAR, ...INVITACION }
const PERSON = { ...SESION, ...YO, ...PASSKEYS }
const COMPANY = {
  ...AJUSTES,
  ...PRODUCCION,
  ...CERTIFICACION,
  ...MARCA,
  ...CORREO,
  ...LLAVES,
  ...PERSONAS,
  ...FIRMA,
  ...DOCUMENTOS,
  ...BORRADORES,
  ...AUDITORIA,
}

/** A row for each handler. */
type Rows<Handlers, Route> = Readonly<Record<keyof Handlers, Omit<Route, 'name' | 'handle'>>>

// What the audit log records of an act, before its body is checked. `named`: what the path names.
const named: Audited = ({ params: { id, keyId, personaId, ambiente } }) => ({
  sobre: (id ?? keyId ?? personaId)?.slice(0, 100) ?? null,
  detalle: ambiente === undefined ? {} : { ambiente },
})
const withRole: Audited = (asked) => ({
  sobre: named(asked).sobre ?? textIn(asked.body, 'correo'),
  detalle: { rol: textIn(asked.body, 'rol') },
})
const members: Audited = ({ body }) => ({
  detalle: { miembros: Object.keys((body as object | null) ?? {}).slice(0, 20) },
})
const nit: Audited = ({ body }) => ({ sobre: textIn(body, 'nit') })
const point: Audited = ({ body }) => ({
  sobre: `${textIn(body, 'codEstable') ?? ''}${textIn(body, 'codPuntoVenta') ?? ''}`,
})
const tipos: Audited = ({ body }) => {
  const given = (body as { tiposDte?: unknown } | null | undefined)?.tiposDte
  const tiposDte = Array.isArray(given) ? TIPOS_DTE.filter((tipo) => given.includes(tipo)) : []
  return { detalle: { tiposDte } }
}
const inAmbiente: Audited = ({ body }) => ({ detalle: { ambiente: textIn(body, 'ambiente') } })
const mail: Audited = (asked) => {
  const { servidor } = (asked.body as { readonly servidor?: unknown } | null) ?? {}
  const host = servidor === undefined ? {} : { servidor: textIn(servidor, 'host') }
  return { detalle: { ...members(asked).detalle, ...host } }
}
const kind: Audited = ({ body }) => ({ detalle: { kind: textIn(body, 'kind') } })
const newKey: Audited = ({ body }) => ({
  sobre: textIn(body, 'nombre'),
  detalle: { ambiente: textIn(body, 'ambiente'), firma: textIn(body, 'frase') !== null },
})

// biome-ignore format: a table
const OPEN_ROWS: Rows<typeof OPEN, OpenRoute> = {
  'entrar.contrasena':      { method: 'POST', path: '/entrar/contrasena', who: '-' },
  'entrar.llave.opciones':  { method: 'POST', path: '/entrar/llave/opciones', who: '-' },
  'entrar.llave':           { method: 'POST', path: '/entrar/llave', who: '-' },
  'entrar.enlace':          { method: 'POST', path: '/entrar/enlace', who: '-' },
  'invitacion.ver':         { method: 'POST', path: '/invitacion/ver', who: '-' },
  'invitacion.aceptar':     { method: 'POST', path: '/invitacion/aceptar', who: '-' },
}

// biome-ignore format: a table
const PERSON_ROWS: Rows<typeof PERSON, PersonRoute> = {
  'session':                { method: 'GET',    path: '/session', who: '*', beforeSecondFactor: true },
  'salir':                  { method: 'POST',   path: '/salir', who: '*', beforeSecondFactor: true, audited: named },
  'empresas':               { method: 'GET',    path: '/empresas', who: '*' },
  'empresas.crear':         { method: 'POST',   path: '/empresas', who: 'O', confirmed: true, audited: nit },
  'yo.confirmar.opciones':  { method: 'POST',   path: '/yo/confirmar/opciones', who: '*', beforeSecondFactor: true },
  'yo.confirmar':           { method: 'POST',   path: '/yo/confirmar', who: '*', beforeSecondFactor: true },
  'yo.nombre':              { method: 'PATCH',  path: '/yo', who: '*', audited: named },
  'yo.contrasena':          { method: 'POST',   path: '/yo/contrasena', who: '*', beforeSecondFactor: true, confirmed: 'access', audited: named },
  'yo.totp':                { method: 'POST',   path: '/yo/totp', who: '*', beforeSecondFactor: true, confirmed: 'access', audited: named },
  'yo.totp.confirmar':      { method: 'POST',   path: '/yo/totp/confirmar', who: '*', beforeSecondFactor: true, audited: named },
  'yo.totp.quitar':         { method: 'DELETE', path: '/yo/totp', who: '*', confirmed: 'access', audited: named },
  'yo.sesiones':            { method: 'GET',    path: '/yo/sesiones', who: '*' },
  'yo.sesiones.cerrar':     { method: 'DELETE', path: '/yo/sesiones/:id', who: '*', audited: named },
  'yo.sesiones.cerrar_las_demas': { method: 'DELETE', path: '/yo/sesiones', who: '*', audited: named },
  'yo.llaves':              { method: 'GET',    path: '/yo/llaves', who: '*', beforeSecondFactor: true },
  'yo.llaves.opciones':     { method: 'POST',   path: '/yo/llaves/opciones', who: '*', beforeSecondFactor: true, confirmed: 'access' },
  'yo.llaves.agregar':      { method: 'POST',   path: '/yo/llaves', who: '*', beforeSecondFactor: true, audited: named },
  'yo.llaves.quitar':       { method: 'DELETE', path: '/yo/llaves/:id', who: '*', confirmed: 'access', audited: named },
}

// biome-ignore format: a table
const COMPANY_ROWS: Rows<typeof COMPANY, CompanyRoute> = {
  'empresa':                { method: 'GET',    path: '/:empresa/empresa', who: SEE },
  'empresa.cambiar':        { method: 'PATCH',  path: '/:empresa/empresa', who: RUN, audited: members },
  'puntos':                 { method: 'GET',    path: '/:empresa/puntos', who: SEE },
  'puntos.agregar':         { method: 'POST',   path: '/:empresa/puntos', who: RUN, audited: point },
  'certificados':           { method: 'GET',    path: '/:empresa/certificados', who: RUN },
  'certificados.cargar':    { method: 'POST',   path: '/:empresa/certificados', who: OWNER, confirmed: true, audited: inAmbiente },
  'credenciales':           { method: 'GET',    path: '/:empresa/credenciales', who: RUN },
  'credenciales.guardar':   { method: 'PUT',    path: '/:empresa/credenciales/:ambiente', who: RUN, confirmed: true, audited: named },
  'credenciales.probar':    { method: 'POST',   path: '/:empresa/credenciales/:ambiente/prueba', who: RUN },
  'almacenamiento':         { method: 'GET',    path: '/:empresa/almacenamiento', who: RUN },
  // confirmed: every document of the company goes there from then on
  'almacenamiento.conectar':  { method: 'POST', path: '/:empresa/almacenamiento', who: RUN, confirmed: true, audited: kind },
  'almacenamiento.verificar': { method: 'POST', path: '/:empresa/almacenamiento/verificar', who: RUN },
  'preparar':               { method: 'GET',    path: '/:empresa/preparar', who: RUN },
  'produccion':             { method: 'GET',    path: '/:empresa/produccion', who: RUN },
  'certificacion':          { method: 'GET',    path: '/:empresa/certificacion', who: RUN },
  'produccion.tipos':       { method: 'PUT',    path: '/:empresa/produccion/tipos', who: OWNER, confirmed: true, audited: tipos },
  'produccion.pasar':       { method: 'POST',   path: '/:empresa/produccion', who: OWNER, confirmed: true, audited: named },
  'marca':                  { method: 'GET',    path: '/:empresa/marca', who: SEE },
  'marca.cambiar':          { method: 'PUT',    path: '/:empresa/marca', who: RUN, limited: 'look', audited: members },
  'correo':                 { method: 'GET',    path: '/:empresa/correo', who: RUN },
  'correo.cambiar':         { method: 'PUT',    path: '/:empresa/correo', who: RUN, confirmed: true, audited: mail },
  'correo.probar':          { method: 'POST',   path: '/:empresa/correo/prueba', who: RUN, limited: 'mail' },
  'llaves':                 { method: 'GET',    path: '/:empresa/llaves', who: RUN },
  'llaves.crear':           { method: 'POST',   path: '/:empresa/llaves', who: RUN, confirmed: true, audited: newKey },
  'llaves.cambiar':         { method: 'PATCH',  path: '/:empresa/llaves/:keyId', who: RUN, confirmed: true, audited: named },
  'llaves.desactivar':      { method: 'POST',   path: '/:empresa/llaves/:keyId/desactivar', who: RUN, confirmed: true, audited: named },
  'llaves.reactivar':       { method: 'POST',   path: '/:empresa/llaves/:keyId/reactivar', who: RUN, confirmed: true, audited: named },
  'llaves.revocar':         { method: 'POST',   path: '/:empresa/llaves/:keyId/revocar', who: RUN, confirmed: true, audited: named },
  'personas':               { method: 'GET',    path: '/:empresa/personas', who: RUN },
  'personas.invitar':       { method: 'POST',   path: '/:empresa/invitaciones', who: RUN, confirmed: true, audited: withRole },
  'personas.retirar_invitacion': { method: 'DELETE', path: '/:empresa/invitaciones/:id', who: RUN, confirmed: true, audited: named },
  'personas.cambiar':       { method: 'PATCH',  path: '/:empresa/personas/:personaId', who: RUN, confirmed: true, audited: withRole },
  'personas.quitar':        { method: 'DELETE', path: '/:empresa/personas/:personaId', who: RUN, confirmed: true, audited: withRole },
  'personas.reactivar_firma': { method: 'POST', path: '/:empresa/personas/:personaId/firma/:ambiente/reactivar', who: RUN, confirmed: true, audited: named },
  'personas.rechazar_firma':  { method: 'DELETE', path: '/:empresa/pedidos-de-firma/:id', who: RUN, audited: named },
  'firma':                  { method: 'GET',    path: '/:empresa/firma/:ambiente', who: ISSUERS },
  'firma.propia':           { method: 'POST',   path: '/:empresa/firma/:ambiente', who: OWNER, confirmed: true, audited: named },
  'firma.pedir':            { method: 'POST',   path: '/:empresa/firma/:ambiente/pedido', who: ISSUERS, audited: named },
  'firma.recibida':         { method: 'DELETE', path: '/:empresa/firma/:ambiente/pedido', who: ISSUERS, audited: named },
  'firma.dar':              { method: 'POST',   path: '/:empresa/pedidos-de-firma/:id', who: OWNER, confirmed: true, audited: named },
  'documentos':             { method: 'GET',    path: '/:empresa/:ambiente(^0[01]$)/documentos', who: SEE },
  'documentos.totales':     { method: 'GET',    path: '/:empresa/:ambiente(^0[01]$)/documentos/totales', who: SEE },
  'documentos.saldo':       { method: 'GET',    path: '/:empresa/:ambiente(^0[01]$)/documentos/:codigoGeneracion/saldo', who: ISSUERS },
  'documentos.liquidables': { method: 'GET',    path: '/:empresa/:ambiente(^0[01]$)/documentos/liquidables', who: ISSUERS },
  'documentos.devolucion':  { method: 'POST',   path: '/:empresa/:ambiente(^0[01]$)/documentos/:codigoGeneracion/devolucion', who: ISSUERS },
  'huecos':                 { method: 'GET',    path: '/:empresa/:ambiente(^0[01]$)/huecos', who: BOOKKEEPERS },
  'inicio':                 { method: 'GET',    path: '/:empresa/:ambiente(^0[01]$)/inicio', who: SEE },
  'hacienda':               { method: 'GET',    path: '/:empresa/:ambiente(^0[01]$)/hacienda', who: SEE },
  'borradores':             { method: 'GET',    path: '/:empresa/:ambiente(^0[01]$)/borradores', who: ISSUERS },
  'borradores.ver':         { method: 'GET',    path: '/:empresa/:ambiente(^0[01]$)/borradores/:id', who: ISSUERS },
  'borradores.guardar':     { method: 'PUT',    path: '/:empresa/:ambiente(^0[01]$)/borradores/:id', who: ISSUERS, bodyBytesMax: DRAFT_BODY_BYTES_MAX },
  'borradores.borrar':      { method: 'DELETE', path: '/:empresa/:ambiente(^0[01]$)/borradores/:id', who: ISSUERS },
  'auditoria':              { method: 'GET',    path: '/:empresa/auditoria', who: ['D', 'A', 'C'] },
}

/** The rows with their names and handlers. */
function routesOf<Handlers extends object, Row extends object>(
  handlers: Handlers,
  rows: Readonly<Record<keyof Handlers, Row>>,
) {
  const names = Object.keys(rows) as (keyof Handlers & string)[]
  return names.map((name) => ({ name, ...rows[name], handle: handlers[name] }))
}

export const CONSOLE_ROUTES: readonly ConsoleRoute[] = [
  ...routesOf(OPEN, OPEN_ROWS),
  ...routesOf(PERSON, PERSON_ROWS),
  ...routesOf(COMPANY, COMPANY_ROWS),
]
