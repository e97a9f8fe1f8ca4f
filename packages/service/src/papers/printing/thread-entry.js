/**
 * The entry of the worker thread. A thread does not inherit its parent's loader, and the sources are TypeScript, so
 * they are bundled: one file starts in a fraction of the time and memory (ADR 0005).
 */
import { fileURLToPath } from 'node:url'
import { build, stop } from 'esbuild'
import { inPlace } from './in-place.js'

const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL('./work-thread.ts', import.meta.url))],
  bundle: true,
  write: false,
  platform: 'node',
  format: 'esm',
  plugins: [inPlace],
  logLevel: 'silent', // its messages are thrown as errors too
})
await stop()
const code = outputFiles.map(({ text }) => text).join('')
Error.stackTraceLimit = 0 // a stack line would quote the whole bundle
await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)
