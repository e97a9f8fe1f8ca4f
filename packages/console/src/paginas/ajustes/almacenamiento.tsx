import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/http.ts'
import type { Destino } from '../../api/settings-types.ts'
import { useCall } from '../../api/use-call.ts'
import { useWorkspace } from '../../app/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, textOf } from '../../ui/form.tsx'
import { Input, Password } from '../../ui/input.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { dateTime } from '../../ui/text.ts'
import { toast } from '../../ui/toast.tsx'
import { useAct } from '../../ui/use-act.ts'
import type { TareaProps } from './tarea.ts'

/** A folder of the service has a path of its machine, which says nothing to its companies. */
const placeOf = ({ kind, location }: Destino) =>
  kind === 'managed_folder' ? 'Carpeta del servicio' : location

const KINDS = [
  ['managed_folder', 'Carpeta del servicio'],
  ['managed_bucket', 'Bucket S3'],
] as const

export function Almacenamiento({ onDone }: TareaProps) {
  const { empresa } = useWorkspace()
  const client = useQueryClient()
  const act = useAct()
  const [kind, setKind] = useState<(typeof KINDS)[number][0] | null>(null)
  const path = `/${empresa.nit}/almacenamiento`
  const key = ['almacenamiento', empresa.nit]
  const query = useCall<{ destinos: readonly Destino[]; carpetaSugerida: string | null }>(key, path)
  const connect = (body: object) =>
    act.run(async () => {
      await call(path, { method: 'POST', body })
      await client.invalidateQueries({ queryKey: key })
      setKind(null)
      toast('Destino conectado y verificado.')
      onDone?.()
    })
  const verify = () =>
    act.run(async () => {
      await call(`${path}/verificar`, { method: 'POST', body: {} })
      await client.invalidateQueries({ queryKey: key })
      toast('Destinos verificados.')
      onDone?.()
    })
  return (
    <Card
      heading="Almacenamiento"
      action={
        <>
          {(query.data?.destinos.length ?? 0) > 0 && (
            <Button busy={act.busy} onClick={() => void verify()}>
              Verificar
            </Button>
          )}
          <Button primary onClick={() => setKind('managed_folder')}>
            Conectar
          </Button>
        </>
      }
    >
      <Problem text={act.problem} className="section err" />
      <Loaded query={query}>
        {({ destinos }) => (
          <>
            {destinos.length === 0 && <Empty>Sin un destino verificado no se emite.</Empty>}
            {destinos.map((one) => (
              <div className="section" key={one.id}>
                <h3 className="long">{placeOf(one)}</h3>
                <p className="sub">
                  {one.valeHasta ? `Verificado hasta ${dateTime(one.valeHasta)}` : 'Sin verificar'}
                  {one.problema && <span className="t-bad"> · {one.problema}</span>}
                </p>
              </div>
            ))}
          </>
        )}
      </Loaded>
      {kind && (
        <Dialog title="Conectar un destino" onClose={() => setKind(null)}>
          <Choice label="Destino" name="kind" choices={KINDS} value={kind} onChange={setKind} />
          <Form
            className="stack"
            onSubmit={({ currentTarget: form }) =>
              void connect(
                kind === 'managed_folder'
                  ? { kind }
                  : {
                      kind,
                      url: textOf(form, 'url'),
                      region: textOf(form, 'region'),
                      accessKeyId: textOf(form, 'accessKeyId'),
                      secretAccessKey: textOf(form, 'secretAccessKey'),
                    },
              )
            }
          >
            <p className="sub">
              {kind === 'managed_folder'
                ? 'Los archivos se guardan en el servicio, en una carpeta de su empresa.'
                : 'Los archivos se guardan en un depósito de usted. Al conectarlo se escribe, lee y borra uno de prueba.'}
            </p>
            {kind === 'managed_bucket' && (
              <>
                <Input label="Dirección del bucket" name="url" type="url" required />
                <Input label="Región" name="region" required />
                <Input label="Access key id" name="accessKeyId" autoComplete="off" required />
                <Password label="Secret access key" name="secretAccessKey" />
              </>
            )}
            <Problem text={act.problem} />
            <Button primary type="submit" busy={act.busy}>
              Conectar y verificar
            </Button>
          </Form>
        </Dialog>
      )}
    </Card>
  )
}
