/** A problem found in a verified document. */

export type FindingCode =
  | 'not_json'
  | 'structure'
  | 'jws_form'
  | 'algorithm'
  | 'signature'
  | 'payload_differs'
  | 'seal_missing'
  | 'seal_form'
  | 'version'
  | 'control_number'
  | 'generation_code'
  | 'environment'
  | 'date'
  | 'issuer'
  | 'certificate'
  | 'sums'
  | 'printed_copy'
  | 'qr'

export interface Finding {
  readonly code: FindingCode
  /** In Spanish, for a person. */
  readonly message: string
}
