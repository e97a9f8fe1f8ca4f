/**
 * A company's settings: its data on documents, points of sale, certificate, credentials, storage.
 */
import { join } from 'node:path'
import type { Ambiente as AmbienteOf } from '@sello/contract'
import { Type } from 'typebox'
import { importCertificate } from '../../../flows/admin/certificate.ts'
import { addPointOfSale, setMinistryPassword, updateCompany } from '../../../flows/admin/company.ts'
import {
  connectManagedBucket,
  connectManagedFolder,
  listStorage,
  verifyStorage,
} from '../../../flows/admin/storage.ts'
import {
  findAutorizaciones,
  findCompanyData,
  findResolucion,
} from '../../../ledger/companies/company.ts'
import { findResponsable, isOwnResponsable } from '../../../ledger/companies/responsable.ts'
import {
  listAccounts,
  listCertificates,
  listPointsOfSale,
} from '../../../ledger/companies/setup.ts'
import { verifiedUntil } from '../../../ledger/destinations/verified.ts'
import { Ambiente, bodyReader, Direccion, readAmbiente, Text, Verbatim } from '../body.ts'
import { refuseField } from '../refusals.ts'
import type { Answer, CompanyHandler, ConsoleAsked, Member } from '../route.ts'

const readChange = bodyReader({
  nrc: Type.Optional(Text),
  nombre: Type.Optional(Text),
  nombreComercial: Type.Optional(Type.Union([Text, Type.Null()])),
  codActividad: Type.Optional(Text),
  descActividad: Type.Optional(Text),
  direccion: Type.Optional(Direccion),
  telefono: Type.Optional(Text),
  correo: Type.Optional(Text),
  responsable: Type.Optional(
    Type.Union([
      Type.Object(
        { nombre: Text, tipoDocumento: Text, numDocumento: Text },
        { additionalProperties: false },
      ),
      Type.Null(),
    ]),
  ),
  resolucion: Type.Optional(
    Type.Union([
      Type.Object({ descDocumento: Text, detalleDocumento: Text }, { additionalProperties: false }),
      Type.Null(),
    ]),
  ),
})
const readPoint = bodyReader({
  codEstable: Text,
  codPuntoVenta: Text,
  direccion: Type.Optional(Direccion),
  telefono: Type.Optional(Text),
})
/** The ministry's file has about 10 KB. */
const readCertificate = bodyReader({
  ambiente: Ambiente,
  archivo: Type.String({ minLength: 1, maxLength: 200_000 }),
  contrasena: Verbatim,
  frase: Verbatim,
})
const readPassword = bodyReader({ contrasena: Verbatim })
const readDestination = bodyReader({
  kind: Type.Union([Type.Literal('managed_folder'), Type.Literal('managed_bucket')]),
  url: Type.Optional(Text),
  region: Type.Optional(Text),
  accessKeyId: Type.Optional(Verbatim),
  secretAccessKey: Type.Optional(Verbatim),
})

