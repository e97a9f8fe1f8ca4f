/** Perception, retention and their totals in notes (05, 06). */
import { test } from 'node:test'
import { creditoFiscal, type Draft, NIT, set } from '../../test/documentos.ts'
import { PASSWORD, PUBLIC_KEY_PEM, startMinistry } from '../../test/ministry.ts'
import { credito, notaCredito, notaDebito, ventaPlena } from '../../test/notas.ts'
import { refused, sealed } from '../../test/verdicts.ts'

const LINE = 'cuerpoDocumento.0'
type Change = (note: Draft) => Draft
const at =
  (path: string, value: unknown): Change =>
  (d) =>
    set(d, path, value)

/** A credit note of 100.00 that withholds that amount under that code. */
function retention(origin: Draft, codigo: string | null, ivaRete: number): Draft {
  const note = credito(origin, 100_00)
  const members = { ivaRete, totalPagar: 113 - ivaRete, codigoRetencionMH: codigo }
  const resumen = { ...note.resumen, ...members }
  return set({ ...note, resumen }, `${LINE}.ivaRete`, ivaRete)
}

test('a retention matches its code', async (t) => {
  const ministry = await startMinistry(t)
  const origin = async () => sealed(ministry, creditoFiscal())
  await sealed(ministry, retention(await origin(), null, 0))
  await sealed(ministry, retention(await origin(), null, 0.01))
  await refused(ministry, retention(await origin(), null, 0.02), '005', 'resumen.codigoRetencionMH')
  await sealed(ministry, retention(await origin(), '22', 1))
  const onPaper = (note: Draft) => set(note, 'documentoRelacionado.0.tipoGeneracion', 1)
  await sealed(ministry, onPaper(retention(creditoFiscal(), 'C4', 13)))
  await sealed(ministry, onPaper(retention(creditoFiscal(), 'C9', 4.56)))
  const rete = 'cuerpoDocumento[0].ivaRete'
  await refused(ministry, retention(await origin(), '22', 13), '020', rete)
  await refused(ministry, retention(await origin(), 'C4', 1), '020', rete)
  const codigo = 'resumen.codigoRetencionMH'
  await refused(ministry, retention(await origin(), null, 1), '005', codigo)
  await refused(ministry, retention(await origin(), '23', 1), '003', codigo)
  await refused(ministry, retention(await origin(), '22', 0), '024', codigo)
})

test('a note retains and perceives only what its document did, in proportion', async (t) => {
  const ministry = await startMinistry(t)
  const [rete, perci] = ['cuerpoDocumento[0].ivaRete', 'cuerpoDocumento[0].ivaPerci']
  const retained = () => sealed(ministry, creditoFiscal()) // 2.30 of 230.00
  await refused(ministry, retention(await retained(), 'C4', 13), '020', rete)
  await refused(ministry, retention(await retained(), 'C9', 4.56), '020', rete)
  await refused(ministry, perception(notaDebito(await retained())), '020', perci)
  await refused(ministry, perception(credito(await retained(), 40_50)), '020', perci)

  const perceived = await sealed(ministry, perceiving())
  await sealed(ministry, perception(notaDebito(perceived)))
  await sealed(ministry, perception(credito(perceived, 40_50)))
  await refused(ministry, retention(perceived, '22', 1), '020', rete)
})

test('a debit note may be the first to retain or to perceive, and a credit note not', async (t) => {
  const ministry = await startMinistry(t)
  const neither = () => {
    const origin = perceiving()
    const pagos = [{ ...origin.resumen.pagos[0], montoPago: 259.9 }]
    const resumen = { ...origin.resumen, ivaPerci: 0, totalPagar: 259.9, pagos }
    return sealed(ministry, { ...origin, resumen })
  }
  await sealed(ministry, notaDebito(await neither()))
  await sealed(ministry, perception(notaDebito(await neither())))
  const rete = 'cuerpoDocumento[0].ivaRete'
  await refused(ministry, retention(await neither(), '22', 1), '020', rete)
})

