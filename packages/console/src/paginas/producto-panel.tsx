/** One product: a new one, or one to change. Its two prices follow each other. */
import type { Product } from '@sello/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../api/http.ts'
import { apiOf, useWorkspace } from '../app/workspace.ts'
import { UNIDADES_MEDIDA } from '../fiscal/catalogos.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Input } from '../ui/input.tsx'
import { Problem } from '../ui/problem.tsx'
import { toast } from '../ui/toast.tsx'
import { useAct } from '../ui/use-act.ts'
import { otroPrecio, PRECIOS, type Precio, preciosDe, type Venta } from './producto.ts'

interface Values extends Readonly<Record<Precio, string>> {
  readonly codigo: string
  readonly descripcion: string
  readonly uniMedida: string
  readonly tipoItem: string
  readonly tipoVenta: Venta
}

const textOf = (value: unknown) => (value === null || value === undefined ? '' : String(value))

const valuesOf = (product: Product | null): Values => ({
  codigo: textOf(product?.codigo),
  descripcion: textOf(product?.descripcion),
  precioUni: textOf(product?.precioUni),
  precioConIva: textOf(product?.precioConIva),
  uniMedida: textOf(product?.uniMedida),
  tipoItem: textOf(product?.tipoItem),
  tipoVenta: product?.tipoVenta ?? 'gravada',
})

interface Props {
  readonly product: Product | null
  readonly onClose: () => void
}

export function Panel({ product, onClose }: Props) {
  const workspace = useWorkspace()
  const client = useQueryClient()
  const [values, setValues] = useState(() => valuesOf(product))
  // The price that somebody typed; the other one follows it.
  const [typed, setTyped] = useState<Precio | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const act = useAct()
  const base = `${apiOf(workspace)}/v1/products`
  const change = (some: Partial<Values>) => {
    setProblem(null)
    setValues((now) => ({ ...now, ...some }))
  }
  const price = (name: Precio, text: string, venta = values.tipoVenta) => {
    const other = name === 'precioUni' ? 'precioConIva' : 'precioUni'
    setTyped(name)
    change({ [name]: text, [other]: otroPrecio(name, text, venta), tipoVenta: venta })
  }
  const save = async () => {
    const precios = preciosDe((name) => values[name])
    if (typeof precios === 'string') return setProblem(precios)
    const body = {
      codigo: values.codigo.trim() || null,
      descripcion: values.descripcion.trim(),
      ...precios,
      uniMedida: values.uniMedida ? Number(values.uniMedida) : null,
      tipoItem: values.tipoItem ? Number(values.tipoItem) : null,
      tipoVenta: values.tipoVenta,
    }
    await act.run(async () => {
      if (product) await call(`${base}/${product.productId}`, { method: 'PATCH', body })
      else await call(base, { method: 'POST', body })
      await client.invalidateQueries({ queryKey: ['products'] })
      toast('Producto guardado.')
      onClose()
    })
  }
  return (
    <Dialog title={product ? product.descripcion : 'Crear producto'} panel onClose={onClose}>
      <Form className="stack" onSubmit={() => void save()}>
        <Input
          label="Descripción"
          name="descripcion"
          required
          value={values.descripcion}
          onChange={({ target }) => change({ descripcion: target.value })}
        />
        <div className="fields">
          <Input
            label="Código"
            width="w4"
            optional
            name="codigo"
            maxLength={25}
            value={values.codigo}
            onChange={({ target }) => change({ codigo: target.value })}
          />
          {(Object.keys(PRECIOS) as Precio[]).map((name) => (
            <Input
              key={name}
              label={PRECIOS[name]}
              width="w4"
              className="input num"
              name={name}
              inputMode="decimal"
              value={values[name]}
              onChange={({ target }) => price(name, target.value)}
            />
          ))}
          <Pick
            label="Unidad"
            value={values.uniMedida}
            onChange={(uniMedida) => change({ uniMedida })}
          >
            <option value="">La usual</option>
            {Object.entries(UNIDADES_MEDIDA as Record<string, { nombre: string }>).map(
              ([code, { nombre }]) => (
                <option key={code} value={code}>
                  {nombre}
                </option>
              ),
            )}
          </Pick>
          <Pick label="Tipo" value={values.tipoItem} onChange={(tipoItem) => change({ tipoItem })}>
            <option value="">El usual</option>
            <option value="1">Bien</option>
            <option value="2">Servicio</option>
          </Pick>
          <Pick
            label="Venta"
            value={values.tipoVenta}
            onChange={(chosen) => {
              const venta = chosen as Venta
              if (typed === null) change({ tipoVenta: venta })
              else price(typed, values[typed], venta)
            }}
          >
            <option value="gravada">Gravada</option>
            <option value="exenta">Exenta</option>
            <option value="no_sujeta">No sujeta</option>
          </Pick>
        </div>
        <Problem text={problem ?? act.problem} />
        <Button primary type="submit" busy={act.busy}>
          Guardar
        </Button>
      </Form>
    </Dialog>
  )
}

interface PickProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly children: ReactNode
}

function Pick({ label, value, onChange, children }: PickProps) {
  return (
    <Field label={label} className="w4">
      <select className="input" value={value} onChange={({ target }) => onChange(target.value)}>
        {children}
      </select>
    </Field>
  )
}
