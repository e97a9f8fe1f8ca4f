/**
 * The tests' S3 store as a separate process, fast enough never to be the bottleneck. It keeps only the marker for
 * long. Prints its address as one line of JSON.
 */
import { startS3 } from '../../../packages/service/test/s3.ts'

const store = await startS3()
const forget = setInterval(() => {
  for (const path of store.files.keys()) if (path.includes('/DTE/')) store.files.delete(path)
}, 1_000)
process.stdout.write(`${JSON.stringify({ url: store.url })}\n`)
process.once('SIGTERM', () => {
  clearInterval(forget)
  void store.close().then(() => process.exit(0))
})
