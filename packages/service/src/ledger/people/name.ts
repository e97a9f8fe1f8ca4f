/**
 * The names that people give. Companies, customers, products and destinations are named in bodies whose texts
 * `normaliseTexts` checks as a whole; what is named alone, in the console or at a shell, is checked here.
 *
 * Callers, `person`: the console's own name, accepting an invitation, an invited owner, `sello person add`.
 * Callers, `thing`: API keys (flows/admin/key.ts), passkeys.
 */
import { normaliseTexts } from '@sello/fiscal'

export type NameOf = 'person' | 'thing'

/**
 * A person is introduced to others by the name, in invitations and the audit log (`Ana <ana@example.com>`): it must
 * not read as another address, nor become a link where it is shown. Endings of two letters are few, because `Ma.Luz`
 * and `Lic.de` are written in names.
 */
const ADDRESS =
  /@|:\/\/|\bwww\.|\.(com|net|org|info|biz|app|dev|io|xyz|site|online|link|sv|gt|hn)(?![\p{L}\p{N}])/iu

/** The name as it is stored, and what is wrong with it; null: nothing. */
export function readName(
  text: string,
  of: NameOf,
): { readonly nombre: string; readonly problem: string | null } {
  const { value, problems } = normaliseTexts({ nombre: text })
  const { nombre } = value as { readonly nombre: string }
  const [fault] = problems
  if (fault) return { nombre, problem: fault.message }
  if (nombre === '') return { nombre, problem: 'está vacío.' }
  if (of === 'person' && ADDRESS.test(nombre)) {
    return {
      nombre,
      problem: 'es el nombre de una persona, no una dirección de correo ni de internet.',
    }
  }
  return { nombre, problem: null }
}
