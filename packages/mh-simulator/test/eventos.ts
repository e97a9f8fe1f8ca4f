/** Events of the tests, written by hand. */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type Draft, NIT } from './documentos.ts'
import { type Answer, type Ministry, signJws } from './ministry.ts'

const emisorDeEvento = () => ({
  nit: NIT,
  nombre: 'TIENDA DE LOS ENSAYOS, S.A. DE C.V.',
  codEstableMH: 'M001',
  codEstable: 'M001',
  codPuntoVentaMH: 'P001',
  codPuntoVenta: 'P001',
})

const codigo = () => randomUUID().toUpperCase()

/** The rescission of a sealed document (or return event) of that seal. */
export function invalidacion(target: Draft, selloRecibido: string): Draft {
  const { identificacion } = target
  const tipoDte = identificacion.tipoDte ?? identificacion.tipoEvento
  const receptor = (target.receptor === undefined ? target.documento : target.receptor) ?? {}
  return {
    identificacion: {
      version: 3,
      ambiente: '00',
      codigoGeneracion: codigo(),
      fecEmi: identificacion.fecEmi,
      horEmi: '10:19:00',
      fusion: null,
    },
    emisor: { ...emisorDeEvento(), telefono: '22334455', correo: 'ventas@example.com' },
    documento: {
      tipoDte,
      codigoGeneracion: identificacion.codigoGeneracion,
      selloRecibido,
      numeroControl: identificacion.numeroControl ?? null,
      fecEmi: identificacion.fecEmi,
      codigoGeneracionR: null,
      tipoDocumento: receptor.nit ? '36' : (receptor.tipoDocumento ?? null),
      numDocumento: receptor.nit ?? receptor.numDocumento ?? null,
      nombre: receptor.nombre ?? null,
      telefono: receptor.telefono ?? null,
      correo: receptor.correo ?? null,
    },
    motivo: {
      tipoAnulacion: 2,
      motivoAnulacion: null,
      nombreResponsable: 'RESPONSABLE INVENTADO',
      tipDocResponsable: '13',
      numDocResponsable: '034567891',
      nombreSolicita: 'SOLICITANTE INVENTADO',
      tipDocSolicita: '37',
      numDocSolicita: 'X-1',
    },
  }
}

/** One of the three units of the test's factura: 7.35 less 0.35 of its discount. */
export function retorno(origin: Draft, members: Draft = {}): Draft {
  const { receptor } = origin
  return {
    identificacion: {
      version: 1,
      ambiente: '00',
      tipoModelo: 1,
      tipoOperacion: 1,
      tipoEvento: '18',
      tipoContingencia: null,
      motivoContin: null,
      codigoGeneracion: codigo(),
      fecEmi: '2026-10-05',
      horEmi: '10:19:00',
      fusion: null,
      tipoMoneda: 'USD',
      ...members,
    },
    documentoRelacionado: [
      {
        tipoDocumento: origin.identificacion.tipoDte,
        codigoGeneracion: origin.identificacion.codigoGeneracion,
        fechaEmision: origin.identificacion.fecEmi,
      },
    ],
    emisor: {
      ...emisorDeEvento(),
      recintoFiscal: null,
      tipoRegimen: null,
      regimen: null,
      tipoItemExpor: null,
    },
    documento: receptor && {
      tipoDocumento: receptor.tipoDocumento,
      numDocumento: receptor.numDocumento,
      nombre: receptor.nombre,
      codPais: receptor.codPais ?? null,
      nombrePais: receptor.nombrePais ?? null,
      telefono: receptor.telefono,
      correo: receptor.correo,
    },
    ventaTercero: null,
    compraTercero: null,
    cuerpoDocumento: [
      lineaRetorno(origin, {
        cantidad: 1,
        precioUni: 7.35,
        montoDescu: 0.35,
        ventaGravada: 7,
        ivaItem: 0.80530973,
      }),
    ],
    resumen: resumenRetorno({
      totalGravada: 7,
      subTotalVentas: 7,
      montoTotalOperacion: 7,
      totalPagar: 7,
      totalIva: 0.81,
    }),
    apendice: null,
  }
}

