/**
 * Our structures and the published ones accept and refuse the same documents, except as a row of DIFFERENCES
 * explains.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildDocumento, serialise, TIPOS } from '../src/index.ts'
import { DIFFERENCES } from './differences.ts'
import { inputOf } from './fixtures.ts'
import {
  fullCompra,
  fullContable,
  fullDonacion,
  fullExportaciones,
  fullLiquidacion,
  fullRemision,
  fullRetencion,
} from './full-documents.ts'
import { fullNota } from './full-notas.ts'
import { listGoldens } from './goldens.ts'
import { mutantsOf } from './mutants.ts'
import { missing, publishedCheck } from './published.ts'

const GOLDENS = { '01': '01/cuenta-de-tercero', '03': '03/ejemplo-del-ministerio' } as const

/** An example with every section filled, so that every member has mutants. */
function fullDocumento(tipoDte: keyof typeof GOLDENS): Record<string, unknown> {
  const golden = listGoldens().find(({ name }) => name === GOLDENS[tipoDte])
  assert.ok(golden)
  const { documento } = buildDocumento(inputOf(golden.request))
  const plain = JSON.parse(serialise(documento))
  const full = listGoldens().find(({ name }) => name === '01/receptor-completo')
  assert.ok(full)
  const { receptor } = JSON.parse(serialise(buildDocumento(inputOf(full.request)).documento))
  return {
    ...plain,
    identificacion: {
      ...plain.identificacion,
      tipoOperacion: 2,
      tipoModelo: 2,
      tipoContingencia: 5,
      motivoContin: 'Otro motivo',
    },
    documentoRelacionado: [
      {
        tipoDocumento: '04',
        tipoGeneracion: 2,
        numeroDocumento: plain.identificacion.codigoGeneracion,
        fechaEmision: '2026-10-01',
      },
    ],
    receptor:
      tipoDte === '01'
        ? {
            ...receptor,
            nrc: '7654321',
            codActividad: '46900',
            descActividad: 'Venta al por mayor',
          }
        : { ...plain.receptor, nombreComercial: 'COMPRADORA' },
    otrosDocumentos: [
      {
        codDocAsociado: 3,
        descDocumento: 'Receta',
        detalleDocumento: 'Detalle',
        medico: {
          nombre: 'MÉDICO',
          nit: '06141212850017',
          docIdentificacion: '000162975',
          tipoServicio: 1,
        },
      },
    ],
    ventaTercero: { nit: '06141212850017', nombre: 'TERCERO', codDomiciliado: 1 },
    cuerpoDocumento: [
      {
        ...plain.cuerpoDocumento[0],
        numeroDocumento: 'X1',
        codigo: 'C1',
        codTributo: 'A8',
        tributos: ['D1'],
      },
    ],
    resumen: {
      ...plain.resumen,
      tributos: [{ codigo: '20', descripcion: 'IVA', valor: 1.5 }],
      pagos: [{ codigo: '13', montoPago: 5, referencia: 'R', plazo: '01', periodo: 3 }],
      numPagoElectronico: 'NPE',
      observaciones: 'Observaciones',
    },
    apendice: [{ campo: 'a', etiqueta: 'b', valor: 'c' }],
  }
}

/** One or more of each type, since some members exclude each other. */
const FULL = {
  '01': () => [fullDocumento('01')],
  '03': () => [fullDocumento('03')],
  '04': () => [fullRemision()],
  '05': () => [fullNota('05')],
  '06': () => [fullNota('06')],
  '07': () => [fullRetencion()],
  '08': () => [fullLiquidacion()],
  '09': () => [fullContable()],
  '11': () => fullExportaciones(),
  '14': () => [fullCompra()],
  '15': () => [fullDonacion()],
}

for (const tipoDte of Object.keys(FULL) as (keyof typeof FULL)[]) {
  test(`mutants of ${tipoDte} are accepted and refused as by the ministry`, {
    skip: missing,
  }, () => {
    const published = publishedCheck(tipoDte)
    const [{ check: ours, estructura }] = TIPOS[tipoDte].versions
    const schemas = [published.schema, estructura]
    const documentos = FULL[tipoDte]()
    for (const documento of documentos) {
      assert.deepEqual(ours(documento), [])
      assert.ok(published(documento), JSON.stringify(published.errors))
    }

    const unused = new Set(DIFFERENCES.filter(({ tipos }) => tipos.includes(tipoDte)))
    const unexplained: string[] = []
    for (const mutant of documentos.flatMap((one) => mutantsOf(one, schemas))) {
      const weAccept = ours(mutant.documento).length === 0
      if (weAccept === published(mutant.documento)) continue
      const row = DIFFERENCES.find(
        (d) =>
          d.tipos.includes(tipoDte) &&
          d.mutants.test(mutant.name) &&
          (d.ours === 'accept') === weAccept,
      )
      if (row) unused.delete(row)
      else unexplained.push(`${mutant.name} (we ${weAccept ? 'accept' : 'refuse'})`)
    }
    assert.deepEqual(unexplained, [])
    assert.deepEqual([...unused], [], 'a difference that is none')
  })
}
