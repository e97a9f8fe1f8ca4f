/** A message as it is handed to the library that writes it: each of its parts, and nothing that the library reads of a text. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { composed } from './composed.ts'
import type { Message } from './mail.ts'

const ID = '9f1c2d3e-4b5a-4c6d-8e7f-0a1b2c3d4e5f'
const content = Buffer.from('x')
const MESSAGE: Message = {
  ...{ id: ID, fromName: 'Café', to: 'ana@ñandú.sv', subject: 'Su factura', language: 'en' },
  ...{ text: 'Hola', html: '<p>Hola</p>', attachments: [], replyTo: null },
}

test('a message has one sender, one recipient in letters that travel, an id of its own, and no answer is expected', () => {
  const sender = 'facturas@café.sv'
  const to = [{ name: '', address: 'ana@xn--and-6ma2c.sv' }]
  const expected = {
    envelope: { from: { name: '', address: sender }, to },
    from: { name: 'Café', address: sender },
    to,
    subject: 'Su factura',
    messageId: `<${ID}@xn--caf-dma.sv>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': 'en' },
    ...{ text: 'Hola', html: '<p>Hola</p>', attachments: [] },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  }
  assert.deepEqual(composed(MESSAGE, { sender }), expected)
  const replyTo = { name: 'Ventas', address: 'ventas@example.com' }
  assert.deepEqual(composed({ ...MESSAGE, replyTo }, { sender }), { ...expected, replyTo })
})

test('what is attached is a file, and what the page shows is in it', () => {
  const pdf = { filename: 'a.pdf', contentType: 'application/pdf', content }
  const logo = { filename: 'b.png', contentType: 'image/png', content, cid: 'logo@sello' }
  const { attachments } = composed({ ...MESSAGE, attachments: [pdf, logo] }, { sender: 'a@b.sv' })
  assert.deepEqual(attachments, [pdf, { ...logo, contentDisposition: 'inline' }])
})
