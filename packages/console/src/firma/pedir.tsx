/** Asking the owner for a sign key, and receiving it. */
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../api/http.ts'
import type { FirmaDePersona } from '../api/types.ts'
import { scopeOf, type Workspace } from '../app/workspace.ts'
import { read, remove, write } from '../db.ts'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import { messageOf } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { entregaOf, type Sellado } from './entrega.ts'
import { SealFields } from './seal-fields.tsx'
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
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const request = async () => {
    setBusy(true)
    try {
      await forgetKept(workspace)
      const { createPair } = await import('./pedido.ts')
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
  const receive = async (event: FormEvent<HTMLFormElement>, sellado: Sellado) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const nueva = String(data.get('nueva'))
    if (nueva !== data.get('otra')) return setProblem('Las dos frases no son iguales.')
    setBusy(true)
    try {
      const pair = await read<Pair>('pedidos', name)
      if (!pair || pair.id !== server.pedido?.id) {
        throw new Error('En otra pestaña se pidió una firma de nuevo. Recargue la página.')
      }
      const { openPedido } = await import('./pedido.ts')
      const signKey = await openPedido(pair, sellado)
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
  const entrega = entregaOf(server.pedido, mine?.id ?? null, workspace.empresa.dueno)
  if (typeof entrega === 'object') {
    return (
      <Form className="stack" onSubmit={(event) => void receive(event, entrega)}>
        <p className="sub">
          {workspace.empresa.dueno} le entregó su firma. Elija la frase que la abrirá aquí.
        </p>
        <SealFields problem={problem} />
        <Button primary type="submit" busy={busy}>
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
