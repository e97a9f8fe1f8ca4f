/** Examples of the routes about a company's own storage. */
import type { Examples, JsonObject } from './example.ts'
import { EARLIER } from './examples-dte.ts'

const { codigoGeneracion, jsonPath, pdfPath } = EARLIER
const id = '2d7f4b1c-9e63-4a58-b0d2-6c1e8f5a3947'

const SELLADO = {
  v: 1,
  iv: 'wq9fYk0n5mJb2c7A',
  datos: 'qT3vQm0h8Zk1uX5sR9bN2yLw7cJd4fGa6pEeVt0iOoHs',
}

const REQUEST = { kind: 'byos_bucket', label: 'Respaldo en S3', revision: 1, sellado: SELLADO }
const DESTINO: JsonObject = { id, ...REQUEST, listo: false, verificadoEl: null }
const VERIFIED = { ...DESTINO, listo: true, verificadoEl: '2026-12-01T15:00:00.000Z' }

export const destinationPut: Examples = {
  deposito: {
    resumen: 'Un depósito S3, con lo suyo cifrado',
    params: { id },
    body: REQUEST,
    status: 200,
    answer: DESTINO,
  },
}

export const destinationVerification: Examples = {
  verificado: {
    resumen: 'Se escribió, se leyó, se comparó y se borró',
    params: { id },
    body: { revision: 1, writtenBy: 'sdk' },
    status: 200,
    answer: VERIFIED,
  },
}

export const destinations: Examples = {
  todos: {
    resumen: 'Los destinos',
    status: 200,
    answer: {
      destinos: [
        {
          id: '7f0c2a9e-4b1d-4c63-8a75-e19d3b6f5c20',
          kind: 'managed_folder',
          label: 'Carpeta del servicio',
          revision: 1,
          sellado: null,
          listo: true,
          verificadoEl: '2026-12-01T15:00:00.000Z',
        },
        VERIFIED,
      ],
    },
  },
}

export const storageStatus: Examples = {
  todos: {
    resumen: 'Lo que falta en cada destino',
    status: 200,
    answer: {
      destinos: [
        {
          id: '7f0c2a9e-4b1d-4c63-8a75-e19d3b6f5c20',
          listo: true,
          pendientes: 2,
          desde: '2026-12-01T15:30:00.000Z',
          ultimoError: null,
        },
        { id, listo: true, pendientes: 0, desde: null, ultimoError: null },
      ],
    },
  },
}

export const copyReport: Examples = {
  documento: {
    resumen: 'El JSON y el PDF están en el depósito',
    params: { codigoGeneracion },
    body: { secretId: id, jsonPath, pdfPath, verified: true, pdfRegenerated: false },
    status: 200,
    answer: {
      codigoGeneracion,
      copy: { secretId: id, recorded: true, verified: false, writtenBy: 'sdk' },
    },
  },
}

export const destinationDelete: Examples = {
  terminado: {
    resumen: 'Ya no se guarda ahí',
    params: { id },
    status: 200,
    answer: { id, terminado: true },
  },
}
