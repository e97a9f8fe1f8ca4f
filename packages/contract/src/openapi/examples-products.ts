/** Examples of the routes about stored products. */
import type { Examples, JsonObject } from './example.ts'
import { EARLIER } from './examples-dte.ts'

const { productId } = EARLIER

const PRODUCT: JsonObject = {
  productId,
  activo: true,
  codigo: 'CAFE-1',
  descripcion: 'Café de altura, 1 lb',
  precioUni: 5,
  precioConIva: 5.65,
  tipoItem: 1,
  uniMedida: 59,
  tipoVenta: 'gravada',
  tributos: null,
  createdAt: '2026-12-01T15:00:00.000Z',
  updatedAt: '2026-12-01T15:00:00.000Z',
}

export const productCreate: Examples = {
  cafe: {
    resumen: 'Lo que se vende, con sus dos precios',
    body: {
      codigo: 'CAFE-1',
      descripcion: 'Café de altura, 1 lb',
      precioUni: 5,
      precioConIva: 5.65,
      tipoItem: 1,
      uniMedida: 59,
      tipoVenta: 'gravada',
    },
    status: 201,
    answer: PRODUCT,
  },
}

export const productsList: Examples = {
  porComienzo: {
    resumen: 'Los que tienen palabras que empiezan así',
    query: { buscar: 'cafe' },
    status: 200,
    answer: { products: [PRODUCT], siguiente: null },
  },
  porCodigo: {
    resumen: 'El de un código',
    query: { codigo: 'CAFE-1' },
    status: 200,
    answer: { products: [PRODUCT], siguiente: null },
  },
}

export const productRead: Examples = {
  guardado: { resumen: 'Un producto', params: { productId }, status: 200, answer: PRODUCT },
}

/** The examples tell one story: the deactivated product is the one changed before. */
const CHANGED = { ...PRODUCT, precioUni: 6, precioConIva: 6.78 }

export const productUpdate: Examples = {
  precio: {
    resumen: 'Otro precio',
    params: { productId },
    body: { precioUni: 6, precioConIva: 6.78 },
    status: 200,
    answer: CHANGED,
  },
}

export const productDelete: Examples = {
  desactivado: {
    resumen: 'Un producto que ya no se vende',
    params: { productId },
    status: 200,
    answer: { ...CHANGED, activo: false },
  },
}