test('the half cent of a small document does not hold its debit notes to more or less than 1 %', async (t) => {
  const ministry = await startMinistry(t)
  const small = async () => sealed(ministry, retainingOf150()) // 0.02: 1.3333 %
  await sealed(ministry, debitOf4050(await small(), 40.5))
  await sealed(ministry, debitOf4050(await small(), 54)) // 0.02 / 1.50 of 4050.00
  // With a code of any amount, so that the share alone decides.
  const rete = 'cuerpoDocumento[0].ivaRete'
  await refused(ministry, debitOf4050(await small(), 54.02), '020', rete)
  await refused(ministry, debitOf4050(await small(), 47), '020', rete)
})

/** A sale of 1.50 net, 1 % of which is 0.015: two cents are withheld. */
function retainingOf150(): Draft {
  const origin = ventaPlena()
  const [line] = origin.cuerpoDocumento
  const pagos = [{ ...origin.resumen.pagos[0], montoPago: 1.68 }]
  const sums = { totalGravada: 1.5, subTotalVentas: 1.5, subTotal: 1.5, montoTotalOperacion: 1.7 }
  const none = { descuGravada: 0, porcentajeDescuento: 0, totalDescu: 0 }
  const tributos = [{ ...origin.resumen.tributos[0], valor: 0.2 }]
  return {
    ...origin,
    cuerpoDocumento: [{ ...line, cantidad: 1, precioUni: 1.5, ventaGravada: 1.5 }],
    resumen: {
      ...origin.resumen,
      ...sums,
      ...none,
      tributos,
      ivaRete: 0.02,
      totalPagar: 1.68,
      pagos,
    },
  }
}

/** A debit note of 4050.00 that withholds so much. */
function debitOf4050(origin: Draft, ivaRete: number): Draft {
  const note = notaDebito(origin)
  const [line] = note.cuerpoDocumento
  const tributos = [{ ...note.resumen.tributos[0], valor: 526.5 }]
  return {
    ...note,
    cuerpoDocumento: [{ ...line, precioUni: 4050, ventaGravada: 4050, ivaRete }],
    resumen: {
      ...note.resumen,
      totalGravada: 4050,
      subTotalVentas: 4050,
      tributos,
      montoTotalOperacion: 4576.5,
      ivaRete,
      totalPagar: Math.round((4576.5 - ivaRete) * 100) / 100,
      codigoRetencionMH: 'C9',
    },
  }
}

/** A sale of 230.00 net that perceives 2.30 and retains nothing. */
function perceiving(): Draft {
  const origin = ventaPlena()
  const pagos = [{ ...origin.resumen.pagos[0], montoPago: 262.2 }]
  const members = { ivaPerci: 2.3, ivaRete: 0, totalPagar: 262.2, pagos }
  return { ...origin, resumen: { ...origin.resumen, ...members } }
}

/** A note of 40.50 that perceives 1 % of it and retains nothing. */
function perception(note: Draft): Draft {
  const members = { ivaRete: 0, codigoRetencionMH: null, ivaPerci: 0.41, totalPagar: 46.18 }
  const resumen = { ...note.resumen, ...members }
  return set(set({ ...note, resumen }, `${LINE}.ivaPerci`, 0.405), `${LINE}.ivaRete`, 0)
}

