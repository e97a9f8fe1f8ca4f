/** Forms of the numbers that identify people and companies. Source: docs/sources.md#identidad. */

const NIT = /^(\d{9}|\d{14})$/
const NRC = /^\d{2,8}$/
const DUI = /^\d{9}$/

/** 14 digits, or 9 for a natural person's DUI used as NIT; not all digits the same. */
export function isNit(text: string): boolean {
  return NIT.test(text) && !isOneDigit(text) && (!hasDuiForm(text) || isDui(text))
}

export function isNrc(text: string): boolean {
  return NRC.test(text) && !isOneDigit(text)
}

function isOneDigit(text: string): boolean {
  return new Set(text).size === 1
}

export function hasDuiForm(text: string): boolean {
  return DUI.test(text)
}

/** Nine digits with a check digit: weights 9 to 2, complement to a multiple of ten. */
export function isDui(text: string): boolean {
  return hasDuiForm(text) && !isOneDigit(text) && Number(text[8]) === duiCheckDigit(text)
}

export function duiCheckDigit(digits: string): number {
  let weighted = 0
  for (let i = 0; i < 8; i++) weighted += Number(digits[i]) * (9 - i)
  return (10 - (weighted % 10)) % 10
}
