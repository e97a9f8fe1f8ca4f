/** What a note adjusts: a sealed crédito fiscal of this company, with its lines. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/http.ts'
import type { Fila, PaginaDocumentos } from '../api/types.ts'
import { apiOf, useWorkspace } from '../app/workspace.ts'
import { Combobox } from '../ui/combobox.tsx'
import { Loaded, messageOf } from '../ui/states.tsx'
import { dayOf, money, searchable } from '../ui/text.ts'
import { toast } from '../ui/toast.tsx'
import { useSettled } from '../ui/use-searched.ts'
import { Chosen } from './chosen.tsx'
import { focusFirst, isPhone } from './focus.ts'
import type { Change, Form } from './form.ts'
import { formOfDocumento, noCabenDe, type Query, relacionadoOf } from './from-documento.ts'
import { isEmptyLinea } from './lineas/linea.ts'
import css from './relacionados.module.css'

interface Props {
  readonly form: Form
  readonly dispatch: (change: Change) => void
  /** What of a document's lines the form cannot hold. */
  readonly onNoCaben: (noCaben: readonly string[]) => void
  readonly error: string | undefined
}

export function Relacionados({ form, dispatch, onNoCaben, error }: Props) {
  const workspace = useWorkspace()
  const [text, setText] = useState('')
  const query = useQuery({
    queryKey: ['ajustables', apiOf(workspace)],
    queryFn: () =>
      call<PaginaDocumentos>(`${apiOf(workspace)}/documentos?tipo=03&estado=sellado&limit=100`),
  })
  const asked = useSettled(text.trim())
  // Of the others, older than those, the service finds what is written.
  const behind = useQuery({
    queryKey: ['ajustables', apiOf(workspace), asked],
    queryFn: () =>
      call<PaginaDocumentos>(
        `${apiOf(workspace)}/documentos?tipo=03&estado=sellado&limit=10&q=${encodeURIComponent(asked)}`,
      ),
    enabled: asked.length >= 3,
    placeholderData: keepPreviousData,
  })
  const add = async (codigo: string) => {
    try {
      const documento = await call<Query>(`${apiOf(workspace)}/v1/dte/${codigo}`)
      const origin = formOfDocumento(documento)
      const relacionados = [...form.relacionados, relacionadoOf(documento)]
      const fresh = form.lineas.every(isEmptyLinea)
      const values = {
        relacionados,
        receptor: form.receptor ?? origin.receptor,
        ...(fresh ? { lineas: origin.lineas } : {}),
      }
      dispatch({ kind: 'set', values })
      focusFirst({ ...form, ...values })
      setText('')
      if (fresh) onNoCaben(noCabenDe(documento, true))
    } catch (problem) {
      toast(messageOf(problem))
    }
  }
  const wanted = searchable(text)
  return (
    <div className={css.related}>
      {form.relacionados.map((one) => (
        <Chosen
          key={one.codigoGeneracion}
          name={one.numeroControl}
          isCode
          facts={`${one.nombre ?? 'Sin nombre'} · ${dayOf(one.fecEmi)}`}
          remove={`Quitar ${one.numeroControl}`}
          onRemove={() =>
            dispatch({
              kind: 'set',
              values: { relacionados: form.relacionados.filter((other) => other !== one) },
            })
          }
        />
      ))}
      <Loaded query={query} rows={1}>
        {({ documentos }) => (
          <Combobox
            label="¿Sobre qué documento?"
            dataAt="documentosRelacionados"
            autoFocus={form.relacionados.length === 0 && !isPhone()}
            text={text}
            onText={setText}
            placeholder="Número, cliente o código del crédito fiscal"
            invalid={error !== undefined}
            choices={unique([...documentos, ...(behind.data?.documentos ?? [])])
              .filter(({ codigoGeneracion }) =>
                form.relacionados.every((one) => one.codigoGeneracion !== codigoGeneracion),
              )
              .filter((fila) =>
                searchable(
                  `${fila.numeroControl} ${fila.receptor?.nombre ?? ''} ${fila.codigoGeneracion}`,
                ).includes(wanted),
              )
              .slice(0, 10)
              .map((fila) => ({
                key: fila.codigoGeneracion,
                value: fila.codigoGeneracion,
                texts: [fila.numeroControl, fila.codigoGeneracion],
                label: (
                  <>
                    <span>{fila.receptor?.nombre ?? 'Sin nombre'}</span>
                    <small className="code">
                      {fila.numeroControl} · {dayOf(fila.fecEmi)}
                    </small>
                    <span className="num">{money(fila.totales.totalPagar)}</span>
                  </>
                ),
              }))}
            onChoose={(codigo) => void add(codigo)}
            empty="Ningún crédito fiscal sellado coincide."
          />
        )}
      </Loaded>
      {error && <span className="err">{error}</span>}
    </div>
  )
}

const unique = (filas: readonly Fila[]): readonly Fila[] => [
  ...new Map(filas.map((fila) => [fila.codigoGeneracion, fila])).values(),
]
