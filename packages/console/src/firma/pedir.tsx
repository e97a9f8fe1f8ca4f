/** Asking the owner for a sign key, and receiving it. */
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/http.ts'
import type { FirmaDePersona } from '../api/settings-types.ts'
import { scopeOf, type Workspace } from '../app/workspace.ts'
import { read, remove, write } from '../db.ts'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import { Problem } from '../ui/problem.tsx'
import { toast } from '../ui/toast.tsx'
import { useAct } from '../ui/use-act.ts'
import { entregaOf, type Sellado } from './entrega.ts'
import { fraseNueva, SealFields } from './seal-fields.tsx'
import { forgetKept, keepSignKey } from './store.ts'

/** What this browser keeps of its own request. */
export interface Pair {
  readonly id: string
  readonly privateKey: CryptoKey
  readonly clavePublica: string
}

export interface Mine {
  readonly id: string
  readonly huella: string
}

export function AskOwner(props: {
  workspace: Workspace
  server: FirmaDePersona
  mine: Mine | null
  done: () => void
}) {
  const { workspace, server, mine, done } = props
  const base = `/${workspace.empresa.nit}/firma/${workspace.ambiente}`
  const name = scopeOf(workspace)
  const client = useQueryClient()
  const act = useAct()
  const request = async () => {
    await forgetKept(workspace)
    const { createPair } = await import('./pedido.ts')
    const { clavePublica, privateKey } = await createPair()
    const body = { clavePublica }
    const { id } = await call<{ id: string }>(`${base}/pedido`, { method: 'POST', body })
    await write('pedidos', name, { id, privateKey, clavePublica } satisfies Pair)
    await client.invalidateQueries({ queryKey: ['firma', name] })
    toast(`Pedido enviado a ${workspace.empresa.dueno}.`)
  }
  const receive = async (data: FormData, sellado: Sellado) => {
    const frase = fraseNueva(data)
    const pair = await read<Pair>('pedidos', name)
    if (!pair || pair.id !== server.pedido?.id) {
      throw new Error('En otra pestaña se pidió una firma de nuevo. Recargue la página.')
    }
    const { openPedido } = await import('./pedido.ts')
    const signKey = await openPedido(pair, sellado)
    await keepSignKey(workspace, { keyId: null, signKey }, [{ kind: 'frase', frase }])
    await remove('pedidos', name)
    await call(`${base}/pedido`, { method: 'DELETE' })
    toast('Firma guardada y abierta en este navegador.')
    done()
  }
  const entrega = entregaOf(server.pedido, mine?.id ?? null, workspace.empresa.dueno)
  if (typeof entrega === 'object') {
    return (
      <Form
        className="stack"
        onSubmit={({ currentTarget }) => {
          const data = new FormData(currentTarget)
          void act.run(() => receive(data, entrega))
        }}
      >
        <p className="sub">
          {workspace.empresa.dueno} le entregó su firma. Elija la frase que la abrirá aquí.
        </p>
        <SealFields problem={act.problem} />
        <Button primary type="submit" busy={act.busy}>
          Guardar mi firma
        </Button>
      </Form>
    )
  }
  return (
    <>
      <p>{entrega}</p>
      {mine && server.pedido?.id === mine.id && !server.pedido.sellado && (
        <p className="notice info">
          <span>
            Dígale a {workspace.empresa.dueno} la huella de este navegador: <b>{mine.huella}</b>.
            Debe ser igual a la que ve en su pantalla; si no, que no apruebe.
          </span>
        </p>
      )}
      <Problem text={act.problem} />
      <Button primary onClick={() => void act.run(request)} busy={act.busy}>
        {server.pedido ? 'Pedirla otra vez desde aquí' : 'Pedir mi firma'}
      </Button>
    </>
  )
}
