/** The compiler of a copy of the repository, in a process: all importers of a file take it a minute. */
import { fork } from 'node:child_process'
import { once } from 'node:events'

export interface Compiling {
  /** The first error in files of the copy. One call at a time. */
  compile(paths: readonly string[]): Promise<string | null>
  close(): void
}

/** It ends with `stopping`, which rejects what it was asked. */
export function startCompiling(root: string, stopping: AbortSignal): Compiling {
  const program = fork(new URL('./compiling-process.ts', import.meta.url), [root])
  const close = () => void program.kill()
  stopping.addEventListener('abort', close)
  const ended = once(program, 'exit').then(() => null)
  return {
    async compile(paths) {
      const answered = once(program, 'message')
      program.send(paths)
      const answer = await Promise.race([answered, ended])
      if (answer === null) throw new Error('the compiler ended by itself')
      return answer[0]
    },
    close,
  }
}