export function lineaRetorno(origin: Draft, members: Draft): Draft {
  return {
    numItem: 1,
    tipoItem: 1,
    codigoGeneracion: origin.identificacion.codigoGeneracion,
    cantidad: 1,
    precioUni: 0,
    descripcion: 'Cosa',
    codigo: null,
    uniMedida: 59,
    montoDescu: 0,
    codTributo: null,
    ventaNoSuj: 0,
    ventaExenta: 0,
    ventaGravada: 0,
    compra: 0,
    tributos: null,
    psv: 0,
    ivaItem: 0,
    noGravado: 0,
    seguro: 0,
    flete: 0,
    ivaRete: 0,
    reteRenta: 0,
    ...members,
  }
}

export function resumenRetorno(members: Draft): Draft {
  return {
    totalNoSuj: 0,
    totalExenta: 0,
    totalGravada: 0,
    totalCompraExcluidos: 0,
    subTotalVentas: 0,
    tributos: null,
    totalSeguro: 0,
    totalFlete: 0,
    montoTotalOperacion: 0,
    ivaRete: 0,
    reteRenta: 0,
    totalNoGravado: 0,
    totalPagar: 0,
    totalLetras: 'LOS QUE SEAN 00/100',
    totalNoOnerosas: 0,
    totalIva: 0,
    saldoFavor: 0,
    ...members,
  }
}

/** From 08:00 to 10:00 of the tests' day, because of the ministry. */
export function contingencia(documentos: readonly Draft[]): Draft {
  return {
    identificacion: {
      version: 4,
      ambiente: '00',
      codigoGeneracion: codigo(),
      fTransmision: '2026-10-05',
      hTransmision: '10:20:00',
    },
    emisor: {
      nit: NIT,
      nombre: 'TIENDA DE LOS ENSAYOS, S.A. DE C.V.',
      nombreResponsable: 'RESPONSABLE INVENTADO',
      tipoDocResponsable: '13',
      numeroDocResponsable: '034567891',
      tipoEstablecimiento: '02',
      codEstableMH: 'M001',
      codPuntoVentaMH: 'P001',
      telefono: '22334455',
      correo: 'ventas@example.com',
    },
    detalleDTE: documentos.map(({ identificacion }, i) => ({
      noItem: i + 1,
      tipoDoc: identificacion.tipoDte ?? identificacion.tipoEvento,
      codigoGeneracion: identificacion.codigoGeneracion,
    })),
    motivo: {
      fInicio: '2026-10-05',
      fFin: '2026-10-05',
      hInicio: '08:00:00',
      hFin: '10:00:00',
      tipoContingencia: 1,
      motivoContingencia: null,
    },
  }
}

/** The same document as it is signed while the ministry is away. */
export function diferido(documento: Draft): Draft {
  const deferred = { tipoModelo: 2, tipoOperacion: 2, tipoContingencia: 1, horEmi: '09:00:00' }
  return { ...documento, identificacion: { ...documento.identificacion, ...deferred } }
}

export async function anular(ministry: Ministry, evento: Draft): Promise<Answer> {
  const { ambiente, version } = evento.identificacion
  const documento = signJws(JSON.stringify(evento))
  const body = { ambiente, idEnvio: 1, version, documento }
  return ministry.post('/fesv/anulardte', body, { authorization: ministry.token })
}

export async function informar(ministry: Ministry, evento: Draft): Promise<Answer> {
  const body = { nit: NIT, documento: signJws(JSON.stringify(evento)) }
  return ministry.post('/fesv/contingencia', body, { authorization: ministry.token })
}

/** Sends a document or return event, and gives its seal. */
export async function selloDe(ministry: Ministry, documento: Draft): Promise<string> {
  const { status, body } = await ministry.send(documento)
  assert.equal(status, 200, `${body.descripcionMsg} ${body.observaciones}`)
  return body.selloRecibido
}
