import { evaluate } from './evaluate.ts'
import type { Evaluate } from './protocol.ts'
import { toShown } from './shown.ts'

self.onmessage = ({ data }: MessageEvent<{ id: number; input: Evaluate }>) => {
  const { id, input } = data
  try {
    self.postMessage({ id, evaluated: toShown(evaluate(input)) })
  } catch (error) {
    self.postMessage({ id, failed: error instanceof Error ? error.message : String(error) })
  }
}
