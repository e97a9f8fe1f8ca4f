/** Evaluates the form while it is typed. */

import { CREDITOS } from '@sello/contract/tipos'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../api/http.ts'
import type { DatosEmpresa } from '../api/settings-types.ts'
import { apiOf, useWorkspace } from '../app/workspace.ts'
import { horaDe, hoy } from '../clock.ts'
import { createEngine, type Engine } from '../fiscal/engine.ts'
import type { Evaluated, SaldoTexto } from '../fiscal/protocol.ts'
import { type Marked, markIssues } from './campos.ts'
import { emisorOf } from './emisor.ts'
import { type Form, formVacio, receptorVacio } from './form.ts'
import { lineaVacia } from './lineas/linea.ts'
import { type Peticion, toPeticion, withMixto } from './peticion.ts'
import { TIPO_FORM } from './tipo-form.ts'

export interface Live {
  readonly peticion: Peticion
  readonly evaluated: Evaluated | null
  readonly problems: readonly Marked[]
  readonly importes: ReadonlyMap<string, number>
  readonly failed: string | null
  /** Whether the evaluation is of the form's current content. */
  readonly isCurrent: boolean
}

export function useEmpresa() {
  const { empresa } = useWorkspace()
  return useQuery({
    queryKey: ['empresa', empresa.nit],
    queryFn: () => call<DatosEmpresa>(`/${empresa.nit}/empresa`),
    staleTime: 300_000,
  })
}

/** Where the company has no point of sale yet, totals are shown all the same. */
const PRIMERO = { codEstable: 'M001', codPuntoVenta: 'P001' }

/** The balances of the documents that a credit note adjusts. */
function useSaldos(form: Form): { readonly saldos: Saldos; readonly isLoading: boolean } {
  const workspace = useWorkspace()
  const codigos = CREDITOS.includes(form.tipoDte)
    ? form.relacionados.map((one) => one.codigoGeneracion)
    : []
  const { data, isLoading } = useQuery({
    queryKey: ['saldos', apiOf(workspace), codigos],
    queryFn: async () => {
      const found = await Promise.all(
        codigos.map((codigo) =>
          call<{ saldo: SaldoTexto }>(`${apiOf(workspace)}/documentos/${codigo}/saldo`),
        ),
      )
      return Object.fromEntries(codigos.map((codigo, n) => [codigo, found[n]?.saldo]))
    },
    enabled: codigos.length > 0,
    staleTime: 5_000,
  })
  return { saldos: (data as Saldos | undefined) ?? NONE, isLoading }
}
type Saldos = Readonly<Record<string, SaldoTexto>>
const NONE = {}

/** The input of an evaluation. */
interface Of {
  readonly peticion: Peticion
  readonly saldos: Saldos
}

export function useEvaluated(form: Form): Live {
  const workspace = useWorkspace()
  const empresa = useEmpresa()
  const { saldos, isLoading } = useSaldos(form)
  const [result, setResult] = useState<{ evaluated: Evaluated; of: Of } | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const engine = useRef<Engine<Of> | null>(null)
  const peticion = useMemo(() => toPeticion(form), [form])

  useEffect(() => {
    const made = createEngine<Of>((evaluated, of) => {
      setFailed(null)
      setResult({ evaluated, of })
    }, setFailed)
    engine.current = made
    return () => made.stop()
  }, [])
  const total = form.condicion === '3' ? (result?.evaluated.totales.totalPagar ?? 0) : 0
  useEffect(() => {
    if (!empresa.data || peticion.isBlank) return
    const input = {
      request: withMixto(peticion.request, form, total),
      emisor: emisorOf(empresa.data, workspace.empresa.puntoDeVenta ?? PRIMERO),
      autorizaciones: empresa.data.autorizaciones,
      resolucion: empresa.data.resolucion,
      ambiente: workspace.ambiente,
      fecEmi: hoy(),
      horEmi: horaDe(),
      relacionados: form.relacionados,
      saldos,
    }
    engine.current?.evaluate(input, { peticion, saldos })
  }, [peticion, form, total, empresa.data, workspace, saldos])

  const { lineas, isBlank } = peticion
  const evaluated = isBlank ? null : (result?.evaluated ?? null)
  const isNewest = result?.of.peticion === peticion && result.of.saldos === saldos
  const isCurrent = isBlank || (isNewest && !isLoading)
  return useMemo(() => {
    const issues = [...peticion.problems, ...(evaluated?.problems ?? [])]
    const importes = new Map(
      (result?.of.peticion.lineas ?? []).map((id, n) => [id, evaluated?.importes[n] ?? 0] as const),
    )
    const problems = markIssues(issues, lineas, TIPO_FORM[form.tipoDte].lineas)
    return { peticion, evaluated, problems, importes, failed, isCurrent }
  }, [peticion, evaluated, result, lineas, failed, isCurrent, form.tipoDte])
}

/** A sample invoice with a few lines, for pages that show how documents look; null until it is evaluated. */
export function useSample(): unknown {
  const form = useMemo(
    (): Form => ({
      ...formVacio('01'),
      receptor: receptorVacio('Cliente de ejemplo'),
      lineas: [
        { ...lineaVacia(), descripcion: 'Café de altura, 1 lb', cantidad: '24', precio: '5.65' },
        { ...lineaVacia(), descripcion: 'Taza de barro negro', cantidad: '12', precio: '8.25' },
      ],
    }),
    [],
  )
  return useEvaluated(form).evaluated?.documento ?? null
}
