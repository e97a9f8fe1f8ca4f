/**
 * The worker thread that draws, and the process that reads a logo: runs its tasks one after the other, and reports each
 * result.
 */
import { parentPort } from 'node:worker_threads'
import { createWork, type Work } from './work.ts'

export interface Asked<Name extends keyof Work = keyof Work> {
  readonly id: number
  readonly name: Name
  readonly given: Parameters<Work[Name]>[0]
}

/** Without a result the task failed: the caller repeats it and gets the error itself. */
export interface Done {
  readonly id: number
  readonly result?: ReturnType<Work[keyof Work]>
}

const work = createWork()
const doneOf = ({ id, name, given }: Asked) => attempt(id, () => work[name](given as never))

if (parentPort) {
  const port = parentPort
  port.on('message', (asked: Asked) => port.postMessage(doneOf(asked)))
} else if (process.send) {
  process.on('message', (asked: Asked) => process.send?.(doneOf(asked)))
} else {
  throw new Error('bug: the work of another thread was started in the first')
}

function attempt(id: number, run: () => NonNullable<Done['result']>): Done {
  try {
    return { id, result: run() }
  } catch {
    return { id }
  }
}
