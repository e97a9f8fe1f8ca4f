/**
 * A process that holds an embedded PostgreSQL, to be killed by tests. Its argument is the options as JSON; it
 * writes one line of JSON when the server answers, and stops it when its input ends.
 */
import { startEmbedded } from '../src/base/db/embedded.ts'

const options = JSON.parse(process.argv[2] ?? '{}')
const embedded = await startEmbedded({ ...options, log: (line) => console.error(line) })
console.log(JSON.stringify({ url: embedded.url, pid: await embedded.pid() }))
process.stdin.on('end', () => {
  void embedded.stop().then(() => process.exit())
})
process.stdin.resume()
