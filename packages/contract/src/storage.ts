/**
 * A company's storage destinations on the wire (docs/wire.md#own-storage). The credentials of the company's own
 * destinations are encrypted on the caller's machine; the service stores them without reading them.
 */
import Type, { type Static } from 'typebox'
import { closed, nullable, oneOf, UUID_PATTERN } from './schema.ts'

/** The kinds of a company's own destinations: the caller writes to them. */
export const BYOS_KINDS = ['byos_folder', 'byos_bucket'] as const
export type ByosKind = (typeof BYOS_KINDS)[number]

/** The kinds that the service itself writes to. */
export const MANAGED_KINDS = ['managed_folder', 'managed_bucket'] as const

const instant = Type.String({ format: 'date-time' })
const codigoGeneracion = Type.String({ pattern: UUID_PATTERN })
const revision = Type.Integer({ minimum: 1, maximum: 1_000_000 })
const sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })

/** 12 bytes, as AES-GCM takes them, in base64url. */
const IV = '^[A-Za-z0-9_-]{16}$'
/** At least the tag's 16 bytes; at most far more than an address and its credentials need. */
const DATOS = '^[A-Za-z0-9_-]{22,8192}$'

/** A value that only the unlock key decrypts. */
export const Sellado = closed({
  v: Type.Literal(1),
  iv: Type.String({ pattern: IV }),
  datos: Type.String({ pattern: DATOS }),
})
export type Sellado = Static<typeof Sellado>

/** A row of GET /v1/storage/destinations; 200 of PUT and of a verification. */
export const Destino = closed({
  id: Type.String({ pattern: UUID_PATTERN }),
  kind: oneOf([...MANAGED_KINDS, ...BYOS_KINDS]),
  label: Type.String(),
  revision,
  sellado: nullable(Sellado),
  listo: Type.Boolean(),
  verificadoEl: nullable(instant),
})
export type Destino = Static<typeof Destino>

export const Destinos = closed({ destinos: Type.Array(Destino) })
export type Destinos = Static<typeof Destinos>

/** Body of PUT. The first `revision` is 1 and each change increments it; the encrypted data is bound to it. */
export const DestinoRequest = closed({
  kind: oneOf(BYOS_KINDS),
  label: Type.String({ minLength: 1, maxLength: 100 }),
  revision,
  sellado: Sellado,
})
export type DestinoRequest = Static<typeof DestinoRequest>

const WRITTEN_BY = 'sdk'

/** Body of a verification: the caller wrote, read, compared and deleted a file with this revision's credentials. */
export const VerificationRequest = closed({ revision, writtenBy: Type.Literal(WRITTEN_BY) })
export type VerificationRequest = Static<typeof VerificationRequest>

/** 200 of DELETE. */
export const DestinoTerminado = closed({
  id: Type.String({ pattern: UUID_PATTERN }),
  terminado: Type.Literal(true),
})
export type DestinoTerminado = Static<typeof DestinoTerminado>

/** What is missing is counted among this many documents, so that the answer takes the same time for every company. */
export const DOCUMENTS_COUNTED = 5_000

/** 200 of GET /v1/storage/status: what each destination lacks. */
export const StorageStatus = closed({
  destinos: Type.Array(
    closed({
      id: Type.String({ pattern: UUID_PATTERN }),
      listo: Type.Boolean(),
      pendientes: Type.Integer({ minimum: 0 }),
      desde: nullable(instant),
      ultimoError: nullable(Type.String()),
    }),
  ),
})
export type StorageStatus = Static<typeof StorageStatus>

/**
 * Body of POST /v1/storage/copies/{codigoGeneracion}/byos. `verified` and `pdfRegenerated` are the caller's own
 * statements about its copy. They change nothing: the service has not seen the files.
 */
export const CopyReport = closed({
  secretId: Type.String({ pattern: UUID_PATTERN }),
  jsonPath: Type.String({ minLength: 1, maxLength: 200 }),
  pdfPath: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 200 }))),
  sha256: Type.Optional(closed({ json: sha256, pdf: Type.Optional(sha256) })),
  verified: Type.Optional(Type.Boolean()),
  pdfRegenerated: Type.Optional(Type.Boolean()),
})
export type CopyReport = Static<typeof CopyReport>

/** 200 of the report. Only the caller has seen the copy, hence `verified: false`. */
export const CopyReported = closed({
  codigoGeneracion,
  copy: closed({
    secretId: Type.String({ pattern: UUID_PATTERN }),
    recorded: Type.Literal(true),
    verified: Type.Literal(false),
    writtenBy: Type.Literal(WRITTEN_BY),
  }),
})
export type CopyReported = Static<typeof CopyReported>
