/** Runs the tax rules in a worker, so that typing never waits for them. */
import { startWorker } from '../trusted.ts'
import type { Evaluate, Evaluated } from './protocol.ts'
import workerUrl from './worker.ts?worker&url'

type Answer = { readonly id: number; readonly evaluated?: Evaluated; readonly failed?: string }

/** Evaluates the newest request; of those that arrive meanwhile, only the last one runs. */
export interface Engine<Of> {
  /** `of` comes back with the result. After a worker that did not load, this loads another one. */
  evaluate(input: Evaluate, of: Of): void
  stop(): void
}

const NOT_LOADED =
  'Las reglas de cálculo no se cargaron. Su borrador está a salvo: revise la conexión y recargue la página.'

export function createEngine<Of>(
  onResult: (evaluated: Evaluated, of: Of) => void,
  onFailure: (message: string) => void,
): Engine<Of> {
  let worker: Worker | null = start()
  let running: { readonly of: Of } | null = null
  let next: { readonly input: Evaluate; readonly of: Of } | null = null
  let id = 0
  function send(input: Evaluate, of: Of): void {
    worker ??= start()
    running = { of }
    id += 1
    worker.postMessage({ id, input })
  }
  function start(): Worker {
    const started = startWorker(workerUrl)
    started.onmessage = ({ data }: MessageEvent<Answer>) => {
      const done = running
      const waiting = next
      running = null
      next = null
      if (waiting) send(waiting.input, waiting.of)
      if (data.evaluated && done) onResult(data.evaluated, done.of)
      else onFailure(data.failed ?? 'No se pudo calcular.')
    }
    // What the rules refuse is answered: this is a script that did not load, or broke.
    started.onerror = () => {
      started.terminate()
      worker = running = next = null
      onFailure(NOT_LOADED)
    }
    return started
  }
  return {
    evaluate(input, of) {
      if (running) next = { input, of }
      else send(input, of)
    },
    stop: () => worker?.terminate(),
  }
}
