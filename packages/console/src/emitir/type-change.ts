/** The form becomes another type's: it keeps what fits, says what does not, and can be taken back. */
import type { TipoDte } from '@sello/contract'
import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { toast } from '../ui/toast.tsx'
import { CONTABLE_VACIO, isEmptyContable } from './contable.ts'
import type { Change, Form } from './form.ts'
import type { Clase } from './lineas/columnas.ts'
import { isEmptyLinea, lineaVacia } from './lineas/linea.ts'
import { droppedMembers } from './mas-datos.ts'
import { repriced, useProductosDe } from './productos.ts'
import { incluyeIva, TIPO_FORM } from './tipo-form.ts'

const NONE: Form['lineas'] = []

interface Of {
  readonly form: Form
  /** The type of the address. */
  readonly tipoDte: TipoDte
  readonly hasEnded: boolean
  readonly dispatch: (change: Change) => void
  readonly onNext: () => void
}

export function useTypeChange({ form, tipoDte, hasEnded, dispatch, onNext }: Of): void {
  const [, navigate] = useLocation()
  const search = useSearch()
  const productos = useProductosDe(form.tipoDte === tipoDte ? NONE : form.lineas)
  useEffect(() => {
    if (form.tipoDte === tipoDte) return
    if (hasEnded) return onNext()
    // The prices of product lines are those of the new type: they wait for the products.
    if (productos === undefined) return
    const lineas = keepsLines(form.tipoDte, tipoDte)
      ? repriced(form.lineas, productos, tipoDte)
      : [lineaVacia()]
    const propio = form.propio && TIPO_FORM[tipoDte].remite
    const contable = TIPO_FORM[tipoDte].lineas === 'contable' ? form.contable : CONTABLE_VACIO
    dispatch({ kind: 'all', form: { ...form, lineas, contable, propio, tipoDte, corrige: null } })
    const said = sayTypeChange(form, tipoDte)
    if (said === null) return
    toast(said, {
      label: 'Deshacer',
      run: () => {
        navigate(`/emitir/${form.tipoDte}${search ? `?${search}` : ''}`, { replace: true })
        dispatch({ kind: 'all', form })
      },
    })
  }, [tipoDte, form, hasEnded, dispatch, onNext, productos, navigate, search])
}

/** What is sold can be given; a document on which IVA is retained is neither, and a record has none. */
function keepsLines(from: TipoDte, to: TipoDte): boolean {
  const [before, after] = [TIPO_FORM[from].lineas, TIPO_FORM[to].lineas]
  const isThing = (clase: Clase) => clase === 'venta' || clase === 'donacion'
  return before === after || (isThing(before) && isThing(after))
}

function droppedBy(form: Form, tipoDte: TipoDte): readonly string[] {
  const to = TIPO_FORM[tipoDte]
  return [
    !keepsLines(form.tipoDte, tipoDte) &&
      form.lineas.some((linea) => !isEmptyLinea(linea)) &&
      'las líneas que escribió',
    to.lineas !== 'contable' && !isEmptyContable(form.contable) && 'montos de tarjetas',
    form.propio && !to.remite && 'un lugar propio',
    !to.noGravado &&
      form.lineas.some(({ noGravado }) => noGravado) &&
      'cargos o abonos no gravados',
    !to.observaciones && form.observaciones !== '' && 'observaciones',
    !to.relacionados && form.relacionados.length > 0 && 'documentos relacionados',
    to.descuentoGlobal === null && form.descuentoGlobal !== '' && 'descuento global',
    !to.retencionIva && form.retencionIva && 'retención de IVA',
    !to.percepcionIva && form.percepcionIva && 'percepción de IVA',
    !to.relacionados && form.retencionDeNota !== '' && 'retención de la nota',
    !to.reteRenta && form.reteRenta && 'retención de renta',
    !to.ventas &&
      form.lineas.some(({ venta }) => venta !== 'gravada') &&
      'ventas exentas o no sujetas',
    ...droppedMembers(form.mas, form.tipoDte, tipoDte),
    !to.pagos && form.condicion !== '1' && 'condición de crédito',
  ].filter((name) => name !== false)
}

/** What is dropped, and that typed prices include IVA now or no longer do; null: neither. */
function sayTypeChange(before: Form, tipoDte: TipoDte): string | null {
  const dropped = droppedBy(before, tipoDte)
  const typed = before.lineas.some((linea) => linea.productId === null && linea.precio !== '')
  const said = [
    dropped.length > 0 && `Este tipo no lleva ${dropped.join(', ')}.`,
    typed &&
      incluyeIva(tipoDte) !== incluyeIva(before.tipoDte) &&
      `Los precios que escribió ahora ${incluyeIva(tipoDte) ? 'incluyen' : 'no incluyen'} IVA.`,
  ].filter((one) => one !== false)
  return said.length === 0 ? null : said.join(' ')
}
