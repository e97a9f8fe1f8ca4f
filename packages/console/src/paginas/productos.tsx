/** The company's products. */
import { useQuery } from '@tanstack/react-query'
import { Package } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { apiOf, useWorkspace } from '../app/workspace.ts'
import { productQuery, useProductos } from '../emitir/productos.ts'
import { Problem } from '../ui/problem.tsx'
import { messageOf } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { money, moneyOrDash } from '../ui/text.ts'
import { Guardados, SHOWN } from './guardados.tsx'
import { COLUMNS, productoDeFila } from './producto.ts'
import { Panel } from './producto-panel.tsx'
import css from './productos.module.css'

const FILE = {
  of: 'products',
  columns: COLUMNS,
  required: 'descripcion',
  toBody: productoDeFila,
} as const

export function Page() {
  const { id } = useParams<{ id?: string }>()
  const [, navigate] = useLocation()
  const [text, setText] = useState('')
  const isNew = id === 'nuevo'
  const one = useQuery({
    ...productQuery(apiOf(useWorkspace()), id ?? ''),
    enabled: id !== undefined && !isNew,
  })
  return (
    <Guardados
      what="productos"
      title="Productos"
      create="Crear producto"
      icon={Package}
      placeholder="Código o descripción"
      none={['Guarde aquí lo que vende.', 'Nada coincide.']}
      text={text}
      onText={setText}
      query={useProductos(text, { limit: SHOWN })}
      countOf={({ products }) => products.length}
      file={FILE}
      table={({ products }) => (
        <Table
          heads={['Código', 'Descripción', ['Sin IVA', 'num only-d'], ['Con IVA', 'num']]}
          className={css.products}
        >
          {products.map(({ productId, codigo, descripcion, precioUni, precioConIva }) => (
            <tr
              key={productId}
              data-row
              data-href
              onClick={() => navigate(`/productos/${productId}`)}
            >
              <td className="code">{codigo ?? '–'}</td>
              <td className="clip" title={descripcion}>
                <Link href={`/productos/${productId}`} onClick={(e) => e.stopPropagation()}>
                  <b>{descripcion}</b>
                </Link>
              </td>
              <td className="num only-d">{moneyOrDash(precioUni ?? 0)}</td>
              <td className="num">
                {precioConIva === null && precioUni !== null ? (
                  <>
                    <span className="only-m">{money(precioUni)} sin IVA</span>
                    <span className="only-d">–</span>
                  </>
                ) : (
                  moneyOrDash(precioConIva ?? 0)
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
    >
      <Problem text={one.isError && messageOf(one.error)} className="notice bad" />
      {isNew && <Panel product={null} onClose={() => navigate('/productos')} />}
      {one.data && <Panel key={id} product={one.data} onClose={() => navigate('/productos')} />}
    </Guardados>
  )
}
