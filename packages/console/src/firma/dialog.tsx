/** Opening, creating and losing the person's sign key. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../api/http.ts'
import type { FirmaDePersona } from '../api/types.ts'
import { useSession } from '../app/session.tsx'
import { may, scopeOf, type Workspace } from '../app/workspace.ts'
import { now } from '../clock.ts'
import { read, remove, write } from '../db.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Loaded, messageOf } from '../ui/states.tsx'
import { time } from '../ui/text.ts'
import { toast } from '../ui/toast.tsx'
import type { Secret } from './encrypted-key.ts'
import { huellaDe } from './huella.ts'
import { getPasskey } from './passkey.ts'
import { createPair, openPedido } from './pedido.ts'
import {
  closeAll,
  forgetKept,
  type Kept,
  keepSignKey,
  openFirma,
  readKept,
  useFirma,
} from './store.ts'

interface Props {
  readonly workspace: Workspace
  readonly onClose: () => void
  /** Called when the key is open, if something is waiting to be signed. */
  readonly onOpen?: () => void
}

export function FirmaDialog({ workspace, onClose, onOpen }: Props) {
  const name = scopeOf(workspace)
  const firma = useFirma(workspace)
  const client = useQueryClient()
  const query = useQuery({
    queryKey: ['firma', name],
    queryFn: async () => {
      const pair = await read<Pair>('pedidos', name)
      return {
        kept: (await readKept(workspace)) ?? null,
        server: await call<FirmaDePersona>(`/${workspace.empresa.nit}/firma/${workspace.ambiente}`),
        mine: pair?.clavePublica
          ? { id: pair.id, huella: await huellaDe(pair.clavePublica) }
          : null,
      }
    },
    gcTime: 0,
  })
  const done = () => {
    void client.invalidateQueries({ queryKey: ['firma', name] })
    void client.invalidateQueries({ queryKey: ['session'] })
    if (onOpen) onOpen()
    else onClose()
  }
  return (
    <Dialog title="Mi firma" onClose={onClose} ask>
      {firma.openUntil ? (
        <>
          <p>
            Firma abierta hasta las {time(firma.openUntil)}. Se cierra sola tras 30 minutos sin
            usarla, al bloquear o al salir.
          </p>
          <Button
            onClick={() => {
              closeAll()
              onClose()
            }}
          >
            Cerrar la firma
          </Button>
        </>
      ) : (
        <Loaded query={query} rows={2}>
          {({ kept, server, mine }) => (
            <Closed workspace={workspace} kept={kept} server={server} mine={mine} done={done} />
          )}
        </Loaded>
      )}
    </Dialog>
  )
}

/** What this browser keeps of its own request. */
interface Pair {
  readonly id: string
  readonly privateKey: CryptoKey
  /** Absent in requests of before it was shown. */
  readonly clavePublica?: string
}

interface Mine {
  readonly id: string
  readonly huella: string
}

function Closed(props: {
  workspace: Workspace
  kept: Kept | null
  server: FirmaDePersona
  mine: Mine | null
  done: () => void
}) {
  const { workspace, kept, server, mine, done } = props
  const [again, setAgain] = useState(false)
  if (server.estado === 'bloqueada') {
    return <p className="notice bad">Firma bloqueada. Un administrador puede reactivarla.</p>
  }
  const usable = kept && server.estado === 'activa' && !again
  if (usable)
    return <Open workspace={workspace} kept={kept} done={done} lost={() => setAgain(true)} />
  return (
    <>
      {server.estado === 'vencida' && (
        <p className="notice warn">El certificado cambió: esta firma ya no sirve. Renuévela.</p>
      )}
      {server.estado === 'activa' && !kept && (
        <p className="notice info">
          Su firma se guardó en otro navegador. Aquí necesita una nueva.
        </p>
      )}
      {may(workspace.empresa.rol, 'dueno') ? (
        <MintOwn workspace={workspace} done={done} />
      ) : (
        <AskOwner workspace={workspace} server={server} mine={mine} done={done} />
      )}
    </>
  )
}

