import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startScripted } from '../../test/scripted-service.ts'

let service: Awaited<ReturnType<typeof startScripted>>
before(async () => {
  service = await startScripted()
})
after(() => service.stop())

/** In El Salvador, 10:20:00. */
const AT = '2026-10-05T16:20:00Z'

test('a status names everything the key may do and what the company lacks', async () => {
  const status = {
    ...{ ok: true, ambiente: '00', emisor: { nombre: 'Tienda', nit: '1' } },
    llave: { label: 'Caja', keyId: 'k', alcances: ['issue', 'query'], tiposDte: ['01', '03'] },
    firma: { vaultDeFirma: true, certificado: { validTo: AT } },
    ...{
      almacenamiento: { listo: true },
      ministerio: { estado: 'activo', mantenimientoHasta: null },
    },
    ...{
      contingencia: { documentos: 3, queHacer: 'Espere.' },
      advertencias: [{ mensaje: 'Ojo.' }],
    },
    limites: { hora: { remaining: 1, limit: 60 }, dia: { remaining: 2, limit: 300 } },
  }
  const ready = await service.sello(['status'], { body: status })
  const lacking = {
    ...{ ...status, ok: false, ambiente: '01', advertencias: [] },
    ...{ firma: { vaultDeFirma: false, certificado: null }, almacenamiento: { listo: false } },
    ministerio: { estado: 'activo', mantenimientoHasta: AT },
    contingencia: { documentos: 0, queHacer: null },
  }
  const unready = await service.sello(['status'], { body: lacking })

  assert.equal(
    ready.text,
    `  empresa         Tienda, NIT 1
  ambiente        00 pruebas
  llave           Caja (k): issue, query
  tipos           01, 03
  firma           sí
  certificado     vale hasta 2026-10-05
  almacenamiento  listo
  Hacienda        activo
  en espera       3 documentos
  qué hacer       Espere.
  quedan          1 de 60 por hora, 2 de 300 por día
  atención        Ojo.
  lista           sí`,
  )
  assert.equal(ready.code, 0)
  assert.equal(
    unready.text,
    `  empresa         Tienda, NIT 1
  ambiente        01 producción
  llave           Caja (k): issue, query
  tipos           01, 03
  firma           no
  certificado     ninguno
  almacenamiento  sin un destino verificado
  Hacienda        en mantenimiento hasta 2026-10-05 10:20:00
  en espera       0 documentos
  quedan          1 de 60 por hora, 2 de 300 por día
  lista           no`,
  )
  assert.equal(unready.code, 1)
})
