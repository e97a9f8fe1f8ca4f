/** A scriptable simulator of the ministry's service, for testing programs that transmit tax documents. */
export {
  type CertificadoMH,
  type CertificadoRequest,
  issueCertificadoMH,
} from './certificate/issue.ts'
export type { Check } from './checks/case.ts'
export type { FaultScript as FaultSpec } from './control/faults.ts'
export { NotADataFile } from './http/data-file.ts'
export {
  type InProcess,
  openSimulator,
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from './simulator.ts'
export { type Random, seededRandom } from './world/random.ts'
export type { PointOfSale, TaxpayerRegistration } from './world/taxpayers.ts'
