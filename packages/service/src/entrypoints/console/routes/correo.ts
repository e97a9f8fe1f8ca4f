/** How a company's documents reach their buyers by mail. */
import { ENTREGAS_POR_DEFECTO } from '@sello/contract'
import { Type } from 'typebox'
import { type NewMailServer, setMail } from '../../../flows/admin/mail.ts'
import { sendTestMail } from '../../../flows/delivering/test-mail.ts'
import { bodyReader, Text, VERBATIM, Verbatim } from '../body.ts'
import type { Answer, CompanyHandler, ConsoleAsked, Member } from '../route.ts'

/** A PEM of 4,096 bits has half of it. */
const DKIM_LENGTH_MAX = 8_000

/** PEM: its line ends belong to it. */
const Llave = Type.String({ minLength: 1, maxLength: DKIM_LENGTH_MAX, [VERBATIM]: true })

const Servidor = Type.Object(
  {
    host: Text,
    port: Type.Integer({ minimum: 1, maximum: 65_535 }),
    tls: Type.Union([Type.Literal('implicit'), Type.Literal('starttls')]),
    sender: Text,
    usuario: Type.Union([Text, Type.Null()]),
    contrasena: Type.Union([Verbatim, Type.Null()]),
    dkim: Type.Optional(
      Type.Union([
        Type.Object({ selector: Text, llave: Llave }, { additionalProperties: false }),
        Type.Null(),
      ]),
    ),
  },
  { additionalProperties: false },
)

const readCorreo = bodyReader({
  entrega: Type.Optional(Type.Union(ENTREGAS_POR_DEFECTO.map((one) => Type.Literal(one)))),
  pagina: Type.Optional(Type.Boolean()),
  servidor: Type.Optional(Type.Union([Servidor, Type.Null()])),
})

export const CORREO = {
  correo: (asked, member) => drawMail(asked, member),

  async 'correo.cambiar'(asked, member) {
    const { entrega, pagina, servidor } = readCorreo(asked.body)
    return drawMail(asked, member, {
      ...(entrega === undefined ? {} : { entrega }),
      ...(pagina === undefined ? {} : { pagina }),
      ...(servidor === undefined ? {} : { server: servidor && toServer(servidor) }),
    })
  },

  /** To the person who asks, and to nobody else. */
  async 'correo.probar'({ deps }, { company, person }) {
    const sent = await sendTestMail(deps, company.companyId, person.correo)
    const motivo = sent === null ? WITHOUT_SERVER : sent.kind === 'sent' ? null : sent.said
    return { body: { enviado: motivo === null, a: person.correo, motivo } }
  },
} satisfies Record<string, CompanyHandler>

const WITHOUT_SERVER =
  'Este servicio no tiene un servidor de correo: conecte el de la empresa, o pida a quien lo opera que lo configure.'

/** Only an operator may name a server of the inner network. */
function toServer(given: {
  readonly host: string
  readonly port: number
  readonly tls: 'implicit' | 'starttls'
  readonly sender: string
  readonly usuario: string | null
  readonly contrasena: string | null
  readonly dkim?: { readonly selector: string; readonly llave: string } | null
}): NewMailServer {
  const { host, port, tls, sender, usuario, contrasena, dkim = null } = given
  return {
    ...{ host, port, tls, sender, innerNetwork: false },
    auth: usuario === null ? null : { user: usuario, pass: contrasena ?? '' },
    dkim: dkim && { selector: dkim.selector, privateKey: dkim.llave },
  }
}

/** The entry of the audit log was written before the body was read (routes.ts). */
const isNoted = async () => {}

async function drawMail(
  { admin, deps }: ConsoleAsked,
  { company }: Member,
  change: Parameters<typeof setMail>[2] = {},
): Promise<Answer> {
  const { entrega, pagina, servidor } = await setMail(admin, company.nit, change, isNoted)
  return { body: { entrega, pagina, servidor, delServicio: deps.mail.service !== null } }
}
