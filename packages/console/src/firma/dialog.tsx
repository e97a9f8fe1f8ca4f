/** Opening, creating and losing the person's sign key. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/http.ts'
import type { FirmaDePersona } from '../api/settings-types.ts'
import { useSession } from '../app/session.tsx'
import { may, scopeOf, type Workspace } from '../app/workspace.ts'
import { now } from '../clock.ts'
import { read } from '../db.ts'
import { Button } from '../ui/button.tsx'
import { Check } from '../ui/check.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Form } from '../ui/form.tsx'
import { Password } from '../ui/input.tsx'
import { Problem } from '../ui/problem.tsx'
import { Loaded } from '../ui/states.tsx'
import { time } from '../ui/text.ts'
import { toast } from '../ui/toast.tsx'
import { useAct } from '../ui/use-act.ts'
import type { Secret } from './encrypted-key.ts'
import { huellaDe } from './huella.ts'
import { getPasskey } from './passkey.ts'
import { AskOwner, type Mine, type Pair } from './pedir.tsx'
import { fraseNueva, SealFields } from './seal-fields.tsx'
import { closeAll, type Kept, keepSignKey, openFirma, readKept, useFirma } from './store.ts'

/** While a request waits for its owner: how often to look. */
const ASK_MS = 5_000

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
        // Absent in requests of before the fingerprint was shown.
        mine: pair?.clavePublica
          ? { id: pair.id, huella: await huellaDe(pair.clavePublica) }
          : null,
      }
    },
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.server.pedido ? ASK_MS : false),
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
            usarla y al salir.
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
      {server.estado === 'activa' && !kept && !server.pedido && (
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
  const act = useAct()
  const [current, setCurrent] = useState(kept)
  const passkey = kept.sealed.find(({ kind }) => kind === 'llave')
  const byPhrase = kept.sealed.some(({ kind }) => kind === 'frase')
  const tryOpen = async (secret: Secret) => {
    const blocked = current.blockedUntil
    if (blocked !== null && blocked > now().getTime()) {
      throw new Error(`Demasiados intentos. Espere hasta las ${time(new Date(blocked))}.`)
    }
    const left = await openFirma(workspace, current, secret)
    if (left === null) return done()
    setCurrent((await readKept(workspace)) ?? current)
    throw new Error(
      left === 0 ? 'No abre. Espere 15 min.' : `No abre. Intentos que quedan: ${left}.`,
    )
  }
  const openByPasskey = async () => {
    const id = passkey?.credentialId ?? ''
    const secret = await askPasskey([id])
    if (!secret) throw new Error('Este sistema no puede abrir la firma con la llave de acceso.')
    await tryOpen(secret)
  }
  return (
    <>
      {passkey && (
        <Button primary onClick={() => void act.run(openByPasskey)}>
          Abrir con llave de acceso
        </Button>
      )}
      {byPhrase && (
        <Form
          className="stack"
          onSubmit={({ currentTarget }) => {
            const frase = String(new FormData(currentTarget).get('frase'))
            void act.run(() => tryOpen({ kind: 'frase', frase }))
          }}
        >
          <Password label="Frase de su firma" error={act.problem} name="frase" autoFocus />
          <Button primary={!passkey} type="submit" busy={act.busy}>
            Abrir la firma
          </Button>
        </Form>
      )}
      {!byPhrase && <Problem text={act.problem} />}
      <Button quiet onClick={lost}>
        Olvidé mi frase
      </Button>
    </>
  )
}

async function passkeySecret(): Promise<Secret | null> {
  const llaves = await call<{ llaves: readonly { id: string; prf: boolean }[] }>('/yo/llaves')
  const usable = llaves.llaves.filter(({ prf }) => prf)
  return usable.length === 0 ? null : askPasskey(usable.map(({ id }) => id))
}

/** Null where the system's passkeys give no secret. */
async function askPasskey(ids: readonly string[]): Promise<Secret | null> {
  const { secret, respuesta } = await getPasskey({
    challenge: 'AAAAAAAAAAAAAAAAAAAAAA',
    allowCredentials: ids.map((id) => ({ id, type: 'public-key' })),
    userVerification: 'required',
  })
  const { id } = respuesta as { id: string }
  return secret ? { kind: 'llave', secret, credentialId: id } : null
}

function MintOwn({ workspace, done }: { workspace: Workspace; done: () => void }) {
  const { persona } = useSession()
  const act = useAct()
  const mint = async (data: FormData) => {
    const secrets: Secret[] = [{ kind: 'frase', frase: fraseNueva(data) }]
    if (data.has('llave')) {
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
  }
  return (
    <Form
      className="stack"
      onSubmit={({ currentTarget }) => {
        const data = new FormData(currentTarget)
        void act.run(() => mint(data))
      }}
    >
      <p className="sub">
        Con su firma usted emite a mano. Se guarda sellada en este navegador; el servidor no puede
        abrirla.
      </p>
      <Password
        label="Frase del dueño"
        help="La que escribió al cargar el certificado. Si se perdió: cargue de nuevo el certificado con otra frase y renueve las firmas."
        name="frase"
        autoFocus
      />
      <SealFields problem={act.problem} />
      {persona.llavesDeAcceso > 0 && (
        <Check name="llave">Abrirla también con mi llave de acceso</Check>
      )}
      <Button primary type="submit" busy={act.busy}>
        Crear mi firma
      </Button>
    </Form>
  )
}
