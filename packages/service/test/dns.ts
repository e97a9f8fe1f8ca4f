/** A name server on this machine that says what a test wants, once for each question. */
import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { isIPv4 } from 'node:net'

export interface NameServer {
  /** Asks it alone. */
  readonly resolver: Resolver
  /** The names that were asked for, each once for its IPv4 and once for its IPv6. */
  readonly asked: string[]
  close(): void
}

const [A, AAAA] = [1, 28]
const HEADER_BYTES = 12

/** `addressesOf` is asked for the addresses of a name at each question; those of the other family are left out. */
export async function startNameServer(
  addressesOf: (name: string) => readonly string[],
): Promise<NameServer> {
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (question, from) => {
    const { name, type, end } = readQuestion(question)
    asked.push(name)
    const all = addressesOf(name).filter((one) => isIPv4(one) === (type === A))
    const answers = type === A || type === AAAA ? all.map(bytesOf) : []
    const header = Buffer.from(question.subarray(0, HEADER_BYTES))
    header.writeUInt16BE(0x8180, 2) // an answer, without an error
    header.writeUInt16BE(answers.length, 6)
    header.writeUInt32BE(0, 8)
    const rows = answers.flatMap((bytes) => {
      const row = Buffer.alloc(12)
      row.writeUInt16BE(0xc000 | HEADER_BYTES, 0) // the name of the question
      row.writeUInt16BE(type, 2)
      row.writeUInt16BE(1, 4)
      row.writeUInt16BE(bytes.length, 10)
      return [row, bytes]
    })
    const reply = [header, question.subarray(HEADER_BYTES, end), ...rows]
    socket.send(Buffer.concat(reply), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const resolver = new Resolver({ timeout: 1_000, tries: 2 })
  resolver.setServers([`127.0.0.1:${socket.address().port}`])
  return { resolver, asked, close: () => socket.close() }
}

function readQuestion(question: Buffer) {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let size = question[at] ?? 0; size > 0; size = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + size))
    at += size + 1
  }
  return { name: labels.join('.'), type: question.readUInt16BE(at + 1), end: at + 5 }
}

function bytesOf(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number))
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = written.split('::')
  const before = head === '' ? [] : head.split(':')
  const behind = tail ? tail.split(':') : []
  const zeros = Array<string>(8 - before.length - behind.length).fill('0')
  const groups = [...before, ...zeros, ...behind]
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex')
}
