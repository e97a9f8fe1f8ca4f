/** Of a comprobante de retención (07): on which kind of documents, and the company's own purchases by search. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/http.ts'
import type { Fila, PaginaDocumentos } from '../api/types.ts'
import { apiOf, useWorkspace } from '../app/workspace.ts'
import { Combobox } from '../ui/combobox.tsx'
import { messageOf } from '../ui/states.tsx'
import { dayOf, money } from '../ui/text.ts'
import { toast } from '../ui/toast.tsx'
import { useSettled } from '../ui/use-searched.ts'
import { ChoiceField } from './choice-field.tsx'
import { focusFirst } from './focus.ts'
import type { Change, Form } from './form.ts'
import { formOfDocumento, type Query } from './from-documento.ts'
import { lineaVacia } from './lineas/linea.ts'

interface Props {
  readonly form: Form
  readonly dispatch: (change: Change) => void
}

/** The company issued these itself, when it bought. */
const COMPRA = '14'
const SOBRE = [
  ['03', 'Créditos fiscales'],
  ['01', 'Facturas'],
  [COMPRA, 'Compras a sujetos excluidos'],
] as const

export function SobreQue({ form, dispatch }: Props) {
  return (
    <ChoiceField
      label="¿Sobre qué documentos retuvo?"
      help="Un comprobante lleva documentos de una sola clase."
      at="retenidos"
      value={form.retenidos}
      choices={SOBRE}
      onChange={(retenidos) => dispatch({ kind: 'set', values: { retenidos } })}
    />
  )
}

/** Finds one of the company's own purchases, by its number, code or seller, and lists it. */
export function Compras({ form, dispatch }: Props) {
  const workspace = useWorkspace()
  const [text, setText] = useState('')
  const asked = useSettled(text.trim())
  const query = useQuery({
    queryKey: ['compras', apiOf(workspace), asked],
    queryFn: () => call<PaginaDocumentos>(`${apiOf(workspace)}/documentos?${sealed(asked)}`),
    placeholderData: keepPreviousData,
  })
  if (form.retenidos !== COMPRA) return null
  const listed = new Set(form.lineas.map(({ numero }) => numero.trim().toUpperCase()))
  const found = (query.data?.documentos ?? []).filter((one) => !listed.has(one.codigoGeneracion))
  const add = async (codigo: string) => {
    try {
      const compra = await call<Query>(`${apiOf(workspace)}/v1/dte/${codigo}`)
      const linea = { ...lineaVacia(), ...retenidaDe(compra) }
      const receptor = form.receptor ?? formOfDocumento(compra).receptor
      dispatch({ kind: 'set', values: { receptor } })
      dispatch({ kind: 'agregar', lineas: [linea] })
      setText('')
      focusFirst({ ...form, receptor })
    } catch (problem) {
      toast(messageOf(problem))
    }
  }
  return (
    <div className="field">
      <Combobox
        label="Buscar la compra"
        dataAt="compra"
        text={text}
        onText={setText}
        placeholder="Busque la factura de sujeto excluido: número, vendedor o código"
        choices={found.slice(0, LISTED).map((fila) => ({
          key: fila.codigoGeneracion,
          value: fila.codigoGeneracion,
          texts: [fila.numeroControl, fila.codigoGeneracion],
          label: <Encontrada fila={fila} />,
        }))}
        onChoose={(codigo) => void add(codigo)}
        empty={query.isFetching ? 'Buscando…' : 'Ninguna compra sellada coincide.'}
      />
    </div>
  )
}

const LISTED = 10

function sealed(text: string): string {
  const query = new URLSearchParams({ tipo: COMPRA, estado: 'sellado', limit: '20' })
  if (text !== '') query.set('q', text)
  return query.toString()
}

function Encontrada({ fila }: { fila: Fila }) {
  return (
    <>
      <span>{fila.receptor?.nombre ?? 'Sin nombre'}</span>
      <small className="code">
        {fila.numeroControl} · {dayOf(fila.fecEmi)}
      </small>
      <span className="num">{money(fila.totales.totalPagar)}</span>
    </>
  )
}

/** All of the purchase, before what was retained of it. */
const retenidaDe = ({ codigoGeneracion, fecEmi, totales }: Query) => ({
  numero: codigoGeneracion,
  fecha: fecEmi,
  precio: String(totales.montoTotalOperacion),
})
