import { readFileSync } from 'node:fs'
import assert from 'node:assert'
import { buildDocumento, serialise, totales, type DteRequest } from '../src/index.ts'
const S='/work/shared/reference/samples/'
const d = JSON.parse(readFileSync(S+'fe-ccf-v4.json','utf8'))
const request: DteRequest = { tipoDte:'03', receptor: { ...d.receptor, numDocumento: '0614-121285-001-7', nit: undefined, nrc:'765432-1' } as never,
 items: d.cuerpoDocumento.map((l: any)=> l.noGravado? {descripcion:l.descripcion,cantidad:1,noGravado:l.noGravado,tipoItem:1}: {descripcion:l.descripcion,cantidad:l.cantidad,precioUni:l.precioUni,montoDescu:l.montoDescu,codigo:l.codigo,tipoItem:1}),
 descuentos:{gravadas:77.5}, aplicarRetencionIva:true, condicionOperacion:2, formaPago:'13', plazo:'01', periodo:30 }
const id = d.identificacion
const b = buildDocumento({ request, emisor: d.emisor, ambiente:'00', fecEmi:id.fecEmi, horEmi:id.horEmi, codigoGeneracion:id.codigoGeneracion, numeroControl:id.numeroControl})
console.log(b.problems, totales(b.documento))
const t = serialise(b.documento)
assert.deepEqual(JSON.parse(t), d); assert.equal(t, JSON.stringify(d))
const r1: DteRequest = { tipoDte:'01', items: Array.from({length:5},(_, i)=>({descripcion:'Producto número '+i, cantidad: 2+i, precioUni: 11.35+i*3.17, montoDescu: i===2?1.5:0})), receptor:{ nombre:'CLIENTE', tipoDocumento:'13', numDocumento:'00016297-5', correo:'cliente@example.com', direccion:{departamento:'06',municipio:'23',distrito:'14',complemento:'x'}}}
const input = { request:r1, emisor:d.emisor, ambiente:'00' as const, fecEmi:id.fecEmi, horEmi:id.horEmi, codigoGeneracion:id.codigoGeneracion, numeroControl:id.numeroControl.replace('DTE-03','DTE-01')}
console.log(buildDocumento(input).problems, serialise(buildDocumento(input).documento))
for (let round=0; round<4; round++) {
 const N=10000; let t0=process.hrtime.bigint(); let docs:any
 for (let i=0;i<N;i++) docs=buildDocumento(input)
 let t1=process.hrtime.bigint(); for (let i=0;i<N;i++) serialise(docs.documento)
 let t2=process.hrtime.bigint(); console.log('build us', Number(t1-t0)/N/1000, 'serialise us', Number(t2-t1)/N/1000)
}
