/** A body of each route that reads one: of the session API, and of /v1. */
import { EMPRESA, SALE } from '../world.ts'

export type Json = Readonly<Record<string, unknown>>

export const ID = '00000000-0000-4000-8000-000000000000'
export const DIRECCION = EMPRESA.direccion
export const RECEPTOR = {
  nombre: 'Ana',
  tipoDocumento: '37',
  numDocumento: 'A1',
  direccion: DIRECCION,
}
const { nit: _, ...COMPANY } = { ...EMPRESA }
const ASSERTED = { id: 'x', rawId: 'x', type: 'public-key', response: { userHandle: 'x' } }

/** A body of each route of the session API that reads one; tests try each of its members. */
// biome-ignore format: a table
export const CONSOLE_BODIES: Readonly<Record<string, Json>> = {
  'entrar.contrasena':      { correo: 'ana@example.com', contrasena: 'x', codigo: '123456' },
  'entrar.llave.opciones':  { x: 'x' },
  'entrar.llave':           { retoId: ID, respuesta: ASSERTED },
  'entrar.enlace':          { token: 'x' },
  'invitacion.ver':         { token: 'x' },
  'invitacion.aceptar':     { token: 'x', nombre: 'Ana', contrasena: 'x' },
  'empresas.crear':         { ...COMPANY, nit: '06140101901234', dueno: { correo: 'd@example.com', nombre: 'Dueña' } },
  'yo.confirmar':           { contrasena: 'x', codigo: '123456', retoId: ID, respuesta: ASSERTED },
  'yo.nombre':              { nombre: 'Ana' },
  'yo.contrasena':          { contrasena: 'nueve faroles junto al muelle' },
  'yo.totp.confirmar':      { codigo: '123456' },
  'yo.llaves.agregar':      { retoId: ID, respuesta: ASSERTED, nombre: 'Mi teléfono', prf: false },
  'empresa.cambiar':        { ...COMPANY, responsable: { nombre: 'Ana', tipoDocumento: '13', numDocumento: '012345678' }, resolucion: { descDocumento: 'Resolución 1', detalleDocumento: 'Califica a la empresa' } },
  'puntos.agregar':         { codEstable: 'S002', codPuntoVenta: 'P002', direccion: DIRECCION, telefono: '22222222' },
  'certificados.cargar':    { ambiente: '00', archivo: 'PHg+', contrasena: 'x', frase: 'x' },
  'credenciales.guardar':   { contrasena: 'x' },
  'almacenamiento.conectar': { kind: 'managed_bucket', url: 'https://s3.example.com/b', region: 'x', accessKeyId: 'x', secretAccessKey: 'x' },
  'produccion.tipos':       { tiposDte: ['01'] },
  'produccion.pasar':       { nit: '06140101900019' },
  'marca.cambiar':          { logo: 'PHg+', color: '#112233' },
  'correo.cambiar':         { entrega: 'nunca', servidor: { host: 'smtp.example.com', port: 587, tls: 'starttls', sender: 'ventas@example.com', usuario: 'sello', contrasena: 'x', dkim: { selector: 'sello', llave: 'x' } } },
  'llaves.crear':           { nombre: 'Caja 1', ambiente: '00', codEstable: 'M001', codPuntoVenta: 'P001', alcances: ['issue'], tiposDte: ['01'], venceEl: '2099-01-01', frase: 'x', ipPermitidas: ['10.0.0.1'], limites: { hora: 60, dia: 300, estado: 240 } },
  'llaves.cambiar':         { ipPermitidas: ['10.0.0.1'] },
  'personas.invitar':       { correo: 'nueva@example.com', rol: 'emisor', puntoDeVenta: { codEstable: 'M001', codPuntoVenta: 'P001' } },
  'personas.cambiar':       { rol: 'emisor', puntoDeVenta: { codEstable: 'M001', codPuntoVenta: 'P001' } },
  'firma.propia':           { frase: 'x' },
  'firma.pedir':            { clavePublica: 'x' },
  'firma.dar':              { frase: 'x', huella: 'x' },
  'documentos.devolucion':  { items: [{ linea: 1, cantidad: 1 }], fechaEvento: '2026-10-05' },
  'borradores.guardar':     { tipoDte: '01', resumen: 'Ana', contenido: { form: { nombre: 'Ana' } }, revision: 0 },
}

/** The others read no body. */
export const WITHOUT_BODY = new Set([
  ...['salir', 'yo.confirmar.opciones', 'yo.totp', 'yo.llaves.opciones', 'credenciales.probar'],
  ...['almacenamiento.verificar', 'llaves.desactivar', 'llaves.reactivar', 'llaves.revocar'],
  ...['personas.reactivar_firma', 'correo.probar'],
])

const MOTIVO = { motivo: 'Error', nombreResponsable: 'Ana', nombreSolicita: 'Ana' }
// biome-ignore format: a table
export const V1_BODIES: Readonly<Record<string, Json>> = {
  issue:                    { ...SALE, receptor: RECEPTOR, referencia: 'R1', observaciones: 'x', apendice: [{ campo: 'a', etiqueta: 'b', valor: 'c' }] },
  prepare:                  { ...SALE, receptor: RECEPTOR, referencia: 'R1' },
  validate:                 { ...SALE, receptor: RECEPTOR, referencia: 'R1' },
  proposal_create:          { ...SALE, receptor: RECEPTOR, observaciones: 'x' },
  sign:                     { prepareToken: 'x', documento: { identificacion: { codigoGeneracion: ID } } },
  invalidate:               { tipoAnulacion: 2, ...MOTIVO },
  return:                   { items: [{ numItem: 1, cantidad: 1 }], motivo: 'x' },
  operaciones_report:       { items: [{ tipoDocumento: '97', numero: 'A1', fecha: '2026-10-01', total: 1, descripcion: 'x' }] },
  contingency_close:        { motivo: 'x' },
  customer_create:          { ...RECEPTOR, externalId: 'E1', correo: 'a@example.com' },
  customer_update:          { nombre: 'Ana', externalId: 'E1' },
  product_create:           { codigo: 'C1', descripcion: 'Café', precioUni: 1 },
  product_update:           { codigo: 'C1', descripcion: 'Café' },
  destination_put:          { kind: 'byos_s3', label: 'Respaldo', sellado: 'x', revision: 1 },
  destination_verification: { revision: 1, x: 'x' },
  deliver:                  { correo: ['a@example.com'] },
  webhook_create:           { url: 'https://erp.example.com/sello', descripcion: 'ERP', tipos: ['dte.sellado'] },
  webhook_update:           { url: 'https://erp.example.com/sello', descripcion: 'ERP' },
  copy_report:              { destinos: [{ id: ID, hash: 'x' }] },
}
