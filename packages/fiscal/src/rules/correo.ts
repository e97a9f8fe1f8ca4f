/** E-mail addresses, with an existing top-level domain. Source: docs/sources.md#correo. */
import { DOMINIOS } from '../catalogos/dominios.ts'

const LOCAL = /^[^\s@"(),:;<>[\\\]]+$/
const LABEL = /^[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u

/** Whether mail to it could be delivered: one @, domain labels, a top-level domain of the root zone. */
export function isCorreo(text: string): boolean {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  const labels = text.slice(at + 1).split('.')
  return (
    at > 0 &&
    LOCAL.test(local) &&
    !local.startsWith('.') &&
    !local.endsWith('.') &&
    !local.includes('..') &&
    labels.length >= 2 &&
    labels.every((label) => LABEL.test(label)) &&
    isTopLevel(labels[labels.length - 1] ?? '')
  )
}

function isTopLevel(label: string): boolean {
  return DOMINIOS.has(label.toLowerCase())
}
