/** The form becomes another type's: it keeps what fits, says what does not, and can be taken back. */
import type { TipoDte } from '@sello/contract'
import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { toast } from '../ui/toast.tsx'
import type { Change, Form } from './form.ts'
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
    const lineas = repriced(form.lineas, productos, tipoDte)
    dispatch({ kind: 'all', form: { ...form, lineas, tipoDte, corrige: null } })
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

function droppedBy(form: Form, tipoDte: TipoDte): readonly string[] {
  const to = TIPO_FORM[tipoDte]
  return [
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
