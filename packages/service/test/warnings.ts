/** An issuing answer byte for byte, but for the warnings of the moment, which only the first answer has (ADR 0009). */
export const withoutWarnings = (text = '') => text.replace(/"advertencias":\[[^\]]*\],/, '')
