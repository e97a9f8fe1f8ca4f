/** API keys: create, limit, deactivate, revoke; shows the secret once, with the next steps. */
import { useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/http.ts'
import type { Ambiente } from '../../api/types.ts'
import { useCall } from '../../api/use-call.ts'
import { useWorkspace } from '../../app/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAct } from '../../ui/use-act.ts'
import { AMBIENTE } from './ambiente.tsx'
import { type Limitada, Limites } from './limites.tsx'
import { type Minted, NuevaLlave } from './nueva-llave.tsx'
import { Secreto } from './secreto.tsx'

type EstadoLlave = 'active' | 'inactive' | 'revoked' | 'expired'

interface Llave extends Limitada {
  readonly keyId: string
  readonly ambiente: Ambiente
  readonly estado: EstadoLlave
  readonly alcances: readonly string[]
  readonly codEstable: string
  readonly codPuntoVenta: string
  readonly firma: boolean
  readonly firmaBloqueada: boolean
}

const DONE = {
  desactivar: 'Llave desactivada.',
  reactivar: 'Llave reactivada.',
  revocar: 'Llave revocada.',
}

type Over = { readonly what: 'nueva' } | { readonly what: 'limites' | 'revocar'; llave: Llave }

export function Llaves() {
  const { empresa } = useWorkspace()
  const client = useQueryClient()
  const act = useAct()
  const [over, setOver] = useState<Over | null>(null)
  const [minted, setMinted] = useState<Minted | null>(null)
  const path = `/${empresa.nit}/llaves`
  const key = ['llaves', empresa.nit]
  const query = useCall<{ llaves: readonly Llave[] }>(key, path)
  const change = (llave: Llave, how: keyof typeof DONE) =>
    void act.run(async () => {
      await call(`${path}/${llave.keyId}/${how}`, { method: 'POST', body: {} })
      await client.invalidateQueries({ queryKey: key })
      close()
      toast(DONE[how])
    })
  const close = () => setOver(null)
  return (
    <Card
      heading="Llaves de programas"
      className="tablebox"
      action={
        <Button primary onClick={() => setOver({ what: 'nueva' })}>
          Crear llave
        </Button>
      }
    >
      <Problem text={act.problem} className="section err" />
      <Loaded query={query}>
        {({ llaves }) =>
          llaves.length === 0 ? (
            <Empty icon={<KeyRound className="icon" aria-hidden />}>
              <p>Con una llave, su caja o su tienda emite por sí sola.</p>
            </Empty>
          ) : (
            <Tabla llaves={llaves} change={change} setOver={setOver} />
          )
        }
      </Loaded>
      {over?.what === 'nueva' && (
        <NuevaLlave
          onClose={close}
          onMinted={(made) => {
            close()
            setMinted(made)
            void client.invalidateQueries({ queryKey: key })
          }}
        />
      )}
      {over?.what === 'limites' && (
        <Limites
          llave={over.llave}
          onClose={close}
          onSave={async (body) => {
            await call(`${path}/${over.llave.keyId}`, { method: 'PATCH', body })
            await client.invalidateQueries({ queryKey: key })
            close()
            toast('Límites guardados.')
          }}
        />
      )}
      {minted && <Secreto minted={minted} onClose={() => setMinted(null)} />}
      {over?.what === 'revocar' && (
        <Dialog title="Revocar llave" onClose={close} ask>
          <p>
            Revocar {over.llave.nombre}. Sus programas dejan de emitir al instante; no se puede
            deshacer.
          </p>
          <div className="actions">
            <Button onClick={close}>Cancelar</Button>
            <Button danger busy={act.busy} onClick={() => change(over.llave, 'revocar')}>
              Revocar
            </Button>
          </div>
        </Dialog>
      )}
    </Card>
  )
}

interface TablaProps {
  readonly llaves: readonly Llave[]
  readonly change: (llave: Llave, how: keyof typeof DONE) => void
  readonly setOver: (over: Over) => void
}

function Tabla({ llaves, change, setOver }: TablaProps) {
  const itemsOf = (llave: Llave) => {
    const isRevoked = llave.estado === 'revoked'
    const isStopped = llave.estado === 'inactive' || llave.firmaBloqueada
    return [
      {
        label: 'Límites…',
        why: isRevoked ? 'Está revocada.' : null,
        run: () => setOver({ what: 'limites', llave }),
      },
      {
        label: 'Desactivar',
        why: llave.estado === 'active' ? null : 'No está activa.',
        run: () => change(llave, 'desactivar'),
      },
      {
        label: 'Reactivar',
        why: isStopped ? null : 'No está detenida.',
        run: () => change(llave, 'reactivar'),
      },
      {
        label: 'Revocar…',
        why: isRevoked ? 'Ya está revocada.' : null,
        run: () => setOver({ what: 'revocar', llave }),
      },
    ]
  }
  return (
    <Table heads={['Llave', 'Ambiente', 'Estado']} hasActs>
      {llaves.map((llave) => (
        <tr key={llave.keyId}>
          <td>
            <b>{llave.nombre}</b>
            <div className="small">
              <span className="code">{llave.keyId}</span> · {llave.codEstable} {llave.codPuntoVenta}
              {llave.firma ? ' · firma' : ''}
            </div>
          </td>
          <td>{AMBIENTE[llave.ambiente]}</td>
          <td>
            <Standing llave={llave} />
          </td>
          <td className="num">
            <Menu
              label={`Acciones de ${llave.nombre}`}
              className="btn compact"
              trigger="Cambiar"
              items={itemsOf(llave)}
            />
          </td>
        </tr>
      ))}
    </Table>
  )
}

// biome-ignore format: a table
const ESTADOS: Readonly<Record<EstadoLlave, readonly [string, string]>> = {
  active:   ['Activa',    'ok'],
  inactive: ['Inactiva',  'mute'],
  expired:  ['Vencida',   'mute'],
  revoked:  ['Revocada',  'mute'],
}

function Standing({ llave }: { llave: Llave }) {
  const locked = llave.estado === 'active' && llave.firmaBloqueada
  const [word, tone] = locked ? ['Firma bloqueada', 'warn'] : ESTADOS[llave.estado]
  return <span className={`pill ${tone}`}>{word}</span>
}
