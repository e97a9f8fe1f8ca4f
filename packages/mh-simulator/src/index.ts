/** The ministry's service, scripted: what programs that transmit tax documents are tried against. */
export {
  type CertificadoMH,
  type CertificadoRequest,
  issueCertificadoMH,
} from './certificate/issue.ts'
export {
  type InProcess,
  openSimulator,
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from './simulator.ts'
export type { FaultSpec } from './world/faults.ts'
export { type Random, seededRandom } from './world/random.ts'
export type { PointOfSale, TaxpayerRegistration } from './world/taxpayers.ts'
