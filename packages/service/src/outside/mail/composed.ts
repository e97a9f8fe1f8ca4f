/** A message as the library takes it: every address and name as a member of its own, so that no text becomes a header. */
import { domainToASCII } from 'node:url'
import type { SendMailOptions } from 'nodemailer'
import type { MailServer } from '../../base/net/mail-server.ts'
import { isMailable } from './address.ts'
import type { Message } from './mail.ts'

export function composed(
  message: Message,
  { sender }: Pick<MailServer, 'sender'>,
): SendMailOptions {
  const { id, fromName, replyTo, subject, text, html, language, attachments } = message
  const address = travelling(message.to)
  return {
    envelope: { from: { name: '', address: sender }, to: [{ name: '', address }] },
    from: { name: fromName, address: sender },
    to: [{ name: '', address }],
    ...(replyTo ? { replyTo: { name: replyTo.name, address: replyTo.address } } : {}),
    subject,
    messageId: `<${id}@${domainToASCII(sender.slice(sender.lastIndexOf('@') + 1))}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
    text,
    html,
    attachments: attachments.map(({ filename, content, contentType, cid }) => ({
      ...{ filename, content, contentType },
      ...(cid ? { cid, contentDisposition: 'inline' as const } : {}),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** In the form that every server knows. The library reads several addresses out of one text, so it is checked again. */
function travelling(to: string): string {
  if (!isMailable(to)) throw new Error('bug: mail to what is not one address')
  const at = to.lastIndexOf('@')
  return `${to.slice(0, at)}@${domainToASCII(to.slice(at + 1))}`
}