// biome-ignore format: a table
const REFUSALS: readonly (readonly [code: string, path: string, change: Change])[] = [
  ['008', 'identificacion.fusion', at('identificacion.fusion', '06140101900019')],
  ['005', 'resumen.codigoRetencionMH', at('resumen.codigoRetencionMH', null)],
  ['096', '', at('identificacion.fusion', '0614010190001')],
  ['096', '', at('resumen.descuGravada', 0)],
  ['096', '', at('resumen.pagos', null)],
  ['096', '', at('emisor.codEstable', 'M001')],
  ['096', '', at(`${LINE}.psv`, 0)],
  ['096', '', at(`${LINE}.numeroDocumento`, null)],
  ['020', 'cuerpoDocumento[0].totalIva', at(`${LINE}.totalIva`, 7.48)],
  ['020', 'resumen.totalIva', at('resumen.totalIva', 7.48)],
  ['020', 'cuerpoDocumento[0].ivaPerci', at(`${LINE}.ivaPerci`, 5.75)],
  ['020', 'resumen.ivaPerci', at('resumen.ivaPerci', 0.58)],
  ['020', 'resumen.montoTotalOperacion', at('resumen.montoTotalOperacion', 64.4)],
  ['024', 'cuerpoDocumento[1].ivaRete', at('cuerpoDocumento.1.ivaRete', 0.01)],
  ['024', 'cuerpoDocumento[1].ivaPerci', at('cuerpoDocumento.1.ivaPerci', 0.01)],
  ['024', 'cuerpoDocumento[1].totalIva', at('cuerpoDocumento.1.totalIva', 0.01)],
  ['005', 'resumen.tributos', at('resumen.tributos', null)],
  ['005', 'resumen.totalLetras', at('resumen.totalLetras', null)],
  ['007', 'resumen.condicionOperacion', at('resumen.condicionOperacion', 4)],
  ['006', 'receptor.numDocumento', at('receptor.numDocumento', '0614-050607-102-8')],
  ['003', 'receptor.tipoDocumento', at('receptor.tipoDocumento', '99')],
  ['006', 'receptor.nrc', at('receptor.nrc', 'AB')],
  ['003', 'receptor.codActividad', at('receptor.codActividad', '99998')],
  ['006', 'emisor.nrc', at('emisor.nrc', '12-3')],
]

test('each rule of notes refuses with its code and its field', async (t) => {
  const ministry = await startMinistry(t)
  const origin = await sealed(ministry, creditoFiscal())
  for (const [code, path, change] of REFUSALS) {
    await refused(ministry, change(notaCredito(origin)), code, path)
  }
  const unnumbered = at('resumen.numPagoElectronico', undefined)
  await refused(ministry, unnumbered(notaDebito(origin)), '096', '')
  await refused(ministry, at('resumen.numPagoElectronico', null)(notaCredito(origin)), '096', '')
})

test('a note states the merger of a company that was absorbed', async (t) => {
  const ministry = await startMinistry(t)
  const [fusion, other] = ['06140101900019', '06140101900020']
  const registration = { nit: NIT, password: PASSWORD, publicKeyPem: PUBLIC_KEY_PEM }
  await ministry.post('/_sim/taxpayers', { ...registration, absorbidas: [fusion] })
  const origin = await sealed(ministry, creditoFiscal())
  const path = 'identificacion.fusion'
  await refused(ministry, at(path, other)(notaCredito(origin)), '008', path)
  await sealed(ministry, at(path, fusion)(notaCredito(origin)))
})

test('documents that no rule forbids are sealed', async (t) => {
  const ministry = await startMinistry(t)
  const open: readonly (readonly [why: string, change: Change])[] = [
    ['on credit, without terms', at('resumen.condicionOperacion', 2)],
    [
      'an issuer and a receptor without NRC',
      (d) => at('emisor.nrc', null)(at('receptor.nrc', null)(d)),
    ],
    ['a receptor without mail', at('receptor.correo', null)],
    ['no words on it', at('resumen.observaciones', null)],
  ]
  for (const [why, change] of open) {
    const origin = await sealed(ministry, creditoFiscal())
    for (const make of [notaCredito, notaDebito]) await sealed(ministry, change(make(origin)), why)
  }
})

test('credits outside the base that exceed the note leave nothing to pay', async (t) => {
  const ministry = await startMinistry(t)
  const origin = await sealed(ministry, creditoFiscal())
  const note = set(notaCredito(origin), 'cuerpoDocumento.1.noGravado', -100)
  const totals = { totalNoGravado: -100, totalPagar: 0 }
  await sealed(ministry, { ...note, resumen: { ...note.resumen, ...totals } })
})
