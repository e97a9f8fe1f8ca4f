/** What a verification says of each fault, word for word: the member, what it says and what it should. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { certificates, fileOf, jwsOf, key } from '../../test/signed-files.ts'
import type { FindingCode } from './finding.ts'
import { checkSums } from './sums.ts'
import { verifyDocument } from './verify.ts'

type Members = Readonly<Record<string, unknown>>
const LINE = { cantidad: 2, precioUni: 5.65, montoDescu: 0, ventaGravada: 11.3, ivaItem: 1.3 }
const IDENTIFICACION = {
  ...{ version: 2, ambiente: '00', tipoDte: '01', fecEmi: '2026-10-05', horEmi: '10:00:00' },
  ...{ numeroControl: 'DTE-01-M001P001-000000000000001' },
  codigoGeneracion: 'A6C1B7F2-3D54-4E0B-9A77-2C5D8E9F0A11',
}
const RESUMEN = {
  totalGravada: 11.3,
  subTotalVentas: 11.3,
  subTotal: 11.3,
  montoTotalOperacion: 11.3,
  totalPagar: 11.3,
  totalIva: 1.3,
}
const GOOD = {
  identificacion: IDENTIFICACION,
  emisor: { nit: '06140101900019' },
  cuerpoDocumento: [LINE],
  resumen: RESUMEN,
}
const of = (identificacion: Members) => ({
  identificacion: { ...IDENTIFICACION, ...identificacion },
})
const signed = (change: Members = {}) => fileOf(JSON.stringify({ ...GOOD, ...change }))
const payload = JSON.stringify(GOOD)

// biome-ignore format: a table
const FILES: readonly (readonly [file: () => string, code: FindingCode, says: string])[] = [
  [() => 'x'.repeat(32 * 1024 * 1024 + 1),             'structure',  'es mayor que cualquier documento: no se revisó.'],
  [() => ' '.repeat(32 * 1024 * 1024),                 'not_json',   'no es un objeto JSON.'],
  [() => '7',                                          'not_json',   'no es un objeto JSON.'],
  [() => payload,                                      'jws_form',   'no lleva la firma electrónica.'],
  [() => fileOf(payload, 'a.b'),                       'jws_form',   'la firma no es un JWS compacto.'],
  [() => fileOf(payload, `${jwsOf(payload)}.x`),       'jws_form',   'la firma no es un JWS compacto.'],
  [() => fileOf(payload, jwsOf('hola')),               'jws_form',   'lo firmado no es un documento JSON.'],
  [() => fileOf(payload, 'a.*.c'),                     'jws_form',   'lo firmado no es un documento JSON.'],
  [() => fileOf(payload, jwsOf(payload).replace('.', '. ')), 'jws_form', 'lo firmado no es un documento JSON.'],
  [() => signed().replace('11.3', '11.4'),             'payload_differs', 'el documento no es el que se firmó: fue cambiado o reescrito.'],
  [() => fileOf(payload, jwsOf(payload, key.privateKey, '{"alg":"RS256"}')), 'algorithm', 'la firma no es RS512 (RS256).'],
  [() => fileOf(payload, jwsOf(payload, key.privateKey, '{}')), 'algorithm', 'la firma no es RS512 (sin alg).'],
  [() => fileOf(payload, jwsOf(payload, key.privateKey, '[')), 'algorithm', 'la firma no es RS512 (sin alg).'],
  [() => fileOf(payload, `${jwsOf(payload).split('.').slice(0, 2).join('.')}.*`), 'jws_form', 'la firma no es base64url.'],
  [() => fileOf(payload, `${jwsOf(payload).split('.').slice(0, 2).join('.')}.AAAAA`), 'jws_form', 'la firma no es base64url.'],
  [() => fileOf(payload, `${jwsOf(payload).split('.').slice(0, 2).join('.')}.AAAA`), 'signature', 'la firma no es de la llave del emisor, o lo firmado fue cambiado.'],
  [() => fileOf(payload, jwsOf(payload), null),        'seal_missing', 'no lleva el sello de Hacienda: sin él no es un documento tributario.'],
  [() => fileOf(payload, jwsOf(payload), 'A'.repeat(39)), 'seal_form', 'el sello no tiene la forma de uno de Hacienda.'],
  [() => fileOf(payload, jwsOf(payload), 'A'.repeat(41)), 'seal_form', 'el sello no tiene la forma de uno de Hacienda.'],
  [() => signed(of({ version: 9 })),                   'version',    'la versión 9 no es de un documento de tipo 01.'],
  [() => signed(of({ version: undefined })),           'version',    'la versión (falta) no es de un documento de tipo 01.'],
  [() => signed(of({ version: {} })),                  'version',    'la versión (no es un texto) no es de un documento de tipo 01.'],
  [() => signed(of({ numeroControl: 'DTE-01-M001P001-1' })), 'control_number', 'el número de control DTE-01-M001P001-1 no tiene la forma de su tipo.'],
  [() => signed(of({ numeroControl: `x${IDENTIFICACION.numeroControl}` })), 'control_number', `el número de control x${IDENTIFICACION.numeroControl} no tiene la forma de su tipo.`],
  [() => signed(of({ numeroControl: `${IDENTIFICACION.numeroControl}0` })), 'control_number', `el número de control ${IDENTIFICACION.numeroControl}0 no tiene la forma de su tipo.`],
  [() => signed(of({ numeroControl: '9'.repeat(61) })), 'control_number', `el número de control ${'9'.repeat(60)}… no tiene la forma de su tipo.`],
  [() => signed(of({ codigoGeneracion: 'A' })),        'generation_code', 'el código de generación A no es un UUID 4 en mayúsculas.'],
  [() => signed(of({ codigoGeneracion: `0${IDENTIFICACION.codigoGeneracion}` })), 'generation_code', `el código de generación 0${IDENTIFICACION.codigoGeneracion} no es un UUID 4 en mayúsculas.`],
  [() => signed(of({ codigoGeneracion: `${IDENTIFICACION.codigoGeneracion}0` })), 'generation_code', `el código de generación ${IDENTIFICACION.codigoGeneracion}0 no es un UUID 4 en mayúsculas.`],
  [() => signed(of({ ambiente: '02' })),               'environment', 'no existe el ambiente 02.'],
  [() => signed(of({ fecEmi: '2026-02-29' })),         'date',       'la fecha 2026-02-29 10:00:00 no existe.'],
  [() => signed(of({ fecEmi: '02026-02-28' })),        'date',       'la fecha 02026-02-28 10:00:00 no existe.'],
  [() => signed(of({ horEmi: '24:00:00' })),           'date',       'la fecha 2026-10-05 24:00:00 no existe.'],
  [() => signed(of({ horEmi: '110:00:00' })),          'date',       'la fecha 2026-10-05 110:00:00 no existe.'],
  [() => signed(of({ horEmi: '10:00:000' })),          'date',       'la fecha 2026-10-05 10:00:000 no existe.'],
  [() => signed(of({ horEmi: 10 })),                   'date',       'la fecha 2026-10-05 10 no existe.'],
  [() => signed({ emisor: { nit: '0614' } }),          'issuer',     'el emisor no tiene un NIT.'],
  [() => signed({ emisor: {} }),                       'issuer',     'el emisor no tiene un NIT.'],
]

for (const [n, [file, code, says]] of FILES.entries()) {
  test(`${n}: ${says}`, async () => {
    const { findings } = await verifyDocument(file(), { certificates })
    assert.deepEqual(findings, [{ code, message: says }])
  })
}

test('what is good has no finding, also at its limits', async () => {
  for (const change of [
    {},
    of({ fecEmi: '2024-02-29', horEmi: '23:59:59', ambiente: '01' }),
    { emisor: { nit: '061401019' } },
  ]) {
    assert.deepEqual((await verifyDocument(signed(change), { certificates })).findings, [])
  }
})

test('a certificate that does not fit says whose it is, or when it was valid', async () => {
  const { publicKeyPem } = certificates[0] ?? { publicKeyPem: '' }
  const saysOf = async (more: object) =>
    (await verifyDocument(signed(), { certificates: [{ publicKeyPem, ...more }] })).findings
  assert.deepEqual(await saysOf({ nit: '1' }), [
    { code: 'issuer', message: 'lo firmó el NIT 1 y dice ser de 06140101900019.' },
  ])
  assert.deepEqual(await saysOf({ ambiente: '01' }), [
    { code: 'environment', message: 'lo firmó la llave del otro ambiente.' },
  ])
  assert.deepEqual(await saysOf({ validTo: '2026-10-05T05:59:59Z' }), [
    { code: 'certificate', message: 'el certificado no valía el 2026-10-05.' },
  ])
  await assert.rejects(saysOf({ publicKeyPem: 'x' }), { message: 'no es una llave pública en PEM' })
})

const DONATED = { cantidad: 2, valorUni: 5, tipoDepreciacion: 1, valor: 9, tipoDonacion: 2 }
const LISTED = { exportaciones: 0, ventaGravada: 100, ivaItem: 13 }
const RECORD = {
  ...{ valorOperaciones: 1130, montoSinPercepcion: 0, subTotal: 1130, montoSujetoPercepcion: 1000 },
  ...{ iva: 130, ivaPercibido: 20, comision: 100, ivaComision: 13, liquidoApagar: 997 },
}

// biome-ignore format: a table
const SUMS: readonly (readonly [lines: Members | readonly Members[], resumen: Members, says: string | null])[] = [
  [[{ ventaNoSuj: 2, cantidad: 1, precioUni: 2 }],   { totalNoSuj: 2 },   null],
  [[{ ventaNoSuj: 2, cantidad: 1, precioUni: 2 }],   { totalNoSuj: 3 },   'resumen.totalNoSuj dice 3.00 y suma 2.00.'],
  [[{ ventaExenta: 2, cantidad: 1, precioUni: 2 }],  { totalExenta: 3 },  'resumen.totalExenta dice 3.00 y suma 2.00.'],
  [[LINE],                                           { totalGravada: 11.31 }, 'resumen.totalGravada dice 11.31 y suma 11.30.'],
  [[{ compra: 2, cantidad: 1, precioUni: 2 }],       { totalCompra: 3 },  'resumen.totalCompra dice 3.00 y suma 2.00.'],
  [[{ noGravado: -2 }],                              { totalNoGravado: -3 }, 'resumen.totalNoGravado dice -3.00 y suma -2.00.'],
  [[DONATED],                                        { valorTotal: 3 },   'resumen.valorTotal dice 3.00 y suma 9.00.'],
  [[{ ...LISTED, exportaciones: 5 }],                { exportacion: 3 },  'resumen.exportacion dice 3.00 y suma 5.00.'],
  [[{ ventaGravada: 0.005, cantidad: 1, precioUni: 0.005 }], { totalGravada: 0.01 }, null],
  [[{ noGravado: -0.005 }],                          { totalNoGravado: -0.01 }, null],
  [[{ ...LINE, ventaGravada: 11.31 }],               {},                  null],
  [[LINE, { ...LINE, ventaGravada: 11.32 }],         {},                  'cuerpoDocumento[1] dice 11.32 y suma 11.30.'],
  [[{ ...LINE, montoDescu: 1 }],                     {},                  'cuerpoDocumento[0] dice 11.30 y suma 10.30.'],
  [[{ ...DONATED, valor: 9.01 }],                    {},                  null],
  [[{ ...DONATED, valor: 9.02 }],                    {},                  'cuerpoDocumento[0] dice 9.02 y suma 9.00.'],
  [[{ ...LISTED, ivaItem: 13.02 }],                  {},                  'cuerpoDocumento[0] dice 13.02 y suma 13.00.'],
  [[LINE],                                           { tributos: {} },    'resumen.tributos no es una lista.'],
  [[LINE],                                           { pagos: 'x' },      'resumen.pagos no es una lista.'],
  [[LINE],                                           { pagos: null, tributos: null }, null],
  [[LINE],                                           { ...RESUMEN, subTotalVentas: 11.29 }, 'resumen.subTotalVentas dice 11.29 y suma 11.30.'],
  [[LINE],                                           { ...RESUMEN, totalDescu: 1 }, 'resumen.totalDescu dice 1.00 y suma 0.00.'],
  [[LINE],                                           { ...RESUMEN, subTotal: 11 }, 'resumen.subTotal dice 11.00 y suma 11.30.'],
  [[LINE],                                           { ...RESUMEN, montoTotalOperacion: 11 }, 'resumen.montoTotalOperacion dice 11.00 y suma 11.30.'],
  [[LINE],                                           { ...RESUMEN, totalPagar: 11 }, 'resumen.totalPagar dice 11.00 y suma 11.30.'],
  [[LINE],                                           { ...RESUMEN, totalIva: 1.32 }, 'resumen.totalIva dice 1.32 y suma 1.30.'],
  [[LINE],                                           { ...RESUMEN, totalIva: 1.31 }, null],
  [[LINE],                                           { ...RESUMEN, totalLetras: 'ONCE 31/100' }, 'resumen.totalLetras dice 31/100 y son 30/100.'],
  [[LINE],                                           { ...RESUMEN, totalLetras: 'ONCE 30/100' }, null],
  [[LINE],                                           { ...RESUMEN, totalLetras: 'ONCE' }, null],
  [[LINE],                                           { ...RESUMEN, totalLetras: 1130 }, null],
  [[{ otro: 1 }],                                    { totalIvaRetenido: 5.25, montoTotalOperacion: 0, totalLetras: 'CINCO 26/100' }, 'resumen.totalLetras dice 26/100 y son 25/100.'],
  [[DONATED],                                        { valorTotal: 9, totalLetras: 'NUEVE 01/100' }, 'resumen.totalLetras dice 01/100 y son 00/100.'],
  [[LINE],                                           { montoTotalOperacion: 11.3, totalGravada: 11.3, totalLetras: 'ONCE 31/100' }, 'resumen.totalLetras dice 31/100 y son 30/100.'],
  [[LINE],                                           { montoTotalOperacion: 11.3, ivaPerci: 0.05, total: 11.35, totalGravada: 11.3, totalLetras: 'ONCE 36/100' }, 'resumen.totalLetras dice 36/100 y son 35/100.'],
  [[LINE, { noGravado: 1 }],                         { ...RESUMEN, totalNoGravado: 1, totalPagar: 12.3, totalIva: 9 }, 'resumen.totalIva dice 9.00 y suma 1.30.'],
  [[{ ivaItem: 2 }],                                 { totalIva: 5 },     'resumen.totalIva dice 5.00 y suma 2.00.'],
  [[LINE],                                           { totalGravada: 11.3, descuGravada: 5.65, totalIva: 0.65 }, null],
  [[LINE],                                           { totalGravada: 11.3, descuGravada: 5.65, totalIva: 0.67 }, 'resumen.totalIva dice 0.67 y suma 0.65.'],
  [[LINE],                                           { ...RESUMEN, pagos: [{ montoPago: 11 }] }, 'resumen.pagos dice 11.00 y suma 11.30.'],
  [[LINE],                                           { ...RESUMEN, pagos: [{ montoPago: 11 }, { montoPago: 0.3 }] }, null],
  [[DONATED, { ...DONATED, tipoDonacion: 1 }],       { valorTotal: 18, pagos: [{ montoPago: 18 }] }, 'resumen.pagos dice 18.00 y suma 9.00.'],
  [[DONATED, { cantidad: 1, valorUni: 4, valor: 4, tipoDonacion: 1 }], { valorTotal: 13, pagos: [{ montoPago: 4 }] }, null],
  [[],                                               RESUMEN,             'faltan cuerpoDocumento o resumen.'],
  [[LINE],                                           {},                  null],
  [{},                                               RESUMEN,             'faltan cuerpoDocumento o resumen.'],
  [RECORD,                                           {},                  null],
  [{ ...RECORD, subTotal: 1129.98, montoSujetoPercepcion: 999.99 }, {},              'cuerpoDocumento.subTotal dice 1129.98 y suma 1130.00.'],
  [{ ...RECORD, montoSujetoPercepcion: 999.98 },     {},                  'cuerpoDocumento.montoSujetoPercepcion dice 999.98 y suma 1000.00 o 1130.00.'],
  [{ ...RECORD, iva: 129 },                          {},                  'cuerpoDocumento.iva dice 129.00 y suma 130.00.'],
  [{ ...RECORD, ivaPercibido: 21, liquidoApagar: 996 }, {},               'cuerpoDocumento.ivaPercibido dice 21.00 y suma 20.00.'],
  [{ ...RECORD, ivaComision: 14, liquidoApagar: 996 }, {},                'cuerpoDocumento.ivaComision dice 14.00 y suma 13.00.'],
  [{ ...RECORD, liquidoApagar: 1000 },               {},                  'cuerpoDocumento.liquidoApagar dice 1000.00 y suma 997.00 o 997.00.'],
  [{ ...RECORD, totalLetras: 'MIL 01/100' },         {},                  'cuerpoDocumento.totalLetras dice 01/100 y son 00/100.'],
]

for (const [n, [lines, resumen, says]] of SUMS.entries()) {
  test(`sum ${n}: ${says ?? 'nothing is wrong'}`, () => {
    const isStructure = /^faltan|no es una lista/.test(says ?? '')
    const shown = Object.keys(resumen).length === 0 ? { otro: 1 } : resumen
    assert.deepEqual(
      checkSums({ cuerpoDocumento: lines, resumen: shown }),
      says === null ? [] : [{ code: isStructure ? 'structure' : 'sums', message: says }],
    )
  })
}

/** Each member that changes what an operation comes to, with what is then to be paid of 100. */
// biome-ignore format: a table
const AROUND: readonly (readonly [members: Members, lineDiscount: number, sums: Members])[] = [
  [{ descuNoSuj: 1, descuExenta: 2, descuGravada: 3 }, 4, { totalDescu: 10, subTotal: 94, montoTotalOperacion: 94, totalPagar: 94 }],
  [{ descu: 5 },                   0, { totalDescu: 5, subTotal: 95, montoTotalOperacion: 95, totalPagar: 95 }],
  [{ tributos: [{ valor: 13 }, { valor: 1 }] }, 0, { subTotal: 100, montoTotalOperacion: 114, totalPagar: 114 }],
  [{ flete: 2, seguro: 3 },        0, { montoTotalOperacion: 105, totalPagar: 105 }],
  [{ ivaRete1: 1 },                0, { montoTotalOperacion: 100, totalPagar: 99 }],
  [{ ivaRete: 1, ivaPerci: 3 },    0, { montoTotalOperacion: 102, totalPagar: 102 }],
  [{ ivaPerci1: 1 },               0, { montoTotalOperacion: 100, totalPagar: 101, total: 101 }],
  [{ saldoFavor: -30 },            0, { montoTotalOperacion: 100, totalPagar: 70 }],
  [{ saldoFavor: -130 },           0, { montoTotalOperacion: 100, totalPagar: 0 }],
  [{ reteRenta: 10 },              0, { montoTotalOperacion: 100, totalPagar: 90 }],
]

for (const [members, montoDescu, sums] of AROUND) {
  test(`with ${JSON.stringify(members)} 100 come to ${sums.totalPagar}, and to nothing else`, () => {
    const line = { ventaGravada: 100, cantidad: 1, precioUni: 100 + montoDescu, montoDescu }
    const whole = { totalGravada: 100, subTotalVentas: 100, ...members }
    const check = (resumen: Members) =>
      checkSums({ cuerpoDocumento: [line], resumen: { ...whole, ...resumen } })
    assert.deepEqual(check(sums), [])
    for (const [name, value] of Object.entries(sums)) {
      const found = check({ ...sums, [name]: Number(value) + 0.5 })
      assert.ok(
        found.some(({ message }) => message.startsWith(`resumen.${name} dice`)),
        name,
      )
    }
  })
}
