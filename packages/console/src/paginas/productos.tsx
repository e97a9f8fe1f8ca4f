/** The company's products. */
import { useQuery } from '@tanstack/react-query'
import { Package, Plus, Search, Upload } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { apiOf, may, useWorkspace } from '../app/workspace.ts'
import { productQuery, useProductos } from '../emitir/productos.ts'
import { Button } from '../ui/button.tsx'
import { Empty, Loaded, messageOf } from '../ui/states.tsx'
import { money, moneyOrDash } from '../ui/text.ts'
import { Importar } from './importar.tsx'
import { COLUMNS, productoDeFila } from './producto.ts'
import { Panel } from './producto-panel.tsx'

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
