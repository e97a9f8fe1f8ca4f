/** Examples of the status. */
import type { Examples } from './example.ts'

export const certificates: Examples = {
  emisor: {
    resumen: 'Los de quien emitió un documento',
    params: { nit: '06140101900019' },
    status: 200,
    answer: {
      nit: '06140101900019',
      certificados: [
        {
          ambiente: '00',
          nit: '06140101900019',
          nombre: 'Ferretería El Clavo, S.A. de C.V.',
          fingerprint: '9f2b6c0d4e8a1735',
          publicKeyPem: '-----BEGIN PUBLIC KEY-----\nMIIBIjANBg…\n-----END PUBLIC KEY-----\n',
          validFrom: '2026-01-01T00:00:00.000Z',
          validTo: '2036-01-01T00:00:00.000Z',
        },
      ],
    },
  },
}

export const status: Examples = {
  lista: {
    resumen: 'Una llave que puede hacer todo',
    status: 200,
    answer: {
      ok: true,
      version: '0.1.0',
      ambiente: '00',
      emisor: {
        nit: '06142801260010',
        nombre: 'Café Demostración, S.A. de C.V.',
        ambiente: '00',
      },
      llave: {
        keyId: 'sello_test_Qm9sZXRvMTIz',
        label: 'Caja 1',
        alcances: ['issue', 'query', 'download'],
        tiposDte: ['01', '03'],
        venceEl: null,
        ipPermitidas: [],
      },
      firma: {
        vaultDeFirma: true,
        origenDeLaFirma: 'servicio',
        certificado: {
          fingerprint: '9f2c4f0e7a1b3d5c6e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5',
          validFrom: '2026-01-01T00:00:00.000Z',
          validTo: '2031-01-01T00:00:00.000Z',
          nit: '06142801260010',
        },
      },
      almacenamiento: {
        listo: true,
        destinos: [
          {
            id: '0b8f6f3a-6f0b-4c1e-9d2f-1f4f1a2b3c4d',
            kind: 'managed_folder',
            verificadoEl: '2026-12-01T15:00:00.000Z',
          },
        ],
      },
      contingencia: { abierta: false, documentos: 0, limiteEvento: null, queHacer: null },
      ministerio: {
        estado: 'disponible',
        desde: '2026-12-01T15:00:00.000Z',
        ultimaRespuesta: '2026-12-01T15:20:00.000Z',
        mantenimientoHasta: null,
      },
      limites: {
        hora: { limit: 60, used: 2, remaining: 58 },
        dia: { limit: 300, used: 12, remaining: 288 },
        estado: { limit: 240, used: 1, remaining: 239 },
        montoMaximoPorDocumentoCentavos: 10_000_000,
      },
      advertencias: [],
    },
  },
}