export const AJUSTES = {
  empresa: drawCompany,

  async 'empresa.cambiar'(asked, member) {
    const change = readChange(asked.body)
    await updateCompany(
      asked.admin,
      member.company.nit,
      change as Parameters<typeof updateCompany>[2],
    )
    return drawCompany(asked, member)
  },

  puntos: drawPoints,

  async 'puntos.agregar'(asked, member) {
    await addPointOfSale(asked.admin, member.company.nit, readPoint(asked.body))
    return drawPoints(asked, member)
  },

  certificados: drawCertificates,

  async 'certificados.cargar'(asked, member) {
    const { ambiente, archivo, contrasena, frase } = readCertificate(asked.body)
    await importCertificate(asked.admin, member.company.nit, {
      ambiente,
      xml: Buffer.from(archivo, 'base64'),
      password: contrasena,
      passphrase: frase,
    })
    return drawCertificates(asked, member)
  },

  async credenciales({ deps }, { company }) {
    return { body: { credenciales: await listAccounts(deps.pool, company.companyId) } }
  },

  async 'credenciales.guardar'(asked, member) {
    const ambiente = readAmbiente(asked.params)
    const { contrasena: password } = readPassword(asked.body)
    await setMinistryPassword(asked.admin, member.company.nit, { ambiente, password })
    return tryCredentials(asked, member, ambiente)
  },

  async 'credenciales.probar'(asked, member) {
    return tryCredentials(asked, member, readAmbiente(asked.params))
  },

  almacenamiento: drawStorage,

  async 'almacenamiento.conectar'(asked, member) {
    const { kind, url, region, accessKeyId, secretAccessKey } = readDestination(asked.body)
    const { nit } = member.company
    if (kind === 'managed_folder') {
      await connectManagedFolder(asked.admin, nit, folderOf(asked, member))
    } else if (url && region && accessKeyId && secretAccessKey) {
      const bucket = { url, region, accessKeyId, secretAccessKey }
      const { innerStorage: innerNetwork } = asked.settings
      await connectManagedBucket(asked.admin, nit, bucket, { innerNetwork })
    } else {
      refuseField('url', 'un depósito lleva url, region, accessKeyId y secretAccessKey.')
    }
    return drawStorage(asked, member)
  },

  async 'almacenamiento.verificar'(asked, member) {
    await verifyStorage(asked.admin, member.company.nit)
    return drawStorage(asked, member)
  },
} satisfies Record<string, CompanyHandler>

async function drawCompany(
  { admin: { pool } }: ConsoleAsked,
  { company }: Member,
): Promise<Answer> {
  const said = await findCompanyData(pool, company.companyId)
  const autorizaciones = await findAutorizaciones(pool, company.companyId)
  const resolucion = await findResolucion(pool, company.companyId)
  const responsable = await findResponsable(pool, company.companyId)
  const faltaResponsable = responsable === null && !isOwnResponsable(company.nit)
  const { produccionDesde } = company
  const facts = { autorizaciones, resolucion, responsable, faltaResponsable, produccionDesde }
  return { body: { ...said, ...facts } }
}

async function drawPoints({ deps }: ConsoleAsked, { company }: Member): Promise<Answer> {
  return { body: { puntos: await listPointsOfSale(deps.pool, company.companyId) } }
}

async function drawCertificates({ deps }: ConsoleAsked, { company }: Member): Promise<Answer> {
  return { body: { certificados: await listCertificates(deps.pool, company.companyId) } }
}

async function tryCredentials(
  { deps }: ConsoleAsked,
  { company }: Member,
  ambiente: AmbienteOf,
): Promise<Answer> {
  const { companyId } = company
  const accounts = await listAccounts(deps.pool, companyId)
  if (!accounts[ambiente]) refuseField('contrasena', 'Aún no hay contraseña de la API de Hacienda.')
  const aceptada = await deps.mh.tryPassword({ companyId, ambiente })
  return { body: { aceptada, mensaje: SENTENCES.get(aceptada) ?? null } }
}

const SENTENCES: ReadonlyMap<boolean | null, string> = new Map([
  [
    false,
    'Hacienda no aceptó la contraseña. Revísela en su portal y guárdela de nuevo en un minuto.',
  ],
  [null, 'Hacienda no respondió. La contraseña quedó guardada; pruébela más tarde.'],
])

/** The service's own folder for the company: a browser cannot choose a path of the machine. */
const folderOf = ({ settings }: ConsoleAsked, { company }: Member) =>
  join(settings.storageDir, company.nit)

async function drawStorage(asked: ConsoleAsked, member: Member): Promise<Answer> {
  const destinations = await listStorage(asked.admin, member.company.nit)
  const destinos = destinations.map(
    ({ destinationId: id, kind, location, verifiedAt, problem }) => ({
      id,
      kind,
      location,
      verificadoEl: verifiedAt,
      valeHasta: verifiedAt && verifiedUntil(verifiedAt),
      problema: problem,
    }),
  )
  return { body: { destinos, carpetaSugerida: folderOf(asked, member) } }
}
