/** Runs the tax rules in a worker, so that typing never waits for them. */
import { startWorker } from '../trusted.ts'
import type { Evaluate, Evaluated } from './protocol.ts'
import workerUrl from './worker.ts?worker&url'

type Answer = { readonly id: number; readonly evaluated?: Evaluated; readonly failed?: string }

/** Evaluates the newest request; of those that arrive meanwhile, only the last one runs. */
export interface Engine {
  evaluate(input: Evaluate): void
  stop(): void
}

export function createEngine(
  onResult: (evaluated: Evaluated) => void,
  onFailure: (message: string) => void,
): Engine {
  const worker = startWorker(workerUrl)
  let busy = false
  let next: Evaluate | null = null
  let id = 0
  const send = (input: Evaluate) => {
    busy = true
    id += 1
    worker.postMessage({ id, input })
  }
  worker.onmessage = ({ data }: MessageEvent<Answer>) => {
    busy = false
    const waiting = next
    next = null
    if (waiting) send(waiting)
    if (data.evaluated) onResult(data.evaluated)
    else onFailure(data.failed ?? 'No se pudo calcular.')
  }
  worker.onerror = (event) => onFailure(event.message)
  return {
    evaluate(input) {
      if (busy) next = input
      else send(input)
    },
    stop: () => worker.terminate(),
  }
}
