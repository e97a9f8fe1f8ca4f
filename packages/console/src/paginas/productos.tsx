/** The company's products. */
import type { Product } from '@sello/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Package, Plus, Search, Upload } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { call } from '../api/http.ts'
import { apiOf, may, useWorkspace } from '../app/workspace.ts'
import { productQuery, useProductos } from '../emitir/productos.ts'
import { UNIDADES_MEDIDA } from '../fiscal/catalogos.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Empty, Loaded, messageOf } from '../ui/states.tsx'
import { money, moneyOrDash } from '../ui/text.ts'
import { toast } from '../ui/toast.tsx'
import { Importar } from './importar.tsx'
import { COLUMNS, PRECIOS, preciosDe, productoDeFila } from './producto.ts'

export function Page() {
  const workspace = useWorkspace()
  const { id } = useParams<{ id?: string }>()
  const [, navigate] = useLocation()
  const [text, setText] = useState('')
  const query = useProductos(text, { limit: SHOWN })
  const write = may(workspace.empresa.rol, 'emitir')
  const [importing, setImporting] = useState(false)
  const load = write && (
    <Button onClick={() => setImporting(true)}>
      <Upload className="i" aria-hidden /> Importar CSV
    </Button>
  )
  const create = write && (
    <Link className="btn p" href="/productos/nuevo">
      <Plus className="i" aria-hidden /> Crear producto
    </Link>
  )
  const isNew = id === 'nuevo'
  const one = useQuery({
    ...productQuery(apiOf(workspace), id ?? ''),
    enabled: id !== undefined && !isNew,
  })
  return (
    <div className="page">
      <div className="h">
        <h1 className="dup">Productos</h1>
        <span className="sp" />
        {load}
        {create}
      </div>
      <div className="chips">
        <div className="find">
          <Search className="i" aria-hidden />
          <input
            className="in"
            type="search"
            data-search
            aria-label="Buscar productos"
            placeholder="Código o descripción"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      </div>
      <div className="card tablebox">
        <Loaded query={query}>
          {({ products }) => {
            if (products.length === 0 && text.trim() === '') {
              return (
                <Empty icon={<Package className="i" aria-hidden />}>
                  <p>Guarde aquí lo que vende.</p>
                  <div className="rowx">
                    {load}
                    {create}
                  </div>
                </Empty>
              )
            }
            if (products.length === 0) {
              return (
                <Empty>
                  <p>Nada coincide.</p>
                  <Button onClick={() => setText('')}>Quitar filtros</Button>
                </Empty>
              )
            }
            return (
              <table className="table prods">
                <thead>
                  <tr>
                    <th>Código</th>
                    <th>Descripción</th>
                    <th className="num only-d">Sin IVA</th>
                    <th className="num">Con IVA</th>
                  </tr>
                </thead>
                <tbody>
                  {products.map((row) => (
                    <tr
                      key={row.productId}
                      data-row
                      data-href
                      onClick={() => navigate(`/productos/${row.productId}`)}
                    >
                      <td className="code">{row.codigo ?? '–'}</td>
                      <td className="clip" title={row.descripcion}>
                        <Link
                          href={`/productos/${row.productId}`}
                          onClick={(e) => e.stopPropagation()}
                        >
                          <b>{row.descripcion}</b>
                        </Link>
                      </td>
                      <td className="num only-d">{moneyOrDash(row.precioUni ?? 0)}</td>
                      <td className="num">
                        {row.precioConIva === null && row.precioUni !== null ? (
                          <>
                            <span className="only-m">{money(row.precioUni)} sin IVA</span>
                            <span className="only-d">–</span>
                          </>
                        ) : (
                          moneyOrDash(row.precioConIva ?? 0)
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )
          }}
        </Loaded>
      </div>
      {query.data?.siguiente && (
        <p className="small below">Son los {SHOWN} más nuevos. Busque para ver los demás.</p>
      )}
      {importing && (
        <Importar
          what="productos"
          of="products"
          columns={COLUMNS}
          required="descripcion"
          toBody={productoDeFila}
          onClose={() => setImporting(false)}
        />
      )}
      {one.isError && (
        <p className="notice bad" role="alert">
          {messageOf(one.error)}
        </p>
      )}
      {isNew && <Panel product={null} onClose={() => navigate('/productos')} />}
      {one.data && <Panel key={id} product={one.data} onClose={() => navigate('/productos')} />}
    </div>
  )
}

const SHOWN = 100

function Panel({ product, onClose }: { product: Product | null; onClose: () => void }) {
  const workspace = useWorkspace()
  const client = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const base = `${apiOf(workspace)}/v1/products`
  const save = async (form: HTMLFormElement) => {
    const data = new FormData(form)
    const text = (name: string) => String(data.get(name) ?? '').trim()
    const precios = preciosDe(text)
    if (typeof precios === 'string') return setProblem(precios)
    setBusy(true)
    setProblem(null)
    try {
      const body = {
        codigo: text('codigo') || null,
        descripcion: text('descripcion'),
        ...precios,
        uniMedida: text('uniMedida') ? Number(text('uniMedida')) : null,
        tipoItem: text('tipoItem') ? Number(text('tipoItem')) : null,
        tipoVenta: text('tipoVenta'),
      }
      if (product) await call(`${base}/${product.productId}`, { method: 'PATCH', body })
      else await call(base, { method: 'POST', body })
      await client.invalidateQueries({ queryKey: ['products'] })
      toast('Producto guardado.')
      onClose()
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog title={product ? product.descripcion : 'Crear producto'} panel onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void save(event.currentTarget)
        }}
      >
        <Field label="Descripción">
          <input className="in" name="descripcion" defaultValue={product?.descripcion} required />
        </Field>
        <div className="fields">
          <Field label="Código" className="w4" optional>
            <input
              className="in"
              name="codigo"
              maxLength={25}
              defaultValue={product?.codigo ?? ''}
            />
          </Field>
          <Field label={PRECIOS.precioUni} className="w4">
            <input
              className="in num"
              name="precioUni"
              inputMode="decimal"
              defaultValue={product?.precioUni ?? ''}
            />
          </Field>
          <Field label={PRECIOS.precioConIva} className="w4">
            <input
              className="in num"
              name="precioConIva"
              inputMode="decimal"
              defaultValue={product?.precioConIva ?? ''}
            />
          </Field>
          <Field label="Unidad" className="w4">
            <select className="in" name="uniMedida" defaultValue={product?.uniMedida ?? ''}>
              <option value="">La usual</option>
              {Object.entries(UNIDADES_MEDIDA as Record<string, { nombre: string }>).map(
                ([code, { nombre }]) => (
                  <option key={code} value={code}>
                    {nombre}
                  </option>
                ),
              )}
            </select>
          </Field>
          <Field label="Tipo" className="w4">
            <select className="in" name="tipoItem" defaultValue={product?.tipoItem ?? ''}>
              <option value="">El usual</option>
              <option value="1">Bien</option>
              <option value="2">Servicio</option>
            </select>
          </Field>
          <Field label="Venta" className="w4">
            <select className="in" name="tipoVenta" defaultValue={product?.tipoVenta ?? 'gravada'}>
              <option value="gravada">Gravada</option>
              <option value="exenta">Exenta</option>
              <option value="no_sujeta">No sujeta</option>
            </select>
          </Field>
        </div>
        {problem && (
          <p className="err" role="alert">
            {problem}
          </p>
        )}
        <Button primary type="submit" busy={busy}>
          Guardar
        </Button>
      </form>
    </Dialog>
  )
}