function Open(props: { workspace: Workspace; kept: Kept; done: () => void; lost: () => void }) {
  const { workspace, kept, done, lost } = props
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [current, setCurrent] = useState(kept)
  const passkey = kept.sealed.find(({ kind }) => kind === 'llave')
  const byPhrase = kept.sealed.some(({ kind }) => kind === 'frase')
  const tryOpen = async (secret: Secret) => {
    const blocked = current.blockedUntil
    if (blocked !== null && blocked > now().getTime()) {
      setProblem(`Demasiados intentos. Espere hasta las ${time(new Date(blocked))}.`)
      return
    }
    setBusy(true)
    try {
      const left = await openFirma(workspace, current, secret)
      if (left === null) return done()
      setProblem(left === 0 ? 'No abre. Espere 15 min.' : `No abre. Quedan ${left} intentos.`)
      setCurrent((await readKept(workspace)) ?? current)
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  const openByPasskey = async () => {
    try {
      const id = passkey?.credentialId ?? ''
      const { secret } = await getPasskey({
        challenge: 'AAAAAAAAAAAAAAAAAAAAAA',
        allowCredentials: [{ id, type: 'public-key' }],
        userVerification: 'required',
      })
      if (!secret) throw new Error('Este sistema no puede abrir la firma con la llave de acceso.')
      await tryOpen({ kind: 'llave', secret, credentialId: id })
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  return (
    <>
      {passkey && (
        <Button primary onClick={openByPasskey}>
          Abrir con llave de acceso
        </Button>
      )}
      {byPhrase && (
        <form
          className="stack"
          onSubmit={(event: FormEvent<HTMLFormElement>) => {
            event.preventDefault()
            const frase = String(new FormData(event.currentTarget).get('frase'))
            void tryOpen({ kind: 'frase', frase })
          }}
        >
          <Field label="Frase de su firma" error={problem}>
            <input
              className="in"
              type="password"
              name="frase"
              autoComplete="off"
              // biome-ignore lint/a11y/noAutofocus: the dialog asks for this one thing
              autoFocus
              required
            />
          </Field>
          <Button primary={!passkey} type="submit" busy={busy}>
            Abrir la firma
          </Button>
        </form>
      )}
      {!byPhrase && problem && (
        <p className="err" role="alert">
          {problem}
        </p>
      )}
      <Button quiet onClick={lost}>
        Olvidé mi frase
      </Button>
    </>
  )
}

/** How the new key is opened in this browser: a passphrase, or a passkey if there is one. */
function SealFields({ problem }: { problem: string | null }) {
  return (
    <>
      <Field
        label="Frase nueva para abrirla en este navegador"
        help="Al menos 12 caracteres. No se puede recuperar: si la olvida, pida una firma nueva; lo emitido sigue valiendo."
        error={problem}
      >
        <input
          className="in"
          type="password"
          name="nueva"
          autoComplete="new-password"
          minLength={12}
          required
        />
      </Field>
      <Field label="Repítala">
        <input
          className="in"
          type="password"
          name="otra"
          autoComplete="new-password"
          minLength={12}
          required
        />
      </Field>
    </>
  )
}

async function passkeySecret(): Promise<Secret | null> {
  const llaves = await call<{ llaves: readonly { id: string; prf: boolean }[] }>('/yo/llaves')
  const usable = llaves.llaves.filter(({ prf }) => prf)
  if (usable.length === 0) return null
  const { secret, respuesta } = await getPasskey({
    challenge: 'AAAAAAAAAAAAAAAAAAAAAA',
    allowCredentials: usable.map(({ id }) => ({ id, type: 'public-key' })),
    userVerification: 'required',
  })
  const { id } = respuesta as { id: string }
  return secret ? { kind: 'llave', secret, credentialId: id } : null
}

function MintOwn({ workspace, done }: { workspace: Workspace; done: () => void }) {
  const { persona } = useSession()
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const mint = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const nueva = String(data.get('nueva'))
    if (nueva !== data.get('otra')) return setProblem('Las dos frases no son iguales.')
    setBusy(true)
    setProblem(null)
    try {
      const secrets: Secret[] = [{ kind: 'frase', frase: nueva }]
      if (data.get('llave') === 'on') {
        const passkey = await passkeySecret()
        if (passkey) secrets.push(passkey)
      }
      const minted = await call<{ keyId: string; signKey: string }>(
        `/${workspace.empresa.nit}/firma/${workspace.ambiente}`,
        { method: 'POST', body: { frase: String(data.get('frase')) } },
      )
      await keepSignKey(workspace, minted, secrets)
      toast('Firma guardada y abierta en este navegador.')
      done()
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="stack" onSubmit={(event) => void mint(event)}>
      <p className="sub">
        Con su firma usted emite a mano. Se guarda sellada en este navegador; el servidor no puede
        abrirla.
      </p>
      <Field
        label="Frase del dueño"
        help="La que escribió al cargar el certificado. Si se perdió: cargue de nuevo el certificado con otra frase y renueve las firmas."
      >
        <input
          className="in"
          type="password"
          name="frase"
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: what the dialog asks first
          autoFocus
          required
        />
      </Field>
      <SealFields problem={problem} />
      {persona.llavesDeAcceso > 0 && (
        <label className="check">
          <input type="checkbox" name="llave" /> Abrirla también con mi llave de acceso
        </label>
      )}
      <Button primary type="submit" busy={busy}>
        Crear mi firma
      </Button>
    </form>
  )
}

function AskOwner(props: {
  workspace: Workspace
  server: FirmaDePersona
  mine: Mine | null
  done: () => void
}) {
  const { workspace, server, mine, done } = props
  const base = `/${workspace.empresa.nit}/firma/${workspace.ambiente}`
  const name = scopeOf(workspace)
  const client = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const request = async () => {
    setBusy(true)
    try {
      await forgetKept(workspace)
      const { clavePublica, privateKey } = await createPair()
      const { id } = await call<{ id: string }>(`${base}/pedido`, {
        method: 'POST',
        body: { clavePublica },
      })
      await write('pedidos', name, { id, privateKey, clavePublica } satisfies Pair)
      await client.invalidateQueries({ queryKey: ['firma', name] })
      toast(`Pedido enviado a ${workspace.empresa.dueno}.`)
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  const receive = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const nueva = String(data.get('nueva'))
    if (nueva !== data.get('otra')) return setProblem('Las dos frases no son iguales.')
    setBusy(true)
    try {
      const pair = await read<Pair>('pedidos', name)
      const { pedido } = server
      if (!pair || !pedido?.sellado || pair.id !== pedido.id) {
        throw new Error('Este pedido se hizo en otro navegador. Pida una firma nueva desde aquí.')
      }
      const signKey = await openPedido(pair.privateKey, pedido.id, pedido.sellado)
      await keepSignKey(workspace, { keyId: null, signKey }, [{ kind: 'frase', frase: nueva }])
      await remove('pedidos', name)
      await call(`${base}/pedido`, { method: 'DELETE' })
      toast('Firma guardada y abierta en este navegador.')
      done()
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  if (server.pedido?.sellado) {
    return (
      <form className="stack" onSubmit={(event) => void receive(event)}>
        <p className="sub">
          {workspace.empresa.dueno} le entregó su firma. Elija la frase que la abrirá aquí.
        </p>
        <SealFields problem={problem} />
        <Button primary type="submit" busy={busy}>
          Guardar mi firma
        </Button>
      </form>
    )
  }
  return (
    <>
      <p>
        {server.pedido
          ? `Pedido enviado. ${workspace.empresa.dueno} lo aprueba en Ajustes → Personas.`
          : `Para emitir necesita una firma. ${workspace.empresa.dueno} la aprueba con su frase.`}
      </p>
      {mine && server.pedido?.id === mine.id && (
        <p className="notice info">
          <span>
            Dígale a {workspace.empresa.dueno} la huella de este navegador: <b>{mine.huella}</b>.
            Debe ser igual a la que ve en su pantalla; si no, que no apruebe.
          </span>
        </p>
      )}
      {problem && (
        <p className="err" role="alert">
          {problem}
        </p>
      )}
      <Button primary onClick={() => void request()} busy={busy}>
        {server.pedido ? 'Pedirla otra vez desde aquí' : 'Pedir mi firma'}
      </Button>
    </>
  )
}
