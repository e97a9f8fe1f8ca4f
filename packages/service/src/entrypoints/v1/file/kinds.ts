/** Reads from the query parameters which file is wanted. */
import type { FileRequest } from '../../../flows/keeping/download.ts'
import { refuseFields } from '../../http/body.ts'
import { readInteger, readWord } from '../parameters.ts'
import type { Asked } from '../route.ts'

const KINDS = ['json', 'pdf', 'ticket'] as const
/** The widths of printer rolls; 80 is the usual one. */
const PAPER_WIDTH_MM = { min: 40, max: 120 } as const
const PAPER_WIDTH_MM_DEFAULT = 80

/** 400 for an invalid value, and for a parameter that does not fit the kind. */
export function readFileRequest(parameters: Asked['query']): FileRequest {
  const kind = readWord('kind', parameters.kind, KINDS) ?? 'json'
  const raw = readWord('raw', parameters.raw, ['true', 'false'])
  const paperWidthMm = readInteger('paperWidthMm', parameters.paperWidthMm, PAPER_WIDTH_MM)
  if (raw !== null && kind !== 'json') refuseCombination('raw', 'json')
  if (paperWidthMm !== null && kind !== 'ticket') refuseCombination('paperWidthMm', 'ticket')
  if (kind === 'ticket') return { kind, paperWidthMm: paperWidthMm ?? PAPER_WIDTH_MM_DEFAULT }
  return { kind: raw === 'true' ? 'raw' : kind }
}

function refuseCombination(field: string, kind: string): never {
  return refuseFields([{ field, message: `solo va con kind=${kind}; quítelo.` }])
}
