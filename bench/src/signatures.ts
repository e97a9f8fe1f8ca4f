/** The lower bound: how many RSA-2048 signatures one core makes per second with a warm key. */
import { generateKeyPairSync, sign } from 'node:crypto'

export function signaturesPerSecond(milliseconds = 1_500): number {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const input = Buffer.alloc(4_096, 'a') // about the size of a document of five lines
  for (let i = 0; i < 200; i++) sign('sha512', input, privateKey)
  const start = performance.now()
  let count = 0
  while (performance.now() - start < milliseconds) {
    sign('sha512', input, privateKey)
    count += 1
  }
  return (count * 1000) / (performance.now() - start)
}
