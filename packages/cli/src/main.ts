/** The `sello` command: the only file that touches the process. */
import cluster from 'node:cluster'
import { EXIT } from './exit.ts'
import { type Io, printable } from './io.ts'
import { run } from './run.ts'
import { ignoreSignals, listenForSignals } from './stopping.ts'

// A closed pipe (`sello … | head -1`) is not an error.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

// Foreign text, such as a buyer's name, must not control a terminal.
const shown = (stream: NodeJS.WriteStream, text: string) => (stream.isTTY ? printable(text) : text)
const err = (text: string) => void process.stderr.write(`${shown(process.stderr, text)}\n`)
const stopping = cluster.isWorker
  ? ignoreSignals()
  : listenForSignals({ env: process.env, err, exit: process.exit })
const io: Io = {
  env: process.env,
  stdin: process.stdin,
  out: (text) => void process.stdout.write(`${shown(process.stdout, text)}\n`),
  err,
  stderr: process.stderr,
  now: () => new Date(),
  stopping,
}

process.on('uncaughtException', (error) => {
  err(`Falla interna: ${io.env.SELLO_DEBUG ? error.stack : error.message}`)
  process.exit(EXIT.internal)
})

const code = await run(process.argv.slice(2), io)
// Exiting discards what a slow reader of a pipe has not taken yet.
await Promise.all([process.stdout, process.stderr].map(flushed))
process.exit(code)

/** After everything written so far was taken, or the reader has gone. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => resolve())
  })
}
