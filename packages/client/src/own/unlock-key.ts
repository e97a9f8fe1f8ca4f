/** The unlock key, which decrypts a company's own destinations. Created here, kept by the company, never sent. */
import { invalidOption } from '../error.ts'
import { base64url } from './base64url.ts'

const BYTES = 32
/** `…uk_` and 32 bytes in base64url, with any prefix of a service. */
const FORM = /^[a-z][a-z0-9]{0,20}uk_[A-Za-z0-9_-]{43}$/

/** 256 random bits. A company that loses it must connect its destinations again. */
export function newUnlockKey(prefix = 'sello'): string {
  return `${prefix}uk_${base64url(globalThis.crypto.getRandomValues(new Uint8Array(BYTES)))}`
}

export const isUnlockKey = (text: string): boolean => FORM.test(text)

/** Anything that looks like an unlock key, with any prefix; refused wherever it would be sent. */
export const looksLikeUnlockKey = (text: string): boolean => /uk_[A-Za-z0-9_-]{43}/.test(text)

/** Refuses (`invalid_option`) any other text, without repeating it: it may be another secret. */
export function readUnlockKey(text: string): string {
  if (isUnlockKey(text)) return text
  throw invalidOption('unlockKey', 'no es una llave de apertura (sellouk_ y 43 caracteres).')
}
